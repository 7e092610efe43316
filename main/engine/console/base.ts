import { implement } from '@orpc/server';
import type { Actor } from '#shared/contract/common.ts';
import { contract } from '#shared/contract/contract.ts';
import type { CallContext } from '../serve-port.ts';

/** The console contract, to be implemented room by room. Its input is checked here, by zod, once. */
export const os = implement(contract).$context<CallContext>();

/**
 * Who does what a procedure does: the person who is signed in, by the way in which they came. Where nobody was named yet,
 * the way stands for the person, so that no verdict is anonymous.
 */
export function actorOf({ caller, via }: CallContext): Actor {
  const person = { person: caller?.name || via, via };
  return caller === undefined || caller.personId === null ? person : { ...person, personId: caller.personId };
}

/** The instant of the contract for the milliseconds of the database. */
export function instantOf(milliseconds: number): string;
export function instantOf(milliseconds: number | null): string | null;
export function instantOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

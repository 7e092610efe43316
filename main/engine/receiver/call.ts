import type { FastifyRequest } from 'fastify';
import type { Arrived } from './arrived.ts';

/** Who makes a call, as the key says. */
export interface Caller {
  label: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the call is authenticated. */
    caller: Caller | null;
    /** Null until the body is read. */
    arrived: Arrived | null;
  }
}

/** Caller and body of a call that passed the door. */
export function admitted(request: FastifyRequest): { caller: Caller; arrived: Arrived } {
  const { caller, arrived } = request;
  if (caller === null || arrived === null) throw new Error('A route was reached past the door.');
  return { caller, arrived };
}

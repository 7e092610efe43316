import type { Authority, NotTheirs } from '../second-person/index.ts';
import type { CallContext } from '../serve-port.ts';
import { actorOf } from './base.ts';

/** Who calls, and how much they may decide on alone. */
export const authorityOf = (context: CallContext): Authority => ({
  actor: actorOf(context),
  limit: context.caller?.verdictLimit ?? null,
});

const codes = {
  notProposed: 'NOT_PROPOSED',
  samePerson: 'SAME_PERSON',
  formerAccount: 'FORMER_ACCOUNT',
  aboveLimit: 'ABOVE_LIMIT',
} as const satisfies Record<NotTheirs['outcome'] | 'notProposed', string>;
type Codes = typeof codes;

/** The error of the contract (`proposalErrors`) for why a proposal was neither confirmed nor rejected. */
export const proposalError = <Outcome extends keyof Codes>(
  outcome: Outcome,
  errors: { [Code in Codes[Outcome]]: () => Error },
): Error => errors[codes[outcome]]();

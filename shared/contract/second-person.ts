import * as z from 'zod';

/** Why a proposal is not confirmed or rejected by whoever tries, of approvals and payments alike. */
export const proposalErrors = {
  NOT_PROPOSED: { status: 409, message: 'This proposal does not stand any more.' },
  SAME_PERSON: { status: 403, message: 'Somebody else than who proposed it has to confirm or reject it.' },
  FORMER_ACCOUNT: {
    status: 403,
    message:
      'The account that proposed it was removed, and this account has its name or e-mail: another person has to confirm or reject it.',
  },
  ABOVE_LIMIT: { status: 403, message: 'The amount is above the limit of this person as well.' },
  /** Of a confirmation alone. */
  NEWER_REVISION: {
    status: 409,
    message: 'What it is about changed since: read it and decide again.',
    data: z.object({ revision: z.int().nonnegative() }),
  },
} as const;

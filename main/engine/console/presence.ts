/** Implements the contract's presence. */
import type { Presence } from '../presence/index.ts';
import { os } from './base.ts';
import { accountOf } from './people.ts';

export const presenceProcedures = (presence: Presence) => ({
  here: os.presence.here.handler(({ input: { screen, place, isWriting }, context }) => ({
    others: presence.here(accountOf(context).personId, screen, place, isWriting),
  })),
});

/** Implements the contract's people: sign-ins, accounts, and who may do what. */
import { ORPCError } from '@orpc/server';
import { type Least, leastOf, mayDo } from '#shared/contract/roles.ts';
import type { Calling, People } from '../people/index.ts';
import { type CallContext, type Caller, signInError } from '../serve-port.ts';
import { actorOf, os } from './base.ts';

/**
 * Refuses a call of whoever may not make it, before its input is looked at: 401 `SIGN_IN` where nobody is signed in, 403
 * `FORBIDDEN` with the least role otherwise. What is opened read-only (`people` is null) has no accounts, and answers all.
 */
export function permitting(people: Pick<People, 'callerOf'> | null) {
  return os.use(async ({ context, path, next }) => {
    const calling = people === null ? 'signedOut' : await people.callerOf(context);
    if (people !== null) refuseUnlessAllowed(calling, leastOf(path));
    return next({ context: { ...context, caller: typeof calling === 'string' ? undefined : calling } });
  });
}

/** Refuses what hangs on the input as `FORBIDDEN`; what has no accounts refuses nothing. */
export function refuseBelow({ caller }: CallContext, least: Least): void {
  if (caller !== undefined) refuseUnlessAllowed(caller, least);
}

function refuseUnlessAllowed(calling: Calling, least: Least): void {
  const role = typeof calling === 'string' ? null : calling.role;
  if (mayDo(role, least)) return;
  if (typeof calling === 'string') throw signInError(calling);
  throw new ORPCError('FORBIDDEN', {
    status: 403,
    message: `This needs the role ${least}.`,
    data: { least },
  });
}

/** The account that calls; none of a script that Perito runs itself. */
export function accountOf({ caller }: CallContext): Caller & { personId: number } {
  if (caller === undefined || caller.personId === null)
    throw new ORPCError('FORBIDDEN', { status: 403, data: { least: 'reader' } });
  return { ...caller, personId: caller.personId };
}

/** What is another's, or everybody's where `personId` is null, is an administrator's. */
function refuseUnlessOwn(context: CallContext, personId: number | null): void {
  if (accountOf(context).personId !== personId) refuseBelow(context, 'administrator');
}

type Errors = {
  WRONG_SECRET(): unknown;
  TOO_MANY_TRIES(given: { data: { seconds: number } }): unknown;
  NEEDS_SECRET(): unknown;
};

/** The error of the contract for a secret that was not taken. */
function triedError(
  outcome: { kind: 'wrongSecret' | 'needsSecret' } | { kind: 'tooMany'; seconds: number },
  errors: Errors,
): unknown {
  if (outcome.kind === 'tooMany') return errors.TOO_MANY_TRIES({ data: { seconds: outcome.seconds } });
  return outcome.kind === 'wrongSecret' ? errors.WRONG_SECRET() : errors.NEEDS_SECRET();
}

export function peopleProcedures(people: People, isArchive: boolean) {
  const nobody = { state: 'open', person: null, lockMinutes: 0, isOffice: false, provider: null } as const;
  return {
    me: os.people.me.handler(({ context }) => (isArchive ? nobody : people.me(context))),
    choices: os.people.choices.handler(async ({ context }) => ({ people: await people.choices(context) })),
    signIn: os.people.signIn.handler(async ({ input, context, errors }) => {
      const who = 'who' in input ? input.who : input.personId;
      const outcome = await people.signIn(who, input.secret, context);
      if (outcome.kind !== 'done') throw triedError(outcome, errors);
      return { token: outcome.token, me: outcome.me };
    }),
    signOut: os.people.signOut.handler(({ context }) => people.signOut(context)),
    lock: os.people.lock.handler(({ context }) => people.lock(context)),
    unlock: os.people.unlock.handler(async ({ input, context, errors }) => {
      const outcome = await people.unlock(context, input.secret);
      if (outcome.kind === 'signedOut') throw errors.SIGNED_OUT();
      if (outcome.kind !== 'done') throw triedError(outcome, errors);
      return outcome.me;
    }),
    list: os.people.list.handler(async () => ({ people: await people.list() })),
    save: os.people.save.handler(async ({ input: { id, ...fields }, context, errors }) => {
      const outcome = await people.save(id, fields, actorOf(context));
      if (outcome.kind === 'done') return outcome.person;
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      if (outcome.kind === 'nameTaken') throw errors.NAME_TAKEN();
      throw outcome.kind === 'tooManyPeople' ? errors.TOO_MANY() : errors.LAST_ADMINISTRATOR();
    }),
    rename: os.people.rename.handler(async ({ input, context, errors }) => {
      const outcome = await people.rename(accountOf(context).personId, input.name, actorOf(context));
      if (outcome.kind === 'done') return outcome.person;
      // The account has ended meanwhile, and its sign-ins with it.
      throw outcome.kind === 'nameTaken' ? errors.NAME_TAKEN() : signInError('signedOut');
    }),
    end: os.people.end.handler(async ({ input, context, errors }) => {
      const outcome = await people.end(input.id, actorOf(context));
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      if (outcome.kind === 'lastAdministrator') throw errors.LAST_ADMINISTRATOR();
      return outcome.person;
    }),
    setSecret: os.people.setSecret.handler(async ({ input, context, errors }) => {
      const isOwn = accountOf(context).personId === input.id;
      if (!isOwn) refuseBelow(context, 'administrator');
      const outcome = await people.setSecret(input.id, input.secret, {
        ...{ actor: actorOf(context), signIn: context.signIn, address: context.address },
        current: isOwn ? { given: input.current } : null,
      });
      if (outcome.kind === 'done') return outcome.person;
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      if (outcome.kind === 'administratorFirst') throw errors.ADMINISTRATOR_FIRST();
      if (outcome.kind === 'lastAdministrator') throw errors.LAST_ADMINISTRATOR();
      if (outcome.kind === 'tooShort') throw errors.TOO_SHORT();
      throw triedError(outcome, errors);
    }),
    signIns: os.people.signIns.handler(async ({ input: { personId }, context }) => {
      refuseUnlessOwn(context, personId);
      return { signIns: await people.signIns(personId, context.signIn) };
    }),
    endSignIn: os.people.endSignIn.handler(async ({ input, context }) => {
      refuseUnlessOwn(context, (await people.ownerOf(input.id)) ?? accountOf(context).personId);
      await people.endSignIn(input.id, actorOf(context));
    }),
    signOutEverywhere: os.people.signOutEverywhere.handler(async ({ input: { id }, context }) => {
      refuseUnlessOwn(context, id);
      return { ended: await people.signOutEverywhere(id, context.signIn, actorOf(context)) };
    }),
    release: os.people.release.handler(async ({ input: { id }, context, errors }) => {
      const outcome = await people.release(id, actorOf(context));
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      return outcome.person;
    }),
    invite: os.people.invite.handler(async ({ input: { id }, context, errors }) => {
      const outcome = await people.invite(id, actorOf(context));
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      return { token: outcome.token, person: outcome.person };
    }),
    uninvite: os.people.uninvite.handler(async ({ input: { id }, context, errors }) => {
      const outcome = await people.uninvite(id, actorOf(context));
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      return outcome.person;
    }),
    invitation: os.people.invitation.handler(async ({ input, errors }) => {
      const found = await people.invitation(input.token);
      if (found === null) throw errors.NOT_VALID();
      return found;
    }),
    acceptInvitation: os.people.acceptInvitation.handler(async ({ input, context, errors }) => {
      const outcome = await people.acceptInvitation(input.token, input.secret, context);
      if (outcome.kind === 'notValid') throw errors.NOT_VALID();
      if (outcome.kind === 'tooShort') throw errors.TOO_SHORT();
      // Nobody gives up a secret by an invitation.
      if (outcome.kind !== 'done') throw errors.ADMINISTRATOR_FIRST();
      return { token: outcome.token, me: outcome.me };
    }),
  };
}

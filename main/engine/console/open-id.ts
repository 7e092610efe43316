/** Implements the contract's sign-in by the office's OpenID provider. */
import type { OpenId } from '../open-id/index.ts';
import type { People } from '../people/index.ts';
import type { CallContext } from '../serve-port.ts';
import { actorOf, os } from './base.ts';

export function openIdProcedures(openId: OpenId, people: People, isOffice: boolean) {
  const state = async () => ({
    ...{ provider: openId.provider(), secretIn: await openId.secretPlace(), isOffice },
  });
  /** Only of what other computers open: at one desk alone there is nowhere to come back to. */
  const isOffered = () => isOffice && openId.provider() !== null;
  const isLocked = async (context: CallContext) => (await people.me(context)).state === 'locked';
  return {
    get: os.openId.get.handler(state),
    set: os.openId.set.handler(async ({ input, context }) => {
      await openId.set(input, actorOf(context));
      return state();
    }),
    remove: os.openId.remove.handler(async ({ context }) => {
      await openId.remove(actorOf(context));
      return state();
    }),
    collectSecret: os.openId.collectSecret.handler(async ({ context, errors }) => {
      const passage = await openId.collectSecret(actorOf(context));
      if (passage === 'notAKey') throw errors.NO_KEY_THERE();
      return passage;
    }),
    forgetSecret: os.openId.forgetSecret.handler(async ({ context }) => {
      await openId.forgetSecret(actorOf(context));
      return state();
    }),
    test: os.openId.test.handler(async ({ errors }) => {
      if (openId.provider() === null) throw errors.NOT_OFFERED();
      const begun = performance.now();
      const outcome = await openId.test();
      const milliseconds = Math.round(performance.now() - begun);
      if ('problem' in outcome) return { problem: outcome.problem, found: null, milliseconds };
      const { found } = outcome;
      return {
        problem: null,
        found: {
          issuer: found.issuer,
          authorizationEndpoint: found.authorization_endpoint,
          tokenEndpoint: found.token_endpoint,
          algorithms: (found.id_token_signing_alg_values_supported ?? []).map(String).slice(0, 20),
          namesPkce: found.code_challenge_methods_supported?.includes('S256') ?? false,
        },
        milliseconds,
      };
    }),
    begin: os.openId.begin.handler(async ({ context, errors }) => {
      if (!isOffered() || context.origin === undefined) throw errors.NOT_OFFERED();
      const seconds = people.waitOf(context);
      if (seconds > 0) throw errors.TOO_MANY_TRIES({ data: { seconds } });
      const begun = await openId.begin(context.origin, people.sourceOf(context), await isLocked(context));
      if ('problem' in begun) throw errors.PROVIDER_AWAY({ data: begun.problem });
      return begun;
    }),
    finish: os.openId.finish.handler(async ({ input: { flow, ...back }, context, errors }) => {
      if (!isOffered()) throw errors.NOT_OFFERED();
      const outcome = await people.signInByProvider(context, () => openId.finish(flow, back));
      if (outcome.kind === 'tooMany') throw errors.TOO_MANY_TRIES({ data: { seconds: outcome.seconds } });
      if (outcome.kind === 'away') throw errors.PROVIDER_AWAY({ data: outcome.problem });
      if (outcome.kind === 'refused') throw errors.REFUSED({ data: { reason: outcome.reason } });
      return { token: outcome.token, me: outcome.me };
    }),
    setPasswordOff: os.openId.setPasswordOff.handler(async ({ input: { id, isOff }, context, errors }) => {
      const by = { actor: actorOf(context), signIn: context.signIn };
      const outcome = await people.setPasswordOff(id, isOff, by);
      if (outcome.kind === 'done') return outcome.person;
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      throw outcome.kind === 'notBound' ? errors.NOT_BOUND() : errors.LAST_ADMINISTRATOR();
    }),
    unbind: os.openId.unbind.handler(async ({ input: { id }, context, errors }) => {
      const outcome = await people.unbind(id, actorOf(context));
      if (outcome.kind === 'notFound') throw errors.NOT_FOUND();
      return outcome.person;
    }),
  };
}

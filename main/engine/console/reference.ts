import type { Reference } from '../reference/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { actorOf, os } from './base.ts';

export function referenceProcedures(reference: Reference, settings: SettingsService) {
  const keyPlace = async () => ({
    secretIn: await reference.keyPlace(),
    urlFromCommandLine: reference.urlFromCommandLine,
  });
  return {
    list: os.reference.list.handler(() => reference.list()),
    refresh: os.reference.refresh.handler(({ input }) => reference.refresh(input.list)),
    accept: os.reference.accept.handler(async ({ input, context, errors }) => {
      const isAccepted = await reference.accept(input.list, actorOf(context, settings.current()));
      if (!isAccepted) throw errors.NOT_FOUND();
      return reference.list();
    }),
    test: os.reference.test.handler(() => reference.test()),
    key: os.reference.key.handler(keyPlace),
    collectKey: os.reference.collectKey.handler(async ({ context, errors }) => {
      const passage = await reference.collectKey(actorOf(context, settings.current()));
      if (passage === 'notAKey') throw errors.NO_KEY_THERE();
      return passage;
    }),
    forgetKey: os.reference.forgetKey.handler(async ({ context }) => {
      await reference.forgetKey(actorOf(context, settings.current()));
      return keyPlace();
    }),
  };
}

import type { Archives } from '../archive/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { actorOf, os } from './base.ts';

export function archiveProcedures(
  archives: Omit<Archives, 'start' | 'close' | 'keyToSign' | 'keyOrLocked'>,
  settings: Pick<SettingsService, 'current'>,
) {
  return {
    signingKey: os.archives.signingKey.handler(() => archives.signingKey()),
    count: os.archives.count.handler(({ input }) => archives.count(input.choice)),
    get: os.archives.get.handler(() => archives.state()),
    create: os.archives.create.handler(async ({ input, context, errors }) => {
      const begun = await archives.create(input, actorOf(context, settings.current()));
      if (begun === 'busy') throw errors.BUSY();
      if (begun === 'notAPath') throw errors.NOT_A_PATH();
      return { ...archives.state(), passphrase: begun === 'begun' ? null : begun };
    }),
    stop: os.archives.stop.handler(() => archives.stop()),
    list: os.archives.list.handler(() => archives.list()),
  };
}

import { stat } from 'node:fs/promises';
import type { Archives } from '../archive/index.ts';
import type { EngineHost } from '../host.ts';
import { actorOf, os } from './base.ts';

export function archiveProcedures(
  archives: Omit<Archives, 'start' | 'close' | 'keyToSign' | 'keyOrLocked' | 'askPassphrase'>,
  host: Pick<EngineHost, 'openArchive'>,
) {
  return {
    signingKey: os.archives.signingKey.handler(() => archives.signingKey()),
    count: os.archives.count.handler(({ input }) => archives.count(input.choice)),
    get: os.archives.get.handler(() => archives.state()),
    create: os.archives.create.handler(async ({ input, context, errors }) => {
      const begun = await archives.create(input, actorOf(context));
      if (begun === 'busy') throw errors.BUSY();
      if (begun === 'notAPath') throw errors.NOT_A_PATH();
      return { ...archives.state(), passphrase: begun === 'begun' ? null : begun };
    }),
    stop: os.archives.stop.handler(() => archives.stop()),
    open: os.archives.open.handler(async ({ input: { file }, errors }) => {
      // No other file of this computer is opened for whoever asks.
      const isMade = (await archives.list()).some((made) => made.file === file);
      const found = isMade ? await stat(file).catch(() => null) : null;
      if (found?.isFile() !== true) throw errors.AWAY();
      const home = await host.openArchive({ file, at: null });
      if (home === null) throw errors.TOO_MANY();
      return { home };
    }),
    list: os.archives.list.handler(() => archives.list()),
  };
}

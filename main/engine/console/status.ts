import type { KeychainReport } from '#shared/contract/shell.ts';
import type { Status } from '#shared/contract/status.ts';
import type { Clock } from '../clock.ts';
import type { Backlog } from '../records/index.ts';
import { countPendingWork, type Store } from '../store/index.ts';
import { instantOf, os } from './base.ts';

export interface StatusSources {
  store: Store;
  clock: Clock;
  version: string;
  receiver(): Status['receiver'];
  keychain(): KeychainReport;
  watchedFolder(): Status['watchedFolder'];
  examinationBacklog(): Promise<Backlog>;
}

export function statusProcedures(sources: StatusSources) {
  return {
    get: os.status.get.handler(async () => ({
      version: sources.version,
      now: instantOf(sources.clock.now()),
      receiver: sources.receiver(),
      keychain: sources.keychain(),
      watchedFolder: sources.watchedFolder(),
      needs: await sources.store.read(countPendingWork),
      examination: examinationOf(await sources.examinationBacklog()),
      sampleData: sources.store.sampleData,
    })),
  };
}

const examinationOf = ({ revisions, since }: Backlog): Status['examination'] => ({
  revisions,
  since: since === null ? null : instantOf(since),
});

import type { Status } from '#shared/contract/status.ts';
import type { KeychainState } from '#shared/terms.ts';
import type { Clock } from '../clock.ts';
import { countNeeds, type Store } from '../store/index.ts';
import { instantOf, os } from './base.ts';

export interface StatusSources {
  store: Store;
  clock: Clock;
  version: string;
  receiver(): Status['receiver'];
  keychain(): { state: KeychainState; detail: string };
}

export function statusProcedures(sources: StatusSources) {
  return {
    get: os.status.get.handler(async () => ({
      version: sources.version,
      now: instantOf(sources.clock.now()),
      receiver: sources.receiver(),
      keychain: sources.keychain(),
      needs: await sources.store.read(countNeeds),
      sampleData: sources.store.sampleData,
    })),
  };
}

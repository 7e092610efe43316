import * as z from 'zod';
import type { WatchedFolderStatus } from '#shared/contract/status.ts';
import type { WatchedFolderState } from '#shared/policy-terms.ts';
import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import { type ReadTransaction, type Store, setSetting, settingValue } from '../../store/index.ts';
import { systemErrorCode } from './system-word.ts';

/** Where it is kept since when a folder is away, so that a restart does not make it look new. */
const awaySetting = 'policyBook.folderAway';
const awaySchema = z.object({ path: z.string(), since: z.number() }).nullable();

/** How the watched folder stands. Told once when it goes away, and once when it is back. */
export interface FolderStatus {
  now(): WatchedFolderStatus;
  /** Another folder is looked at from now on; an empty text is none. */
  begin(path: string): void;
  /** It was looked at and is there. */
  there(): Promise<void>;
  /** It could not be looked at. */
  away(cause: unknown): Promise<void>;
}

export function createFolderStatus(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  log: EngineLog;
}): FolderStatus {
  const { store, clock, changes, log } = options;
  let standing: WatchedFolderStatus = { state: 'none', path: '', since: null, detail: '' };
  /** Whether what is kept says the same. */
  let isKept = false;

  const become = (next: WatchedFolderStatus): void => {
    standing = next;
    changes.publish({ topic: 'status' });
  };

  return {
    now: () => standing,
    begin(path) {
      isKept = false;
      standing = { state: path === '' ? 'none' : 'watched', path, since: null, detail: '' };
    },
    async there() {
      const { path } = standing;
      if (standing.since !== null) become({ state: 'watched', path, since: null, detail: '' });
      else if (isKept) return;
      if ((await store.read(keptAway)) !== null)
        await store.write((tx) => setSetting(tx, awaySetting, 'null'));
      isKept = true;
    },
    async away(cause) {
      const { path } = standing;
      const detail = systemErrorCode(cause);
      const state = stateOf(detail);
      if (standing.state === state && standing.detail === detail) return;
      log.warn({ err: cause }, 'The watched folder cannot be looked at.');
      const kept = await store.read(keptAway);
      const known = standing.since ?? (kept?.path === path ? new Date(kept.since).toISOString() : null);
      const since = known ?? new Date(clock.now()).toISOString();
      become({ state, path, since, detail });
      isKept = false;
      if (known !== null) return;
      const away = JSON.stringify({ path, since: Date.parse(since) });
      await store.write((tx) => setSetting(tx, awaySetting, away));
    },
  };
}

function stateOf(word: string): WatchedFolderState {
  if (word === 'ENOENT') return 'missing';
  return word === 'ENOTDIR' ? 'notAFolder' : 'notReadable';
}

async function keptAway(tx: ReadTransaction): Promise<z.infer<typeof awaySchema>> {
  const value = await settingValue(tx, awaySetting);
  return value === null ? null : awaySchema.parse(JSON.parse(value));
}

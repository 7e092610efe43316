/** Removes the files of contents that no row names any more since their records were moved to a bundle. */
import { rm } from 'node:fs/promises';
import * as z from 'zod';
import { type BackgroundLoop, createBackgroundLoop } from '../../background-loop.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  type AuditRow,
  findContent,
  findSetting,
  listReleasedContentsAfter,
  type Store,
  upsertSetting,
} from '../../store/index.ts';
import { type ContentStore, contentPath, previewPath } from './content-store.ts';

export interface ReleasedFiles extends Pick<BackgroundLoop, 'start' | 'idle' | 'stop'> {
  /** SHA-256 in hexadecimal of those whose files are still to be removed. */
  pending(): Promise<ReadonlySet<string>>;
}

/** A copy that began while they were named still takes them. */
const keptMilliseconds = 24 * 3_600_000;
const lookMilliseconds = 3_600_000;
/** Entries that are read at a time. */
const batch = 20;
/** How far the log was followed: the last entry whose files are removed. */
const settingName = 'removedContents';

const detail = z.object({ contents: z.array(z.object({ sha256: z.hex().length(64) })) });

/**
 * Follows the log, which says whose rows went, a day behind: a file goes last, and not where its bytes were stored again
 * since. Ended anywhere, it goes on where it was.
 */
export function createReleasedFiles(options: {
  store: Store;
  clock: Clock;
  log: EngineLog;
  content: Pick<ContentStore, 'folders' | 'alone' | 'place'>;
}): ReleasedFiles {
  const { store, clock, log, content } = options;
  /** Another engine may have removed them from the place, while this directory has copies still. */
  let mayHaveCopies = content.place !== null;

  const run = async () => {
    let removed = 0;
    if (mayHaveCopies) await removeCopies();
    for (let after = await position(); ; ) {
      const entries = await store.read((tx) => listReleasedContentsAfter(tx, after, batch));
      const due = entries.filter(({ at }) => at <= clock.now() - keptMilliseconds);
      const last = due.at(-1);
      if (last === undefined || loop.isStopped) break;
      // That the rows went is on the disk with this, before the first file goes.
      await store.write((tx) =>
        upsertSetting(tx, settingName, JSON.stringify({ upTo: after, at: clock.now() })),
      );
      for (const sha256 of due.flatMap(contentsOf)) if (await remove(sha256, 'all')) removed += 1;
      after = last.id;
      const upTo = after;
      await store.write((tx) => upsertSetting(tx, settingName, JSON.stringify({ upTo, at: clock.now() })));
    }
    if (removed > 0) log.info({ removed }, 'Files of records that lie in a bundle were removed.');
    return { after: lookMilliseconds };
  };

  const removeCopies = async (): Promise<void> => {
    const upTo = await position();
    for (let after = 0; after < upTo; ) {
      const entries = await store.read((tx) => listReleasedContentsAfter(tx, after, batch));
      for (const sha256 of entries.filter(({ id }) => id <= upTo).flatMap(contentsOf)) {
        if (loop.isStopped) return;
        await remove(sha256, 'copies');
      }
      after = entries.at(-1)?.id ?? upTo;
    }
    mayHaveCopies = false;
  };

  const position = async (): Promise<number> => {
    const saved = await store.read((tx) => findSetting(tx, settingName));
    return saved === null ? 0 : z.object({ upTo: z.int() }).parse(JSON.parse(saved)).upTo;
  };

  /** Whether there was one to remove. */
  const remove = (sha256: string, what: 'all' | 'copies'): Promise<boolean> =>
    content.alone(sha256, async () => {
      const row = await store.read((tx) => findContent(tx, Buffer.from(sha256, 'hex')));
      if (row !== undefined) return false;
      const { folders } = content;
      for (const size of ['thumbnail', 'preview'] as const)
        await rm(previewPath(folders, sha256, size), { force: true });
      // Of one that is away it is tried again, from the same entry of the log.
      if (what === 'all') await content.place?.remove(sha256);
      await rm(contentPath(folders, sha256), { force: true });
      return true;
    });

  const loop = createBackgroundLoop({
    clock,
    run,
    onError(failure) {
      log.error(
        { err: failure },
        'Files that nothing names any more could not be removed; tried again later.',
      );
      return { after: lookMilliseconds };
    },
  });

  return {
    start: () => loop.start(),
    idle: () => loop.idle(),
    stop: () => loop.stop(),
    async pending() {
      const found = new Set<string>();
      for (let after = await position(); ; ) {
        const entries = await store.read((tx) => listReleasedContentsAfter(tx, after, batch));
        for (const entry of entries) for (const sha256 of contentsOf(entry)) found.add(sha256);
        const last = entries.at(-1);
        if (last === undefined) return found;
        after = last.id;
      }
    },
  };
}

const contentsOf = (entry: AuditRow): string[] =>
  detail.parse(JSON.parse(entry.detail)).contents.map(({ sha256 }) => sha256);

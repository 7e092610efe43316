/** Everything about one person, for whoever has no engine: found and exported beside one that goes on, or without any. */
import { setImmediate } from 'node:timers/promises';
import { type SubjectRelation, subjectRelations } from '#shared/contract/data-subject.ts';
import type { SubjectKey } from '#shared/rules/subject-key.ts';
import type { ArchiveProgress, WrittenBundle } from './archive/index.ts';
import { createChanges } from './changes/index.ts';
import { systemClock } from './clock.ts';
import { exportedEntry, exportSubject, type SubjectFindings, searchSubject } from './data-subject/index.ts';
import { commandLineActor } from './people/index.ts';
import { appendAudit, inspectStore, openStore, StoreProblem } from './store/index.ts';

export type { SubjectFindings };
export { StoreProblem };

/** In entries of what is kept. */
type SearchProgress = { phase: 'searching'; done: number; all: number };

interface Watched<Progress> {
  dataDir: string;
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** Rejects with a `StoreProblem` where the directory cannot be read, and as the signal says. */
export async function findPerson(
  key: SubjectKey,
  { dataDir, signal, onProgress }: Watched<SearchProgress>,
): Promise<SubjectFindings> {
  const store = await inspectStore(dataDir);
  try {
    return await searchSubject(store, key, async (done, all) => {
      if (all > 0) onProgress({ phase: 'searching', done, all });
      await setImmediate();
      signal.throwIfAborted();
    });
  } finally {
    await store.close();
  }
}

/**
 * Writes what was found to a bundle, and notes it in the log; `isLogged` is false where a Perito works on the directory, which
 * alone writes there. Rejects as `writeBundle`.
 */
export async function exportPerson(
  findings: SubjectFindings,
  wanted: Watched<ArchiveProgress> & {
    to: string;
    version: string;
    signingKey(installationId: string): Promise<string | null>;
    passphrase: string | null;
  },
): Promise<WrittenBundle & { isLogged: boolean }> {
  const relations = [...subjectRelations];
  const written = await exportSubject({ findings, relations, ...wanted });
  return { ...written, isLogged: await note(wanted.dataDir, written, findings.key, relations) };
}

async function note(
  dataDir: string,
  written: WrittenBundle,
  key: SubjectKey,
  relations: readonly SubjectRelation[],
): Promise<boolean> {
  const changes = createChanges(systemClock);
  try {
    const store = await openStore({ dataDir });
    try {
      const actor = await store.read(commandLineActor);
      const about = { at: systemClock.now(), actor, key, installationId: store.installationId, relations };
      await store.write((tx) => appendAudit(tx, exportedEntry(written, about)));
      return true;
    } finally {
      await store.close();
    }
  } catch (failure) {
    if (failure instanceof StoreProblem) return false;
    throw failure;
  } finally {
    changes.close();
  }
}

/** Exports for whoever has no engine: beside one that goes on, or without any. */
import type { ExportFormat, ExportSource } from '#shared/contract/exports.ts';
import type { Locale } from '#shared/terms.ts';
import { createChanges } from './changes/index.ts';
import { systemClock } from './clock.ts';
import {
  ExportProblem,
  type ExportProgress,
  exportedEntry,
  type Reading,
  type WrittenExport,
  writeExport,
} from './exports/index.ts';
import { commandLineActor } from './people/index.ts';
import { openReadingBeside } from './reading-beside.ts';
import { appendAudit, openStore, StoreProblem } from './store/index.ts';

export type { Reading };
export { ExportProblem, StoreProblem };

/**
 * Writes one, and notes it in the log; `isLogged` is false where a Perito works on the directory, which alone writes there. Rejects with an
 * `ExportProblem`, a `StoreProblem` where the directory cannot be read, and as the signal says.
 */
export async function exportAlone(wanted: {
  dataDir: string;
  /** What is wanted, or how it is found. */
  source: ExportSource | ((reading: Reading) => Promise<ExportSource>);
  format: ExportFormat;
  locale: Locale;
  to: string;
  version: string;
  signal: AbortSignal;
  onProgress(progress: ExportProgress): void;
}): Promise<WrittenExport & { isLogged: boolean }> {
  const { dataDir, version, format } = wanted;
  const beside = await openReadingBeside(dataDir, version);
  let written: WrittenExport;
  let source: ExportSource;
  try {
    source = typeof wanted.source === 'function' ? await wanted.source(beside.reading) : wanted.source;
    const { people } = await beside.reading.people.list();
    const first = people.find(({ role, endedAt }) => role === 'administrator' && endedAt === null);
    written = await writeExport({
      ...{ ...wanted, source },
      ...{ reading: beside.reading, by: first?.name ?? '', at: systemClock.now() },
    });
  } finally {
    await beside.close();
  }
  return { ...written, isLogged: await note(dataDir, written, source, format) };
}

async function note(
  dataDir: string,
  written: WrittenExport,
  source: ExportSource,
  format: ExportFormat,
): Promise<boolean> {
  const changes = createChanges(systemClock);
  try {
    const store = await openStore({ dataDir });
    try {
      const actor = await store.read(commandLineActor);
      const about = { at: systemClock.now(), actor, source, format };
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

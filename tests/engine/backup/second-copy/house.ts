import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { InstallationFolder } from '../../../../main/engine/backup/place.ts';
import { beginSecondCopy } from '../../../../main/engine/backup/second-copy/about.ts';
import { listSecondCopy } from '../../../../main/engine/backup/second-copy/format.ts';
import { JournalStretches } from '../../../../main/engine/backup/second-copy/journal-stretches.ts';
import { openJournalReading } from '../../../../main/engine/store/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** The folder of an installation in a place of its own. */
export const newFolder = (installationId: string): InstallationFolder =>
  new InstallationFolder(temporaryFolder(), installationId);

export const never = new AbortController().signal;

/** Copies what a journal has by now behind what the copy has, as a program that starts anew does. */
export async function copyJournal(folder: InstallationFolder, dataDir: string): Promise<number> {
  const stretches = await openStretches(folder, dataDir);
  await stretches.copy(never, () => {});
  return stretches.seq;
}

export async function openStretches(folder: InstallationFolder, dataDir: string): Promise<JournalStretches> {
  await beginSecondCopy(folder, Date.now());
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) throw new Error('There is no second copy.');
  const reading = await openJournalReading(dataDir);
  const stretches = await JournalStretches.open(folder, files, reading).catch(async (failure) => {
    await reading.close();
    throw failure;
  });
  onTestFinished(async () => {
    await stretches.close();
    await reading.close();
  });
  return stretches;
}

/** All that a database holds, table by table. */
export function contentOf(file: string): Record<string, unknown[]> {
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], { name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        return [name, database.prepare(`SELECT * FROM "${name}"`).all()];
      }),
    );
  } finally {
    database.close();
  }
}

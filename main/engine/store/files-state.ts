/** How the files stand in which a data directory has its data. */
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseState } from '#shared/contract/database.ts';
import { databaseFile, journalFile } from './folder.ts';
import { migrations } from './migrations/index.ts';
import { journalMigrations } from './migrations/journal.ts';

/** The versions of the schema that this Perito writes, wherever. */
export const ownSchema = { journal: journalMigrations.length, store: migrations.length } as const;

export async function lookAtFiles(dataDir: string): Promise<DatabaseState> {
  const sizeOf = (name: string) =>
    [name, `${name}-wal`].reduce(
      (bytes, one) => bytes + (statSync(join(dataDir, one), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  const freeBytes = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
  return {
    kind: 'files',
    schema: ownSchema,
    journalBytes: sizeOf(journalFile),
    databaseBytes: sizeOf(databaseFile),
    freeBytes,
  };
}

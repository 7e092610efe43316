import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InstallationFolder } from '../../../../main/engine/backup/place.ts';
import { beginSecondCopy } from '../../../../main/engine/backup/second-copy/about.ts';
import { listSecondCopy } from '../../../../main/engine/backup/second-copy/format.ts';
import { PageStretches } from '../../../../main/engine/backup/second-copy/page-stretches.ts';
import { assembleDatabase } from '../../../../main/engine/backup/second-copy/read.ts';
import { openConnection } from '../../../../main/engine/store/connection.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { contentOf, never, newFolder } from './house.ts';

const installationId = '5f0e2a51-7c1d-4f6e-9a55-0c3f9b1d2e3f';
const note = { actsUntil: null, journal: async () => 0 };

async function openPages(folder: InstallationFolder, dataDir: string): Promise<PageStretches> {
  await beginSecondCopy(folder, Date.now());
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) throw new Error('There is no second copy.');
  return PageStretches.open(folder, files, dataDir, never);
}

/** Rounds until nothing is missed. */
async function settle(pages: PageStretches): Promise<void> {
  while ((await pages.round(note, never, () => {})) === 'missed');
}

/** What SQLite and people do to a database, one step after the other. */
type Step =
  | { do: 'insert'; rows: number; size: number }
  | { do: 'delete'; from: number }
  | { do: 'rollBack'; rows: number }
  | { do: 'checkpoint'; how: 'PASSIVE' | 'RESTART' | 'TRUNCATE' }
  | { do: 'vacuum' }
  | { do: 'reopen' }
  | { do: 'round' }
  | { do: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      rows: fc.integer({ min: 1, max: 60 }),
      size: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), from: fc.nat(300) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('rollBack' as const), rows: fc.integer({ min: 1, max: 400 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('checkpoint' as const),
      how: fc.constantFrom('PASSIVE' as const, 'RESTART' as const, 'TRUNCATE' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('vacuum' as const, 'reopen' as const, 'restart' as const) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('round' as const) }) },
);

class Writing {
  readonly #file: string;
  #database: Database.Database;
  #insert: Database.Statement<[Buffer]>;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'perito.db');
    const { database, insert } = this.#open();
    this.#database = database;
    this.#insert = insert;
  }

  #open() {
    const database = openConnection(this.#file, { readonly: false });
    // What does not fit is spilled to the log before its commit.
    database.pragma('cache_size = 20');
    database.exec('CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, body BLOB)');
    return { database, insert: database.prepare<[Buffer]>('INSERT INTO t (body) VALUES (?)') };
  }

  run(step: Step): void {
    const database = this.#database;
    const insert = (rows: number, size: number) => {
      for (let row = 0; row < rows; row += 1) this.#insert.run(Buffer.alloc(size, row + size));
    };
    if (step.do === 'insert') database.transaction(() => insert(step.rows, step.size))();
    else if (step.do === 'delete') database.prepare('DELETE FROM t WHERE id > ?').run(step.from);
    else if (step.do === 'rollBack') {
      database.exec('BEGIN');
      insert(step.rows, 3000);
      database.exec('ROLLBACK');
    } else if (step.do === 'checkpoint') database.pragma(`wal_checkpoint(${step.how})`);
    else if (step.do === 'vacuum') database.exec('VACUUM');
    else if (step.do === 'reopen') {
      database.close();
      const again = this.#open();
      this.#database = again.database;
      this.#insert = again.insert;
    }
  }

  close(): void {
    this.#database.close();
  }
}

test('whatever is written, checkpointed, rolled back or put together anew, the copy is the database', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
      const dataDir = temporaryFolder();
      const folder = newFolder(installationId);
      const writing = new Writing(dataDir);
      let pages = await openPages(folder, dataDir);
      try {
        for (const one of steps) {
          if (one.do === 'round') await pages.round(note, never, () => {});
          else if (one.do === 'restart') {
            await pages.close();
            pages = await openPages(folder, dataDir);
          } else writing.run(one);
        }
        await settle(pages);
        const file = join(temporaryFolder(), 'perito.db');
        expect(await assembleDatabase(folder, file)).toMatchObject({ cut: null });
        expect(readdirSync(join(file, '..'))).toEqual(['perito.db']);
        expect(contentOf(file)).toEqual(contentOf(join(dataDir, 'perito.db')));
      } finally {
        writing.close();
        await pages.close();
      }
    }),
    { numRuns: 30 },
  );
});

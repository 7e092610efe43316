import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InstallationFolder } from '../../../../main/engine/backup/place.ts';
import { beginSecondCopy } from '../../../../main/engine/backup/second-copy/about.ts';
import { listSecondCopy } from '../../../../main/engine/backup/second-copy/format.ts';
import { PageStretches } from '../../../../main/engine/backup/second-copy/page-stretches.ts';
import {
  assembleDatabase,
  describeSecondCopy,
  namedBySecondCopies,
} from '../../../../main/engine/backup/second-copy/read.ts';
import { openConnection } from '../../../../main/engine/store/connection.ts';
import { thorough } from '../../../thorough.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { contentOf, never, newFolder } from './house.ts';

const installationId = '5f0e2a51-7c1d-4f6e-9a55-0c3f9b1d2e3f';
const note = { actsUntil: null, audit: async () => null, journal: async () => 0 };

async function openPages(
  folder: InstallationFolder,
  dataDir: string,
  renewedBytes?: number,
): Promise<PageStretches> {
  await beginSecondCopy(folder, Date.now());
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) throw new Error('There is no second copy.');
  return PageStretches.open(folder, files, { dataDir, signal: never, ...(renewedBytes && { renewedBytes }) });
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

  /** Rows that cannot be compressed, each changed later by none. */
  fill(rows: number, size: number): void {
    this.#database.transaction(() => {
      for (let row = 0; row < rows; row += 1) this.#insert.run(randomBytes(size));
    })();
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
    {
      numRuns: thorough ? 100 : 8,
      // A log that was cut to nothing, and came to the same length by what was rolled back.
      examples: [
        [
          [
            { do: 'round' },
            { do: 'insert', rows: 5, size: 1628 },
            { do: 'checkpoint', how: 'TRUNCATE' },
            { do: 'rollBack', rows: 35 },
            { do: 'round' },
            { do: 'insert', rows: 1, size: 1 },
            { do: 'insert', rows: 1, size: 1 },
          ],
        ],
      ],
    },
  );
});

test('of a copy that is cut or changed anywhere a whole commit is read or nothing, and it is gone on with', async () => {
  const dataDir = temporaryFolder();
  const folder = newFolder(installationId);
  const writing = new Writing(dataDir);
  const live = () => JSON.stringify(contentOf(join(dataDir, 'perito.db')));
  const commits = new Set<string>();
  let pages = await openPages(folder, dataDir);
  for (let commit = 0; commit < 6; commit += 1) {
    writing.run({ do: 'insert', rows: 3, size: 3000 });
    await settle(pages);
    commits.add(live());
  }
  await pages.close();
  const path = join(folder.secondCopy, 'database-00000001-00000001.log');
  const whole = readFileSync(path);
  const base = readFileSync(join(folder.secondCopy, 'database-00000001.json'));
  const at = fc.integer({ min: 0, max: whole.length - 1 });
  const harm = fc.record({ at, bit: fc.integer({ min: -1, max: 7 }) });
  await fc.assert(
    fc.asyncProperty(harm, async ({ at: place, bit }) => {
      const harmed = bit === -1 ? whole.subarray(0, place) : Buffer.from(whole);
      if (bit >= 0) harmed[place] = (harmed[place] ?? 0) ^ (1 << bit);
      writeFileSync(path, harmed);
      const file = join(temporaryFolder(), 'perito.db');
      const made = await assembleDatabase(folder, file).catch(() => null);
      if (made === null) expect(readdirSync(join(file, '..'))).toEqual([]);
      else expect(commits).toContain(JSON.stringify(contentOf(file)));
      pages = await openPages(folder, dataDir);
      await settle(pages);
      await pages.close();
      const again = join(temporaryFolder(), 'perito.db');
      await assembleDatabase(folder, again);
      expect(JSON.stringify(contentOf(again))).toBe(live());
      // Where not even the first commit was whole, a new base was made.
      for (const name of readdirSync(folder.secondCopy).filter((one) => one.startsWith('database')))
        if (!name.startsWith('database-00000001')) rmSync(join(folder.secondCopy, name));
      writeFileSync(join(folder.secondCopy, 'database-00000001.json'), base);
    }),
    { numRuns: thorough ? 200 : 12 },
  );
  writing.close();
});

test('what is written after a base is followed by a new base once it is much, and what is before that is removed', async () => {
  const dataDir = temporaryFolder();
  const folder = newFolder(installationId);
  const writing = new Writing(dataDir);
  const pages = await openPages(folder, dataDir, 3_000_000);
  // Hardly to be compressed, so that it is soon more than is kept.
  for (let round = 0; round < 10; round += 1) {
    writing.fill(50, 8000);
    await settle(pages);
  }
  await settle(pages);
  const names = readdirSync(folder.secondCopy).filter((name) => name.startsWith('database'));
  expect(names).toHaveLength(2);
  expect(names).not.toContain('database-00000001.json');
  const file = join(temporaryFolder(), 'perito.db');
  await assembleDatabase(folder, file);
  expect(contentOf(file)).toEqual(contentOf(join(dataDir, 'perito.db')));
  const named = new Set<string>();
  for await (const sha256 of namedBySecondCopies(folder)) named.add(sha256);
  // Its parts, their list and their hashes; those of the base before are nobody's.
  const parts = Math.ceil(statSync(join(dataDir, 'perito.db')).size / (1024 * 1024));
  expect(named.size).toBeGreaterThan(parts / 2);
  for (const sha256 of named) expect(await folder.sizeOf(sha256)).not.toBeNull();
  expect(await describeSecondCopy(folder)).toMatchObject({ database: { bytes: statSync(file).size } });
  writing.close();
  await pages.close();
});

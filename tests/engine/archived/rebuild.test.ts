/** Stubs are made anew from what the journal says of them; so are they where an older database stands beside it. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { largeBodyBytes } from '../../../shared/marketplace/tolerant-reader.ts';
import { financialDocument } from '../financial-documents.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bundle, openArchivingHouse } from './house.ts';

let dataDir: string;
let before: ReturnType<typeof rowsOf>;
/** The database as it was before anything was moved. */
let older: string;

beforeEach(async () => {
  dataDir = join(temporaryFolder(), 'data');
  older = join(temporaryFolder(), 'perito.db');
  let house = await openArchivingHouse({ dataDir });
  const ids: number[] = [];
  for (const id of [1, 2, 3, 4])
    ids.push(
      (await house.receive('purchaseOrder', id, purchaseOrder(id, { insuranceClaimNumber: `RC-${id % 2}` })))
        .recordId,
    );
  const large = purchaseOrder(5, { comments: 'x'.repeat(largeBodyBytes + 1) });
  ids.push((await house.receive('purchaseOrder', 5, large)).recordId);
  ids.push(
    (await house.receive('financialDocument', 6, financialDocument(6, { insuranceClaimNumber: 'RC-1' })))
      .recordId,
  );
  await house.records.examiner.idle();
  for (const id of ids) await house.list.setReviewed({ id, revision: 1, reviewed: true });
  await house.list.addNote({ id: ids[0] ?? 0, text: 'Va con él' });
  await house.close();
  new Database(join(dataDir, 'perito.db')).exec('PRAGMA wal_checkpoint(TRUNCATE)').close();
  copyFileSync(join(dataDir, 'perito.db'), older);
  house = await openArchivingHouse({ dataDir });
  await house.records.examiner.idle();
  const leaving = [0, 2, 4, 5].map((index) => ({ id: ids[index] ?? 0, revision: 1 }));
  expect(await house.archived.archive(bundle('a'), leaving)).toEqual({ archived: 4, changed: [] });
  await house.released();
  // One of them comes back.
  await house.receive('purchaseOrder', 3, purchaseOrder(3, { insuranceClaimNumber: 'RC-7' }));
  await house.records.examiner.idle();
  await house.list.addNote({ id: ids[0] ?? 0, text: 'Vino después' });
  await house.close();
  before = rowsOf();
  expect(before.record).toHaveLength(6);
});

function rowsOf() {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  try {
    const rows = (sql: string) => database.prepare(sql).all();
    return {
      record: rows('SELECT * FROM record ORDER BY id'),
      link: rows('SELECT * FROM record_link ORDER BY record_id, name, value'),
      claim: rows('SELECT * FROM claim ORDER BY claim_number'),
      finding: rows(
        'SELECT record_id, revision, code, pointer FROM finding ORDER BY record_id, revision, code, pointer',
      ),
      note: rows('SELECT * FROM note ORDER BY id'),
      large: rows('SELECT seq FROM large_body'),
      bundle: rows('SELECT root, made_at, bytes, claims, records FROM bundle'),
      search: ['RC', 'orden', '5', '7', '1'].flatMap((word) =>
        rows(`SELECT '${word}' AS word, rowid FROM search WHERE search MATCH '"${word}"' ORDER BY rowid`),
      ),
    };
  } finally {
    database.close();
  }
}

test('beside the database that is there, nothing differs', async () => {
  const rebuilt = await rebuildData({ dataDir });
  expect(rebuilt?.differences).toEqual([]);
  expect(rebuilt?.lost).toEqual([]);
  expect(rebuilt?.notDerived).toBe(0);
  expect(rowsOf()).toEqual(before);
});

test('from the journal alone, only what was noted is not there', async () => {
  for (const name of ['perito.db', 'perito.db-wal', 'perito.db-shm'])
    rmSync(join(dataDir, name), { force: true });
  expect((await rebuildData({ dataDir }))?.notDerived).toBe(0);
  const { note, record, ...rest } = rowsOf();
  const { note: _, record: __, ...restBefore } = before;
  expect(note).toEqual([]);
  expect(rest).toEqual(restBefore);
  // Stubs are reviewed as they were; what is here has to be reviewed again.
  const withoutReviews = (rows: unknown[] | undefined) =>
    rows?.map((row) => Object.entries(Object(row)).filter(([name]) => !name.startsWith('reviewed')));
  expect(withoutReviews(record)).toEqual(withoutReviews(before.record));
  expect(record?.filter((row) => Object(row).reviewed_at !== null)).toHaveLength(3);
});

test('an older database beside the journal is derived on', async () => {
  for (const name of ['perito.db-wal', 'perito.db-shm']) rmSync(join(dataDir, name), { force: true });
  copyFileSync(older, join(dataDir, 'perito.db'));
  const house = await openArchivingHouse({ dataDir });
  await house.derived();
  await house.records.examiner.idle();
  await house.close();
  const { note, ...rest } = rowsOf();
  const { note: _, ...restBefore } = before;
  expect(note).toEqual([]);
  expect(rest).toEqual(restBefore);
});

test('a rebuild beside an older database reports nothing as different or lost', async () => {
  for (const name of ['perito.db-wal', 'perito.db-shm']) rmSync(join(dataDir, name), { force: true });
  copyFileSync(older, join(dataDir, 'perito.db'));
  const rebuilt = await rebuildData({ dataDir });
  expect(rebuilt?.differences).toEqual([]);
  expect(rebuilt?.lost).toEqual([]);
});

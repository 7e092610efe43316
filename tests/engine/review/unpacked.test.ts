/** What is opened of a bundle shows what the data show that it was made of. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, isProcedure } from '@orpc/server';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBundle } from '../../../main/engine/archive/read-bundle.ts';
import { unpackBundle } from '../../../main/engine/archive/unpack-bundle.ts';
import { bringUpToDate, openReview, type Review, type ReviewOptions } from '../../../main/engine/review.ts';
import type { OpenedArchive } from '../../../shared/contract/archives.ts';
import { copied } from '../../command-line/filled-folder.ts';
import { bundleOf, folderWithPhotos, removeFolder } from '../archive/archived-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let filled = '';
let bundle = '';
beforeAll(async () => {
  filled = await folderWithPhotos();
  bundle = join(filled, '..', `all-${process.pid}.perito`);
  await bundleOf(filled, bundle);
});
afterAll(() => {
  removeFolder(filled);
  removeFolder(bundle);
});

type Ask = (path: string, input: object) => Promise<unknown>;

async function reviewed(
  dataDir: string,
  opened: Pick<ReviewOptions, 'archive' | 'bundle'>,
): Promise<{ ask: Ask; review: Review }> {
  const review = await openReview({ dataDir, version: '0.0.0', ...opened });
  onTestFinished(() => review.close());
  const ask: Ask = (path, input) => {
    const procedure = path
      .split('.')
      .reduce<unknown>((found, name) => Reflect.get(Object(found), name), review.router);
    if (!isProcedure(procedure)) throw new Error(`${path} is not in the router`);
    return call(procedure, input, { context: { via: 'browser' } });
  };
  return { ask, review };
}

const copy: OpenedArchive = {
  ...{ kind: 'copy', name: '', madeAt: null, company: '', signature: null, keyFingerprint: null },
  ...{ damaged: [], damagedCount: 0, isCutOff: false, hasPolicies: true },
  ...{ checking: null, isLost: false },
};

/** The data that the bundle was made of, as the live console shows them. */
async function live() {
  const dataDir = copied(filled, temporaryFolder());
  await bringUpToDate(dataDir);
  return reviewed(dataDir, { archive: copy });
}

async function unpacked(file: string = bundle) {
  const dataDir = join(temporaryFolder(), 'data');
  const bundle = await unpackBundle({ file, name: 'todo.perito', dataDir });
  const found = await reviewed(dataDir, { archive: bundle.archive(), bundle });
  return {
    ...found,
    archive: bundle.archive(),
    /** What is known of it once all of it was looked at. */
    async checked() {
      await found.review.check(() => {});
      return bundle.archive();
    },
  };
}

interface Rows {
  rows: { id: number; claimNumber: string | null }[];
}

test('records, claims, cancellations and attachments are shown as the live data show them', async () => {
  const [there, here] = [await live(), await unpacked()];
  expect(await here.checked()).toMatchObject({
    kind: 'bundle',
    signature: 'good',
    checking: null,
    damagedCount: 0,
  });
  const { rows } = (await there.ask('records.list', { limit: 200 })) as Rows;
  expect(rows.length).toBeGreaterThan(100);
  expect(await here.ask('records.list', { limit: 200 })).toEqual(
    await there.ask('records.list', { limit: 200 }),
  );
  const makes = ['toyota', 'honda', 'hyundai', 'kia'];
  for (const filter of [{ makes }, { makes, kind: 'purchaseOrder' }, { amountFrom: '5000' }]) {
    const found = (await there.ask('records.list', { ...filter, limit: 200 })) as Rows;
    expect(found.rows.length).toBeGreaterThan(0);
    expect(await here.ask('records.list', { ...filter, limit: 200 })).toEqual(found);
  }
  for (const { id } of rows) {
    const record = comparable(await there.ask('records.get', { id }));
    expect(comparable(await here.ask('records.get', { id }))).toEqual(record);
    expect(comparable(await here.ask('claims.related', { recordId: id }))).toEqual(
      comparable(await there.ask('claims.related', { recordId: id })),
    );
  }
  const claims = new Set(rows.flatMap(({ claimNumber }) => claimNumber ?? []));
  for (const value of claims) {
    const claim = comparable(await there.ask('claims.get', { by: 'claimNumber', value }));
    expect(comparable(await here.ask('claims.get', { by: 'claimNumber', value }))).toEqual(claim);
  }
  expect(await here.ask('claims.list', { limit: 200 })).toEqual(
    await there.ask('claims.list', { limit: 200 }),
  );
  const asked = (await there.ask('cancellations.list', { withClosed: true, limit: 200 })) as Rows & {
    rows: { recordId: number | null }[];
  };
  for (const { id, recordId } of asked.rows) {
    if (recordId === null) continue;
    expect(comparable(await here.ask('cancellations.get', { id }))).toEqual(
      comparable(await there.ask('cancellations.get', { id })),
    );
  }
});

function linked<Row>(sql: string): Row[] {
  const database = new Database(join(filled, 'perito.db'), { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}

test('what the policy book says of its records, and what the marketplace was answered, are shown', async () => {
  const [there, here] = [await live(), await unpacked()];
  expect(here.archive.hasPolicies).toBe(true);
  const said = { found: 0, lookups: 0 };
  for (const { policy: insurancePolicyNumber, vin } of linked<{ policy: string; vin: string }>(
    `SELECT DISTINCT p.value AS policy, v.value AS vin FROM record_link p JOIN record_link v USING (record_id)
      WHERE p.name = 'policy' AND v.name = 'vin'`,
  )) {
    const question = { insurancePolicyNumber, vin, incidentDate: '2026-06-15', incidentTypeId: 3 };
    const check = (await there.ask('policies.check', question)) as { found: boolean };
    expect(await here.ask('policies.check', question)).toEqual(check);
    if (check.found) said.found += 1;
    const { rows: lookups } = (await here.ask('policyLookups.list', { vin })) as Rows;
    for (const { id } of lookups) {
      const answered = (await there.ask('policyLookups.get', { id })) as { answer: string };
      expect(await here.ask('policyLookups.get', { id })).toEqual(answered);
      if (answered.answer !== '') said.lookups += 1;
    }
  }
  expect(said.found).toBeGreaterThan(5);
  expect(said.lookups).toBeGreaterThan(5);
  const { rows: book } = (await here.ask('policies.list', { limit: 200 })) as {
    rows: { id: number; vin: string }[];
  };
  expect(book.length).toBeGreaterThan(5);
  for (const { id, vin } of book) {
    // Other vehicles of a fleet are nobody's business.
    const { otherVehicles, ...vehicle } = Object(await there.ask('policies.get', { id }));
    expect(await here.ask('policies.get', { id })).toMatchObject(vehicle);
    const { rows: sought } = (await here.ask('policies.list', { search: vin })) as Rows;
    expect(sought.map((row) => row.id)).toContain(id);
  }
});

test('photos of two of its records that look alike are shown beside each other', async () => {
  const [there, here] = [await live(), await unpacked()];
  let pairs = 0;
  for (const { id } of linked<{ id: number }>('SELECT id FROM attachment WHERE sha256 IS NOT NULL')) {
    const shown = comparable(Object(await there.ask('attachments.get', { id })).similarPhotos);
    expect(comparable(Object(await here.ask('attachments.get', { id })).similarPhotos)).toEqual(shown);
    if (JSON.stringify(shown).includes('"distance":4')) pairs += 1;
  }
  expect(pairs).toBeGreaterThan(0);
});

test('the first bundles of this format, without the book and what was answered, are opened as ever', async () => {
  const { archive, ask } = await unpacked(
    fileURLToPath(new URL('../archive/fixtures/first-of-format-1.perito', import.meta.url)),
  );
  expect(archive).toMatchObject({ signature: 'good', hasPolicies: false, damagedCount: 0 });
  const { rows } = (await ask('records.list', { limit: 200 })) as Rows;
  expect(rows).toHaveLength(9);
  const { rows: lookups } = (await ask('policyLookups.list', {})) as Rows;
  for (const { id } of lookups) expect(await ask('policyLookups.get', { id })).toMatchObject({ answer: '' });
});

/** Without what a bundle leaves out on purpose: the query of an address, and what becomes of a download. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, part) => {
    if (name === 'nextAttemptAt') return null;
    // An archive shows a picture as it is in place of smaller ones.
    if (name === 'hasPreviews') return true;
    return part;
  });
}

test('the search finds in it, and files are where the screens look for them', async () => {
  const { ask, review } = await unpacked();
  const found = (await ask('records.list', { search: 'bumper' })) as Rows;
  expect(found.rows.length).toBeGreaterThan(0);
  const { rows } = (await ask('records.list', { kind: 'incidentReport', limit: 200 })) as Rows;
  let shown = 0;
  for (const { id } of rows) {
    const attachments = (await ask('attachments.list', { recordId: id })) as { id: number; state: string }[];
    for (const one of attachments.filter(({ state }) => state === 'stored')) {
      const file = await review.attachmentFile(one.id, 'original');
      expect(statSync(file?.path ?? '').size).toBe(file?.bytes);
      shown += 1;
    }
  }
  expect(shown).toBeGreaterThan(10);
});

test('all of it is looked at behind what is shown, which goes on until it is closed', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const opened = await unpackBundle({ file: bundle, name: 'todo.perito', dataDir });
  const { size } = statSync(bundle);
  expect(opened.archive()).toMatchObject({ checking: { done: 0, all: 2 * size }, isLost: false });
  const { ask, review } = await reviewed(dataDir, { archive: opened.archive(), bundle: opened });
  expect((await ask('records.list', { limit: 1 })) as Rows).toMatchObject({ rows: [{}] });
  const told: OpenedArchive['checking'][] = [];
  await review.check(({ checking }) => told.push(checking));
  expect(told.at(-1)).toBeNull();
  const done = told.flatMap((one) => one?.done ?? []);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(opened.archive()).toMatchObject({ checking: null, damagedCount: 0 });

  const other = await unpackBundle({
    file: bundle,
    name: 'todo.perito',
    dataDir: join(temporaryFolder(), 'data'),
  });
  const checking = other.check(() => {});
  await other.close();
  await checking;
  expect(other.archive().checking).not.toBeNull();
});

describe('a damaged bundle', () => {
  /** A copy in which one byte of the content of a part is another. */
  async function damagedAt(part: string): Promise<string> {
    const file = join(temporaryFolder(), 'damaged.perito');
    const opened = await openBundle(bundle);
    const found = await opened.find(part);
    await opened.close();
    if (found === null) throw new Error(`${part} is not there`);
    const bytes = readFileSync(bundle);
    const at = bytes.indexOf(Buffer.from(part)) + part.length + 5;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    return file;
  }

  test('is opened without the record that is damaged, which is named', async () => {
    const opened = await openBundle(bundle);
    const [part = ''] = (await opened.names()).filter((name) => name.endsWith('/record.json'));
    await opened.close();
    const { archive, ask } = await unpacked(await damagedAt(part));
    expect(archive.damaged.map((one) => one.part)).toContain(part);
    const id = Number(part.split('/')[2]);
    await expect(ask('records.get', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = (await ask('records.list', { limit: 200 })) as Rows;
    expect(rows.length).toBeGreaterThan(100);
  });

  test('shows a record whose body is damaged with all else that is known of it', async () => {
    const opened = await openBundle(bundle);
    const [part = ''] = (await opened.names()).filter((name) => name.endsWith('/revisions/1.body'));
    await opened.close();
    const { archive, ask } = await unpacked(await damagedAt(part));
    const record = await ask('records.get', { id: Number(part.split('/')[2]) });
    expect(record).toMatchObject({ body: '', bodyBytes: 0 });
    const { kind, number } = record as { kind: string; number: string };
    expect(archive.damaged).toEqual([{ part, records: [{ kind, number }], filename: null }]);
  });

  test('shows a record without its damaged photo', async () => {
    const opened = await openBundle(bundle);
    const [part = ''] = (await opened.names()).filter(
      (name) => name.endsWith('.jpg') && !name.includes('preview'),
    );
    await opened.close();
    const { ask, review, checked } = await unpacked(await damagedAt(part));
    // Whether somebody asks for it before it was looked at, or not.
    for (const { id } of linked<{ id: number }>('SELECT id FROM attachment WHERE sha256 IS NOT NULL').slice(
      0,
      4,
    ))
      await review.attachmentFile(id, 'preview');
    expect((await checked()).damaged).toMatchObject([
      {
        part,
        records: expect.arrayContaining([expect.objectContaining({ kind: 'incidentReport' })]),
        filename: expect.stringMatching(/./),
      },
    ]);
    const waiting = (await ask('attachments.waiting', { state: 'failed', limit: 200 })) as {
      rows: { problem: { code: string } | null }[];
    };
    expect(waiting.rows.map(({ problem }) => problem?.code)).toContain('contentDamaged');
  });

  test('that was cut off shows what is left, and says that its end is missing', async () => {
    const file = join(temporaryFolder(), 'cut.perito');
    const bytes = readFileSync(bundle);
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
    const archive = await (await unpacked(file)).checked();
    expect(archive).toMatchObject({ isCutOff: true, signature: 'lost', damagedCount: 0, damaged: [] });
  });

  test('of which only what is around the parts was changed is said to be', async () => {
    const file = join(temporaryFolder(), 'touched.perito');
    const bytes = readFileSync(bundle);
    // When its first part was last changed, as the header of the part says it.
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const archive = await (await unpacked(file)).checked();
    expect([archive.damaged.map(({ part }) => part), archive.damagedCount]).toEqual([['ZIP'], 1]);
  });

  test('that is no bundle at all is refused by name', async () => {
    const file = join(temporaryFolder(), 'other.perito');
    writeFileSync(file, 'not a bundle, although it says so');
    await expect(unpacked(file)).rejects.toMatchObject({ code: 'notABundle' });
  });
});

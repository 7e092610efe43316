import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditAfter } from '../../../main/engine/store/index.ts';
import { defined, definedErrorOf } from '../../contract/defined-error.ts';
import { clockFrom } from '../manual-clock.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';
import { openRecords } from './house.ts';

let house: Awaited<ReturnType<typeof openRecords>>;
beforeAll(async () => {
  house = await openRecords({ clock: clockFrom('2026-11-20T14:00:00Z') });
  for (let id = 1; id <= 25; id++)
    await house.receive('purchaseOrder', id, purchaseOrder(id, { insuranceClaimNumber: `RC-${id % 5}` }));
  await house.receive('serviceOrder', 1, serviceOrder(1));
  await house.receive(
    'purchaseOrder',
    100,
    purchaseOrder(100, {
      supplierName: 'Autopartes Güira',
      comments: 'Vidrio polarizado',
      items: [purchaseOrderItem(9, { itemName: 'Cristal trasero', itemCode: 'CT-771' })],
      extra: 1,
      workshopTaxId: '123',
    }),
  );
  await house.records.examiner.idle();
});
afterAll(async () => {
  await house.close();
  house.remove();
});

const idsOf = (page: { rows: { marketplaceId: number }[] }) => page.rows.map((row) => row.marketplaceId);

describe('list', () => {
  test('is newest first, in pages that meet, with an exact total', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await house.list.list({ kind: 'purchaseOrder', limit: 7, ...(cursor && { cursor }) });
      expect(page).toMatchObject({ total: 26, totalIsCapped: false });
      seen.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([100, ...Array.from({ length: 25 }, (_, index) => 25 - index)]);
  });

  test('takes all kinds together without one', async () => {
    const page = await house.list.list({ limit: 3 });
    expect(page.rows.map(({ kind, marketplaceId }) => [kind, marketplaceId])).toEqual([
      ['purchaseOrder', 100],
      ['serviceOrder', 1],
      ['purchaseOrder', 25],
    ]);
    expect(page.total).toBe(27);
  });

  test('knows what has findings and what is reviewed', async () => {
    expect(idsOf(await house.list.list({ withFindings: true }))).toEqual([100]);
    expect((await house.list.list({ withFindings: false })).total).toBe(26);
    const [row] = (await house.list.list({ withFindings: true })).rows;
    await house.list.setReviewed({ id: row?.id ?? 0, revision: row?.revision ?? 1, reviewed: true });
    expect(idsOf(await house.list.list({ reviewed: true }))).toEqual([100]);
    expect((await house.list.list({ reviewed: false, kind: 'purchaseOrder' })).total).toBe(25);
    expect((await house.list.list({ reviewed: false, withFindings: true })).rows).toEqual([]);
    await house.list.setReviewed({ id: row?.id ?? 0, reviewed: false });
    expect((await house.list.list({ reviewed: true })).total).toBe(0);
  });
});

describe('search', () => {
  test.each([
    ['guira', [100]],
    ['GÜIRA autopartes', [100]],
    ['crist', [100]],
    ['trasero cris', [100]],
    ['cris trasero', [100]],
    ['cris delantero nada', []],
    ['CT-771', [100]],
    ['polarizado vidrio', [100]],
    ['90012', [12]],
    ['RC-3', [23, 18, 13, 8, 3]],
    ['OC-2026-000012', [12]],
    ['oc-2026-00002', [100, 25, 24, 23, 22, 21, 20]],
    ['nothing', []],
    ['---', []],
    ['AND OR NOT', []],
    ['"quoted" (guira)', []],
    ["guira'; DROP TABLE record", []],
  ])('%s finds %j', async (search, expected) => {
    const page = await house.list.list({ kind: 'purchaseOrder', search });
    expect(idsOf(page)).toEqual(expected);
    expect(page).toMatchObject({ total: page.rows.length, totalIsCapped: false });
  });

  test('keeps to its kind, and pages', async () => {
    expect((await house.list.list({ kind: 'serviceOrder', search: 'delantera' })).total).toBe(1);
    expect((await house.list.list({ kind: 'serviceOrder', search: 'bumper' })).total).toBe(0);
    const first = await house.list.list({ search: 'bumper', limit: 20 });
    const second = await house.list.list({ search: 'bumper', limit: 20, cursor: first.nextCursor ?? '' });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
    expect(second.nextCursor).toBeNull();
    expect((await house.list.list({ search: 'bumper', withFindings: true })).total).toBe(0);
  });

  test('keeps to its kind by number too', async () => {
    const [{ number = '' } = {}] = (await house.list.list({ kind: 'serviceOrder' })).rows;
    for (const search of [number, number.slice(0, -1), number.toLowerCase()]) {
      expect(idsOf(await house.list.list({ kind: 'serviceOrder', search }))).toEqual([1]);
      expect(await house.list.list({ kind: 'purchaseOrder', search })).toMatchObject({ rows: [], total: 0 });
    }
  });

  test('finds a revision by its new words, and no more by its old ones', async () => {
    await house.receive('purchaseOrder', 200, purchaseOrder(200, { comments: 'palabravieja' }));
    await house.receive('purchaseOrder', 200, purchaseOrder(200, { comments: 'palabranueva' }));
    expect(idsOf(await house.list.list({ search: 'palabranueva' }))).toEqual([200]);
    expect(idsOf(await house.list.list({ search: 'palabravieja' }))).toEqual([]);
  });
});

describe('get', () => {
  test('gives the body, the content read with tolerance, revisions, findings and notes', async () => {
    const [row] = (await house.list.list({ search: 'güira' })).rows;
    const id = row?.id ?? 0;
    await house.list.addNote({ id, text: ' Llamar al suplidor ' });
    const detail = await house.list.get({ id });
    expect(JSON.parse(detail.body)).toMatchObject({ purchaseOrderId: 100, extra: 1 });
    expect(detail.content).toMatchObject({
      kind: 'purchaseOrder',
      order: { items: [{ supplierItemRowTotal: '14750.59' }] },
    });
    expect(detail.revisions).toMatchObject([
      { revision: 1, keyLabel: 'key', bytes: Buffer.byteLength(detail.body) },
    ]);
    expect(detail.findings).toMatchObject([
      { code: 'taxId.form', severity: 'warning', count: 1, places: [{ pointer: '/workshopTaxId' }] },
      {
        code: 'wire.unknownProperty',
        severity: 'info',
        pointer: '/extra',
        parameters: { name: 'extra', value: '1' },
      },
    ]);
    expect(detail.notes).toMatchObject([{ who: 'Ana Prueba', text: 'Llamar al suplidor' }]);
    expect(detail).toMatchObject({ findingCount: 2, attentionCount: 1, attachments: [] });
  });

  test('gives an older revision on request', async () => {
    const [row] = (await house.list.list({ search: 'palabranueva' })).rows;
    const id = row?.id ?? 0;
    expect((await house.list.get({ id, revision: 1 })).body).toContain('palabravieja');
    expect((await house.list.get({ id })).body).toContain('palabranueva');
    await expect(house.list.get({ id, revision: 3 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each(['get', 'addNote', 'setReviewed'] as const)(
    '%s of an unknown record is NOT_FOUND',
    async (name) => {
      const unknown = { id: 999_999, text: 'x', revision: 1, reviewed: true } as const;
      await expect(house.list[name](unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});

test('a note and a mark are in the log, with who; the first mark stands', async () => {
  // Examining counts its findings, which is no change of the mark.
  await house.records.examiner.idle();
  const [row] = (await house.list.list({ limit: 1 })).rows;
  const id = row?.id ?? 0;
  await house.list.addNote({ id, text: 'Visto' });
  const seen = { id, revision: row?.revision ?? 1, reviewed: true } as const;
  const marked = await house.list.setReviewed(seen);
  expect(await house.list.setReviewed(seen)).toEqual(marked);
  const entries = (await house.store.read((tx) => listAuditAfter(tx, 0, 1000))).filter(
    (one) => one.subject === `record:${id}`,
  );
  const ours = entries.filter((one) => one.actor.includes('Ana Prueba')).map((one) => one.action);
  expect(ours).toEqual(['record.noted', 'record.reviewed']);
  expect((await house.list.get({ id })).reviewedBy).toBe('Ana Prueba');
});

test('a revision that nobody has seen is not marked as reviewed, alone or among others', async () => {
  const { recordId: id } = await house.receive('purchaseOrder', 70, purchaseOrder(70));
  const { recordId: other } = await house.receive('purchaseOrder', 71, purchaseOrder(71));
  await house.receive('purchaseOrder', 70, purchaseOrder(70, { comments: 'Otra vez' }));
  const alone = house.list.setReviewed({ id, revision: 1, reviewed: true });
  expect(await definedErrorOf(alone)).toEqual(defined('NEWER_REVISION', { revision: 2 }));
  const records = [id, other].map((one) => ({ id: one, revision: 1 }));
  expect(await house.list.setManyReviewed({ records, reviewed: true })).toMatchObject({
    rows: [
      { id: other, reviewedAt: expect.any(String) },
      { id, revision: 2, reviewedAt: null },
    ],
    changed: [other],
    newer: [id],
  });
  const marks = async () =>
    (await house.store.read((tx) => listAuditAfter(tx, 0, 1000)))
      .filter(({ action, subject }) => action.endsWith('eviewed') && subject === `record:${id}`)
      .map(({ action, detail }) => [action, JSON.parse(detail)]);
  expect(await marks()).toEqual([]);
  await house.list.setReviewed({ id, revision: 2, reviewed: true });
  // Somebody has looked at it: who saw an earlier one changes nothing.
  expect(await house.list.setReviewed({ id, revision: 1, reviewed: true })).toMatchObject({ revision: 2 });
  expect(await marks()).toEqual([['record.reviewed', { revision: 2 }]]);
});

/** Findings that somebody acknowledged: they leave the counts, stay on record, and stand again when what they say is other. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../main/engine/store/index.ts';
import type { FindingCode } from '../../../shared/finding-terms.ts';
import { definedErrorOf } from '../../contract/defined-error.ts';
import { financialDocument } from '../financial-documents.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';
import { openRecords } from './house.ts';

type House = Awaited<ReturnType<typeof openRecords>>;
let house: House;
beforeEach(async () => {
  house = await openRecords();
});
afterEach(async () => {
  await house.close();
  house.remove();
});

/** An RNC of seven digits, and a unit price above the market's maximum of 14,000. */
const wrongRnc = '1310009';
const dear = (price: number) => ({
  ...purchaseOrderItem(1),
  supplierItemPrice: price,
  supplierItemRowPrice: price,
  supplierItemRowTax: 0,
  supplierItemRowTotal: price,
});

/** Receives an order or a revision of it, waits until it is examined, and says which record it is. */
async function arrives(id: number, changes: Record<string, unknown>): Promise<number> {
  const { recordId } = await house.receive('purchaseOrder', id, purchaseOrder(id, changes));
  await house.records.examiner.idle();
  return recordId;
}

/** How a record stands: its counts, and which findings are acknowledged (`code`) or not (`!code`). */
async function standing(id: number) {
  const { findings, findingCount, attentionCount } = await house.list.get({ id });
  const codes = findings
    .filter(({ code }) => code !== 'revision.changed')
    .map(({ code, acknowledgement }) => `${acknowledgement === null ? '!' : ''}${code}`);
  return { codes: codes.toSorted(), findingCount, attentionCount };
}

const acknowledge = (
  recordId: number,
  code: FindingCode,
  more: { scope?: 'record' | 'party'; reason?: string; pointer?: string; in?: House } = {},
) =>
  (more.in ?? house).list.acknowledgeFinding({
    recordId,
    code,
    scope: more.scope ?? 'record',
    reason: more.reason ?? 'Precio acordado por teléfono',
    ...(more.pointer === undefined ? {} : { pointer: more.pointer }),
  });

const actions = async () =>
  (await house.store.read((tx) => listAudit(tx, { subject: undefined, beforeId: 1e9, limit: 50 })))
    .filter(({ action }) => action.startsWith('finding.'))
    .map(({ action, subject, detail }) => ({ action, subject, ...JSON.parse(detail) }));

describe('of a record', () => {
  test('it leaves the counts and stays on record with who, when and why, until it is taken back', async () => {
    const id = await arrives(1, { supplierTaxId: wrongRnc, items: [dear(20_000)] });
    expect(await standing(id)).toEqual({
      codes: ['!price.aboveMaximum', '!taxId.form'],
      findingCount: 2,
      attentionCount: 2,
    });
    const { id: given, record } = await acknowledge(id, 'price.aboveMaximum', {
      reason: ' Pieza importada ',
    });
    expect(record).toMatchObject({ id, findingCount: 1, attentionCount: 1 });
    const found = (await house.list.get({ id })).findings.find(({ code }) => code === 'price.aboveMaximum');
    expect(found?.acknowledgement).toEqual({
      id: given,
      at: expect.stringMatching(/^\d{4}-/),
      who: 'Ana Prueba',
      reason: 'Pieza importada',
      scope: 'record',
    });
    await acknowledge(id, 'taxId.form');
    expect((await house.list.list({ withFindings: true })).total).toBe(0);

    expect(await house.list.withdrawAcknowledgement({ id: given })).toMatchObject({ attentionCount: 1 });
    expect(await standing(id)).toMatchObject({ codes: ['!price.aboveMaximum', 'taxId.form'] });
    // Taken back twice is taken back once.
    await house.list.withdrawAcknowledgement({ id: given });
    expect((await actions()).toReversed()).toEqual([
      {
        action: 'finding.acknowledged',
        subject: `record:${id}`,
        acknowledgement: given,
        code: 'price.aboveMaximum',
        scope: 'record',
        pointers: ['/items/0/supplierItemPrice'],
        revision: 1,
        reason: 'Pieza importada',
      },
      expect.objectContaining({ action: 'finding.acknowledged', code: 'taxId.form' }),
      {
        action: 'finding.acknowledgementWithdrawn',
        subject: `record:${id}`,
        acknowledgement: given,
        code: 'price.aboveMaximum',
        scope: 'record',
      },
    ]);
  });

  test('it holds for a revision that says the same, and stands again where places or amounts are others', async () => {
    const id = await arrives(1, { items: [dear(20_000)] });
    await acknowledge(id, 'price.aboveMaximum');
    await arrives(1, { items: [dear(20_000)], comments: 'Por la tarde' });
    expect(await standing(id)).toEqual({
      codes: ['price.aboveMaximum'],
      findingCount: 1, // The revision itself, which is information.
      attentionCount: 0,
    });
    await arrives(1, { items: [dear(21_000)], comments: 'Por la tarde' });
    expect(await standing(id)).toMatchObject({ codes: ['!price.aboveMaximum'], attentionCount: 1 });
    await arrives(1, { items: [dear(20_000), dear(20_000)] });
    expect(await standing(id)).toMatchObject({ codes: ['!price.aboveMaximum'], attentionCount: 1 });
    await arrives(1, { items: [dear(20_000)] });
    expect(await standing(id)).toMatchObject({ codes: ['price.aboveMaximum'], attentionCount: 0 });
  });

  test('one of several findings of a code can be meant alone', async () => {
    const id = await arrives(1, { supplierTaxId: wrongRnc, workshopTaxId: '456' });
    await acknowledge(id, 'taxId.form', { pointer: '/workshopTaxId' });
    expect(await standing(id)).toMatchObject({
      codes: ['!taxId.form', 'taxId.form'],
      attentionCount: 1,
    });
    await acknowledge(id, 'taxId.form');
    expect(await standing(id)).toMatchObject({ attentionCount: 0 });
  });

  test('it is there after all was examined again, and after a restart', async () => {
    const id = await arrives(1, { supplierTaxId: wrongRnc, items: [dear(20_000)] });
    await acknowledge(id, 'taxId.form');
    await house.settings.update(
      { findings: { aboveMaximumPercent: 5 } },
      { person: 'Ana Prueba', via: 'token' },
    );
    await house.records.examiner.idle();
    const before = await standing(id);
    expect(before).toMatchObject({ codes: ['!price.aboveMaximum', 'taxId.form'] });
    await house.close();
    house = await openRecords({ dataDir: house.dataDir });
    await house.records.examiner.idle();
    expect(await standing(id)).toEqual(before);
  });

  test('the first of two who acknowledge gives the reason', async () => {
    const id = await arrives(1, { supplierTaxId: wrongRnc });
    const first = await acknowledge(id, 'taxId.form', { reason: 'Es genuino' });
    expect((await acknowledge(id, 'taxId.form', { reason: 'Tarde' })).id).toBe(first.id);
    const [finding] = (await house.list.get({ id })).findings;
    expect(finding?.acknowledgement?.reason).toBe('Es genuino');
    expect(await actions()).toHaveLength(1);
  });

  test.each([
    ['no record', { recordId: 99 }, 'NOT_FOUND'],
    ['a code that it has not', { code: 'vin.form' }, 'NO_FINDING'],
    ['a place where it has none', { pointer: '/items/7' }, 'NO_FINDING'],
    ['a party without RNC', { scope: 'party' }, 'NO_PARTY'],
  ] as const)('%s is refused', async (_, change, code) => {
    const id = await arrives(1, { supplierTaxId: null, workshopTaxId: wrongRnc });
    const asked = { recordId: id, code: 'taxId.form', scope: 'record', reason: 'x', ...change } as const;
    const refused = await definedErrorOf(house.list.acknowledgeFinding(asked));
    expect(refused).toMatchObject({ code });
    expect(await standing(id)).toMatchObject({ attentionCount: 1 });
    expect(await definedErrorOf(house.list.withdrawAcknowledgement({ id: 77 }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('of a party', () => {
  test('it holds for what arrives from then on, of every kind, and for the record where it was given', async () => {
    const before = await arrives(1, { supplierTaxId: wrongRnc });
    const here = await arrives(2, { supplierTaxId: wrongRnc });
    const { id: rule } = await acknowledge(here, 'taxId.form', {
      scope: 'party',
      reason: 'La DGII lo confirma',
    });
    const after = await arrives(3, { supplierTaxId: '1-31-000-9', items: [dear(20_000)] });
    const other = await arrives(4, { supplierTaxId: '1310008' });
    const service = serviceOrder(5, { workshopPersonTaxId: wrongRnc });
    const { recordId: labour } = await house.receive('serviceOrder', 5, service);
    const invoice = financialDocument(6, {
      purchaseOrderId: 3,
      createdBy: { personId: 41, identification: wrongRnc, personName: 'Repuestos Ejemplo, SRL' },
    });
    const { recordId: document } = await house.receive('financialDocument', 6, invoice);
    await house.records.examiner.idle();
    const has = async (id: number) => (await standing(id)).codes.find((code) => code.endsWith('taxId.form'));
    expect(await Promise.all([before, here, after, other, labour, document].map(has))).toEqual([
      '!taxId.form',
      'taxId.form',
      'taxId.form',
      '!taxId.form',
      'taxId.form',
      'taxId.form',
    ]);
    expect(await actions()).toEqual([
      expect.objectContaining({ acknowledgement: rule, scope: 'party', partyTaxId: wrongRnc }),
    ]);
    // Of its other faults it says nothing.
    expect((await standing(after)).codes).toContain('!price.aboveMaximum');

    // A revision arrives from then on too; what came before is not touched by being looked at again.
    await arrives(1, { supplierTaxId: wrongRnc, comments: 'Otra vez' });
    expect(await has(before)).toBe('taxId.form');

    const { rows, total } = await house.list.partyRules({});
    expect([total, rows]).toEqual([
      1,
      [
        {
          id: rule,
          code: 'taxId.form',
          partyTaxId: wrongRnc,
          partyName: 'Repuestos Ejemplo, SRL',
          example: { pointer: '/supplierTaxId', parameters: { value: wrongRnc } },
          reason: 'La DGII lo confirma',
          at: expect.any(String),
          who: 'Ana Prueba',
          record: { id: here, kind: 'purchaseOrder', number: expect.stringMatching(/^OC-/) },
          heldFor: 5,
        },
      ],
    ]);

    await house.list.withdrawAcknowledgement({ id: rule });
    expect(await has(here)).toBe('!taxId.form');
    await house.records.examiner.idle();
    expect(await Promise.all([before, after, labour, document].map(has))).toEqual(
      Array(4).fill('!taxId.form'),
    );
    expect(await standing(labour)).toMatchObject({ attentionCount: 1 });
    expect(await house.list.partyRules({})).toMatchObject({ rows: [], total: 0 });
    const later = await arrives(7, { supplierTaxId: wrongRnc });
    expect(await has(later)).toBe('!taxId.form');
  });

  test('what was taken back stands again also where Perito stops just after it', async () => {
    const here = await arrives(1, { supplierTaxId: wrongRnc });
    const { id } = await acknowledge(here, 'taxId.form', { scope: 'party' });
    const after = await arrives(2, { supplierTaxId: wrongRnc });
    expect(await standing(after)).toMatchObject({ attentionCount: 0 });
    await house.records.stop();
    await house.list.withdrawAcknowledgement({ id });
    await house.close();
    house = await openRecords({ dataDir: house.dataDir });
    await house.records.examiner.idle();
    expect(await standing(after)).toMatchObject({ attentionCount: 1, codes: ['!taxId.form'] });
  });

  test('at a record that came before a standing one it is said of that record alone', async () => {
    const before = await arrives(1, { supplierTaxId: wrongRnc });
    const here = await arrives(2, { supplierTaxId: wrongRnc });
    await acknowledge(here, 'taxId.form', { scope: 'party' });
    await acknowledge(before, 'taxId.form', { scope: 'party', reason: 'También' });
    const [finding] = (await house.list.get({ id: before })).findings;
    expect(finding?.acknowledgement).toMatchObject({ scope: 'record', reason: 'También' });
    expect((await house.list.partyRules({})).total).toBe(1);
  });

  test('rules come in pages, newest first', async () => {
    const given: number[] = [];
    for (const rnc of ['1310009', '1310008', '1310007']) {
      const recordId = await arrives(given.length + 1, { supplierTaxId: rnc });
      given.push((await acknowledge(recordId, 'taxId.form', { scope: 'party' })).id);
    }
    const first = await house.list.partyRules({ limit: 2 });
    const second = await house.list.partyRules({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(given.toReversed());
    expect([first.total, second.nextCursor]).toEqual([3, null]);
  });
});

/** What happened to the records of a claim file. */
import { expect, test } from 'vitest';
import { claimFileRecords } from '../../../main/engine/claims/claim-records.ts';
import { timelineOf } from '../../../main/engine/claims/timeline.ts';
import {
  insertAsk,
  insertCancellation,
  insertNote,
  insertPolicyLookup,
  type PolicyLookupWriting,
  setRecordReviewed,
  updateCancellation,
} from '../../../main/engine/store/index.ts';
import type { ClaimFileKey } from '../../../shared/contract/claims.ts';
import { ManualClock } from '../manual-clock.ts';
import { openPlainStore } from './put-records.ts';

const clock = new ManualClock(0);
const { store, journal, putRecords } = await openPlainStore({ clock });
const at = (text: string) => Date.parse(text);

let lookups = 0;
const lookup = (changes: Partial<PolicyLookupWriting>): PolicyLookupWriting => ({
  seq: ++lookups,
  at: 0,
  kind: 'policy',
  keyLabel: 'Mercado',
  insurancePolicyNumber: null,
  vin: null,
  numberKey: null,
  vinKey: null,
  incidentTypeId: null,
  incidentDate: null,
  intermediaryTaxId: null,
  reportCategoryId: null,
  policies: 1,
  vehicles: 1,
  rules: '[]',
  cover: null,
  status: 200,
  ...changes,
});

/** The timeline of a claim or a policy, an entry a line; records by what they are called here. */
async function timeline(value: string, names: Record<number, string> = {}, by: ClaimFileKey = 'claimNumber') {
  const found = await store.read(async (tx) =>
    timelineOf(tx, (await claimFileRecords(tx, by, value)).records),
  );
  return found.map(({ at: when, event, recordId, kind, text, who }) => [
    new Date(when).toISOString().slice(0, 16),
    event,
    recordId === null ? null : names[recordId],
    kind,
    text,
    who,
  ]);
}

test('tells of each record when it came, was changed, asked about, decided, reviewed and noted', async () => {
  const [order = 0, invoice = 0, report = 0] = await putRecords(
    ['purchaseOrder', 1, { insuranceClaimNumber: 'RC-1' }],
    ['financialDocument', 2, { insuranceClaimNumber: 'RC-1', insurancePolicyNumber: 'P-1' }],
    [
      'incidentReport',
      3,
      { generalInfo: { insurancePolicyNumber: 'P-1', incidentDateTime: '2026-11-01T10:00:00' } },
    ],
  );
  clock.advance(at('2026-11-05T12:00Z'));
  await journal.keep({
    kind: 'purchaseOrder',
    marketplaceId: 1,
    keyLabel: 'key',
    bytes: Buffer.from('{}'),
    contentHash: null,
  });
  await store.write(async (tx) => {
    for (const [id, when] of [
      [order, '2026-11-03T12:00Z'],
      [invoice, '2026-11-04T12:00Z'],
      [report, '2026-11-01T14:00Z'],
    ] as const) {
      await tx.run('UPDATE record SET received_at = ? WHERE id = ?', at(when), id);
    }
    await insertNote(tx, { recordId: order, at: at('2026-11-06T12:00Z'), who: 'Ana', text: 'Llamar' });
    const asked = at('2026-11-07T12:00Z');
    const cancellation = await insertCancellation(tx, {
      id: 5,
      orderKind: 'purchaseOrder',
      marketplaceId: 1,
      recordId: order,
      askedAt: asked,
      state: 'deferred',
    });
    await insertAsk(tx, {
      id: 5,
      seq: 5,
      cancellationId: cancellation.id,
      receivedAt: asked,
      heldUntil: null,
      keyLabel: 'key',
      reason: 'No hace falta',
      comments: null,
      askedBy: 'Taller',
      content: '{}',
      answer: null,
    });
    await updateCancellation(tx, {
      ...cancellation,
      state: 'cancelled',
      verdict: 'approve',
      decidedAt: at('2026-11-08T12:00Z'),
      decidedBy: 'Rosa',
      deliveredAt: at('2026-11-09T12:00Z'),
    });
    await setRecordReviewed(tx, invoice, { at: at('2026-11-10T12:00Z'), by: 'Luis' });
  });
  const names = { [order]: 'order', [invoice]: 'invoice', [report]: 'report' };
  expect(await timeline('RC-1', names)).toEqual([
    // Of Santo Domingo, four hours behind; of one instant the incident comes before its report.
    ['2026-11-01T14:00', 'incident', 'report', 'incidentReport', null, null],
    ['2026-11-01T14:00', 'record', 'report', 'incidentReport', null, null],
    ['2026-11-03T12:00', 'record', 'order', 'purchaseOrder', null, null],
    ['2026-11-04T12:00', 'record', 'invoice', 'financialDocument', null, null],
    ['2026-11-05T12:00', 'revision', 'order', 'purchaseOrder', '2', null],
    ['2026-11-06T12:00', 'note', 'order', 'purchaseOrder', 'Llamar', 'Ana'],
    ['2026-11-07T12:00', 'asked', 'order', 'purchaseOrder', 'No hace falta', 'Taller'],
    ['2026-11-08T12:00', 'decided', 'order', 'purchaseOrder', 'approve', 'Rosa'],
    ['2026-11-09T12:00', 'cancelled', 'order', 'purchaseOrder', null, null],
    ['2026-11-10T12:00', 'reviewed', 'invoice', 'financialDocument', null, 'Luis'],
  ]);
});

test('tells the lookups of its policies and vehicles, each once, and none of another vehicle', async () => {
  const vin = '1HGCM82633A004352';
  await putRecords(
    ['financialDocument', 21, { insuranceClaimNumber: 'RC-21', insurancePolicyNumber: 'P-21' }],
    [
      'incidentReport',
      21,
      {
        generalInfo: {
          insurancePolicyNumber: 'P-21',
          vinNumber: vin,
          incidentDateTime: '2026-11-19T18:30:00',
        },
      },
    ],
    ['financialDocument', 22, { insuranceClaimNumber: 'RC-22', insurancePolicyNumber: 'P-22' }],
  );
  const ofPolicy = { insurancePolicyNumber: 'p-21', numberKey: 'P-21' };
  const other = '1M8GDM9AXKP042788';
  await store.write(async (tx) => {
    for (const changes of [
      { at: 1, ...ofPolicy },
      { at: 2, ...ofPolicy, vin: ` ${vin.toLowerCase()} `, vinKey: vin },
      { at: 3, ...ofPolicy, vin: other, vinKey: other },
      { at: 4, vin, vinKey: vin },
      { at: 5, ...ofPolicy, kind: 'balance' },
      { at: 6, insurancePolicyNumber: 'P-22', numberKey: 'P-22', vin: other, vinKey: other },
      { at: 7, vin: other, vinKey: other },
      { at: 8, insurancePolicyNumber: 'P-23', numberKey: 'P-23' },
    ] as const) {
      await insertPolicyLookup(tx, lookup(changes));
    }
  });
  const told = async (claim: string) =>
    (await timeline(claim))
      .filter(([, , , kind]) => kind === null)
      .map(([, event, , , text]) => [event, text]);
  expect(await told('RC-21')).toEqual([
    ['lookup', 'p-21'],
    ['lookup', `p-21 · ${vin.toLowerCase()}`],
    ['lookup', vin],
    ['balance', 'p-21'],
  ]);
  // Where no record names a vehicle, no vehicle is another.
  expect(await told('RC-22')).toEqual([['lookup', `P-22 · ${other}`]]);
});

test('tells the lookups of three policies, and of each the last 50', async () => {
  await putRecords(
    ...['A', 'B', 'C', 'D'].map(
      (letter, index) =>
        [
          'financialDocument',
          31 + index,
          { insuranceClaimNumber: 'RC-31', insurancePolicyNumber: `P-31-${letter}` },
        ] as const,
    ),
  );
  await store.write(async (tx) => {
    for (const letter of ['A', 'B', 'C', 'D']) {
      const insurancePolicyNumber = `P-31-${letter}`;
      for (let time = 0; time < (letter === 'D' ? 51 : 1); time++) {
        await insertPolicyLookup(
          tx,
          lookup({ at: time, insurancePolicyNumber, numberKey: insurancePolicyNumber }),
        );
      }
    }
  });
  const found = (await timeline('RC-31')).filter(([, event]) => event === 'lookup');
  const texts = Map.groupBy(found, ([, , , , text]) => text);
  expect([...texts].map(([text, entries]) => [text, entries.length]).toSorted()).toEqual([
    ['P-31-B', 1],
    ['P-31-C', 1],
    ['P-31-D', 50],
  ]);
});

test('tells the lookups of three vehicles of a policy', async () => {
  const vins = ['VIN-1', 'VIN-2', 'VIN-3', 'VIN-4'];
  await putRecords(
    ...vins.map((vinNumber, index) => {
      const generalInfo = { insurancePolicyNumber: 'P-41', vinNumber };
      return ['incidentReport', 41 + index, { generalInfo }] as const;
    }),
  );
  await store.write(async (tx) => {
    for (const vin of vins) await insertPolicyLookup(tx, lookup({ vin, vinKey: vin }));
  });
  const found = (await timeline('P-41', {}, 'policy')).filter(([, event]) => event === 'lookup');
  expect(found.map(([, , , , text]) => text).toSorted()).toEqual(['VIN-2', 'VIN-3', 'VIN-4']);
});

/** Texts that some engines do not store, and values that no index holds: taken, kept, listed and found like any other. */
import { expect, onTestFinished, test } from 'vitest';
import { summarise } from '../../../main/engine/records/summary.ts';
import { findRevisionBytes } from '../../../main/engine/store/index.ts';
import type { ClaimFileKey } from '../../../shared/contract/claims.ts';
import {
  mergeOrderReferences,
  mismatchesOf,
  noOrderReferences,
  readCancelCall,
} from '../../../shared/marketplace/cancellation.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { openClaims } from '../claims/house.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';

async function open() {
  const house = await openClaims();
  onTestFinished(() => house.end());
  const send = async (kind: RecordKind, id: number, json: object) => {
    const { recordId } = await house.send(kind, id, json);
    await house.examined();
    return recordId;
  };
  const openedBy = async (by: ClaimFileKey, value: string) =>
    (await house.claims.get({ by, value })).records.map(({ id }) => id).toSorted((a, b) => a - b);
  return { ...house, send, openedBy };
}

test('an order whose texts hold U+0000 and lone surrogates is kept as it came, listed, and found', async () => {
  const house = await open();
  const odd = (text: string) => `${text}\0\ud800 ${text}`;
  const json = purchaseOrder(1, {
    insuranceClaimNumber: 'RC\0-7',
    supplierName: odd('Repuestos'),
    comments: odd('urgente'),
    items: [purchaseOrderItem(1, { itemName: odd('Bumper'), 'unknown\0\udc00': odd('value') })],
    ['also\0']: null,
  });
  const id = await house.send('purchaseOrder', 1, json);
  const { rows } = await house.list.list({ search: 'repuestos' });
  expect(rows).toMatchObject([{ id, claimNumber: 'RC-7', partyName: 'Repuestos\ufffd Repuestos' }]);
  expect(rows[0]?.firstItem).toBe('Bumper\ufffd Bumper');
  expect(await house.openedBy('claimNumber', 'RC-7')).toEqual([id]);
  expect(await house.openedBy('claimNumber', 'RC\0-7')).toEqual([id]);
  const bytes = await house.store.read((tx) => findRevisionBytes(tx, id, 1, { from: 0, limit: 100_000 }));
  expect(JSON.parse(Buffer.from(bytes?.bytes ?? []).toString())).toEqual(json);

  const { findings } = await house.list.get({ id });
  expect(findings.length).toBeGreaterThan(0);
  const noted = await house.list.addNote({ id, text: 'a\0\ud800b' });
  expect(noted).toBeDefined();
  expect((await house.list.get({ id })).notes).toMatchObject([{ text: 'a\ufffdb' }]);
  // Nothing changed, so that looking again finds and writes the same.
  await house.records.recheck({ name: 'record', value: String(id) });
  await house.examined();
  expect((await house.list.get({ id })).findings).toEqual(findings);
});

const megabyte = 1024 * 1024;

test.each([1000, 100_000, megabyte])(
  'a claim number of %i characters links what has it, and nothing else',
  async (length) => {
    const house = await open();
    const long = `RC-${'9'.repeat(length - 4)}`;
    const order = await house.send(
      'purchaseOrder',
      1,
      purchaseOrder(1, { insuranceClaimNumber: `${long}1` }),
    );
    const other = await house.send('serviceOrder', 2, serviceOrder(2, { insuranceClaimNumber: `${long}2` }));
    const invoice = await house.send(
      'financialDocument',
      3,
      financialDocument(3, { insuranceClaimNumber: `${long}1`, purchaseOrderId: null, serviceOrderId: null }),
    );
    const { rows } = await house.list.list({});
    const [shown, shownOther] = [order, other].map(
      (id) => rows.find((row) => row.id === id)?.claimNumber ?? '',
    );
    expect(await house.openedBy('claimNumber', shown ?? '')).toEqual([order, invoice]);
    expect(await house.openedBy('claimNumber', shownOther ?? '')).toEqual([other]);
    const listed = (await house.claims.list({})).rows;
    expect(
      listed.map(({ claimNumber, counts }) => [claimNumber, counts.purchaseOrder, counts.serviceOrder]),
    ).toEqual([
      [shown, 1, 0],
      [shownOther, 0, 1],
    ]);
    if (length < 65_536) expect(await house.openedBy('claimNumber', `${long}1`)).toEqual([order, invoice]);
    expect((await house.claims.list({ search: 'RC-999' })).rows).toHaveLength(2);
  },
);

test('a policy number of a megabyte links what has it, and not what differs at its end', async () => {
  const house = await open();
  const report = (id: number, insurancePolicyNumber: string) =>
    house.send(
      'incidentReport',
      id,
      incidentReport(id, { generalInfo: generalInfo({ insurancePolicyNumber }) }),
    );
  const long = `AUTO-${'7'.repeat(megabyte)}`;
  const ids = [await report(1, `${long}1`), await report(2, ` ${long}1 `), await report(3, `${long}2`)];
  const opened: number[][] = [];
  for (const recordId of ids) {
    const { keys } = await house.claims.related({ recordId });
    const key = keys.find(({ by }) => by === 'policy')?.value ?? '';
    expect(Buffer.byteLength(key)).toBe(512);
    opened.push(await house.openedBy('policy', key));
  }
  const [one, same, other] = ids;
  expect(opened).toEqual([[one, same], [one, same], [other]]);
});

test.each([301, 600, megabyte])(
  'a cancel call that names the claim number of its order is of no other order: %i characters',
  (length) => {
    const insuranceClaimNumber = '9'.repeat(length);
    const summary = summarise('purchaseOrder', purchaseOrder(1, { insuranceClaimNumber }));
    const call = readCancelCall('purchaseOrder', { insuranceClaimNumber });
    const references = mergeOrderReferences(noOrderReferences, call);
    const order = { number: null, requestId: null };
    expect(mismatchesOf(references, { ...order, claimNumber: summary.claimNumber })).toEqual([]);
    expect(mismatchesOf(references, { ...order, claimNumber: '8'.repeat(length) })).toHaveLength(1);
  },
);

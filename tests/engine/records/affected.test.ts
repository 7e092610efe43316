/** Which records are looked at again when one arrives, and in which claim it is counted. */
import { expect, onTestFinished, test } from 'vitest';
import { linksOf, updateLinks } from '../../../main/engine/records/links.ts';
import { summarise } from '../../../main/engine/records/summary.ts';
import { traitsOf } from '../../../main/engine/records/traits.ts';
import { findLatestRevision, type Store } from '../../../main/engine/store/index.ts';
import { isCreditNote } from '../../../shared/marketplace/financial-document.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import { creditNote } from '../claims/house.ts';
import { openPlainStore, type Put } from '../claims/put-records.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';

let store: Store;

/**
 * Has a record examined that says something else than it was put with, as that revision of it; resolves with what is to be
 * looked at again. What waited before is forgotten.
 */
const examined = async (recordId: number, json: object, revision: number): Promise<string[]> =>
  store.write(async (tx) => {
    await tx.run('DELETE FROM link_recheck');
    const row = await findLatestRevision(tx, recordId);
    if (row === undefined) throw new Error(`There is no record ${recordId}.`);
    const { content } = readContent(row.kind, json);
    await updateLinks(
      tx,
      { ...row, revision },
      {
        links: linksOf(content),
        traits: traitsOf(content, summarise(row.kind, json)),
        choices: [],
        isCreditNote: content.kind === 'financialDocument' && isCreditNote(content.document),
      },
    );
    return (
      await tx.all<{ name: string; value: string }>('SELECT name, value FROM link_recheck ORDER BY id')
    ).map(({ name, value }) => `${name} ${value}`);
  });

/** Puts them into a store of the test's own: nothing that arrived can be deleted. */
const putOnly = async (...puts: readonly Put[]) => {
  const opened = await openPlainStore({ onEnd: onTestFinished });
  store = opened.store;
  return opened.putRecords(...puts);
};

const guid = (id: number) => `7f6a2c1e-9d1b-4c53-8a57-${String(id).padStart(12, '0')}`;
const order = (id: number, changes: Record<string, unknown> = {}): Put => [
  'purchaseOrder',
  id,
  purchaseOrder(id, changes),
];
const labour = (id: number): Put => ['serviceOrder', id, serviceOrder(id)];
const receiptOf = (number: string) => ({ taxReceipt: { taxReceiptNumber: number } });
const document = (id: number, changes: Record<string, unknown> = {}): Put => [
  'financialDocument',
  id,
  financialDocument(id, { purchaseOrderId: null, ...receiptOf(`E31${id}`), ...changes }),
];
const note = (id: number, changes: Record<string, unknown>): Put =>
  document(id, { ...creditNote, ...changes });
const report = (id: number, day: number): Put => [
  'incidentReport',
  id,
  incidentReport(id, { generalInfo: generalInfo({ incidentDateTime: `2026-11-${day}T08:00:00` }) }),
];

interface Case {
  name: string;
  there: Put[];
  arrives: Put;
  /** What the record said in the revision before; of a first revision nothing. */
  before?: Put;
  again: string[];
}
test.each<Case>([
  { name: 'an order that nobody named', there: [], arrives: order(5), again: [] },
  {
    name: 'an order after its document',
    there: [document(1, { purchaseOrderId: 5 }), document(2, { purchaseOrderId: 6 })],
    arrives: order(5),
    again: ['order purchaseOrder:5'],
  },
  {
    name: 'an order after documents that were another order’s until then',
    there: [1, 2].map((id) => document(id, { purchaseOrderId: 5, serviceOrderId: 6 })),
    arrives: order(5),
    again: ['order purchaseOrder:5', 'order serviceOrder:6'],
  },
  {
    name: 'the same of a service order',
    there: [document(1, { purchaseOrderId: 5, serviceOrderId: 6 })],
    arrives: labour(6),
    again: ['order serviceOrder:6', 'order purchaseOrder:5'],
  },
  {
    name: 'an order with the GUID of another',
    there: [order(6, { purchaseOrderGuid: guid(5) })],
    arrives: order(5),
    again: [],
  },
  {
    name: 'a revision of an order with another GUID',
    there: [document(1, { purchaseOrderId: 5, serviceOrderId: 6 }), order(6, { purchaseOrderGuid: guid(5) })],
    before: order(5),
    arrives: order(5, { purchaseOrderGuid: guid(7), insuranceClaimNumber: 'OTRO-1' }),
    again: ['order purchaseOrder:5', `guid purchaseOrder:${guid(7)}`, `guid purchaseOrder:${guid(5)}`],
  },
  { name: 'a report', there: [report(1, 19)], arrives: report(2, 19), again: [] },
  {
    name: 'a revision of a report, of another day',
    there: [report(1, 19), report(3, 20)],
    before: report(2, 19),
    arrives: report(2, 20),
    again: [
      'guid incidentReport:5c1b7a90-1f0e-4b55-9d0a-000000000002',
      'vehicleAndDate 1HGCM82633A004352:2026-11-20',
      'vehicleAndDate 1HGCM82633A004352:2026-11-19',
    ],
  },
  {
    name: 'an invoice beside another of its order',
    there: [document(2, { purchaseOrderId: 5 })],
    arrives: document(1, { purchaseOrderId: 5 }),
    again: [],
  },
  {
    name: 'an invoice after a credit note of its order',
    there: [document(2, { purchaseOrderId: 5 }), note(3, { purchaseOrderId: 5 })],
    arrives: document(1, { purchaseOrderId: 5, serviceOrderId: 5 }),
    again: ['order purchaseOrder:5'],
  },
  {
    name: 'an invoice after a credit note that names it',
    there: [note(3, { relatedDocumentId: 1 })],
    arrives: document(1, { purchaseOrderId: 5 }),
    again: ['document 1'],
  },
  {
    name: 'a credit note of an invoice that names its order',
    there: [document(1, { purchaseOrderId: 5, ...receiptOf('E319') })],
    arrives: note(3, { relatedDocumentId: 1, ...receiptOf('E319') }),
    again: ['document 1', 'order purchaseOrder:5'],
  },
  {
    name: 'a credit note of what never came',
    there: [document(2)],
    arrives: note(3, { relatedDocumentId: 1, purchaseOrderId: 5 }),
    again: ['order purchaseOrder:5', 'document 1'],
  },
  {
    name: 'a revision of an invoice, with another order, receipt and related document',
    there: [
      document(2, { purchaseOrderId: 5 }),
      document(3, { purchaseOrderId: 7, ...receiptOf('E311') }),
      note(4, { relatedDocumentId: 3 }),
    ],
    before: document(1, { purchaseOrderId: 5, relatedDocumentId: 3 }),
    arrives: document(1, { purchaseOrderId: 6, relatedDocumentId: 2, ...receiptOf('E319') }),
    again: [
      'guid financialDocument:0e2c4a68-7b1d-4f3a-8c55-000000000001',
      'receipt invoice:131000002:E319',
      'receipt invoice:131000002:E311',
      'order purchaseOrder:6',
      'document 2',
      'document 3',
      // Those of the documents that it names and named, and its own before.
      'order purchaseOrder:5',
      'order purchaseOrder:7',
    ],
  },
])('$name has looked at again: $again', async ({ there, before, arrives, again }) => {
  const ids = await putOnly(...there, before ?? arrives);
  const found = await examined(ids.at(-1) ?? 0, arrives[2], before === undefined ? 1 : 2);
  expect(new Set(found)).toEqual(new Set(again));
  expect(found).toHaveLength(again.length);
});

test('a document of which nothing was read is no credit note', async () => {
  const [other = 0, invoice = 0] = await putOnly(
    note(2, { purchaseOrderId: 5 }),
    document(1, { purchaseOrderId: 5 }),
  );
  await store.write(async (tx) => tx.run('UPDATE record SET heading = NULL WHERE id = ?', other));
  expect(await examined(invoice, document(1, { purchaseOrderId: 5 })[2], 1)).toEqual([]);
});

test('a record is counted in the claim that its latest revision names, once, and in no other', async () => {
  const [first = 0, second = 0] = await putOnly(order(5), order(6));
  await store.write(async (tx) => {
    // The examiner links them, not whoever put them there.
    await tx.run('DELETE FROM record_link');
    await tx.run('DELETE FROM claim');
  });
  const claims = () =>
    store.read(async (tx) =>
      (
        await tx.all<{ number: string; orders: number }>(
          'SELECT claim_number AS number, purchase_orders AS orders FROM claim ORDER BY 1',
        )
      ).map(({ number, orders }) => [number, orders]),
    );
  await examined(first, purchaseOrder(5, { insuranceClaimNumber: 'RC-1', requestId: 77 }), 1);
  await examined(second, purchaseOrder(6, { insuranceClaimNumber: '77' }), 1);
  expect(await claims()).toEqual([
    ['77', 1],
    ['RC-1', 1],
  ]);
  await examined(first, purchaseOrder(5, { insuranceClaimNumber: 'RC-1', comments: 'Otra vez' }), 2);
  // The tender 77 is no claim.
  expect(await claims()).toEqual([
    ['77', 1],
    ['RC-1', 1],
  ]);
  await examined(first, purchaseOrder(5, { insuranceClaimNumber: '77' }), 3);
  expect(await claims()).toEqual([['77', 2]]);
});

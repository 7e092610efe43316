/** What is found of one record beside others that are there, without an examiner. */
import { expect, test } from 'vitest';
import { crossRecordFindings } from '../../../main/engine/records/cross-record-findings.ts';
import { type CheckCoverage, photosSimilarTo } from '../../../main/engine/records/index.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import type { FindingParameters } from '../../../shared/finding-terms.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import type { OrderKind } from '../../../shared/terms.ts';
import { billed, billing, creditNote, ordered } from '../claims/house.ts';
import { openPlainStore, type Put } from '../claims/put-records.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';

const { store, putRecords } = await openPlainStore();
/** Marketplace ids are others in each case, so that one store serves all. */
let base = 0;
const next = () => (base += 100);

/** Puts records, and finds what is odd about the last of them beside the others. */
async function besideOthers(puts: readonly Put[], checkCoverage: CheckCoverage = async () => null) {
  const ids = await putRecords(...puts);
  const recordId = ids.at(-1) ?? 0;
  const [kind, , json] = puts.at(-1) ?? (['purchaseOrder', 0, {}] as const);
  const parts = {
    thresholds: () => defaultSettings.findings,
    companyTaxId: () => '102-00000-1',
    checkCoverage,
  };
  const found = await store.read((tx) =>
    crossRecordFindings(tx, recordId, readContent(kind, json).content, parts),
  );
  return { ids, found };
}
type Found = Awaited<ReturnType<typeof besideOthers>>['found'];
const codesOf = (found: Found) => found.map(({ code }) => code);

const hood = (price = 1000) => [billed(1, 'Bonete', 1, price)];
const order = (id: number, changes: Record<string, unknown> = {}): Put => [
  'purchaseOrder',
  id,
  purchaseOrder(id, { items: [ordered(1, 'Bonete', 1, 1000)], ...changes }),
];
const labour = (id: number, changes: Record<string, unknown> = {}): Put => [
  'serviceOrder',
  id,
  serviceOrder(id, { workshopPersonTaxId: '131000002', ...changes }),
];
/** A document of one claim and one party, with a receipt of its own. */
const document = (id: number, changes: Record<string, unknown>, price = 1000): Put => [
  'financialDocument',
  id,
  billing(id, hood(price), { requestId: null, purchaseOrderId: null, ...changes }),
];
const other = { personId: 9, identification: '131000009', personName: 'Otro Suplidor' };
const dollars = { code: 'USD', currencyName: 'Dólar' };
const note = (changes: Record<string, unknown>) => ({ ...creditNote, ...changes });

interface Case {
  name: string;
  /** What is there, the one in question last; its own ids begin above the number that is given. */
  puts: (id: number) => Put[];
  codes: string[];
  first?: { pointer?: string; parameters?: FindingParameters };
}

test.each<Case>([
  {
    name: 'a document of an order that is there',
    puts: (id) => [order(id), document(id, { purchaseOrderId: id })],
    codes: [],
  },
  {
    name: 'a document of an order of the other kind',
    puts: (id) => [labour(id), document(id, { purchaseOrderId: id })],
    codes: ['order.unknown'],
    first: { pointer: '/purchaseOrderId' },
  },
  {
    name: 'a document of two orders, of which the second is there',
    puts: (id) => [
      labour(id, { insuranceClaimNumber: 'OTRO-1' }),
      document(id, { purchaseOrderId: id + 1, serviceOrderId: id }),
    ],
    codes: ['order.otherClaim'],
    first: { parameters: { number: 'serviceOrder' } },
  },
  {
    name: 'a document of two orders that are there, of which the purchase order counts',
    puts: (id) => [
      order(id),
      labour(id, { insuranceClaimNumber: 'OTRO-1' }),
      document(id, { purchaseOrderId: id, serviceOrderId: id }),
    ],
    codes: [],
  },
  {
    name: 'a document that says another number of its purchase order',
    puts: (id) => [order(id), document(id, { purchaseOrderId: id, purchaseOrderNumber: 'OC-9' })],
    codes: ['order.otherNumber'],
    first: { pointer: '/purchaseOrderId', parameters: { value: 'OC-9' } },
  },
  {
    name: 'a document that says another number of its service order',
    puts: (id) => [labour(id), document(id, { serviceOrderId: id, serviceOrderNumber: 'OS-9' }, 1)],
    codes: ['order.otherNumber'],
    first: { pointer: '/serviceOrderId', parameters: { value: 'OS-9' } },
  },
  {
    name: 'a document that says the number of an order of the other kind',
    puts: (id) => [order(id), document(id, { purchaseOrderId: id, serviceOrderNumber: 'OS-9' })],
    codes: [],
  },
  {
    name: 'a document whose order number is no text',
    puts: (id) => [order(id), document(id, { purchaseOrderId: id, purchaseOrderNumber: 9 })],
    codes: [],
  },
  {
    name: 'a document of nobody and without a receipt',
    puts: (id) => [order(id), document(id, { purchaseOrderId: id, createdBy: null, taxReceipt: null })],
    codes: [],
  },
  {
    name: 'a document of another issuer',
    puts: (id) => [order(id), document(id, { purchaseOrderId: id, createdBy: other })],
    codes: ['order.otherIssuer'],
  },
  {
    name: 'a document for another company',
    puts: (id) => [
      document(id, { createdTo: { personId: 3, identification: '102000009', personName: 'Otra' } }),
    ],
    codes: ['document.otherAddressee'],
    first: { parameters: { own: '102000001' } },
  },
  {
    name: 'a credit note of another issuer for an order: it credits nothing of it',
    puts: (id) => [
      order(id),
      document(id, { purchaseOrderId: id }),
      document(id + 1, note({ purchaseOrderId: id, createdBy: other })),
    ],
    codes: ['order.otherIssuer'],
  },
  {
    name: 'a credit note in another currency for an order: it credits nothing of it',
    puts: (id) => [
      order(id),
      document(id, { purchaseOrderId: id }),
      document(id + 1, note({ purchaseOrderId: id, currency: dollars })),
    ],
    codes: ['order.otherCurrency'],
  },
  {
    name: 'a credit note of another issuer above the invoice that it names',
    puts: (id) => [
      order(id),
      document(id, { purchaseOrderId: id, createdBy: other }),
      document(id + 1, note({ purchaseOrderId: id, relatedDocumentId: id, createdBy: other }), 1200),
    ],
    codes: ['order.otherIssuer', 'creditNote.aboveInvoice'],
  },
  {
    name: 'a credit note above what is invoiced of its order',
    puts: (id) => [
      order(id),
      document(id, { purchaseOrderId: id }, 400),
      document(id + 1, note({ purchaseOrderId: id })),
    ],
    codes: ['creditNote.aboveInvoice'],
    first: { parameters: { number: 'purchaseOrder', expected: '472', found: '1180' } },
  },
  {
    name: 'a credit note above what another leaves of the invoice that both name',
    puts: (id) => [
      document(id, {}),
      document(id + 1, note({ relatedDocumentId: id }), 600),
      document(id + 2, note({ relatedDocumentId: id }), 600),
    ],
    codes: ['creditNote.aboveInvoice'],
    first: { parameters: { number: 'financialDocument', expected: '472', found: '708' } },
  },
  {
    name: 'a credit note that says what its invoice says',
    puts: (id) => [
      order(id),
      document(id, { purchaseOrderId: id }),
      document(id + 1, note({ purchaseOrderId: id, relatedDocumentId: id })),
    ],
    codes: [],
  },
  {
    name: 'a credit note that names an order, of an invoice that names none',
    puts: (id) => [
      order(id),
      document(id, {}),
      document(id + 1, note({ purchaseOrderId: id, relatedDocumentId: id })),
    ],
    codes: [],
  },
  {
    name: 'a credit note that says everything otherwise than the document that it names',
    puts: (id) => [
      order(id),
      order(id + 1),
      document(id, { purchaseOrderId: id }),
      document(
        id + 1,
        note({
          purchaseOrderId: id + 1,
          relatedDocumentId: id,
          createdBy: other,
          insuranceClaimNumber: 'OTRO-1',
          currency: dollars,
          taxReceipt: { taxReceiptNumber: `E34${id}`, relatedTaxReceiptNumber: 'E310000000999' },
        }),
      ),
    ],
    codes: [
      'order.otherClaim',
      'order.otherIssuer',
      'order.otherCurrency',
      'creditNote.otherReceipt',
      'creditNote.otherIssuer',
      'creditNote.otherOrder',
      'creditNote.otherClaim',
      'creditNote.otherCurrency',
    ],
  },
  {
    name: 'a credit note of a credit note',
    puts: (id) => [document(id, note({})), document(id + 1, note({ relatedDocumentId: id }))],
    codes: ['creditNote.ofCreditNote'],
  },
  {
    name: 'a credit note in pesos of an invoice in dollars',
    puts: (id) => [document(id, { currency: dollars }), document(id + 1, note({ relatedDocumentId: id }))],
    codes: ['creditNote.otherCurrency'],
  },
])('$name: $codes', async ({ puts, codes, first }) => {
  const { found } = await besideOthers(puts(next()));
  expect(codesOf(found)).toEqual(codes);
  if (first?.pointer !== undefined) expect(found[0]?.pointer).toBe(first.pointer);
  const { number, ...parameters } = first?.parameters ?? {};
  expect(found[0]?.parameters ?? {}).toMatchObject(parameters);
  if (number !== undefined)
    expect(found[0]?.parameters).toMatchObject({ number: expect.stringContaining(`${number}-`) });
});

test('0 is no order, also where one came with that id', async () => {
  await putRecords(order(0, { insuranceClaimNumber: 'OTRO-1' }));
  for (const ids of [{ purchaseOrderId: 0 }, { purchaseOrderId: null }]) {
    const { found } = await besideOthers([document(next(), ids)]);
    expect(codesOf(found)).toEqual([]);
  }
});

test('a credit note beside a document of which nothing was read says nothing of its receipt', async () => {
  const id = next();
  const [related = 0] = await putRecords(document(id, {}));
  await store.write(async (tx) => tx.run('UPDATE record SET heading = NULL WHERE id = ?', related));
  const { found } = await besideOthers([
    document(
      id + 1,
      note({ relatedDocumentId: id, taxReceipt: { relatedTaxReceiptNumber: 'E310000000999' } }),
    ),
  ]);
  expect(codesOf(found)).toEqual([]);
});

test('of several earlier ones the first is named, and they are counted', async () => {
  const id = next();
  const receipt = { taxReceipt: { taxReceiptNumber: 'E310000004444' } };
  const { found } = await besideOthers([0, 1, 2].map((n) => document(id + n, receipt)));
  expect(found).toMatchObject([
    { code: 'receipt.duplicate', parameters: { number: `financialDocument-${id}`, others: 2 } },
  ]);
});

test.each<OrderKind>(['purchaseOrder', 'serviceOrder'])(
  'calls to cancel a %s that name another are told of',
  async (orderKind) => {
    const id = next();
    const references = (claimNumber: string) =>
      JSON.stringify({ orderNumber: [], claimNumber: [claimNumber], requestId: [] });
    await store.write(async (tx) => {
      for (const [kind, claimNumber] of [
        [orderKind, 'OTRO-1'],
        [orderKind === 'purchaseOrder' ? 'serviceOrder' : 'purchaseOrder', 'OTRO-2'],
      ] as const)
        await tx.run(
          `INSERT INTO cancellation (order_kind, marketplace_id, state, asked_at, last_asked_at, order_references)
            VALUES (?, ?, 'unmatched', 1, 1, ?)`,
          kind,
          id,
          references(claimNumber),
        );
    });
    const { found } = await besideOthers([orderKind === 'purchaseOrder' ? order(id) : labour(id)]);
    expect(found).toMatchObject([
      {
        code: 'cancellation.otherOrder',
        parameters: { field: 'claimNumber', value: 'OTRO-1', own: 'RC-2026-118' },
      },
    ]);
  },
);

const asked = { incidentDate: '2026-11-19', otherDate: null, incidentTypeId: 3 };
test.each<[name: string, general: object | null, question: object | null]>([
  ['a policy and a vehicle', {}, { ...asked, policyNumber: 'AUTO-0001', vin: '1HGCM82633A004352' }],
  ['a policy alone', { vinNumber: null }, { ...asked, policyNumber: 'AUTO-0001', vin: null }],
  [
    'a vehicle alone',
    { insurancePolicyNumber: '' },
    { ...asked, policyNumber: null, vin: '1HGCM82633A004352' },
  ],
  ['neither', { vinNumber: null, insurancePolicyNumber: null }, null],
  ['no day', { incidentDateTime: 'ayer' }, null],
  ['nothing', null, null],
])('the policy book is asked about a report that says %s: %j', async (_, general, question) => {
  const questions: object[] = [];
  const report = incidentReport(1, { generalInfo: general === null ? null : generalInfo({ ...general }) });
  await besideOthers([['incidentReport', next(), report]], async (_tx, one) => {
    questions.push(one);
    return null;
  });
  expect(questions).toEqual(question === null ? [] : [question]);
});

test('photos of a report that others have are told of, the same before those that look like them', async () => {
  const id = next();
  const [first = 0, second = 0, third = 0] = await putRecords(
    ...[0, 1, 2].map((n): Put => ['incidentReport', id + n, incidentReport(id + n, { generalInfo: null })]),
  );
  const bytes = (name: string) => Buffer.from(name.padEnd(32));
  const photos: [recordId: number, filename: string, sha256: Buffer][] = [
    [first, 'a.jpg', bytes('a')],
    [first, 'b.jpg', bytes('b')],
    [second, 'c.jpg', bytes('a')],
    [second, 'd.jpg', bytes('d')],
    [third, 'e.jpg', bytes('a')],
    [third, 'f.jpg', bytes('alone')],
    [third, 'g.jpg', bytes('b2')],
  ];
  await store.write(async (tx) => {
    for (const [position, [recordId, filename, sha256]] of photos.entries())
      await tx.run(
        `INSERT INTO attachment (record_id, identity, role, position, pointer, filename, first_revision, last_revision,
           state, sha256) VALUES (?, ?, 'picture', ?, ?, ?, 1, 1, 'stored', ?)`,
        recordId,
        filename,
        position,
        `/attachmentsPictures/${position}`,
        filename,
        sha256,
      );
    for (const [one, two] of [
      ['b', 'b2'],
      ['b2', 'b'],
    ] as const)
      await tx.run(
        'INSERT INTO similar_content (sha256, similar_sha256, distance) VALUES (?, ?, 3)',
        bytes(one),
        bytes(two),
      );
  });
  const parts = {
    thresholds: () => defaultSettings.findings,
    companyTaxId: () => '',
    checkCoverage: async () => null,
  };
  const { content } = readContent('incidentReport', incidentReport(id + 2, { generalInfo: null }));
  const found = await store.read((tx) => crossRecordFindings(tx, third, content, parts));
  expect(found).toMatchObject([
    {
      code: 'photo.same',
      pointer: '/attachmentsPictures/4',
      parameters: { filename: 'e.jpg', otherRecordId: first, otherFilename: 'a.jpg', count: 2 },
    },
    {
      code: 'photo.similar',
      pointer: '/attachmentsPictures/6',
      parameters: { filename: 'g.jpg', otherRecordId: first, otherFilename: 'b.jpg', distance: 3, count: 1 },
    },
  ]);
  const others = await store.read((tx) => photosSimilarTo(tx, first, bytes('b')));
  expect(others).toMatchObject({ same: [], similar: [{ recordId: third, filename: 'g.jpg', distance: 3 }] });
});

import { describe, expect, it, test } from 'vitest';
import { formFindings } from '../../../main/engine/findings/index.ts';
import { type RecordKind, recordKinds } from '../../../shared/terms.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentAttachment, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';

const samples = { purchaseOrder, serviceOrder, incidentReport, financialDocument } as const;

/** `code pointer` of each place. */
function formOf(kind: RecordKind, json: object, text = JSON.stringify(json)): string[] {
  return formFindings(kind, json, text)
    .findings.flatMap(({ code, places }) => places.map(({ pointer }) => `${code} ${pointer}`))
    .sort();
}
const without = (json: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));

it.each(recordKinds)('the form of a right %s is not odd', (kind) => {
  expect(formOf(kind, samples[kind](1))).toEqual([]);
});

describe('nothing where nothing is due is no finding', () => {
  const [service] = serviceOrder(1).items;
  const line = (changes: object) => serviceOrder(1, { items: [{ ...service, ...changes }] });
  const receipt = financialDocument(1).taxReceipt;
  const picture = (changes: object) =>
    incidentReport(1, { attachmentsPictures: [incidentAttachment(1, changes as Record<string, unknown>)] });
  it.each<[what: string, kind: RecordKind, json: object, expected: string[]]>([
    ['no claim yet', 'purchaseOrder', purchaseOrder(1, { claimId: null }), []],
    ['no claim yet, absent', 'serviceOrder', without(serviceOrder(1), 'claimId'), []],
    [
      'no insurer’s claim number',
      'purchaseOrder',
      purchaseOrder(1, { insuranceClaimNumber: null }),
      ['wire.null /insuranceClaimNumber'],
    ],
    [
      'a receipt without expiry',
      'financialDocument',
      financialDocument(1, {
        taxReceipt: { ...receipt, taxReceiptNumber: 'E340000000001', taxReceiptExpiration: null },
      }),
      [],
    ],
    [
      'a receipt without a number, which the receipt’s check tells of',
      'financialDocument',
      financialDocument(1, {
        taxReceipt: { ...receipt, taxReceiptNumber: null },
      }),
      [],
    ],
    [
      'no receipt, which the receipt’s check tells of',
      'financialDocument',
      financialDocument(1, { taxReceipt: null }),
      [],
    ],
    [
      'a receipt without its type',
      'financialDocument',
      financialDocument(1, {
        taxReceipt: { ...receipt, taxReceiptTypeName: null },
      }),
      ['wire.null /taxReceipt/taxReceiptTypeName'],
    ],
    [
      'a service that is of no part',
      'serviceOrder',
      line({ itemId: null, itemCode: null, itemName: null }),
      [],
    ],
    [
      'a part without a name',
      'serviceOrder',
      line({ itemId: 5, itemName: null }),
      ['wire.null /items/0/itemName'],
    ],
    ['no action', 'serviceOrder', line({ itemActionId: null, itemActionName: null }), []],
    [
      'an action without a name',
      'serviceOrder',
      line({ itemActionId: 2, itemActionName: null }),
      ['wire.null /items/0/itemActionName'],
    ],
    [
      'no make',
      'incidentReport',
      incidentReport(1, {
        generalInfo: generalInfo({ vehicleMakeId: null, vehicleMakeName: null }),
      }),
      [],
    ],
    [
      'a make without a name',
      'incidentReport',
      incidentReport(1, {
        generalInfo: generalInfo({ vehicleMakeId: 7, vehicleMakeName: null }),
      }),
      ['wire.null /generalInfo/vehicleMakeName'],
    ],
    [
      'no workshop',
      'incidentReport',
      incidentReport(1, {
        workshopPerson: null,
        generalInfo: generalInfo({ workshopPersonId: null }),
      }),
      [],
    ],
    [
      'a workshop’s id without the workshop',
      'incidentReport',
      incidentReport(1, {
        workshopPerson: null,
        generalInfo: generalInfo({ workshopPersonId: 4 }),
      }),
      ['wire.null /workshopPerson'],
    ],
    [
      'no preview',
      'incidentReport',
      picture({ hasPreview: false, previewFilename: null, previewFullPath: null }),
      [],
    ],
    [
      'a preview without its path',
      'incidentReport',
      picture({ hasPreview: true, previewFullPath: null }),
      ['wire.null /attachmentsPictures/0/previewFullPath'],
    ],
    [
      'the same in PascalCase',
      'purchaseOrder',
      { ...without(purchaseOrder(1), 'claimId'), ClaimId: null },
      ['wire.pascalCase /ClaimId'],
    ],
  ])('%s', (_, kind, json, expected) => {
    expect(formOf(kind, json)).toEqual(expected);
  });
});

const lists: [kind: RecordKind, list: string][] = [
  ['purchaseOrder', 'items'],
  ['serviceOrder', 'items'],
  ['incidentReport', 'items'],
  ['incidentReport', 'services'],
  ['incidentReport', 'reportedAuthorities'],
  ['incidentReport', 'attachmentsDocuments'],
  ['incidentReport', 'attachmentsPictures'],
  ['financialDocument', 'items'],
  ['financialDocument', 'attachments'],
];

describe.each(lists)('of a %s, %s', (kind, list) => {
  it.each([[null], [5], ['x'], [true], [[]]])('with the element %j is told of', (element) => {
    expect(formOf(kind, { ...samples[kind](1), [list]: [element] })).toEqual([
      `wire.unreadableElement /${list}/0`,
    ]);
  });

  it.each([[{}], ['x'], [5], [true]])('%j instead of a list is told of', (value) => {
    expect(formOf(kind, { ...samples[kind](1), [list]: value })).toEqual([`wire.wrongType /${list}`]);
  });

  test('null instead of a list, and none at all, are told of', () => {
    expect(formOf(kind, { ...samples[kind](1), [list]: null })).toEqual([`wire.null /${list}`]);
    expect(formOf(kind, without(samples[kind](1), list))).toEqual([`wire.missing /${list}`]);
  });
});

test('elements that cannot be read are one finding with their places, and the others are read', () => {
  const json = purchaseOrder(1, { items: [null, purchaseOrderItem(1), 7, 'x'] });
  const { content, findings } = formFindings('purchaseOrder', json, JSON.stringify(json));
  expect(findings).toMatchObject([{ code: 'wire.unreadableElement', count: 3, pointer: '/items/0' }]);
  expect(content.kind === 'purchaseOrder' && content.order.items).toHaveLength(1);
});

test('a name twice in one object is told of where it stands', () => {
  const json = purchaseOrder(1);
  const text = JSON.stringify(json).replace('"itemName"', '"itemQuantity":9,"itemName"');
  expect(formOf('purchaseOrder', JSON.parse(text), text)).toEqual([
    'wire.repeatedName /items/0/itemQuantity',
  ]);
});

import { describe, expect, it, test } from 'vitest';
import { formFindings } from '../../../main/engine/findings/index.ts';
import { rememberRepeated } from '../../../shared/marketplace/source-pointers.ts';
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

/** An object of the right body of a kind with some fields otherwise. */
const serviceLine = (changes: object) =>
  serviceOrder(1, { items: [{ ...serviceOrder(1).items[0], ...changes }] });
const general = (changes: Record<string, unknown>) =>
  incidentReport(1, { generalInfo: generalInfo(changes) });
const document = (changes: Record<string, unknown>) =>
  incidentReport(1, { attachmentsDocuments: [incidentAttachment(1, changes)] });
const picture = (changes: Record<string, unknown>) =>
  incidentReport(1, { attachmentsPictures: [incidentAttachment(1, changes)] });

type Follower = [
  owner: string,
  names: readonly string[],
  of: string,
  kind: RecordKind,
  body: (changes: Record<string, unknown>) => object,
];

/** Fields that say nothing without the one that they belong to. */
const followers: Follower[] = [
  ['/items/0', ['itemCode', 'itemName'], 'itemId', 'serviceOrder', serviceLine],
  ['/items/0', ['itemActionName'], 'itemActionId', 'serviceOrder', serviceLine],
  [
    '/items/0',
    ['workshopServiceCode', 'workshopServiceName'],
    'workshopServiceId',
    'serviceOrder',
    serviceLine,
  ],
  ['', ['stateName'], 'stateId', 'incidentReport', (changes) => incidentReport(1, changes)],
  ['', ['stateCityName'], 'stateCityId', 'incidentReport', (changes) => incidentReport(1, changes)],
  ['/generalInfo', ['stateName'], 'stateId', 'incidentReport', general],
  ['/generalInfo', ['stateCityName'], 'stateCityId', 'incidentReport', general],
  ['/generalInfo', ['vehicleMakeName'], 'vehicleMakeId', 'incidentReport', general],
  ['/generalInfo', ['vehicleModelName'], 'vehicleModelId', 'incidentReport', general],
  [
    '/attachmentsDocuments/0',
    ['previewFilename', 'previewFullPath'],
    'hasPreview',
    'incidentReport',
    document,
  ],
  ['/attachmentsPictures/0', ['previewFilename', 'previewFullPath'], 'hasPreview', 'incidentReport', picture],
  [
    '',
    ['paymentTermName', 'paymentTermDays'],
    'paymentTermId',
    'financialDocument',
    (changes) => financialDocument(1, changes),
  ],
];

describe.each(followers)('in the object %j, %j', (owner, names, of, kind, body) => {
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  const isFlag = of === 'hasPreview';
  const nothing: (number | boolean | null)[] = isFlag ? [false] : [null, 0];
  const odd = names.map((name) => `wire.null ${owner}/${name}`).sort();

  it.each(nothing)(`may be null where ${of} is %j`, (value) => {
    expect(formOf(kind, body({ ...nulls, [of]: value }))).toEqual([]);
  });

  it(`is due where ${of} says something`, () => {
    expect(formOf(kind, body({ ...nulls, [of]: isFlag ? true : 5 }))).toEqual(odd);
  });

  it(`may be null where ${of} is absent`, () => {
    const absent = JSON.parse(JSON.stringify(body({ ...nulls, [of]: undefined })));
    expect(formOf(kind, absent)).toEqual(isFlag ? [`wire.missing ${owner}/${of}`] : []);
  });
});

describe('what is due is found odd also where', () => {
  it.each<[what: string, kind: RecordKind, json: object, expected: string[]]>([
    [
      'the id of its own object says something, whatever another object says',
      'incidentReport',
      incidentReport(1, { stateId: null, generalInfo: generalInfo({ stateName: null }) }),
      ['wire.null /generalInfo/stateName'],
    ],
    [
      'a part of an order has no name beside no id, which a purchase order must have',
      'purchaseOrder',
      purchaseOrder(1, { items: [purchaseOrderItem(1, { itemId: 0, itemName: null })] }),
      ['wire.null /items/0/itemName'],
    ],
    [
      'a name belongs to another id that says nothing',
      'serviceOrder',
      serviceLine({ itemId: null, itemActionId: 2, itemActionName: null }),
      ['wire.null /items/0/itemActionName'],
    ],
    [
      'there is no general part to say that there is no workshop, which may then be absent too',
      'incidentReport',
      incidentReport(1, { workshopPerson: null, generalInfo: null }),
      ['wire.null /generalInfo'],
    ],
    [
      'a workshop has no RNC',
      'incidentReport',
      incidentReport(1, {
        workshopPerson: { personId: 3, personTaxId: null, personName: 'Taller' },
        generalInfo: generalInfo({ workshopPersonId: null }),
      }),
      ['wire.null /workshopPerson/personTaxId'],
    ],
    [
      'the fields of an object in PascalCase say nothing',
      'incidentReport',
      {
        ...without(incidentReport(1), 'generalInfo'),
        GeneralInfo: {
          ...without(generalInfo(), 'vehicleMakeId', 'vehicleMakeName'),
          VehicleMakeId: null,
          VehicleMakeName: null,
        },
      },
      [
        'wire.pascalCase /GeneralInfo',
        'wire.pascalCase /GeneralInfo/VehicleMakeId',
        'wire.pascalCase /GeneralInfo/VehicleMakeName',
      ],
    ],
  ])('%s', (_, kind, json, expected) => {
    expect(formOf(kind, json)).toEqual(expected);
  });
});

describe('the number by which a record finds its claim or policy', () => {
  it.each<[kind: RecordKind, pointer: string, body: (text: unknown) => object]>([
    ['purchaseOrder', '/insuranceClaimNumber', (text) => purchaseOrder(1, { insuranceClaimNumber: text })],
    ['serviceOrder', '/insuranceClaimNumber', (text) => serviceOrder(1, { insuranceClaimNumber: text })],
    [
      'incidentReport',
      '/generalInfo/insurancePolicyNumber',
      (text) => general({ insurancePolicyNumber: text }),
    ],
  ])('of a %s, %s, is as good as null where it is blank', (kind, pointer, body) => {
    expect(formOf(kind, body(''))).toEqual([`wire.null ${pointer}`]);
    expect(formOf(kind, body('  '))).toEqual([`wire.null ${pointer}`]);
    expect(formOf(kind, body(null))).toEqual([`wire.null ${pointer}`]);
    expect(formOf(kind, body(' X '))).toEqual([]);
    const { findings } = formFindings(kind, body(''), JSON.stringify(body('')));
    expect(findings[0]?.parameters).toEqual({ names: pointer.slice(pointer.lastIndexOf('/') + 1) });
  });

  test('may be blank in a document, which finds its claim by its order', () => {
    expect(formOf('financialDocument', financialDocument(1, { insuranceClaimNumber: '' }))).toEqual([]);
  });

  test('is pointed at as it came where it came in PascalCase', () => {
    const json = { ...without(purchaseOrder(1), 'insuranceClaimNumber'), InsuranceClaimNumber: '' };
    expect(formOf('purchaseOrder', json)).toEqual([
      'wire.null /InsuranceClaimNumber',
      'wire.pascalCase /InsuranceClaimNumber',
    ]);
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
  const { findings } = formFindings('purchaseOrder', JSON.parse(text), text);
  expect(findings).toMatchObject([
    { code: 'wire.repeatedName', pointer: '/items/0/itemQuantity', parameters: { name: 'itemQuantity' } },
  ]);
});

test('of a large body, whose text is an extract, the names that the extract left out are told of too', () => {
  const json = purchaseOrder(1);
  rememberRepeated(json, ['/items/1/item~1Name']);
  const { findings } = formFindings('purchaseOrder', json, JSON.stringify(json));
  expect(findings).toMatchObject([
    { code: 'wire.repeatedName', pointer: '/items/1/item~1Name', parameters: { name: 'item/Name' } },
  ]);
});

import { type HandMadeRecord, put, putAll } from './hand-made-record.ts';

/*
 * Records made by hand from the interface and the tax rules alone, before the checks were read. `because` is what an
 * adjuster or an auditor would want told, in words, as it was written then. Where what is expected now is something
 * else, it says why beside it.
 */

interface WordedRecord extends HandMadeRecord {
  because: string;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;
const sum = (amounts: readonly number[]): number =>
  cents(amounts.reduce((total, amount) => total + amount, 0));
const guid = (family: string, id: number): string =>
  `${family}-41c3-4e2a-9d10-${String(id).padStart(12, '0')}`;

const insurer = '101520361';
const otherInsurer = '131044778';
const supplier = { identification: '130288518', personName: 'Repuestos del Yaque SRL' };
const otherSupplier = { identification: '101607181', personName: 'Autopiezas Duarte SRL' };
const workshop = { identification: '131900224', personName: 'Taller Los Prados SRL' };

const orderLine = (
  itemId: number,
  itemName: string,
  itemQuantity: number,
  supplierItemPrice: number,
  discount = 0,
) => {
  const row = cents(itemQuantity * supplierItemPrice);
  const tax = cents((row - discount) * 0.18);
  return {
    itemId,
    itemTypeId: 1,
    itemTypeName: 'Nuevo',
    deliveryTimeInDays: 4,
    itemCode: `RY-${itemId}`,
    itemName,
    itemQuantity,
    supplierItemPrice,
    supplierItemRowPrice: row,
    supplierRowDiscount: discount,
    supplierItemRowTax: tax,
    supplierItemRowTotal: cents(row - discount + tax),
    workshopItemRepairPrice: 2500,
    workshopItemReplacePrice: 1800,
    itemMinSellPrice: cents(supplierItemPrice * 0.9),
    itemAverageSellPrice: cents(supplierItemPrice * 1.05),
    itemMaxSellPrice: cents(supplierItemPrice * 1.3),
  };
};

const order = (purchaseOrderId: number, items: readonly object[], changed: object = {}) => ({
  purchaseOrderId,
  purchaseOrderGuid: guid('7d2f90aa', purchaseOrderId),
  batchId: `L-${purchaseOrderId}`,
  requestId: 88_100,
  claimId: 5_210,
  insuranceClaimNumber: 'REC-2026-00871',
  itemCategoryId: 2,
  itemCategoryName: 'Carrocería',
  createdOnUtcDate: '2026-11-16T14:20:00Z',
  createdByEmailAddress: 'compras@seguros.example',
  createdByDisplayName: 'Mesa de compras',
  workshopTaxId: workshop.identification,
  workshopName: workshop.personName,
  supplierTaxId: supplier.identification,
  supplierName: supplier.personName,
  deliverTo: 'Taller Los Prados, Av. Núñez de Cáceres 112',
  deductibleAmount: 5000,
  comments: 'Entregar en horario de taller',
  items,
  ...changed,
});

const serviceLine = (
  itemId: number | null,
  itemName: string,
  itemQuantity: number,
  price: number,
  otherCosts = 0,
) => ({
  itemId,
  itemCode: '',
  itemName,
  itemQuantity,
  itemActionId: 1 as number | null,
  itemActionName: 'Reparar',
  workshopServiceId: 31 as number | null,
  workshopServiceCode: 'DYP',
  workshopServiceName: 'Desabolladura y pintura',
  workshopServicePrice: price,
  otherCosts,
});

type ServiceLine = ReturnType<typeof serviceLine>;

const labour = (serviceOrderId: number, items: readonly ServiceLine[], changed: object = {}) => {
  const subTotalAmount = sum(
    items.map((item) => item.itemQuantity * item.workshopServicePrice + item.otherCosts),
  );
  return {
    serviceOrderId,
    serviceOrderGuid: guid('c0a8e511', serviceOrderId),
    requestId: 88_100,
    claimId: 5_210,
    insuranceClaimNumber: 'REC-2026-00871',
    deliveryDays: 6,
    createdOnUtcDate: '2026-11-16T15:05:00Z',
    createdByEmailAddress: 'compras@seguros.example',
    createdByDisplayName: 'Mesa de compras',
    workshopPersonTaxId: workshop.identification,
    workshopPersonName: workshop.personName,
    subTotalAmount,
    differenceAmount: 0,
    deductibleAmount: 0,
    taxTotalAmount: cents(subTotalAmount * 0.18),
    comments: '',
    items,
    ...changed,
  };
};

const billed = (
  documentItemId: number,
  documentItemName: string,
  quantity: number,
  unitPrice: number,
  discount = 0,
  rate = 0.18,
) => {
  const unitTaxAmount = cents((unitPrice - discount) * rate);
  return {
    documentItemId,
    documentItemName,
    quantity,
    unitPrice,
    unitTaxAmount,
    unitDiscountAmount: discount,
    rowTotal: cents(quantity * (unitPrice + unitTaxAmount - discount)),
  };
};

const receipt = (number: string, typeName: string, changed: object = {}) => ({
  taxReceiptCode: number.slice(1, 3),
  taxReceiptPrefix: number.slice(0, 1),
  taxReceiptTypeName: typeName,
  taxReceiptNumber: number,
  relatedTaxReceiptNumber: null,
  taxReceiptExpiration: '2027-12-31',
  ...changed,
});

const document = (documentId: number, items: readonly ReturnType<typeof billed>[], changed: object = {}) => {
  const subtotalAmount = sum(items.map((item) => item.quantity * item.unitPrice));
  const taxTotalAmount = sum(items.map((item) => item.quantity * item.unitTaxAmount));
  const discountTotalAmount = sum(items.map((item) => item.quantity * item.unitDiscountAmount));
  return {
    documentId,
    documentGuid: guid('e93b6604', documentId),
    documentStatusId: 33,
    documentStatusName: 'Created',
    documentTypeId: 1,
    documentTypeName: 'Invoice',
    entityTypeId: 1,
    entityTypeName: 'Supplier',
    documentDate: '2026-11-18',
    requestId: 88_100,
    purchaseOrderId: 700 as number | null,
    serviceOrderId: null as number | null,
    insurancePolicyNumber: 'AUT-0044871',
    insuranceClaimNumber: 'REC-2026-00871',
    taxReceipt: receipt('E310000000417', 'Factura de Crédito Fiscal Electrónica'),
    relatedDocumentId: null,
    createdBy: { personId: 61, ...supplier },
    createdByDisplayName: 'Facturación',
    createdTo: { personId: 3, identification: insurer, personName: 'Seguros del Este SA' },
    creationDateUtc: '2026-11-18T18:02:11Z',
    comments: '',
    taxTotalAmount,
    discountTotalAmount,
    subtotalAmount,
    totalAmount: cents(subtotalAmount - discountTotalAmount + taxTotalAmount),
    currency: { code: 'DOP', currencyName: 'Peso dominicano' },
    paymentTermId: 2,
    paymentTermName: '30 días',
    paymentTermDays: 30,
    items,
    attachments: [],
    ...changed,
  };
};

const asCredit = (
  number: string,
  related: string | null,
  relatedDocumentId: number | null,
  changed: object = {},
) => ({
  documentTypeId: 2,
  documentTypeName: 'Credit note',
  documentDate: '2026-11-20',
  creationDateUtc: '2026-11-20T13:00:00Z',
  relatedDocumentId,
  taxReceipt: receipt(number, 'Nota de Crédito', {
    relatedTaxReceiptNumber: related,
    taxReceiptExpiration: number.startsWith('E') ? null : '2027-12-31',
  }),
  ...changed,
});

const fromWorkshop = {
  entityTypeId: 2,
  entityTypeName: 'Workshop',
  createdBy: { personId: 45, ...workshop },
  purchaseOrderId: null,
  serviceOrderId: 900,
};

const picture = (sequenceIndex: number, changed: object = {}) => ({
  sequenceIndex,
  incidentReportFormAttachmentId: 3_000 + sequenceIndex,
  incidentDocumentTypeId: 4,
  incidentDocumentTypeName: 'Foto del vehículo',
  originalFilename: `frente-${sequenceIndex}.jpg`,
  hasPreview: true,
  contentType: 'image/jpeg',
  filename: `a${sequenceIndex}.jpg`,
  previewFilename: `a${sequenceIndex}-p.jpg`,
  baseUrl: 'https://fotos.example/',
  fileFullPath: `https://fotos.example/a${sequenceIndex}.jpg`,
  previewFullPath: `https://fotos.example/a${sequenceIndex}-p.jpg`,
  ...changed,
});

const incident = (incidentReportFormId: number, places: Readonly<Record<string, unknown>> = {}) =>
  putAll(
    {
      incidentReportFormId,
      incidentReportFormGuid: guid('15fd8c23', incidentReportFormId),
      incidentReportFormStatusId: 1,
      incidentReportStatusName: 'Enviado',
      incidentReportCategoryId: 1,
      incidentReportCategoryName: 'Intermediario',
      insurancePerson: { personId: 3, personTaxId: insurer, personName: 'Seguros del Este SA' },
      createdByPerson: {
        personId: 45,
        personTaxId: workshop.identification,
        personName: workshop.personName,
      },
      createdByDisplayName: 'Recepción',
      workshopPerson: { personId: 45, personTaxId: workshop.identification, personName: workshop.personName },
      createdOnUtc: '2026-11-14T16:30:00Z',
      createdOnLocal: '2026-11-14T12:30:00',
      stateId: 25,
      stateName: 'Santiago',
      stateCityId: 250,
      stateCityName: 'Santiago de los Caballeros',
      generalInfo: {
        incidentReportTypeId: 3,
        incidentReportTypeName: 'Collision',
        incidentDateTime: '2026-11-13T19:45:00',
        insurancePolicyNumber: 'AUT-0044871',
        insuranceOwnerDisplayName: 'Altagracia Polanco',
        vinNumber: '2T1BURHE3JC012345',
        vehicleMakeId: 8,
        vehicleMakeName: 'Toyota',
        vehicleModelId: 91,
        vehicleModelName: 'Corolla',
        vehicleYear: 2018,
        stateId: 25,
        stateName: 'Santiago',
        stateCityId: 250,
        stateCityName: 'Santiago de los Caballeros',
        workshopPersonId: 45,
      },
      reportedAuthorities: [{ authorityId: 1, authorityName: 'DIGESETT' }],
      insuranceFormInfoJson: '{"conductor":{"nombre":"Altagracia Polanco"}}',
      items: [
        {
          itemId: 501,
          quantity: 1,
          itemCode: null,
          itemName: 'Guardalodo delantero derecho',
          itemActionId: 2,
          itemActionName: 'Reemplazar',
          itemRepairPrice: 2500,
          itemReplacePrice: 1800,
          itemMinSellPrice: 6000,
          itemAverageSellPrice: 7200,
          itemMaxSellPrice: 9100,
        },
      ],
      services: [
        {
          workshopServiceId: 31,
          quantity: 1.5,
          workshopServiceCode: 'DYP',
          workshopServiceName: 'Pintura',
          unitPrice: 3200,
        },
      ],
      attachmentsDocuments: [],
      attachmentsPictures: [picture(1), picture(2)],
      reportFormContents: {},
    },
    places,
  );

const guard = orderLine(501, 'Guardalodo delantero derecho', 1, 7200);
const lamp = orderLine(502, 'Farol delantero izquierdo', 2, 8450.5);
const order700 = order(700, [guard, lamp]);
const before700 = [{ kind: 'purchaseOrder', body: order700 }] as const;
const billedGuard = billed(1, guard.itemName, 1, 7200);
const billedLamp = billed(2, lamp.itemName, 2, 8450.5);
const whole = document(4001, [billedGuard, billedLamp]);
const paint = serviceLine(501, 'Puerta trasera', 1, 6500);
const service900 = labour(900, [paint, serviceLine(null, 'Bonete', 2.5, 1800)]);
const before900 = [{ kind: 'serviceOrder', body: service900 }] as const;
const wholeLabour = [
  billed(1, 'Desabolladura y pintura', 1, 6500),
  billed(2, 'Desabolladura y pintura', 2.5, 1800),
];

const anOrder = (
  title: string,
  because: string,
  expected: HandMadeRecord['expected'],
  body: object,
  before: WordedRecord['before'] = [],
): WordedRecord => ({
  title,
  because,
  expected,
  kind: 'purchaseOrder',
  body,
  before,
});
const labourOrder = (
  title: string,
  because: string,
  expected: HandMadeRecord['expected'],
  body: object,
): WordedRecord => ({
  title,
  because,
  expected,
  kind: 'serviceOrder',
  body,
});
const aReport = (
  title: string,
  because: string,
  expected: HandMadeRecord['expected'],
  places: Readonly<Record<string, unknown>>,
): WordedRecord => ({
  title,
  because,
  expected,
  kind: 'incidentReport',
  body: incident(610, places),
  companyTaxId: insurer,
});
const aDocument = (
  title: string,
  because: string,
  expected: HandMadeRecord['expected'],
  body: object | string,
  before: WordedRecord['before'] = before700,
): WordedRecord => ({
  title,
  because,
  expected,
  kind: 'financialDocument',
  body,
  before,
  companyTaxId: insurer,
});
const withInvoice = [...before700, { kind: 'financialDocument', body: whole }] as const;

export const wrongByTheInterface: readonly WordedRecord[] = [
  anOrder(
    '3 × 2,150 written as 6,540',
    'row price is not quantity by unit price',
    ['arithmetic.rowPrice'],
    order(701, [
      put(put(orderLine(1, 'Retrovisor', 3, 2180), '/supplierItemPrice', 2150), '/itemMinSellPrice', 2000),
    ]),
  ),
  anOrder(
    'tax at 16 % on one line',
    'line tax is the reduced rate, not for parts',
    ['arithmetic.taxRate'],
    order(702, [guard, putAll(lamp, { '/supplierItemRowTax': 2704.16, '/supplierItemRowTotal': 19605.16 })]),
  ),
  anOrder(
    'the total of a line leaves the tax out',
    'line total is not price less discount plus tax',
    ['arithmetic.rowTotal'],
    order(703, [put(guard, '/supplierItemRowTotal', 7200)]),
  ),
  // The interface does not say whether a line's tax is of its price before the discount or after it, so either will do.
  anOrder(
    'tax counted before the discount',
    'line tax is not 18 % of the discounted line',
    [],
    order(704, [
      putAll(orderLine(3, 'Bumper', 1, 12000, 2000), {
        '/supplierItemRowTax': 2160,
        '/supplierItemRowTotal': 12160,
      }),
    ]),
  ),
  anOrder(
    'quantity 0',
    'quantity is not positive',
    ['quantity.notPositive'],
    order(705, [guard, orderLine(4, 'Clip', 0, 45)]),
  ),
  anOrder(
    'quantity -1, all else in keeping',
    'quantity is not positive (and amounts are negative)',
    ['quantity.notPositive'],
    order(706, [lamp, orderLine(5, 'Emblema', -1, 900)]),
  ),
  anOrder(
    'a price of twice the market',
    'price above the market maximum',
    ['price.aboveMaximum'],
    order(707, [
      putAll(guard, { '/itemMinSellPrice': 3000, '/itemAverageSellPrice': 3300, '/itemMaxSellPrice': 3600 }),
    ]),
  ),
  anOrder(
    'the market minimum above its average',
    'market prices are out of order',
    ['price.marketOutOfOrder'],
    order(708, [put(guard, '/itemMinSellPrice', 8000)]),
  ),
  anOrder(
    'a digit of the supplier RNC changed',
    'supplier RNC fails its check digit',
    ['taxId.rncCheckDigit'],
    order(709, [guard], { supplierTaxId: '130288519' }),
  ),
  anOrder(
    'a supplier RNC of eight digits',
    'supplier RNC has the wrong length',
    ['taxId.form'],
    order(710, [guard], { supplierTaxId: '13028851' }),
  ),
  // An order of no lines stood here. It has no findings: the receiver refuses it, since the interface wants one or more.
  anOrder(
    'a guid that is none',
    'purchaseOrderGuid is not a GUID',
    ['guid.form'],
    order(712, [guard], { purchaseOrderGuid: 'OC-712' }),
  ),
  anOrder(
    'the guid of another order',
    "the guid is another order's",
    ['guid.ofOther'],
    order(713, [guard], { purchaseOrderGuid: order700.purchaseOrderGuid }),
    before700,
  ),
  anOrder(
    'two and a half lamps',
    'an order quantity must be whole',
    ['wire.wrongType'],
    order(714, [orderLine(6, 'Farol', 2.5, 1000)]),
  ),
  // Missed at first; mended.
  anOrder(
    'created in 2062',
    'created in the future',
    ['order.futureDate'],
    order(715, [guard], { createdOnUtcDate: '2062-11-16T14:20:00Z' }),
  ),
  anOrder(
    'a date as Dominicans write it',
    'createdOnUtcDate is not ISO 8601',
    ['wire.notADate'],
    order(716, [guard], { createdOnUtcDate: '16/11/2026 10:20' }),
  ),
  // Told of the tax and total, which it makes negative.
  anOrder(
    'a discount above the price',
    'the discount is more than the line',
    ['arithmetic.negative'],
    order(717, [orderLine(7, 'Moldura', 1, 600, 800)]),
  ),
  anOrder(
    'a negative deductible',
    'deductible is negative',
    ['arithmetic.negative'],
    order(718, [guard], { deductibleAmount: -5000 }),
  ),
  anOrder(
    'two lines above the market',
    'price above the market maximum (one finding for two lines)',
    ['price.aboveMaximum'],
    order(
      719,
      [put(guard, '/itemMaxSellPrice', 7000), put(lamp, '/itemMaxSellPrice', 8000)].map((line) =>
        putAll(line, { '/itemMinSellPrice': 5000, '/itemAverageSellPrice': 6000 }),
      ),
    ),
  ),
  anOrder(
    'a price as text',
    'supplierItemPrice is text',
    ['wire.numberAsText'],
    order(720, [{ ...guard, supplierItemPrice: '7200.00' }]),
  ),
  anOrder(
    'no supplier RNC',
    'supplierTaxId is null where it must be given',
    ['wire.null'],
    order(721, [guard], { supplierTaxId: null }),
  ),
  // Missed at first; mended.
  anOrder(
    'no claim number',
    'claim number is blank',
    ['wire.null'],
    order(722, [guard], { insuranceClaimNumber: '' }),
  ),
  labourOrder(
    'a subtotal above its lines',
    'subtotal is not the sum of the lines',
    ['arithmetic.subtotal'],
    labour(901, [paint], { subTotalAmount: 7500, taxTotalAmount: 1350 }),
  ),
  labourOrder(
    'labour taxed at 16 %',
    'tax is the reduced rate',
    ['arithmetic.taxRateOfTotal'],
    labour(902, [paint], { taxTotalAmount: 1040 }),
  ),
  labourOrder(
    'tax of 25 %',
    'tax is no rate of the subtotal',
    ['arithmetic.taxRateOfTotal'],
    labour(903, [paint], { taxTotalAmount: 1625 }),
  ),
  labourOrder(
    'a service 0 times',
    'quantity is not positive',
    ['quantity.notPositive'],
    labour(904, [paint, serviceLine(8, 'Cristal', 0, 700)]),
  ),
  labourOrder(
    'a workshop RNC with letters',
    'workshop RNC is not made of digits',
    ['taxId.form'],
    labour(905, [paint], { workshopPersonTaxId: 'RNC-TALLER' }),
  ),
  // Missed at first; mended.
  labourOrder(
    'delivery in -6 days',
    'delivery days are negative',
    ['arithmetic.negative'],
    labour(906, [paint], { deliveryDays: -6 }),
  ),
  labourOrder(
    'an object instead of a list',
    'items is no list',
    ['wire.wrongType'],
    labour(907, [paint], { items: { 0: paint } }),
  ),
  labourOrder(
    'a text among the lines',
    'a line is no object',
    ['wire.unreadableElement'],
    labour(908, [paint], { items: [paint, 'pintura general'] }),
  ),
  aReport('an O in the VIN', 'VIN has a letter that no VIN has', ['vin.form'], {
    '/generalInfo/vinNumber': '2T1BURHE3JCO12345',
  }),
  // Told as a short one: vehicles of the Japanese market have frame numbers of less than 17.
  aReport('a VIN of 16', 'VIN has the wrong length', ['vin.short'], {
    '/generalInfo/vinNumber': '2T1BURHE3JC01234',
  }),
  aReport('category 3', 'category is in no list', ['value.notListed'], {
    '/incidentReportCategoryId': 3,
    '/incidentReportCategoryName': 'Taller',
  }),
  aReport('incident type 9', 'incident type is in no list', ['value.notListed'], {
    '/generalInfo/incidentReportTypeId': 9,
    '/generalInfo/incidentReportTypeName': 'Granizo',
  }),
  aReport('3 named Theft', 'the id is collision, the name theft', ['value.nameOfOther'], {
    '/generalInfo/incidentReportTypeName': 'Theft',
  }),
  // Missed at first; mended.
  aReport('it happened after it was reported', 'incident after the report', ['incident.afterReport'], {
    '/generalInfo/incidentDateTime': '2026-11-15T08:00:00',
  }),
  // Missed at first; mended.
  aReport(
    'local time nine hours off',
    'createdOnLocal is not createdOnUtc in Dominican time',
    ['incident.otherLocalTime'],
    { '/createdOnLocal': '2026-11-14T21:30:00' },
  ),
  // Missed at first; mended.
  aReport('a vehicle of 1018', 'vehicle year out of reason', ['incident.vehicleYear'], {
    '/generalInfo/vehicleYear': 1018,
  }),
  aReport(
    'another workshop in the general part',
    'workshop ids differ from one another',
    ['person.otherId'],
    {
      '/generalInfo/workshopPersonId': 46,
    },
  ),
  // Missed at first; mended.
  aReport('the report is for another insurer', 'insurer RNC is not ours', ['incident.otherInsurer'], {
    '/insurancePerson/personTaxId': otherInsurer,
  }),
  // Missed at first; mended.
  aReport(
    'two pictures in one place of the sequence',
    'sequenceIndex comes twice',
    ['incident.samePosition'],
    { '/attachmentsPictures/1/sequenceIndex': 1 },
  ),
  // Expected too much: the interface declares a text of "insurer form data" and no form of it.
  aReport('form data that is no JSON', 'insuranceFormInfoJson cannot be read', [], {
    '/insuranceFormInfoJson': '{conductor:',
  }),
  // Missed at first; mended.
  aReport('no policy number', 'policy number is blank', ['wire.null'], {
    '/generalInfo/insurancePolicyNumber': '',
  }),
  aDocument(
    'a row 1,000 above its factors',
    "row total is wrong (total then is not the rows' sum)",
    ['arithmetic.rowTotal'],
    put(whole, '/items/0/rowTotal', 9496),
  ),
  aDocument(
    'a total of 100 more',
    'total is not subtotal - discounts + taxes',
    ['arithmetic.total', 'order.overInvoiced'],
    put(whole, '/totalAmount', whole.totalAmount + 100),
  ),
  aDocument(
    'dollars for an order in pesos',
    'other currency than the order',
    ['order.otherCurrency'],
    put(whole, '/currency', { code: 'USD', currencyName: 'Dólar' }),
  ),
  aDocument('PESO', 'no ISO 4217 code', ['document.currencyUnknown'], put(whole, '/currency/code', 'PESO')),
  aDocument(
    'another supplier bills',
    "issuer is not the order's supplier",
    ['order.otherIssuer'],
    put(whole, '/createdBy', { personId: 62, ...otherSupplier }),
  ),
  aDocument(
    'billed to another company',
    'addressee is not us',
    ['document.otherAddressee'],
    put(whole, '/createdTo/identification', otherInsurer),
  ),
  aDocument(
    'dated before its order',
    'document date before the order',
    ['order.afterDocument'],
    put(whole, '/documentDate', '2026-11-12'),
  ),
  aDocument(
    'a supplier bills a service order',
    "supplier's document on a service order; issuer is not the workshop",
    ['order.otherIssuer', 'document.otherKind'],
    document(4002, wholeLabour, {
      ...fromWorkshop,
      entityTypeId: 1,
      entityTypeName: 'Supplier',
      createdBy: { personId: 61, ...supplier },
    }),
    before900,
  ),
  aDocument(
    'another claim',
    "claim is not the order's",
    ['order.otherClaim'],
    put(whole, '/insuranceClaimNumber', 'REC-2026-00817'),
  ),
  aDocument(
    'a credit note of nothing',
    'no related receipt and no related document',
    ['receipt.modifiedMissing'],
    document(4003, [billedGuard], asCredit('E340000000012', null, null)),
    withInvoice,
  ),
  aDocument(
    'a credit note ten times its invoice',
    'credit above the invoice',
    ['creditNote.aboveInvoice'],
    document(
      4004,
      [billed(1, guard.itemName, 1, 72000)],
      asCredit('E340000000013', 'E310000000417', 4001, { purchaseOrderId: 700 }),
    ),
    [...before700, { kind: 'financialDocument', body: document(4001, [billedGuard]) }],
  ),
  aDocument(
    'a credit note on the receipt of another invoice',
    'related receipt is not that of the related document',
    ['creditNote.otherReceipt'],
    document(4005, [billedGuard], asCredit('B0400000044', 'B0100000999', 4001)),
    withInvoice,
  ),
  aDocument(
    'a receipt of seven digits',
    'receipt number is malformed',
    ['receipt.form'],
    put(whole, '/taxReceipt', receipt('B010000041', 'Factura de Crédito Fiscal')),
  ),
  aDocument(
    'an expired receipt',
    'receipt expired before the document',
    ['receipt.expired'],
    put(whole, '/taxReceipt/taxReceiptExpiration', '2025-12-31'),
  ),
  aDocument(
    'document type 7',
    'document type is in no list',
    ['value.notListed'],
    putAll(whole, { '/documentTypeId': 7, '/documentTypeName': 'Pagaré' }),
  ),
  // A receipt that came before is the same invoice sent twice: that is told, and it is not told a second time as too
  // much invoiced.
  aDocument(
    'the same receipt on a second invoice',
    'receipt number already used by this supplier; the order is over-invoiced',
    ['receipt.duplicate'],
    document(4006, [billedGuard, billedLamp]),
    withInvoice,
  ),
  aDocument(
    'three lamps for two ordered',
    'more billed than ordered, in quantity and amount',
    ['order.overInvoiced'],
    document(4007, [billedGuard, billed(2, lamp.itemName, 3, 8450.5)]),
  ),
  // Thought right at first, for its expiry, and of that nothing is told; but to a company it gives no fiscal credit.
  aDocument(
    'a consumer receipt without expiry',
    'B02 has none',
    ['receipt.noFiscalCredit'],
    put(whole, '/taxReceipt', receipt('B0200000900', 'Factura de Consumo', { taxReceiptExpiration: null })),
  ),
];

const exempt = { ...orderLine(520, 'Batería', 1, 6000), supplierItemRowTax: 0, supplierItemRowTotal: 6000 };
export const rightByTheInterface: readonly WordedRecord[] = [
  anOrder('3 × 1,333.3333', 'rounding', [], order(730, [orderLine(10, 'Soporte', 3, 1333.3333)])),
  anOrder(
    'a discount on a line',
    'tax on the discounted line',
    [],
    order(731, [orderLine(11, 'Bumper delantero', 1, 14500, 1450)]),
  ),
  anOrder(
    'a supplier with a Cédula',
    'a natural person sells parts',
    [],
    order(732, [guard], { supplierTaxId: '00112345673', supplierName: 'Ramón Peralta' }),
  ),
  anOrder(
    'no deductible, no comment',
    'zero and blank',
    [],
    order(733, [guard], { deductibleAmount: 0, comments: '' }),
  ),
  anOrder(
    'createdOnUtcDate without Z',
    'UTC by its name',
    [],
    order(734, [guard], { createdOnUtcDate: '2026-11-16T14:20:00.127' }),
  ),
  anOrder(
    'an instant with an offset',
    'an ISO 8601 date-time',
    [],
    order(735, [guard], { createdOnUtcDate: '2026-11-16T10:20:00-04:00' }),
  ),
  anOrder(
    'used parts, four lines',
    'used parts below new ones',
    [],
    order(
      736,
      [guard, lamp, orderLine(12, 'Puerta', 1, 9000), orderLine(13, 'Bisagra', 4, 312.125)].map((line) => ({
        ...line,
        itemTypeId: 2,
        itemTypeName: 'Usado',
      })),
    ),
  ),
  anOrder(
    'a price at the market maximum',
    'not above it',
    [],
    order(
      737,
      [put(guard, '/itemMaxSellPrice', 7200)].map((line) =>
        putAll(line, { '/itemMinSellPrice': 7000, '/itemAverageSellPrice': 7100 }),
      ),
    ),
  ),
  labourOrder('no lines and no amounts', 'zero lines are allowed', [], labour(910, [])),
  labourOrder(
    'other costs on a line',
    'they are part of the subtotal',
    [],
    labour(911, [serviceLine(20, 'Aleta', 1, 4100, 650)]),
  ),
  labourOrder(
    'a line without a part',
    'nulls that the interface allows',
    [],
    labour(
      912,
      [{ ...serviceLine(null, 'Alineación', 1, 1500) }].map((line) => ({
        ...line,
        itemActionId: null,
        workshopServiceId: null,
      })),
    ),
  ),
  labourOrder(
    'hours with a fraction',
    'quantity is a decimal',
    [],
    labour(913, [serviceLine(21, 'Estribo', 3.25, 1180.4)]),
  ),
  aReport('23:30 local, the next day in UTC', 'four hours apart', [], {
    '/createdOnUtc': '2026-11-15T03:30:00Z',
    '/createdOnLocal': '2026-11-14T23:30:00',
  }),
  aReport('null ids of places', 'nulls that the interface allows', [], {
    '/stateId': null,
    '/stateCityId': null,
    '/generalInfo/vehicleMakeId': null,
    '/generalInfo/vehicleModelId': null,
    '/generalInfo/stateId': null,
    '/generalInfo/stateCityId': null,
  }),
  aReport('nothing but the facts', 'empty lists', [], {
    '/items': [],
    '/services': [],
    '/attachmentsPictures': [],
    '/reportedAuthorities': [],
  }),
  aReport('a VIN of a Thai pick-up', 'no check digit outside North America', [], {
    '/generalInfo/vinNumber': 'MR0FB8CD3H0123456',
    '/generalInfo/vehicleMakeName': 'Toyota',
    '/generalInfo/vehicleModelName': 'Hilux',
    '/generalInfo/vehicleYear': 2017,
  }),
  aReport('an authority without id', 'allowed null', [], { '/reportedAuthorities/0/authorityId': null }),
  aReport('reported by the insured', 'category 2', [], {
    '/incidentReportCategoryId': 2,
    '/incidentReportCategoryName': 'Asegurado',
  }),
  aDocument('the whole order, e-CF', 'matches', [], whole),
  aDocument(
    'the whole order, NCF',
    'matches',
    [],
    put(whole, '/taxReceipt', receipt('B0100000417', 'Factura de Crédito Fiscal')),
  ),
  aDocument(
    'the first part of the order',
    'partial invoice',
    [],
    document(4010, [billed(1, lamp.itemName, 1, 8450.5)]),
  ),
  aDocument(
    'a credit note of the whole invoice',
    'E34 without expiry',
    [],
    document(4011, [billedGuard, billedLamp], asCredit('E340000000020', 'E310000000417', 4001)),
    withInvoice,
  ),
  aDocument(
    'a credit note of one line, B04',
    'partial',
    [],
    document(4012, [billedGuard], asCredit('B0400000021', 'E310000000417', 4001)),
    withInvoice,
  ),
  aDocument(
    'a receipt for the government',
    'E45',
    [],
    put(whole, '/taxReceipt', receipt('E450000000031', 'Comprobante Gubernamental Electrónico')),
  ),
  aDocument(
    'a supplier under a special regime',
    'B14, no tax on order or invoice',
    [],
    document(4013, [billed(1, 'Batería', 1, 6000, 0, 0)], {
      purchaseOrderId: 740,
      taxReceipt: receipt('B1400000007', 'Regímenes Especiales'),
    }),
    [{ kind: 'purchaseOrder', body: order(740, [exempt]) }],
  ),
  aDocument(
    'an invoice without an order',
    'null ids are allowed',
    [],
    document(4014, [billed(1, 'Servicio de grúa', 1, 3500)], { purchaseOrderId: null, requestId: null }),
    [],
  ),
  aDocument(
    'a peso of rounding',
    'within ±1 a line',
    [],
    document(4015, [billedGuard, billed(2, lamp.itemName, 2, 8450.9)]),
  ),
  aDocument(
    'the workshop bills its labour',
    'matches',
    [],
    document(4016, wholeLabour, { ...fromWorkshop }),
    before900,
  ),
  aDocument(
    'dollars without an order',
    'any ISO currency where there is no order',
    [],
    document(4017, [billed(1, 'Módulo ABS', 1, 410)], {
      purchaseOrderId: null,
      requestId: null,
      currency: { code: 'USD', currencyName: 'Dólar' },
    }),
    [],
  ),
  aDocument(
    'the receipt number of another supplier',
    'each issuer has sequences of its own',
    [],
    document(4018, [billed(1, 'Faro', 1, 900)], {
      purchaseOrderId: null,
      requestId: null,
      createdBy: { personId: 62, ...otherSupplier },
    }),
    withInvoice,
  ),
];

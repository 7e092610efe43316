import type {
  finding as esFinding,
  findingMany as esFindingMany,
  findingTerms as esFindingTerms,
} from '../es/findings.ts';
import type { Words } from '../words.ts';

export const finding: Words<typeof esFinding> = {
  wire: {
    missing: 'Missing: {{names}}.',
    null: 'Came empty (null): {{names}}.',
    numberAsText: 'Came as text and should be numbers: {{names}}.',
    textAsNumber: 'Came as numbers and should be text: {{names}}.',
    wrongType: '“{{field}}” is not of its type and could not be read.',
    unknownProperty: 'It carries data that the interface does not document: {{names}}.',
    pascalCase: 'Came with a capital initial: {{names}}.',
    notADate: '“{{field}}” should be a date and is not.',
    unreadableElement: 'Element {{position}} of “{{list}}” could not be read and was left out.',
    repeatedName: '“{{field}}” came twice; the last value was taken.',
    tooLong: '{{subject}} has {{size}}: it is too long to be examined. All of it is kept.',
  },
  record: {
    notExamined: 'This record could not be examined ({{reason}}). All of it is kept; review it by hand.',
  },
  revision: { changed: 'The marketplace sent revision {{revision}} with {{changes}}.' },
  arithmetic: {
    rowPrice: 'Line {{item}}: quantity times price is {{expected}}, and it says {{found}}.',
    rowTotal: 'Line {{item}} adds up to {{expected}}, and it says {{found}}.',
    subtotal: 'The subtotal should be {{expected}} by its lines, and it says {{found}}.',
    taxTotal: 'The ITBIS of the lines adds up to {{expected}}, and the document says {{found}}.',
    discountTotal: 'The discounts of the lines add up to {{expected}}, and the document says {{found}}.',
    total: 'Subtotal less discounts plus ITBIS is {{expected}}, and the total says {{found}}.',
    negative: 'There are quantities or amounts below zero: {{names}}.',
    tooLarge: 'There are amounts of more than 15 digits, which were not checked: {{names}}.',
    taxRate:
      'Line {{item}} carries {{tax}} of ITBIS on {{base}}{{rate}}: not an accepted rate for parts or labour.',
    taxRateOfTotal: 'The ITBIS is {{tax}} on {{base}}{{rate}}: not an accepted rate for parts or labour.',
  },
  quantity: { notPositive: 'Line {{item}} has a quantity of {{quantity}}.' },
  price: {
    aboveMaximum: 'Line {{item}} costs {{price}}, {{percent}}% above the market maximum ({{maximum}}).',
    belowMinimum: 'Line {{item}} costs {{price}}, {{percent}}% below the market minimum ({{minimum}}).',
    aboveAverage: 'Line {{item}} costs {{price}}, {{percent}}% above the market average ({{average}}).',
    marketOutOfOrder:
      'The market prices of line {{item}} contradict each other: minimum {{minimum}}, average {{average}}, maximum {{maximum}}.',
  },
  value: {
    notListed: '“{{field}}” is {{value}}, which is none of the values of the interface ({{listed}}).',
    nameOfOther: '“{{field}}” says “{{name}}”, but its id, {{value}}, is of {{meaning}}.',
  },
  guid: {
    form: 'The unique identifier of the record is not valid: “{{value}}”.',
    ofOther: 'Record {{number}} has the same unique identifier under another id.',
  },
  person: {
    otherId: 'The company of RNC {{taxId}} came with two ids: {{other}} and {{value}}.',
    otherTaxId: 'Company id {{value}} came with two RNCs: {{other}} and {{taxId}}.',
  },
  taxId: {
    form: '“{{value}}” is neither an RNC (9 digits) nor a Cédula (11 digits).',
    rncCheckDigit: 'The check digit of RNC {{value}} is not right.',
    cedulaCheckDigit: 'The check digit of Cédula {{value}} is not right.',
  },
  vin: {
    form: '“{{value}}” is neither a VIN of 17 characters (without I, O or Q) nor a short chassis number.',
    short: 'Chassis {{value}} is short, as those of old vehicles or of the Japanese market are.',
    checkDigit: 'The check digit of VIN {{value}} is not right, and in North America it has to be.',
  },
  receipt: {
    missing: 'The document came without an NCF.',
    form: '“{{value}}” has neither the form of an NCF nor of an e-CF.',
    notation: 'The receipt came written “{{value}}”; it was read as {{number}}.',
    oldForm: 'NCF {{value}} has 19 characters, a form that is not valid since May 2018.',
    typeUnknown: 'Receipt {{value}} is of a type that DGII does not have.',
    typeMismatch: 'Receipt {{value}} is of type {{type}}, and the document is {{documentType}}.',
    noFiscalCredit: 'Receipt {{value}} is for consumers: it gives no tax credit.',
    prefixMismatch: 'The prefix or code “{{prefix}}” does not belong to receipt {{value}}.',
    expired: 'The receipt expired on {{expiration}}, before the date of the document ({{date}}).',
    expirationMissing: 'The receipt came without an expiration date.',
    modifiedMissing: 'The note does not say which receipt it modifies.',
    modifiedForm: '“{{value}}” is no receipt that this note can modify.',
    duplicate: 'Receipt {{value}} of the same issuer already came in {{number}}.',
  },
  document: {
    futureDate: 'The date of the document, {{date}}, is still to come.',
    relatedUnknown: 'The document that it names ({{value}}) has not been received.',
    otherAddressee: "It is issued to {{value}}, and the insurer's RNC is {{own}}.",
    otherKind:
      'The type of issuer ({{value}}) does not fit the order: suppliers invoice purchase orders, workshops service orders.',
    twoOrders: 'It names a purchase order and a service order at once.',
    currencyUnknown: 'There is no currency “{{value}}”: this document is in no sum.',
    currencyNotation: 'The currency came as “{{value}}” and was read as {{own}}.',
  },
  order: {
    overInvoiced:
      'Order {{number}} is of {{ordered}} and has been invoiced for {{invoiced}}: {{difference}} too much.',
    unknown: 'The order that it names ({{value}}) has not been received.',
    cancelled: 'Order {{number}} is cancelled.',
    otherClaim: 'It is of claim {{value}}, but order {{number}} is of claim {{claimNumber}}.',
    otherRequest: 'It is of tender {{value}}, but order {{number}} is of tender {{own}}.',
    otherNumber: 'It names order {{value}}, but that order is {{number}}.',
    otherIssuer: 'It was issued by {{value}}, but order {{number}} is of {{own}}.',
    otherCurrency:
      'It is in {{value}} and order {{number}} in pesos: it cannot be compared, and is not taken off the order.',
    afterDocument: 'It is of {{date}}, before order {{number}}, which is of {{otherDate}}.',
  },
  creditNote: {
    aboveInvoice:
      'It credits {{found}}, and of {{number}} only {{expected}} are left invoiced: {{difference}} too much, which do not count.',
    ofCreditNote: 'The document that it credits, {{number}}, is a credit note too.',
    otherReceipt: 'It modifies receipt {{value}}, but that of {{number}} is {{own}}.',
    otherIssuer: 'It was issued by {{value}}, but {{number}} is of {{own}}.',
    otherOrder: 'It names order {{value}}, which is not that of {{number}}.',
    otherClaim: 'It is of claim {{value}}, but {{number}} is of claim {{own}}.',
    otherCurrency: 'It is in {{value}}, but {{number}} is in {{own}}.',
  },
  cancellation: {
    otherOrder:
      'A call to cancel it gives {{asked}} {{value}}, and this order has {{own}}: it may mean another order.',
  },
  incident: {
    futureDate: 'The date of the incident, {{date}}, is still to come.',
    sameVehicleAndDate: 'Report {{number}} is of the same vehicle and the same date ({{date}}).',
  },
  photo: {
    same: 'Photo “{{filename}}” is the same as “{{otherFilename}}” of report {{number}}{{others}}.',
    similar:
      'Photo “{{filename}}” looks much like “{{otherFilename}}” of report {{number}}{{others}}: they differ in {{distance}} of 64 points.',
  },
  policy: {
    unknown: 'The policy book does not have this policy with this vehicle: {{policyNumber}}, {{vin}}.',
    notInForce: 'Policy {{policyNumber}} was not in force on {{date}}.',
    maybeNotInForce:
      'Policy {{policyNumber}} may not have been in force: the incident was on {{date}}, or on {{otherDate}} if its time zone came by mistake.',
    excluded: 'Vehicle {{vin}} is excluded from policy {{policyNumber}}.',
    premiumUnpaid: 'The premium of policy {{policyNumber}} is unpaid.',
    noCoverage: 'Policy {{policyNumber}} does not cover this type of incident.',
    coverNotChecked:
      'Cover not checked: it is not known whether policy {{policyNumber}} covers this type of incident. {{coverReason}}',
  },
};

export const findingMany: Words<typeof esFindingMany> = {
  wire: {
    missing: 'missing: {{names}}.',
    null: 'came empty (null): {{names}}.',
    numberAsText: 'came as text and should be numbers: {{names}}.',
    textAsNumber: 'came as numbers and should be text: {{names}}.',
    wrongType: '“{{field}}” is not of its type and could not be read.',
    unknownProperty: 'data that the interface does not document.',
    pascalCase: 'came with a capital initial: {{names}}.',
    notADate: '“{{field}}” should be a date and is not.',
    unreadableElement: 'could not be read and were left out.',
    repeatedName: '“{{field}}” came twice; the last value was taken.',
  },
  arithmetic: {
    rowPrice: 'the row price is not quantity times price.',
    rowTotal: 'the total is not what their own amounts give.',
    negative: 'quantities or amounts below zero: {{names}}.',
    tooLarge: 'amounts of more than 15 digits, which were not checked: {{names}}.',
    taxRate: 'the ITBIS is not of an accepted rate for parts or labour.',
  },
  quantity: { notPositive: 'quantity of zero or less.' },
  price: {
    aboveMaximum: 'priced above the market maximum.',
    belowMinimum: 'priced below the market minimum.',
    aboveAverage: 'priced far above the market average.',
    marketOutOfOrder: 'the market prices contradict each other.',
  },
  photo: {
    same: 'the same as in other reports.',
    similar: 'much like those of other reports.',
  },
};

export const findingTerms: Words<typeof esFindingTerms> = {
  absent: 'not given',
  others_one: ' (and {{count}} more)',
  others_other: ' (and {{count}} more)',
  places: {
    lines_one: '{{shown}} line',
    lines_other: '{{shown}} lines',
    services_one: '{{shown}} service',
    services_other: '{{shown}} services',
    attachmentsPictures_one: '{{shown}} photo',
    attachmentsPictures_other: '{{shown}} photos',
    attachmentsDocuments_one: '{{shown}} file',
    attachmentsDocuments_other: '{{shown}} files',
    attachments_one: '{{shown}} file',
    attachments_other: '{{shown}} files',
  },
  line: 'Line {{line}}',
  changes_one: '{{count}} change',
  changes_other: '{{count}} changes',
  noChanges: 'the same data written in another form',
  noValue: 'empty',
  added: 'added',
  removed: 'removed',
  rate: ' ({{percent}}%)',
  showChanges: 'Show all {{count}} changes',
  changedFrom: 'before',
  changedTo: 'now',
  more_one: 'In another line too.',
  more_other: 'In {{count}} other lines too.',
  showPlaces: 'See which',
  hidePlaces: 'Hide',
  firstPlaces: 'The first {{count}} are shown.',
  meaning: {
    documentType: { '1': 'an invoice', '2': 'a credit note' },
    entityType: { '1': 'a supplier', '2': 'a workshop' },
    incidentReportCategory: { '1': 'an intermediary', '2': 'the insured' },
    incidentReportType: { '1': 'fire', '2': 'theft', '3': 'collision', '4': 'glass', '5': 'other' },
  },
  atStake: 'Amount at stake',
  compare: 'Compare',
  wholeBody: 'The record',
  quoted: '“{{name}}”',
  size: {
    elements: '{{length}} elements',
    names: '{{length}} fields',
    text: '{{length}} characters',
    levels: 'more than {{length}} levels',
  },
  notExamined: {
    timedOut: 'it took too much time',
    outOfMemory: 'it needed too much memory',
    crashed: 'the examination broke off',
  },
  asked: {
    orderNumber: 'the order number',
    claimNumber: 'the claim',
    requestId: 'the tender',
  },
  receiptType: {
    fiscalCredit: 'tax credit',
    consumer: 'consumer',
    debitNote: 'debit note',
    creditNote: 'credit note',
    purchases: 'purchases',
    singleIncome: 'single income record',
    minorExpenses: 'minor expenses',
    specialRegime: 'special regimes',
    government: 'government',
    exports: 'exports',
    paymentsAbroad: 'payments abroad',
  },
  coverReason: {
    noIncidentType: 'The report does not say the type of incident.',
    unknownIncidentType: 'The type of incident is none of the interface.',
    noCoverages: 'The policy book has no coverages of this vehicle.',
    unassigned: 'Not assigned to types of incident: {{codes}}.',
  },
  documentType: { invoice: 'an invoice', creditNote: 'a credit note' },
};

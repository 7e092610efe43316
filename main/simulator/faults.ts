import Big from 'big.js';

/** Bodies as JSON, for switches that change one. */
type Json = null | boolean | number | string | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object with every value, and every name, put through a function, at every depth. */
function each(
  body: JsonObject,
  value: (value: Json, name: string) => Json,
  rename: (name: string) => string = (name) => name,
): JsonObject {
  const within = (inner: Json): Json => {
    if (Array.isArray(inner)) return inner.map(within);
    return isObject(inner) ? each(inner, value, rename) : inner;
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, held]) => [rename(name), within(value(held, name))]),
  );
}

/** The object with the member of this name changed, where it is an object. */
function inMember(body: JsonObject, name: string, change: (member: JsonObject) => JsonObject): JsonObject {
  const member = body[name];
  return isObject(member) ? { ...body, [name]: change(member) } : body;
}

/**
 * What real marketplaces send beside the interface's tables, each by a switch: the interface contradicts
 * itself in places, and says that its samples may lag ("Versioning", 4).
 */

interface BodyOddity {
  /** What it does, with its place in the interface where it has one. */
  says: string;
  change(body: JsonObject): JsonObject;
}

/** What is odd about a body. Those that change a name come last, so that all of them can be on at once. */
const table = {
  reasonAsOneText: {
    says: 'A cancellation carries one text, cancellationReason, in place of the id and name (the sample body).',
    change(body) {
      const { cancellationReasonId: _id, cancellationReasonName: name, ...rest } = body;
      return name === undefined ? body : { ...rest, cancellationReason: name };
    },
  },
  reasonInBothForms: {
    says: 'A cancellation carries cancellationReason beside the id and name: sample body and table at once.',
    change: (body) =>
      body['cancellationReasonName'] === undefined
        ? body
        : { ...body, cancellationReason: body['cancellationReasonName'] },
  },
  reasonIdAsText: {
    says: 'The reason id of a cancellation is a text (the class diagram).',
    change: (body) =>
      body['cancellationReasonId'] === undefined
        ? body
        : { ...body, cancellationReasonId: String(body['cancellationReasonId']) },
  },
  otherNameForServiceOrderNumber: {
    says: "A service order's cancellation names serviceOrderNumber purchaseOrderNumber (the sample body).",
    change(body) {
      const { serviceOrderNumber, ...rest } = body;
      return serviceOrderNumber === undefined ? body : { ...rest, purchaseOrderNumber: serviceOrderNumber };
    },
  },
  personNameAsNumber: {
    says: 'personName of a financial document is a number (PersonDetails(FD): the field table says int).',
    change: (body) => ofBothPersons(body, (person) => ({ ...person, personName: person['personId'] ?? 1 })),
  },
  personIdAbsent: {
    says: 'The persons of a financial document have no personId (PersonDetails(FD): the field table has none).',
    change: (body) => ofBothPersons(body, ({ personId: _id, ...rest }) => rest),
  },
  paymentTermIdAbsent: {
    says: 'A financial document has no paymentTermId (it is in the class diagram only).',
    change: ({ paymentTermId: _id, ...rest }) => rest,
  },
  noReceiptExpiration: {
    says: 'taxReceiptExpiration is null, as of receipts that do not expire (consumer receipts, electronic notes).',
    change: (body) => inMember(body, 'taxReceipt', (receipt) => ({ ...receipt, taxReceiptExpiration: null })),
  },
  emptyFormContents: {
    says: 'reportFormContents of an incident report is an empty object (the sample body).',
    change: (body) => (body['reportFormContents'] === undefined ? body : { ...body, reportFormContents: {} }),
  },
  formInfoNotJson: {
    says: 'insuranceFormInfoJson of an incident report is a plain text and no JSON.',
    change: (body) =>
      body['insuranceFormInfoJson'] === undefined
        ? body
        : { ...body, insuranceFormInfoJson: 'Formulario enviado por correo.' },
  },
  wrongLineTotal: {
    says: "The first line's total is 100.00 too high.",
    change(body) {
      const [first, ...others] = Array.isArray(body['items']) ? body['items'] : [];
      const name = ['supplierItemRowTotal', 'rowTotal'].find(
        (total) => isObject(first) && typeof first[total] === 'number',
      );
      if (name === undefined || !isObject(first)) return body;
      const total = new Big(Number(first[name])).plus(100).toNumber();
      return { ...body, items: [{ ...first, [name]: total }, ...others] };
    },
  },
  absentAndNull: {
    says: "The comments are absent, and the user's display name is null.",
    change(body) {
      const { comments: _comments, ...rest } = body;
      const name = 'createdByDisplayName' in body ? 'createdByDisplayName' : 'cancelledByDisplayName';
      return { ...rest, [name]: null };
    },
  },
  nulls: {
    says: 'Every text that is empty is null.',
    change: (body) => each(body, (value) => (value === '' ? null : value)),
  },
  unknownProperties: {
    says: 'There are properties that the interface does not know.',
    change: (body) => ({ ...body, marketplaceChannel: 'web', priority: { level: 2, name: 'Normal' } }),
  },
  datesWithoutZone: {
    says: 'UTC dates have no zone, as .NET writes a date of unspecified kind.',
    change: (body) =>
      each(body, (value, name) =>
        utcDates.has(name) && typeof value === 'string' ? value.replace(/Z$/, '') : value,
      ),
  },
  numbersAsText: {
    says: 'Every number is a text, the id that names the record excepted.',
    change(body) {
      const identity = identities.find((name) => name in body);
      const { [identity ?? '']: id, ...rest } = body;
      const texts = each(rest, (value) => (typeof value === 'number' ? String(value) : value));
      return Object.fromEntries(
        Object.keys(body).map((name) => [
          name,
          name === identity && id !== undefined ? id : (texts[name] ?? null),
        ]),
      );
    },
  },
  pascalCase: {
    says: 'Every property name is in PascalCase, as the tables name the attributes ("Conventions").',
    change: (body) =>
      each(
        body,
        (value) => value,
        (name) => name.charAt(0).toUpperCase() + name.slice(1),
      ),
  },
} satisfies Record<string, BodyOddity>;

export type Oddity = keyof typeof table;
export const oddities: readonly Oddity[] = [
  'reasonAsOneText',
  'reasonInBothForms',
  'reasonIdAsText',
  'otherNameForServiceOrderNumber',
  'personNameAsNumber',
  'personIdAbsent',
  'paymentTermIdAbsent',
  'noReceiptExpiration',
  'emptyFormContents',
  'formInfoNotJson',
  'wrongLineTotal',
  'absentAndNull',
  'nulls',
  'unknownProperties',
  'datesWithoutZone',
  'numbersAsText',
  'pascalCase',
];

/** The one list of the switches, with what each does in words. */
export const oddityTable: Readonly<Record<Oddity, BodyOddity>> = table;

/** The body as this list of switches would have it sent; the body itself stays as it is. */
export function withOddities(body: object, switches: readonly Oddity[] = []): JsonObject {
  const sent = JSON.parse(JSON.stringify(body)) as JsonObject;
  return oddities
    .filter((oddity) => switches.includes(oddity))
    .reduce<JsonObject>((changed, oddity) => oddityTable[oddity].change(changed), sent);
}

const utcDates = new Set(['createdOnUtcDate', 'createdOnUtc', 'creationDateUtc']);

/** The member that names the record; a document's own id before the orders that it names. */
const identities = ['incidentReportFormId', 'documentId', 'purchaseOrderId', 'serviceOrderId'];

function ofBothPersons(body: JsonObject, change: (person: JsonObject) => JsonObject): JsonObject {
  return ['createdBy', 'createdTo'].reduce((changed, name) => inMember(changed, name, change), body);
}

/**
 * Variants of calls and their bodies that real marketplaces send beside the interface's tables, and that must be accepted:
 * the interface contradicts itself in places, and says that its samples may lag ("Versioning", 4).
 */
import Big from 'big.js';
import { keysOf } from './keys-of.ts';

interface Variant<Form> {
  /** What it changes, with its place in the interface where it has one. */
  description: string;
  change(form: Form): Form;
}

/** Variants of bodies. Those that rename properties come last, so that all of them can be applied at once. */
const bodyTable = {
  reasonAsOneText: {
    description:
      'A cancellation carries one text, cancellationReason, in place of the id and name (the sample body).',
    change(body) {
      const { cancellationReasonId: _id, cancellationReasonName: name, ...rest } = body;
      return name === undefined ? body : { ...rest, cancellationReason: name };
    },
  },
  reasonInBothForms: {
    description:
      'A cancellation carries cancellationReason beside the id and name: sample body and table at once.',
    change: (body) =>
      body['cancellationReasonName'] === undefined
        ? body
        : { ...body, cancellationReason: body['cancellationReasonName'] },
  },
  reasonIdAsText: {
    description: 'The reason id of a cancellation is a text (the class diagram).',
    change: (body) =>
      body['cancellationReasonId'] === undefined
        ? body
        : { ...body, cancellationReasonId: String(body['cancellationReasonId']) },
  },
  otherNameForServiceOrderNumber: {
    description:
      "A service order's cancellation names serviceOrderNumber purchaseOrderNumber (the sample body).",
    change(body) {
      const { serviceOrderNumber, ...rest } = body;
      return serviceOrderNumber === undefined ? body : { ...rest, purchaseOrderNumber: serviceOrderNumber };
    },
  },
  personNameAsNumber: {
    description:
      'personName of a financial document is a number (PersonDetails(FD): the field table says int).',
    change: (body) => changePersons(body, (person) => ({ ...person, personName: person['personId'] ?? 1 })),
  },
  personIdAbsent: {
    description:
      'The persons of a financial document have no personId (PersonDetails(FD): the field table has none).',
    change: (body) => changePersons(body, ({ personId: _id, ...rest }) => rest),
  },
  paymentTermIdAbsent: {
    description: 'A financial document has no paymentTermId (it is in the class diagram only).',
    change: ({ paymentTermId: _id, ...rest }) => rest,
  },
  noReceiptExpiration: {
    description:
      'taxReceiptExpiration is null, as of receipts that do not expire (consumer receipts, electronic notes).',
    change: (body) =>
      changeProperty(body, 'taxReceipt', (receipt) => ({ ...receipt, taxReceiptExpiration: null })),
  },
  emptyFormContents: {
    description: 'reportFormContents of an incident report is an empty object (the sample body).',
    change: (body) => (body['reportFormContents'] === undefined ? body : { ...body, reportFormContents: {} }),
  },
  formInfoNotJson: {
    description: 'insuranceFormInfoJson of an incident report is a plain text and no JSON.',
    change: (body) =>
      body['insuranceFormInfoJson'] === undefined
        ? body
        : { ...body, insuranceFormInfoJson: 'Formulario enviado por correo.' },
  },
  wrongLineTotal: {
    description: "The first line's total is 100.00 too high.",
    change(body) {
      const [first, ...rest] = Array.isArray(body['items']) ? body['items'] : [];
      const name = ['supplierItemRowTotal', 'rowTotal'].find(
        (total) => isObject(first) && typeof first[total] === 'number',
      );
      if (name === undefined || !isObject(first)) return body;
      const total = new Big(Number(first[name])).plus(100).toNumber();
      return { ...body, items: [{ ...first, [name]: total }, ...rest] };
    },
  },
  absentAndNull: {
    description: "The comments are absent, and the user's display name is null.",
    change(body) {
      const { comments: _comments, ...rest } = body;
      const name = 'createdByDisplayName' in body ? 'createdByDisplayName' : 'cancelledByDisplayName';
      return { ...rest, [name]: null };
    },
  },
  nulls: {
    description: 'Every text that is empty is null.',
    change: (body) => mapDeep(body, (value) => (value === '' ? null : value)),
  },
  unknownProperties: {
    description: 'There are properties that the interface does not know.',
    change: (body) => ({ ...body, marketplaceChannel: 'web', priority: { level: 2, name: 'Normal' } }),
  },
  datesWithoutZone: {
    description: 'UTC dates have no zone, as .NET writes a date of unspecified kind.',
    change: (body) =>
      mapDeep(body, (value, name) =>
        utcDates.has(name) && typeof value === 'string' ? value.replace(/Z$/, '') : value,
      ),
  },
  numbersAsText: {
    description: 'Every number is a text, the id that names the record excepted.',
    change(body) {
      const identity = identities.find((name) => name in body);
      const { [identity ?? '']: id, ...rest } = body;
      const texts = mapDeep(rest, (value) => (typeof value === 'number' ? String(value) : value));
      return Object.fromEntries(
        Object.keys(body).map((name) => [
          name,
          name === identity && id !== undefined ? id : (texts[name] ?? null),
        ]),
      );
    },
  },
  pascalCase: {
    description: 'Every property name is in PascalCase, as the tables name the attributes ("Conventions").',
    change: (body) =>
      mapDeep(
        body,
        (value) => value,
        (name) => name.charAt(0).toUpperCase() + name.slice(1),
      ),
  },
} satisfies Record<string, Variant<JsonObject>>;

export type BodyVariant = keyof typeof bodyTable;
export const bodyVariantTable: Readonly<Record<BodyVariant, Variant<JsonObject>>> = bodyTable;
export const bodyVariants = keysOf(bodyVariantTable);

/** A copy of the body with these variants applied, in the order of the table. */
export function applyBodyVariants(body: object, variants: readonly BodyVariant[] = []): JsonObject {
  const copy = JSON.parse(JSON.stringify(body)) as JsonObject;
  return bodyVariants
    .filter((name) => variants.includes(name))
    .reduce((changed, name) => bodyVariantTable[name].change(changed), copy);
}

const utcDates = new Set(['createdOnUtcDate', 'createdOnUtc', 'creationDateUtc']);

/** The property that identifies the record; a document's own id before those of the orders that it names. */
const identities = ['incidentReportFormId', 'documentId', 'purchaseOrderId', 'serviceOrderId'];

function changePersons(body: JsonObject, change: (person: JsonObject) => JsonObject): JsonObject {
  return ['createdBy', 'createdTo'].reduce((changed, name) => changeProperty(changed, name, change), body);
}

type Json = null | boolean | number | string | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maps every value, and every property name, at every depth. */
function mapDeep(
  body: JsonObject,
  mapValue: (value: Json, name: string) => Json,
  rename: (name: string) => string = (name) => name,
): JsonObject {
  const within = (inner: Json): Json => {
    if (Array.isArray(inner)) return inner.map(within);
    return isObject(inner) ? mapDeep(inner, mapValue, rename) : inner;
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [rename(name), within(mapValue(value, name))]),
  );
}

/** Changes the property of this name, where it is an object. */
function changeProperty(
  body: JsonObject,
  name: string,
  change: (member: JsonObject) => JsonObject,
): JsonObject {
  const member = body[name];
  return isObject(member) ? { ...body, [name]: change(member) } : body;
}

/** A call without its body. */
export interface CallForm {
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** Variants of calls (interface, "Endpoints" and "Authentication"). */
const callTable = {
  pathInPascalCase: {
    description:
      'The first segment of the path begins with a capital, as in /InsurancePolicies and /FinancialDocuments.',
    change: ({ path, headers }) => ({ path: `/${path.charAt(1).toUpperCase()}${path.slice(2)}`, headers }),
  },
  pathInCamelCase: {
    description: 'The first segment of the path begins small, as in /insurancePolicies and /purchaseOrders.',
    change: ({ path, headers }) => ({ path: `/${path.charAt(1).toLowerCase()}${path.slice(2)}`, headers }),
  },
  trailingSlash: {
    description: 'The path ends in a slash.',
    change: ({ path, headers }) => ({ path: `${path}/`, headers }),
  },
  otherKeySpelling: {
    description: 'The key comes in X-API-Key in place of X-API-KEY.',
    change({ path, headers }) {
      const { 'X-API-KEY': key, ...rest } = headers;
      return { path, headers: key === undefined ? rest : { ...rest, 'X-API-Key': key } };
    },
  },
} satisfies Record<string, Variant<CallForm>>;

export type CallVariant = keyof typeof callTable;
export const callVariantTable: Readonly<Record<CallVariant, Variant<CallForm>>> = callTable;
export const callVariants = keysOf(callVariantTable);

export function applyCallVariants(call: CallForm, variants: readonly CallVariant[] = []): CallForm {
  return callVariants
    .filter((name) => variants.includes(name))
    .reduce((changed, name) => callVariantTable[name].change(changed), call);
}

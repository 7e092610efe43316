/**
 * What real marketplaces send beside the interface's tables, each by a switch: the interface contradicts
 * itself in places, and says that its samples may lag ("Versioning", 4).
 */
import Big from 'big.js';

export const oddities = [
  /** A cancellation carries `cancellationReason` in place of the id and name (interface, the sample body). */
  'reasonAsOneText',
  /** The reason id as text (interface, the class diagram). */
  'reasonIdAsText',
  /** `purchaseOrderNumber` for `serviceOrderNumber` in a service order's cancellation (the sample body). */
  'otherNameForServiceOrderNumber',
  /** The first line's total is 100.00 too high. */
  'wrongLineTotal',
  /** The comments are absent, the user's name null. */
  'absentAndNull',
  /** Properties that the interface does not know. */
  'unknownProperties',
  /** UTC dates without a zone, as .NET writes a date of unspecified kind. */
  'datesWithoutZone',
  /** Every number, identity ids excepted, as text. */
  'numbersAsText',
  /** Every property name in PascalCase. */
  'pascalCase',
] as const;
export type Oddity = (typeof oddities)[number];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** The body as this list of switches would have it sent; the body itself stays as it is. */
export function withOddities(body: object, switches: readonly Oddity[] = []): JsonObject {
  const sent = JSON.parse(JSON.stringify(body)) as JsonObject;
  return oddities
    .filter((oddity) => switches.includes(oddity))
    .reduce((changed, oddity) => change[oddity](changed), sent);
}

const identities = new Set(['purchaseOrderId', 'serviceOrderId']);

const change: Record<Oddity, (body: JsonObject) => JsonObject> = {
  reasonAsOneText(body) {
    const { cancellationReasonId: _id, cancellationReasonName, ...rest } = body;
    return cancellationReasonName === undefined
      ? body
      : { ...rest, cancellationReason: cancellationReasonName };
  },
  reasonIdAsText: (body) =>
    body['cancellationReasonId'] === undefined
      ? body
      : { ...body, cancellationReasonId: String(body['cancellationReasonId']) },
  otherNameForServiceOrderNumber(body) {
    const { serviceOrderNumber, ...rest } = body;
    return serviceOrderNumber === undefined ? body : { ...rest, purchaseOrderNumber: serviceOrderNumber };
  },
  wrongLineTotal(body) {
    const [first, ...others] = Array.isArray(body['items']) ? body['items'] : [];
    if (!isObject(first) || typeof first['supplierItemRowTotal'] !== 'number') return body;
    const total = new Big(first['supplierItemRowTotal']).plus(100).toNumber();
    return { ...body, items: [{ ...first, supplierItemRowTotal: total }, ...others] };
  },
  absentAndNull(body) {
    const { comments: _comments, ...rest } = body;
    const name = 'createdByDisplayName' in body ? 'createdByDisplayName' : 'cancelledByDisplayName';
    return { ...rest, [name]: null };
  },
  unknownProperties: (body) => ({
    ...body,
    marketplaceChannel: 'web',
    priority: { level: 2, name: 'Normal' },
  }),
  datesWithoutZone: (body) =>
    each(body, (value, name) =>
      name.endsWith('UtcDate') && typeof value === 'string' ? value.replace(/Z$/, '') : value,
    ),
  numbersAsText: (body) =>
    each(body, (value, name) => (typeof value === 'number' && !identities.has(name) ? String(value) : value)),
  pascalCase: (body) => each(body, (value) => value, pascal),
};

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

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

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

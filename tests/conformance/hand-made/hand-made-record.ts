import type { FindingCode } from '../../../shared/finding-terms.ts';
import type { RecordKind } from '../../../shared/terms.ts';

/** A record made by hand: what is sent, and exactly which findings it must have, each code once. */
export interface HandMadeRecord {
  /** What is wrong with it, or that nothing is. */
  title: string;
  kind: RecordKind;
  /** The body, or its JSON text where an object cannot say it. */
  body: object | string;
  /** What arrived before, in its order. */
  before?: readonly { kind: RecordKind; body: object }[];
  /** The insurer's own RNC, where the settings hold it. */
  companyTaxId?: string;
  expected: readonly FindingCode[];
}

/** A copy of a body with one place set, by RFC 6901 pointer; `undefined` takes the place out. */
export function put(body: object, pointer: string, value: unknown): object {
  const copy: object = structuredClone(body);
  const names = pointer.slice(1).split('/');
  const last = names.pop() ?? '';
  let owner: unknown = copy;
  for (const name of names) owner = Reflect.get(Object(owner), name);
  if (typeof owner !== 'object' || owner === null) throw new Error(`${pointer} leads nowhere`);
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else Reflect.set(owner, last, value);
  return copy;
}

/** A copy of a body with several places set. */
export const putAll = (body: object, places: Readonly<Record<string, unknown>>): object =>
  Object.entries(places).reduce((changed, [pointer, value]) => put(changed, pointer, value), body);

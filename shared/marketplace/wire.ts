/**
 * The field types of the interface's tables ("Conventions"), as zod schemas of what the wire should carry.
 * What the wire does carry is read with tolerance (`read.ts`); these say what is right.
 */
import * as z from 'zod';

/** `string`. */
export const text = () => z.string();
/** `int`, `short` or `byte`. */
export const integer = () => z.int();
/** `decimal`: a JSON number. Read as a decimal text, so that no sum is made in binary floating point. */
export const decimal = () => z.number().brand<'decimal'>();
/** `Guid`: a UUID as text. */
export const guid = () => z.string().meta({ format: 'uuid' });

/** A day that exists, of the second or third millennium, as a pattern. */
const day =
  '(?:(?:[12]\\d(?:[2468][048]|[13579][26]|0[48])|(?:1[26]|2[048])00)-02-29|' +
  '[12]\\d{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))';
const offset = '(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)';
const time = 'T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,7})?';

/** `DateTime`: ISO 8601. A field of UTC says so in its zone, one of local time has none. */
export const dateTime = (zone: 'utc' | 'local') =>
  z.string().meta({ format: 'date-time', zone, pattern: `^${day}${time}${zone === 'utc' ? offset : ''}$` });
/** `DateOnly`: `YYYY-MM-DD`. */
export const dateOnly = () => z.string().meta({ format: 'date', zone: 'day', pattern: `^${day}$` });
/** An integer whose values the interface lists. */
export const oneOf = (values: Readonly<Record<string, number>>) =>
  integer().meta({ enum: Object.values(values) });
/** Declared int in one place of the interface and text in another. */
export const either = () => z.union([z.int(), z.string()]);
/** An object of no known shape, kept as it came. */
export const anyObject = () => z.looseObject({});

/**
 * A wire type as it is read: whatever was absent, null or unreadable is null (objects too), decimals are decimal texts,
 * an absent list is empty.
 */
type Tolerant<T> = [T] extends [z.$brand<'decimal'>]
  ? string | null
  : [T] extends [readonly (infer Element)[]]
    ? Exclude<Tolerant<Element>, null>[]
    : [T] extends [object]
      ? TolerantObject<T> | null
      : T | null;

/** As `Tolerant`, for an object that is there. */
export type TolerantObject<T extends object> = {
  [Key in keyof T]: Tolerant<Exclude<T[Key], null | undefined>>;
};

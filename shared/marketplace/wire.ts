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
/** `DateTime`: ISO 8601; a UTC field should carry a zone, which `read.ts` checks where `utc` is set. */
export const dateTime = (zone: 'utc' | 'local') => z.string().meta({ format: 'date-time', zone });
/** `DateOnly`: `YYYY-MM-DD`. */
export const dateOnly = () => z.string().meta({ format: 'date', zone: 'day' });
/** Declared int in one place of the interface and text in another. */
export const either = () => z.union([z.int(), z.string()]);
/** An object of no known shape, kept as it came. */
export const anyObject = () => z.looseObject({});

/**
 * A wire type as it is read: whatever was absent, null or unreadable is null (objects too), decimals are decimal texts,
 * an absent list is empty.
 */
export type Tolerant<T> = [T] extends [z.$brand<'decimal'>]
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

/**
 * Reads a body of the wire with tolerance: whatever form a field came in, its value is used where it can be,
 * and what is odd is told. Walks a zod schema of this folder; never throws for any JSON.
 */
import * as z from 'zod';
import type { FindingCode } from '../finding-terms.ts';
import { tokenOf } from '../json-pointer.ts';
import { cutText } from './cut-text.ts';
import { exactText } from './exact-json.ts';
import { decimalText, pascalCase } from './member.ts';
import { leftOutLength, placesCutShort, rememberName, rememberPositions } from './source-pointers.ts';
import type { TolerantObject } from './wire.ts';

/** Something odd about a body: a finding in the making. */
export interface ReadIssue {
  code: FindingCode;
  /** RFC 6901 pointer into the body as it came. */
  pointer: string;
  parameters: Record<string, string | number | boolean | null>;
}

/** The most issues that are told of one body; a body that is odd in every line says no more with more. */
export const maxIssues = 500;

/**
 * How much of a body is walked: elements of a list, names of an object, characters of a text, levels of what has no
 * known shape. What is longer is taken and kept whole, and said to be too long (`wire.tooLong`): a list is then read as
 * empty, of names only those of the interface are read, of a text its beginning (`cutText`). No record of the trade comes near.
 */
export const readingLimits = { elements: 5000, names: 1000, text: 65_536, levels: 100 } as const;

/**
 * A body of more bytes is large: it is never parsed by a thread that others wait for, which read its extract instead. One of
 * as many, whatever is in it, is parsed and walked in some hundredths of a second.
 */
export const largeBodyBytes = 256 * 1024;

/** What of a body is longer than `readingLimits`. */
type TooLong = 'elements' | 'names' | 'text' | 'levels';

/** Takes an issue while a body is read. */
export type AddIssue = (code: FindingCode, pointer: string, parameters: ReadIssue['parameters']) => void;

/**
 * The value of every field of the schema, and what was odd: the first `maxIssues` issues, or none where `tell` takes
 * them all.
 */
export function readTolerantly<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  json: object,
  tell?: AddIssue,
): { value: TolerantObject<z.output<z.ZodObject<Shape>>>; issues: ReadIssue[] } {
  const issues: ReadIssue[] = [];
  const keep: AddIssue = (code, pointer, parameters) => {
    // What was left unread is always told of; a body has room for a hundred or so of it.
    if (issues.length < maxIssues || code === 'wire.tooLong') issues.push({ code, pointer, parameters });
  };
  for (const { pointer, what, length } of placesCutShort(json))
    tellTooLong(tell ?? keep, pointer, what, length);
  const value = readObject(fieldsOf(schema), json, '', tell ?? keep);
  return { value: value as TolerantObject<z.output<z.ZodObject<Shape>>>, issues };
}

function readObject(
  field: ObjectField,
  json: object,
  pointer: string,
  tell: AddIssue,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const read = new Set<string>();
  for (const [name, part] of field.members) {
    const found = find(json, name);
    if (found === null) {
      if (!part.optional && !part.nullable) tell('wire.missing', `${pointer}/${name}`, { name });
      value[name] = part.type === 'list' ? [] : null;
      continue;
    }
    read.add(found);
    const at = `${pointer}/${escaped(found)}`;
    if (found !== name) {
      tell('wire.pascalCase', at, { name, found });
      rememberName(value, name, found);
    }
    value[name] = readField(part, Reflect.get(json, found), at, tell);
  }
  const names = Object.keys(json);
  const leftOut = leftOutLength(json);
  if (leftOut !== null || names.length > readingLimits.names) {
    tellTooLong(tell, pointer, 'names', leftOut ?? names.length);
    return value;
  }
  for (const name of names) {
    if (read.has(name)) continue;
    tell('wire.unknownProperty', `${pointer}/${escaped(name)}`, {
      name: shortText(name),
      value: shortJson(Reflect.get(json, name)),
    });
  }
  return value;
}

function find(json: object, name: string): string | null {
  if (Object.hasOwn(json, name)) return name;
  const pascal = pascalCase(name);
  return Object.hasOwn(json, pascal) ? pascal : null;
}

function readField(field: Field, json: unknown, pointer: string, tell: AddIssue): unknown {
  if (json === null) {
    if (!field.nullable) tell('wire.null', pointer, {});
    return field.type === 'list' ? [] : null;
  }
  switch (field.type) {
    case 'object':
      if (isObject(json)) return readObject(field, json, pointer, tell);
      return wrong('object', json, pointer, tell, null);
    case 'list':
      if (Array.isArray(json)) return readList(field.element, json, pointer, tell);
      return wrong('list', json, pointer, tell, []);
    case 'anyObject':
      return isObject(json) && isShallow(json, readingLimits.levels)
        ? plain(json)
        : wrong('object', json, pointer, tell, null);
    default:
      return readScalar(field, json, pointer, tell);
  }
}

/** Elements that are null or cannot be read are told of and left out; `places.ts` keeps where the others stood. */
function readList(element: Field, json: readonly unknown[], pointer: string, tell: AddIssue): unknown[] {
  const values: unknown[] = [];
  const kept: number[] = [];
  const leftOut = leftOutLength(json);
  if (leftOut !== null || json.length > readingLimits.elements) {
    tellTooLong(tell, pointer, 'elements', leftOut ?? json.length);
    rememberPositions(values, kept);
    return values;
  }
  for (const [index, one] of json.entries()) {
    const at = `${pointer}/${index}`;
    const value = isReadable(element, one) ? readField(element, one, at, tell) : unreadable(one, at, tell);
    if (value === null) continue;
    values.push(value);
    kept.push(index);
  }
  if (values.length < json.length) rememberPositions(values, kept);
  return values;
}

/** Names the object, list or text that is too long, and how long it is. */
function tellTooLong(tell: AddIssue, pointer: string, what: TooLong, length: number): void {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  tell('wire.tooLong', pointer, { name, what, length, limit: readingLimits[what] });
}

const isReadable = (element: Field, json: unknown) =>
  json !== null && (element.type !== 'object' || isObject(json));

function unreadable(json: unknown, pointer: string, tell: AddIssue): null {
  tell('wire.unreadableElement', pointer, { found: typeName(json), value: shortJson(json) });
  return null;
}

function readScalar(
  field: Exclude<Field, { type: 'object' | 'list' | 'anyObject' }>,
  json: unknown,
  pointer: string,
  tell: AddIssue,
): Scalar {
  if (typeof json === 'string' && json.length > readingLimits.text) {
    tellTooLong(tell, pointer, 'text', json.length);
    return field.type === 'text' ? cutText(json, readingLimits.text) : null;
  }
  const { value, odd } = scalarReaders[field.type](json);
  if (odd === 'wire.wrongType') return wrong(field.type, json, pointer, tell, value);
  if (odd !== null) tell(odd, pointer, { value: shortText(exactText(json) ?? String(json)) });
  else if (field.type === 'dateTime' && typeof value === 'string') {
    const problem = dateIssue(value);
    if (problem !== null) tell(problem, pointer, { value: shortText(value) });
  }
  return value;
}

const scalarReaders = {
  text: readText,
  dateTime: readText,
  integer: readInteger,
  decimal: readDecimal,
  either: readEither,
  truth: readTruth,
} as const;

function wrong<Value>(expected: string, json: unknown, pointer: string, tell: AddIssue, value: Value): Value {
  tell('wire.wrongType', pointer, { expected, found: typeName(json), value: shortJson(json) });
  return value;
}

function typeName(json: unknown): string {
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'list';
  if (exactText(json) !== null) return 'number';
  return typeof json === 'string' ? 'text' : typeof json;
}

/** Deeper, an object of no known shape is left to the raw body: not every reader could walk it. */
function isShallow(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return true;
  return levels > 0 && Object.values(json).every((part) => isShallow(part, levels - 1));
}

/** As every reader of JSON takes it: numbers that a float does not hold as the nearest that one does. */
function plain(json: object): object {
  if (!holdsExact(json)) return json;
  const copy: unknown = JSON.parse(JSON.stringify(json));
  return isObject(copy) ? copy : {};
}

function holdsExact(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return exactText(json) !== null || Object.values(json).some(holdsExact);
}

function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && exactText(json) === null;
}

function escaped(name: string): string {
  return tokenOf(shortText(name));
}

function shortText(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}

type Scalar = string | number | boolean | null;

/** A value as far as it can be used, and what was odd about its form. */
interface ScalarReading {
  value: Scalar;
  odd: Extract<FindingCode, 'wire.numberAsText' | 'wire.textAsNumber' | 'wire.wrongType'> | null;
}

function readText(json: unknown): ScalarReading {
  if (typeof json === 'string') return { value: json, odd: null };
  if (typeof json === 'number') return { value: decimalText(json), odd: 'wire.textAsNumber' };
  const exact = exactText(json);
  if (exact !== null) return { value: decimalText(json) ?? exact, odd: 'wire.textAsNumber' };
  return { value: null, odd: 'wire.wrongType' };
}

/** A fraction in place of an integer is told of, and its value kept; digits that no float holds are no value. */
function readInteger(json: unknown): ScalarReading {
  if (typeof json === 'number') {
    if (Number.isSafeInteger(json)) return { value: json + 0, odd: null };
    return { value: Number.isFinite(json) ? json : null, odd: 'wire.wrongType' };
  }
  if (typeof json === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(json) && Number.isSafeInteger(Number(json))) {
    return { value: Number(json), odd: 'wire.numberAsText' };
  }
  return { value: null, odd: 'wire.wrongType' };
}

function readDecimal(json: unknown): ScalarReading {
  const value = decimalText(json);
  if (value === null) return { value, odd: 'wire.wrongType' };
  return { value, odd: typeof json === 'string' ? 'wire.numberAsText' : null };
}

/** A field that the interface declares as number in one place and as text in another. */
function readEither(json: unknown): ScalarReading {
  if (typeof json === 'string') return { value: json, odd: null };
  if (typeof json === 'number' && Number.isFinite(json)) return { value: json, odd: null };
  const exact = exactText(json);
  if (exact !== null) return { value: decimalText(json) ?? exact, odd: null };
  return { value: null, odd: 'wire.wrongType' };
}

/** `true` and `false`, also as texts. */
function readTruth(json: unknown): ScalarReading {
  if (typeof json === 'boolean') return { value: json, odd: null };
  const text = typeof json === 'string' ? json.trim().toLowerCase() : '';
  return { value: text === 'true' ? true : text === 'false' ? false : null, odd: 'wire.wrongType' };
}

const dateTimeForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * What is odd about a text that should be an ISO 8601 date-time, or a day, which a time after it does not make
 * unreadable. One without a zone is right: fields of UTC say so by their name (interface, "Conventions").
 */
function dateIssue(text: string): Extract<FindingCode, 'wire.notADate'> | null {
  const match = dateTimeForm.exec(text.trim());
  if (match === null || !isDay(Number(match[1]), Number(match[2]), Number(match[3]))) return 'wire.notADate';
  return null;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The shape of a wire schema as the tolerant reader walks it. */

interface Presence {
  /** `T?` of the interface: null is right. */
  nullable: boolean;
  /** Given in one form of the interface and not in another: absence is right. */
  optional: boolean;
}

type ObjectField = Presence & { type: 'object'; members: readonly (readonly [string, Field])[] };

export type Field =
  | ObjectField
  | (Presence & { type: 'list'; element: Field })
  | (Presence & { type: 'dateTime'; zone: DateForm })
  | (Presence & { type: 'anyObject' })
  | (Presence & { type: 'text' | 'integer' | 'decimal' | 'either' | 'truth' });

/** A date-time of UTC, one of local time, or a day (`DateOnly`). */
type DateForm = 'utc' | 'local' | 'day';

const known = new WeakMap<z.ZodType, ObjectField>();

/** Compiles an object schema, once. */
export function fieldsOf(schema: z.ZodObject): ObjectField {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const field = objectField(schema, { nullable: false, optional: false });
  known.set(schema, field);
  return field;
}

function objectField(schema: z.ZodObject, presence: Presence): ObjectField {
  const members = Object.entries(schema.shape).map(([name, member]) => [name, fieldOf(member)] as const);
  return { type: 'object', members, ...presence };
}

function fieldOf(schema: z.core.$ZodType, presence: Presence = { nullable: false, optional: false }): Field {
  if (schema instanceof z.ZodNullable) return fieldOf(schema.unwrap(), { ...presence, nullable: true });
  if (schema instanceof z.ZodOptional) return fieldOf(schema.unwrap(), { ...presence, optional: true });
  if (schema instanceof z.ZodObject) {
    // A loose object without members has no known shape.
    if (Object.keys(schema.shape).length === 0) return { type: 'anyObject', ...presence };
    return objectField(schema, presence);
  }
  if (schema instanceof z.ZodArray) return { type: 'list', element: fieldOf(schema.element), ...presence };
  if (schema instanceof z.ZodUnion) return { type: 'either', ...presence };
  if (schema instanceof z.ZodString) {
    const zone = schema.meta()?.['zone'];
    if (zone === 'utc' || zone === 'local' || zone === 'day') return { type: 'dateTime', zone, ...presence };
    return { type: 'text', ...presence };
  }
  if (schema instanceof z.ZodBoolean) return { type: 'truth', ...presence };
  if (schema instanceof z.ZodNumber) {
    return { type: schema.format === 'safeint' ? 'integer' : 'decimal', ...presence };
  }
  throw new Error(`A wire schema uses ${schema.constructor.name}, which the tolerant reader does not know.`);
}

const maxChars = 200;

/** JSON of a value, cut short; for one that is nested too deeply to be written, its kind. */
function shortJson(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'null';
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    text = Array.isArray(value) ? '[…]' : '{…}';
  }
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}

/** Bodies in which every field of the interface has a value of its own, and how each may stand on a screen. */
import type * as z from 'zod';
import type { Format } from '../../renderer/app/locale/format.ts';
import { type Field, fieldsOf } from '../../shared/marketplace/tolerant-reader.ts';

/** A value that was sent: where, and in which forms a screen may show it. */
export interface SentValue {
  pointer: string;
  /** What stands on the screen, one of them at the least. */
  formsIn(format: Format): readonly string[];
}

export interface UniqueBody {
  body: Record<string, unknown>;
  values: SentValue[];
}

/** Elements of each list: two, so that one that stands for all is noticed. */
const listLength = 2;

/**
 * Makes a body of a schema. `given` are the fields whose value has a meaning, by their names: an id that a path must have,
 * a form as JSON in a text. Values are counted from `first` on.
 */
export function uniqueBody(
  schema: z.ZodObject,
  given: Readonly<Record<string, { value: unknown; shown: string }>> = {},
  first = 101,
): UniqueBody {
  const values: SentValue[] = [];
  let last = first - 1;
  const make = (field: Field, pointer: string): unknown => {
    if (field.type === 'object') {
      return Object.fromEntries(
        field.members.map(([name, member]) => [name, make(member, `${pointer}/${name}`)]),
      );
    }
    if (field.type === 'list') {
      return Array.from({ length: listLength }, (_, index) => make(field.element, `${pointer}/${index}`));
    }
    const known = given[pointer.slice(pointer.lastIndexOf('/') + 1)];
    if (known !== undefined) {
      values.push({ pointer, formsIn: () => [known.shown] });
      return known.value;
    }
    last += 1;
    const { value, formsIn } = leaf(field, last, pointer);
    values.push({ pointer, formsIn });
    return value;
  };
  const body = make(fieldsOf(schema), '');
  if (typeof body !== 'object' || body === null) throw new Error('a schema of an object makes one');
  return { body: Object.fromEntries(Object.entries(body)), values };
}

function leaf(
  field: Exclude<Field, { type: 'object' | 'list' }>,
  unique: number,
  pointer: string,
): { value: unknown; formsIn: SentValue['formsIn'] } {
  switch (field.type) {
    case 'text':
    case 'either':
      return { value: `Dato-${unique}`, formsIn: () => [`Dato-${unique}`] };
    case 'integer': {
      const value = 41_000 + unique;
      return { value, formsIn: (format) => [String(value), format.count(value)] };
    }
    case 'decimal': {
      const text = `${7_000 + unique}.25`;
      return { value: Number(text), formsIn: (format) => [format.amount(text), format.quantity(text)] };
    }
    case 'dateTime': {
      // Days of years that are over, so that they are told by their date.
      const day = new Date(Date.UTC(2011, 0, unique)).toISOString().slice(0, 10);
      const value = field.zone === 'day' ? day : `${day}T15:04:05${field.zone === 'utc' ? 'Z' : ''}`;
      return { value, formsIn: (format) => [format.day(day)] };
    }
    case 'truth':
      // A word that stands on every screen: the test looks for it beside its label. True and false, where there are two.
      return { value: !/\/1\/[^/]+$/.test(pointer), formsIn: () => [] };
    case 'anyObject':
      return { value: { unDato: `Dato-${unique}` }, formsIn: () => [`Dato-${unique}`] };
  }
}

/** The values that a text does not have, by their pointers. */
export function missingIn(text: string, values: readonly SentValue[], format: Format): string[] {
  const seen = plain(text);
  return values.flatMap(({ pointer, formsIn }) => {
    const forms = formsIn(format);
    const isThere = forms.length === 0 || forms.some((form) => isIn(seen, plain(form)));
    return isThere ? [] : [`${pointer} (${forms.join(' or ')})`];
  });
}

/** Whole: `Dato-101` is not in `Dato-1011`. */
function isIn(text: string, form: string): boolean {
  const isPart = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + form.length])) return true;
  }
  return false;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase();

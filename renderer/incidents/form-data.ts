/** One filled field of a form: the names on the way to it (places in lists from 1), and its value. */
export type FormField = {
  path: readonly string[];
  /** A number as the digits that it came with. */
  value: string | boolean | null;
  isNumber: boolean;
};

/** So many fields are shown as a table; what is longer is still in the JSON received. */
export const maxFormFields = 300;

/**
 * The fields of a form of no known shape, in their order: objects and lists are walked, lists of plain values are one
 * field. Empty objects and lists are left out.
 */
export function formFields(form: unknown): FormField[] {
  const fields: FormField[] = [];
  walk(form, [], fields);
  return fields;
}

/** A text that should hold a form as JSON: its fields, or null where it is no object and no list. */
export function formFieldsOfText(text: string): FormField[] | null {
  try {
    const form: unknown = JSON.parse(text, asItCame);
    return typeof form === 'object' && form !== null ? formFields(form) : null;
  } catch {
    return null;
  }
}

/** A number that a float cannot hold stays the text that it is. */
function asItCame(_: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source
    ? new Digits(source)
    : value;
}

class Digits {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

function walk(value: unknown, path: readonly string[], fields: FormField[]): void {
  if (fields.length >= maxFormFields) return;
  if (Array.isArray(value) && value.every(isPlain)) {
    if (value.length > 0) fields.push({ path, value: value.map(plainText).join(', '), isNumber: false });
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) walk(one, [...path, String(index + 1)], fields);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Digits)) {
    if (path.length > 20) return;
    for (const [name, one] of Object.entries(value)) walk(one, [...path, name], fields);
  } else {
    const isNumber = value instanceof Digits || typeof value === 'number';
    const said = typeof value === 'boolean' || value === null ? value : plainText(value);
    fields.push({ path, value: said, isNumber });
  }
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Digits;
const plainText = (value: unknown): string => (value instanceof Digits ? value.source : String(value));

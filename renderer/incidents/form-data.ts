/** One filled field of a form: where it stands in it, and its value as a text. */
export type FormField = { path: string; value: string | boolean | null };

/** So many fields are shown as a table; what is longer is still in the JSON received. */
export const formFieldLimit = 300;

/**
 * The fields of a form of no known shape, in their order: objects and lists are walked, `path` names the way to each
 * ("conductor › licencia", lists from 1 on). Empty objects and lists are left out.
 */
export function formFields(form: unknown): FormField[] {
  const fields: FormField[] = [];
  walk(form, [], fields);
  return fields;
}

/** A text that should hold a form as JSON: its fields, or null where it is no object and no list. */
export function formFieldsOfText(text: string): FormField[] | null {
  try {
    const form: unknown = JSON.parse(text);
    return typeof form === 'object' && form !== null ? formFields(form) : null;
  } catch {
    return null;
  }
}

function walk(value: unknown, path: readonly string[], fields: FormField[]): void {
  if (fields.length >= formFieldLimit) return;
  if (Array.isArray(value)) {
    if (value.every(isPlain)) {
      if (value.length > 0) fields.push({ path: path.join(' › '), value: value.map(String).join(', ') });
      return;
    }
    for (const [index, one] of value.entries()) walk(one, [...path, String(index + 1)], fields);
    return;
  }
  if (typeof value === 'object' && value !== null) {
    if (path.length > 20) return;
    for (const [name, one] of Object.entries(value)) walk(one, [...path, name], fields);
    return;
  }
  fields.push({
    path: path.join(' › '),
    value: typeof value === 'boolean' || value === null ? value : String(value),
  });
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

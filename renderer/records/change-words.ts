import type { TFunction } from 'i18next';
import type { FindingPlace } from '#shared/contract/records.ts';
import type { Format } from '../app/locale/format.ts';
import { fieldLabel } from './field-words.ts';
import { lastToken, lineOf } from './pointer.ts';

type Parts = { t: TFunction; format: Format };

/**
 * A field that a revision changed, in words: which, and its value before and now, as people write it. Of a line that came
 * or went `before` is null, and `after` says which of both.
 */
export function changeText(
  { pointer, parameters }: FindingPlace,
  { t, format }: Parts,
): { field: string; before: string | null; after: string } {
  const name = lastToken(pointer);
  const isElement = /^\d+$/.test(name);
  const line = lineOf(pointer);
  const of = typeof parameters['name'] === 'string' ? parameters['name'] : '';
  const where =
    line === null
      ? null
      : `${t('findingTerms.line', { line: format.count(line.line) })}${of === '' ? '' : ` (${of})`}`;
  const field = isElement ? null : fieldLabel(name, t);
  const { before, after } = parameters;
  const named = [where, field].filter((word) => word !== null).join(' · ');
  if (isElement && typeof before !== 'string')
    return { field: named, before: null, after: t('findingTerms.added') };
  if (isElement && typeof after !== 'string')
    return { field: named, before: null, after: t('findingTerms.removed') };
  const value = (json: unknown) => valueText(name, json, { t, format });
  const [was, is] = [value(before), value(after)];
  // What people would write alike differs in its digits or its form, and stands as it came.
  if (was === is) return { field: named, before: String(before), after: String(after) };
  return { field: named, before: was, after: is };
}

/** A value that came as JSON, as people write one of such a field. */
function valueText(name: string, json: unknown, { t, format }: Parts): string {
  const value = parsed(json);
  if (value === undefined || value === null || value === '') return t('findingTerms.noValue');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') {
    if (/Id$|Year$/i.test(name)) return String(value);
    return /(price|amount|total|tax|costs|discount)$/i.test(name)
      ? format.amount(String(value))
      : format.quantity(String(value));
  }
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return format.day(text);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return /utc/i.test(name) ? format.exact(text) : format.local(text);
  return t('findingTerms.quoted', { name: text });
}

/** Lists and objects are told as `[…]` and `{…}`, which are no JSON. */
function parsed(json: unknown): unknown {
  if (typeof json !== 'string') return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

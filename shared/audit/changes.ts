/** What an entry of the log says was changed: each value by its name, as it was and as it became. */
import type { AuditLine } from '../contract/audit.ts';
import type { Locale } from '../terms.ts';
import { wordsEn } from './en.ts';
import { type AuditWords, wordsEs } from './es.ts';
import { auditChoices, auditField, type FieldType } from './fields.ts';
import { instantOf, moneyOf } from './values.ts';

type Changed = Pick<AuditLine, 'action' | 'detail'>;

const words: Record<Locale, AuditWords> = { es: wordsEs, en: wordsEn };

/** What a changed value is called; of one that has no name the part that it is of, and how it is kept. */
export function auditFieldName({ action }: Pick<Changed, 'action'>, field: string, locale: Locale): string {
  const known = auditField(action, field);
  if (known !== undefined) return known[locale];
  const [part = '', ...rest] = field.split('.');
  const name = action === 'settings.changed' ? words[locale].settings[part] : undefined;
  return [name ?? part, ...rest].join(' · ');
}

/** What a value was and what it became, in words; null of none. */
export interface AuditChange {
  /** The path of the value, its parts joined by a point. */
  field: string;
  before: string | null;
  after: string | null;
  isList: boolean;
}

const maxChanges = 200;

/**
 * What changed, value by value, where an entry says what was and what became: under `before` and `after`, of the whole or of each of
 * its parts. Nothing where it does not.
 */
export function auditChanges(entry: Changed, locale: Locale): AuditChange[] {
  const { action, detail } = entry;
  const isWhole = 'before' in detail && 'after' in detail;
  const compared = isWhole
    ? differences('', detail['before'], detail['after'])
    : Object.entries(detail).flatMap(([field, value]) =>
        isRecord(value) && 'before' in value && 'after' in value
          ? differences(field, value['before'], value['after'])
          : [],
      );
  return compared.slice(0, maxChanges).map(({ field, before, after }) => {
    const write = (value: unknown) => written(value, action, field, locale);
    return {
      ...{ field, before: write(before), after: write(after) },
      isList: typeof before === 'object' && typeof after === 'object',
    };
  });
}

interface Difference {
  field: string;
  before: unknown;
  after: unknown;
}

function differences(field: string, before: unknown, after: unknown): Difference[] {
  if (!isRecord(before) && !isRecord(after))
    return JSON.stringify(before ?? '') === JSON.stringify(after ?? '') ? [] : [{ field, before, after }];
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    differences(field === '' ? key : `${field}.${key}`, was[key], is[key]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in words; null of none. */
function written(value: unknown, action: string, field: string, locale: Locale): string | null {
  const is = auditField(action, field)?.is;
  if (value === null || value === undefined || value === '') return noneOf(is, field, locale);
  if (Array.isArray(value)) return value.length === 0 ? noneOf(is, field, locale) : listOf(value, is, locale);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (is === undefined && typeof value !== 'boolean') return text;
  return writers[is ?? 'yesNo']?.(text, locale, field === '' ? action : field) ?? text;
}

type Unit = 'seconds' | 'minutes' | 'days' | 'years';
const counted = (unit: Unit) => (text: string, locale: Locale) =>
  words[locale].change[unit][text === '1' ? 'one' : 'other'].replace('{count}', text);

/** Those that are not written as they stand. */
const writers: Partial<Record<FieldType, (text: string, locale: Locale, field: string) => string | null>> = {
  yesNo: (text, locale) => {
    const { yes, no } = words[locale].change;
    return text === 'true' ? yes : text === 'false' ? no : text;
  },
  money: (text) => moneyOf(text, 'DOP'),
  percent: (text) => `${text} %`,
  seconds: counted('seconds'),
  minutes: (text, locale) => (text === '0' ? words[locale].change.never : counted('minutes')(text, locale)),
  days: counted('days'),
  years: counted('years'),
  megabytes: (text) => `${text} MB`,
  hour: (text) => `${text.padStart(2, '0')}:00`,
  instant: instantOf,
  role: (text, locale) => Object.entries(words[locale].role).find(([name]) => name === text)?.[1] ?? text,
  choice: (text, locale, field) => choiceOf(field, text, locale),
};

/** What stands for no value, where that says something of its own. */
function noneOf(is: FieldType | undefined, field: string, locale: Locale): string | null {
  const { change } = words[locale];
  if (is === 'years') return change.forever;
  return is === 'money' && field === 'verdictLimit' ? change.noLimit : null;
}

function choiceOf(field: string, text: string, locale: Locale): string {
  const choices = auditChoices[locale];
  const of = choices[field.endsWith('.severity') ? 'severity' : field] ?? {};
  return Object.hasOwn(of, text) ? (of[text] ?? text) : text;
}

function listOf(list: readonly unknown[], is: FieldType | undefined, locale: Locale): string {
  const { change } = words[locale];
  const each = list.map((one): string => {
    if (is === 'views') return auditChoices[locale]['views']?.[String(one)] ?? String(one);
    if (is === 'percents') return `${String(one)} %`;
    if (!isRecord(one)) return String(one);
    if (is === 'places') return String(one['folder']);
    if (is !== 'reasons') return JSON.stringify(one);
    const said = one[locale];
    const text = typeof said === 'string' && said !== '' ? said : String(one['es']);
    return one['retired'] === true ? `${text} (${change.retired})` : text;
  });
  return each.join(is === 'reasons' || is === 'places' ? '; ' : ', ');
}

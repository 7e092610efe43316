/** What an entry of the audit log says in a sentence, in either language: what a screen shows and an export writes. */
import type { AuditLine } from '../contract/audit.ts';
import type { Locale } from '../terms.ts';
import { en, wordsEn } from './en.ts';
import { type AuditSentences, type AuditWords, es, wordsEs } from './es.ts';

type SentenceKey = keyof AuditSentences;

type ActionOf<Key> = Key extends `${infer Action}#${string}` ? Action : Key;
/** What may be written to the log: whatever has a sentence. */
export type AuditAction = ActionOf<SentenceKey>;

const sentences: Record<Locale, AuditSentences> = { es, en };
const words: Record<Locale, AuditWords> = { es: wordsEs, en: wordsEn };

const isKey = (text: string): text is SentenceKey => Object.hasOwn(es, text);

/** The part of an action before its point: what it is done with. */
export type AuditArea = AuditAction extends `${infer Area}.${string}` ? Area : never;

/** A piece of a sentence: words, who did it, or what it was done to, each of which may be shown as a link. */
export interface AuditPiece {
  is: 'words' | 'who' | 'about';
  text: string;
}

/** An entry as its sentence reads it. */
export type ToldEntry = Pick<AuditLine, 'actor' | 'action' | 'subject' | 'detail' | 'about' | 'names'>;

/** The sentence of an entry, in pieces that follow each other. Of an act that is not known, its name. */
export function auditPieces(entry: ToldEntry, locale: Locale): AuditPiece[] {
  const key = [entry.action, `${entry.action}#${outcomeOf(entry)}`].find(isKey);
  const sentence = key === undefined ? words[locale].unknown : sentences[locale][key];
  const pieces: AuditPiece[] = [];
  // What stands in brackets is said where all that it names is known.
  for (const part of sentence.split(/(\[[^\]]*\])/)) {
    const isOptional = part.startsWith('[');
    const { filled, isWhole } = filledPart(isOptional ? part.slice(1, -1) : part, entry, locale);
    if (isWhole || !isOptional) pieces.push(...filled);
  }
  return locale === 'es' ? contracted(pieces) : pieces;
}

export const auditSentence = (entry: ToldEntry, locale: Locale): string =>
  auditPieces(entry, locale)
    .map(({ text }) => text)
    .join('');

/** A part with its values, three points for one that is not known, and whether all are. */
function filledPart(
  part: string,
  entry: ToldEntry,
  locale: Locale,
): { filled: AuditPiece[]; isWhole: boolean } {
  const pieces: AuditPiece[] = [];
  let isWhole = true;
  for (const piece of part.split(/(\{\w+\})/)) {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name === undefined) {
      if (piece !== '') pieces.push({ is: 'words', text: piece });
    } else if (name === 'who') pieces.push({ is: 'who', text: whoOf(entry, locale) });
    else if (name === 'about') {
      if (isAboutAll(entry)) isWhole = false;
      else pieces.push(...aboutOf(entry, locale));
    } else {
      const text = writtenValue(name, entry, locale);
      if (text === null) isWhole = false;
      pieces.push({ is: 'words', text: text ?? '…' });
    }
  }
  return { filled: pieces, isWhole };
}

/** Which of the sentences of its action it has. */
function outcomeOf({ action, detail }: ToldEntry): string {
  switch (action) {
    case 'record.assigned':
    case 'claim.assigned':
      return detail['to'] === null ? 'taken' : 'given';
    case 'finding.acknowledged':
      return detail['scope'] === 'party' ? 'party' : 'record';
    case 'invoice.decided':
      return String(detail['decision']);
    case 'cancellation.decided':
      return String(detail['verdict']);
    case 'attachmentHost.decided':
      return String(detail['after']);
    case 'verification.started':
      return detail['isThorough'] === true ? 'thorough' : 'quick';
    default:
      return '';
  }
}

function whoOf({ actor }: ToldEntry, locale: Locale): string {
  // Where nobody had a name, the way by which it came stands for it.
  if (actor.person !== '' && actor.person !== actor.via) return actor.person;
  return actor.via === 'engine' || actor.via === 'receiver' ? words[locale].engine : words[locale].nobody;
}

/** Of what has no one thing that it is about. */
const isAboutAll = ({ subject }: ToldEntry): boolean => subject === 'attachments';

/** What it was done to: its name as a piece, with the words that go before it. */
function aboutOf(entry: ToldEntry, locale: Locale): AuditPiece[] {
  const { about } = words[locale];
  const [template, name] = namedOf(entry, about);
  const [before = '', after] = template.split('{name}');
  if (after === undefined) return [{ is: 'words', text: template }];
  return [
    ...(before === '' ? [] : [{ is: 'words' as const, text: before }]),
    { is: 'about' as const, text: name },
  ];
}

function namedOf(
  { about, subject }: ToldEntry,
  words: AuditWords['about'],
): [template: string, name: string] {
  const [kind = '', rest = ''] = [
    subject.slice(0, subject.indexOf(':')),
    subject.slice(subject.indexOf(':') + 1),
  ];
  switch (about?.what) {
    case 'record':
      return [words[about.kind], about.number];
    case 'claim':
      return [words.claim, about.claimNumber];
    case 'cancellation':
      return about.number === null ? [words.orderUnknown, ''] : [words.order, about.number];
    case 'attachment':
      return [words.attachment, about.filename];
    case 'policyVehicle':
      return [words.policy, about.vin === null ? about.policyNumber : `${about.policyNumber} · ${about.vin}`];
    case 'person':
      return about.name === '' ? [words.personUnknown, ''] : [words.person, about.name];
    default:
      break;
  }
  if (kind === 'record') return [words.record, ''];
  if (kind === 'attachment') return [words.attachmentUnknown, ''];
  if (kind === 'policyVehicle') return [words.policyUnknown, ''];
  if (kind === 'rejected') return [words.rejected, words.rejectedName];
  if (kind === 'attachmentHost') return [words.attachmentHost, rest];
  return [words.other, subject];
}

type Reader = (value: unknown, entry: ToldEntry, locale: Locale) => string | null;

const accountName: Reader = (value, { names }) => names.find(({ id }) => id === value)?.name ?? null;

/** Values that are not written as they stand. */
const readers = new Map<string, Reader>([
  ['action', (_, { action }) => action],
  ['to', accountName],
  ['forPerson', accountName],
  // Of an assignment an account, of a mark its text.
  ['before', (value, ...rest) => (typeof value === 'number' ? accountName(value, ...rest) : textOf(value))],
  [
    'amount',
    (value, { detail }) =>
      typeof value === 'string' ? moneyOf(value, String(detail['currency'] ?? '')) : null,
  ],
  ['bytes', (value, _, locale) => (typeof value === 'number' ? bytesOf(value, locale) : null)],
  ['format', (value) => (typeof value === 'string' ? value.toUpperCase() : null)],
  // A document has no rows of its own.
  ['rows', (value, _, locale) => (value === 0 ? null : textOf(value, locale))],
  ['on', (value, { detail }, locale) => dueOf(value, detail['time'], locale)],
  ['from', (value, _, locale) => instantOf(value, locale)],
  ['at', (value, _, locale) => instantOf(value, locale)],
  ['years', (value, { detail }) => textOf(value ?? inside(detail, 'after', 'years'))],
  ['role', (_, { detail }, locale) => roleOf(inside(detail, 'after', 'role'), words[locale])],
  ['sections', (_, { detail }, locale) => sectionsOf(detail, words[locale])],
  ['count', (value, { detail }, locale) => textOf(value ?? lengthOf(detail['contents']), locale)],
  [
    'folders',
    (value, _, locale) => (Array.isArray(value) ? listed(value.map(String), words[locale].and) : null),
  ],
]);

/** A value of an entry as it is written in a sentence; null where there is none. */
function writtenValue(name: string, entry: ToldEntry, locale: Locale): string | null {
  const value = entry.detail[name];
  return readers.get(name)?.(value, entry, locale) ?? (readers.has(name) ? null : textOf(value, locale));
}

const lengthOf = (list: unknown): number | null => (Array.isArray(list) ? list.length : null);

function dueOf(day: unknown, time: unknown, locale: Locale): string | null {
  if (typeof day !== 'string') return null;
  return typeof time === 'string' ? `${dayOf(day, locale)} ${time}` : dayOf(day, locale);
}

const roleOf = (role: unknown, { role: names }: AuditWords): string | null =>
  typeof role === 'string' ? (Object.entries(names).find(([key]) => key === role)?.[1] ?? role) : null;

const sectionsOf = (detail: AuditLine['detail'], { settings, and }: AuditWords): string | null =>
  listed(
    Object.keys(detail).map((key) => settings[key] ?? key),
    and,
  );

const inside = (detail: AuditLine['detail'], name: string, part: string): unknown => {
  const value = detail[name];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === part)?.[1]
    : null;
};

const tags: Record<Locale, string> = { es: 'es-DO', en: 'en-US' };

function textOf(value: unknown, locale: Locale = 'es'): string | null {
  if (typeof value === 'string') return value === '' ? null : shortened(value);
  return typeof value === 'number' ? value.toLocaleString(tags[locale]) : null;
}

/** A longer text stands whole beside the sentence. */
const longest = 240;
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
};

function moneyOf(amount: string, currency: string): string {
  const code = currency === 'DOP' || currency === '' ? 'RD$' : currency;
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${amount.startsWith('-') ? '-' : ''}${code} ${grouped}.${fraction.padEnd(2, '0')}`;
}

function bytesOf(bytes: number, locale: Locale): string {
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kB'] : [bytes / 1024 ** 2, 'MB'];
  return `${size.toLocaleString(tags[locale], { maximumFractionDigits: 1 })} ${unit}`;
}

const dominican = 'America/Santo_Domingo';

function dayOf(day: string, locale: Locale): string {
  const at = new Date(`${day}T00:00:00Z`);
  const options = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString(tags[locale], options);
}

function instantOf(value: unknown, locale: Locale): string | null {
  const at = typeof value === 'number' || typeof value === 'string' ? new Date(value) : null;
  if (at === null || Number.isNaN(at.getTime())) return null;
  return at.toLocaleString(tags[locale], { timeZone: dominican, dateStyle: 'medium', timeStyle: 'short' });
}

function listed(names: readonly string[], and: string): string | null {
  const last = names.at(-1);
  if (last === undefined) return null;
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} ${and} ${last}`;
}

/** "de el" and "a el", which Spanish draws together. */
function contracted(pieces: readonly AuditPiece[]): AuditPiece[] {
  const joined: AuditPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.is === 'words' && last?.is === 'words') last.text += piece.text;
    else joined.push({ ...piece });
  }
  for (const piece of joined)
    if (piece.is === 'words')
      piece.text = piece.text.replaceAll(/\b(de|a) el (incidente|documento|reclamo|archivo)\b/g, '$1l $2');
  return joined;
}

/** What a changed value is called: of the settings by their part, of all else as it is kept. */
export function auditFieldName({ action }: Pick<ToldEntry, 'action'>, field: string, locale: Locale): string {
  const [part = '', ...rest] = field.split('.');
  const name = action === 'settings.changed' ? words[locale].settings[part] : undefined;
  return [name ?? part, ...rest].join(' · ');
}

/** What a value was and what it became. */
export interface AuditChange {
  /** The path of the value, its parts joined by a point. */
  field: string;
  before: string | null;
  after: string | null;
}

const maxChanges = 200;

/**
 * What changed, value by value, where an entry says what was and what became: under `before` and `after`, of the whole or of each of
 * its parts. Nothing where it does not.
 */
export function auditChanges({ detail }: Pick<ToldEntry, 'detail'>): AuditChange[] {
  const isWhole = 'before' in detail && 'after' in detail;
  const compared = isWhole
    ? differences('', detail['before'], detail['after'])
    : Object.entries(detail).flatMap(([field, value]) =>
        isRecord(value) && 'before' in value && 'after' in value
          ? differences(field, value['before'], value['after'])
          : [],
      );
  return compared.slice(0, maxChanges);
}

function differences(field: string, before: unknown, after: unknown): AuditChange[] {
  if (!isRecord(before) && !isRecord(after)) {
    const [was, is] = [shown(before), shown(after)];
    return was === is ? [] : [{ field, before: was, after: is }];
  }
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    differences(field === '' ? key : `${field}.${key}`, was[key], is[key]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

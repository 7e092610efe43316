/** What an entry of the audit log says in a sentence, in either language: what a screen shows and an export writes. */
import type { AuditLine } from '../contract/audit.ts';
import { lengthOfTime } from '../length-of-time.ts';
import type { Locale } from '../terms.ts';
import { auditChanges, auditFieldName } from './changes.ts';
import { en, wordsEn } from './en.ts';
import { type AuditSentences, type AuditWords, es, wordsEs } from './es.ts';
import { auditField } from './fields.ts';
import { bytesOf, dayOf, instantOf, listed, moneyOf, shortened, textOf } from './values.ts';

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
  for (const piece of part.split(/(\{[^}]*\})/)) {
    const [, name, one, other] = /^\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}$/.exec(piece) ?? [];
    if (name === undefined) {
      if (piece !== '') pieces.push({ is: 'words', text: piece });
    } else if (name === 'who') pieces.push({ is: 'who', text: whoOf(entry, locale) });
    else if (name !== 'about') {
      const text = writtenValue(name, entry, locale);
      isWhole &&= text !== null;
      const noun = text === '1' ? one : other;
      pieces.push({ is: 'words', text: [text ?? '…', noun].filter(Boolean).join(' ') });
    } else if (isAboutAll(entry)) isWhole = false;
    else pieces.push(...aboutOf(entry, locale));
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
    case 'openId.signInRefused':
      return String(detail['reason']);
    case 'engine.tookOver':
      return detail['isPlanned'] === true ? 'planned' : 'unplanned';
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
  ['unledMilliseconds', (value, _, locale) => writtenLength(value, locale)],
  ['silentMilliseconds', (value, _, locale) => writtenLength(value, locale)],
  ['format', (value) => (typeof value === 'string' ? value.toUpperCase() : null)],
  // A document has no rows of its own.
  ['rows', (value, _, locale) => (value === 0 ? null : textOf(value, locale))],
  ['on', (value, { detail }, locale) => dueOf(value, detail['time'], locale)],
  ['from', (value, _, locale) => instantOf(value, locale)],
  ['at', (value, _, locale) => instantOf(value, locale)],
  ['role', (_, { detail }, locale) => roleOf(inside(detail, 'after', 'role'), words[locale])],
  ['changes', (_, entry, locale) => changesOf(entry, locale) ?? partsOf(entry, words[locale])],
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

const writtenLength = (milliseconds: unknown, locale: Locale): string | null =>
  typeof milliseconds === 'number' ? lengthOfTime(milliseconds, locale) : null;

const lengthOf = (list: unknown): number | null => (Array.isArray(list) ? list.length : null);

function dueOf(day: unknown, time: unknown, locale: Locale): string | null {
  if (typeof day !== 'string') return null;
  return typeof time === 'string' ? `${dayOf(day, locale)} ${time}` : dayOf(day, locale);
}

const roleOf = (role: unknown, { role: names }: AuditWords): string | null =>
  typeof role === 'string' ? (Object.entries(names).find(([key]) => key === role)?.[1] ?? role) : null;

/** Of an entry that does not say what became of what, the parts of the settings that it is of. */
const partsOf = ({ action, detail }: ToldEntry, { settings, and }: AuditWords): string | null =>
  action !== 'settings.changed'
    ? null
    : listed(
        Object.keys(detail).map((key) => settings[key] ?? key),
        and,
      );

/** So many changes are said in a sentence; all of them stand beside it. */
const mostSaid = 3;
/** Of a text that was changed. */
const longestSaid = 60;

/** The first changes of an entry with what was and what is; null where it says none. */
function changesOf(entry: ToldEntry, locale: Locale): string | null {
  const changes = auditChanges(entry, locale);
  if (changes.length === 0) return null;
  const { change, more } = words[locale];
  const said = changes.slice(0, mostSaid).map((one) => {
    const is = auditField(entry.action, one.field)?.is;
    const name = auditFieldName(entry, one.field, locale);
    if (is === 'long' || is === 'reasons' || (is === undefined && one.isList)) return name;
    const [before, after] = [one.before, one.after].map((text) =>
      text === null
        ? null
        : is === 'name'
          ? change.quoted.replace('{text}', () => shortened(text, longestSaid))
          : shortened(text, longestSaid),
    );
    const template = before === null ? change.set : after === null ? change.emptied : change.changed;
    return template
      .replace('{name}', () => name)
      .replace('{before}', () => before ?? '')
      .replace('{after}', () => after ?? '');
  });
  const left = changes.length - said.length;
  const rest = left === 0 ? '' : (left === 1 ? more.one : more.other).replace('{count}', String(left));
  return `${said.join('; ')}${rest}`;
}

const inside = (detail: AuditLine['detail'], name: string, part: string): unknown => {
  const value = detail[name];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === part)?.[1]
    : null;
};

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
      piece.text = piece.text.replaceAll(
        /\b(de|a) el (incidente|documento|reclamo|archivo|del sistema)\b/g,
        '$1l $2',
      );
  return joined;
}

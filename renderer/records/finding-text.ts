import type { TFunction } from 'i18next';
import type { Finding, FindingPlace } from '#shared/contract/records.ts';
import { type FindingCode, notExamined } from '#shared/finding-terms.ts';
import { coverNotCheckedReason } from '#shared/policy-terms.ts';
import { receiptType } from '#shared/rules/ncf.ts';
import * as es from '../app/locale/es.ts';
import type { Format } from '../app/locale/format.ts';
import { lastToken, lineOf } from './pointer.ts';
import type { FieldName } from './technical-fields.ts';

/** Parameters of findings that are decimal texts of money; their currency is the parameter `currency`, or pesos. */
const moneyNames = [
  'expected',
  'found',
  'difference',
  'tax',
  'base',
  'price',
  'minimum',
  'average',
  'maximum',
  'ordered',
  'invoiced',
] as const;
/** `YYYY-MM-DD`. */
const dayNames = ['date', 'otherDate', 'expiration'] as const;
/** `YYYY-MM-DDTHH:mm:ss`, in the Dominican Republic. */
const timeNames = ['time', 'otherTime'] as const;
const textNames = [
  'value',
  'number',
  'claimNumber',
  'prefix',
  'policyNumber',
  'vin',
  'filename',
  'otherFilename',
  'own',
  'distance',
  'listed',
  'taxId',
  'other',
  'year',
] as const;

/** The fields in which a cancel call can contradict its order. */
const askedFields = ['orderNumber', 'claimNumber', 'requestId'] as const;

type Filled = Record<
  | (typeof moneyNames)[number]
  | (typeof dayNames)[number]
  | (typeof timeNames)[number]
  | (typeof textNames)[number]
  | 'percent'
  | 'rate'
  | 'names'
  | 'name'
  | 'quantity'
  | 'list'
  | 'position'
  | 'changes'
  | 'meaning'
  | 'item'
  | 'type'
  | 'documentType'
  | 'field'
  | 'revision'
  | 'others'
  | 'subject'
  | 'size'
  | 'reason'
  | 'asked'
  | 'coverReason',
  string
>;

/** Codes whose sentence for many lines omits the figures of a single one. */
const manyCodes = [
  'wire.missing',
  'wire.null',
  'wire.numberAsText',
  'wire.textAsNumber',
  'wire.pascalCase',
  'wire.wrongType',
  'wire.notADate',
  'wire.unknownProperty',
  'wire.unreadableElement',
  'wire.repeatedName',
  'arithmetic.rowPrice',
  'arithmetic.rowTotal',
  'arithmetic.negative',
  'arithmetic.tooLarge',
  'arithmetic.taxRate',
  'quantity.notPositive',
  'price.aboveMaximum',
  'price.belowMinimum',
  'price.aboveAverage',
  'price.marketOutOfOrder',
  'incident.samePosition',
  'photo.same',
  'photo.similar',
] as const satisfies readonly FindingCode[];
const isOfMany = (code: FindingCode): code is (typeof manyCodes)[number] =>
  manyCodes.some((many) => many === code);

/** Lists of a body whose elements have a name of their own; those of the others are lines. */
const namedLists = ['services', 'attachmentsPictures', 'attachmentsDocuments', 'attachments'] as const;

type Parts = { t: TFunction; format: Format };

/**
 * The sentence that says what is odd, with its figures as they are written in the language; of a fault in many lines,
 * how many and what all of them have.
 */
export function findingText(finding: Finding, { t, format }: Parts): string {
  const { code, count, pointer } = finding;
  const list = lineOf(pointer)?.list;
  if (count === 1 || list === undefined) return t(`finding.${code}`, filled(finding, { t, format }));
  if (!isOfMany(code)) {
    return `${t(`finding.${code}`, filled(finding, { t, format }))} ${t('findingTerms.more', { count: count - 1 })}`;
  }
  // Where each place has a name of its own, fields were counted and not lines.
  const [first] = finding.places;
  const isOfFields =
    typeof first?.parameters['names'] === 'string' &&
    first.parameters['names'] !== finding.parameters['names'];
  const name = isOfFields ? 'fields' : (namedLists.find((name) => name === list) ?? 'lines');
  const many = t(`findingMany.${code}`, filled(finding, { t, format }));
  return `${t(`findingTerms.places.${name}`, { count, shown: format.count(count) })}: ${many}`;
}

/** The sentence of one place of a finding. */
export function placeText(finding: Finding, place: FindingPlace, { t, format }: Parts): string {
  const line = lineOf(place.pointer);
  // Fields are grouped, so the sentence of one line holds for all.
  if (line !== null && 'names' in place.parameters)
    return t('findingTerms.line', { line: format.count(line.line) });
  return t(`finding.${finding.code}`, filled({ ...finding, ...place }, { t, format }));
}

/** The values of every placeholder of the sentences; a parameter that the finding lacks is called absent. */
function filled(finding: Finding, { t, format }: Parts): Filled {
  const { parameters } = finding;
  const absent = t('findingTerms.absent');
  const text = (name: string): string => {
    const value = parameters[name] ?? '';
    return value === '' ? absent : String(value);
  };
  const currency = typeof parameters['currency'] === 'string' ? parameters['currency'] : 'DOP';
  const each = <Name extends string>(names: readonly Name[], form: (text: string) => string) =>
    Object.fromEntries(
      names.map((name) => [name, text(name) === absent ? absent : form(text(name))]),
    ) as Record<Name, string>;
  const line = lineOf(finding.pointer);
  const type = receiptType.safeParse(parameters['type']);
  return {
    ...each(moneyNames, (amount) => format.money(amount, currency)),
    ...each(dayNames, format.day),
    ...each(timeNames, format.local),
    ...each(textNames, (text) => text),
    percent: format.quantity(text('percent')),
    rate:
      text('percent') === absent ? '' : t('findingTerms.rate', { percent: format.quantity(text('percent')) }),
    names: namesText(finding, t),
    name: text('name'),
    quantity: format.quantity(text('quantity')),
    list: fieldLabel(line?.list ?? '', t),
    position: format.count(line?.line ?? 0),
    changes: changesText(finding, t),
    meaning: meaningText(finding, t),
    item: itemText(text('line'), parameters['name']),
    type: type.success ? t(`findingTerms.receiptType.${type.data}`) : absent,
    documentType: t(
      parameters['documentType'] === 'creditNote'
        ? 'findingTerms.documentType.creditNote'
        : 'findingTerms.documentType.invoice',
    ),
    field: fieldLabel(lastToken(finding.pointer), t),
    revision: String(finding.revision),
    others: othersText(parameters['count'], t),
    subject:
      finding.pointer === ''
        ? t('findingTerms.wholeBody')
        : t('findingTerms.quoted', { name: fieldLabel(lastToken(finding.pointer), t) }),
    size: sizeText(parameters['what'], parameters['length'], { t, format }),
    asked: t(
      `findingTerms.asked.${askedFields.find((name) => name === parameters['field']) ?? 'orderNumber'}`,
    ),
    coverReason: coverReasonText(parameters['reason'], text('codes'), t),
    reason: t(`findingTerms.notExamined.${notExamined.catch('crashed').parse(parameters['reason'])}`),
  };
}

/** The most unknown fields that a sentence names. */
const maxNames = 8;

/** The labels of the fields that one finding covers. */
function namesText({ code, parameters, places, count }: Finding, t: TFunction): string {
  if (code === 'wire.unknownProperty') {
    const names = [...new Set(places.map(({ pointer }) => lastToken(pointer)))];
    const isMore = names.length > maxNames || places.length < count;
    return `${names.slice(0, maxNames).join(', ')}${isMore ? '…' : ''}`;
  }
  const names = parameters['names'];
  if (typeof names !== 'string' || names === '') return t('findingTerms.absent');
  return names
    .split(', ')
    .map((name) => fieldLabel(name, t))
    .join(', ');
}

/** The meaning of an id in the interface; `pointer` is that of its name (`documentTypeName` for `documentTypeId`). */
function meaningText({ pointer, parameters }: Finding, t: TFunction): string {
  const list = lastToken(pointer).replace(/Name$/, '');
  const meaning = `${list.charAt(0).toLowerCase()}${list.slice(1)}.${String(parameters['value'])}`;
  const known = meanings.find((candidate) => candidate === meaning);
  return known === undefined ? t('findingTerms.absent') : t(`findingTerms.meaning.${known}`);
}

const meanings = [
  'documentType.1',
  'documentType.2',
  'entityType.1',
  'entityType.2',
  'incidentReportCategory.1',
  'incidentReportCategory.2',
  'incidentReportType.1',
  'incidentReportType.2',
  'incidentReportType.3',
  'incidentReportType.4',
  'incidentReportType.5',
] as const;

/** How much a revision changed: "3 cambios". */
function changesText({ parameters }: Finding, t: TFunction): string {
  const fields = parameters['fields'];
  return typeof fields === 'number' && fields > 0
    ? t('findingTerms.changes', { count: fields })
    : t('findingTerms.noChanges');
}

/** The length of a value that exceeds its limit: "2,600,000 elements". */
function sizeText(part: unknown, length: unknown, { t, format }: { t: TFunction; format: Format }): string {
  const unit = part === 'names' || part === 'text' || part === 'levels' ? part : 'elements';
  return t(`findingTerms.size.${unit}`, { length: format.count(typeof length === 'number' ? length : 0) });
}

/** The reason why cover was not checked; empty where none is known. */
function coverReasonText(value: unknown, codes: string, t: TFunction): string {
  const reason = coverNotCheckedReason.safeParse(value);
  return reason.success ? t(`findingTerms.coverReason.${reason.data}`, { codes }) : '';
}

/** The count of similar photos beyond the named one; empty where there is no other. */
function othersText(count: unknown, t: TFunction): string {
  return typeof count === 'number' && count > 1 ? t('findingTerms.others', { count: count - 1 }) : '';
}

/** "3 (Faro delantero)", or "3" where the line has no name. */
function itemText(line: string, name: unknown): string {
  return typeof name === 'string' && name !== '' ? `${line} (${name})` : line;
}

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
  const itemName = typeof parameters['name'] === 'string' ? parameters['name'] : '';
  const lineText =
    line === null
      ? null
      : `${t('findingTerms.line', { line: format.count(line.line) })}${itemName === '' ? '' : ` (${itemName})`}`;
  const field = isElement ? null : fieldLabel(name, t);
  const { before, after } = parameters;
  const named = [lineText, field].filter((part) => part !== null).join(' · ');
  if (isElement && typeof before !== 'string')
    return { field: named, before: null, after: t('findingTerms.added') };
  if (isElement && typeof after !== 'string')
    return { field: named, before: null, after: t('findingTerms.removed') };
  const value = (json: unknown) => valueText(name, json, { t, format });
  const [was, is] = [value(before), value(after)];
  // Values that would be formatted alike are shown unformatted, since they differ in digits or form.
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

/** Lists and objects arrive as `[…]` and `{…}`, which are not JSON. */
function parsed(json: unknown): unknown {
  if (typeof json !== 'string') return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const isFieldName = (name: string): name is FieldName => Object.hasOwn(es.fields, name);

/** What people call a field of the interface, whichever initial it came with; the name itself of any other. */
export function fieldLabel(name: string, t: TFunction): string {
  const plain = name.charAt(0).toLowerCase() + name.slice(1);
  return isFieldName(plain) ? t(`fields.${plain}`) : name;
}

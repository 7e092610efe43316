import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { readDominicanTime, readUtcTime } from '#shared/rules/dominican-time.ts';
import * as es from '../app/locale/es.ts';
import { element, facts, table } from './element.ts';
import type { Words } from './words.ts';

type FieldName = keyof typeof es.fields;
const isFieldName = (name: string): name is FieldName => Object.hasOwn(es.fields, name);

/** Files are shown as such. */
const files = ['attachmentsPictures', 'attachmentsDocuments', 'attachments'];

/** All that was read of a record, by the names that people give its fields; nothing that came empty. */
export function contentView(content: RecordContent, words: Words): HTMLElement[] {
  switch (content.kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      return objectView(content.order, words);
    case 'incidentReport':
      return objectView(content.report, words);
    case 'financialDocument':
      return objectView(content.document, words);
  }
}

const label = (name: string, { t }: Words): string => (isFieldName(name) ? t(`fields.${name}`) : name);

/** How deep what nobody describes is shown; what lies deeper stands in the body. */
const maxDepth = 4;

function objectView(value: object, words: Words, depth = 0): HTMLElement[] {
  const entries = Object.entries(value).filter(
    ([name, one]) => !files.includes(name) && !isEmpty(one) && !isNamedBeside(name, value),
  );
  const plain = entries.filter(([, one]) => typeof one !== 'object');
  const others = entries.filter(([, one]) => typeof one === 'object');
  const own = facts(plain.map(([name, one]) => [label(name, words), valueText(name, one, words)]));
  return [
    ...(own === null ? [] : [own]),
    ...others.flatMap(([name, one]) => {
      const inner = depth >= maxDepth ? [] : nestedView(one, words, depth + 1);
      return inner.length === 0
        ? []
        : [element('div', 'group', element('h3', '', label(name, words)), ...inner)];
    }),
  ];
}

function nestedView(value: unknown, words: Words, depth: number): HTMLElement[] {
  if (!Array.isArray(value)) return objectView(Object(value), words, depth);
  const rows = value.filter((one) => typeof one === 'object' && one !== null);
  if (rows.length === 0) return [element('p', '', value.map(String).join(', '))];
  return [linesView(rows, words)];
}

/** A list, one line each; of columns those in which any line has something. */
function linesView(rows: readonly object[], words: Words): HTMLElement {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => isShownInLine(name, row)),
  );
  return table(
    [
      { label: words.t('claims.match.line'), isFigure: true },
      ...names.map((name) => ({ label: label(name, words), isFigure: isFigure(name) })),
    ],
    rows.map((row, index) => [
      words.format.count(index + 1),
      ...names.map((name) => valueText(name, Reflect.get(row, name), words)),
    ]),
  );
}

function isShownInLine(name: string, row: object): boolean {
  const value: unknown = Reflect.get(row, name);
  return !isEmpty(value) && typeof value !== 'object' && !isNamedBeside(name, row);
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Whether it is an id whose name came with it, which says more to people. */
const isNamedBeside = (name: string, value: object): boolean =>
  name.endsWith('Id') && !isEmpty(Reflect.get(value, name.replace(/Id$/, 'Name')));

const isMoney = (name: string): boolean => /(price|amount|total|tax|costs|discount)$/i.test(name);
const isFigure = (name: string): boolean => isMoney(name) || /(quantity|days)$/i.test(name);

/** A value as people write one of such a field. */
function valueText(name: string, value: unknown, { t, format }: Words): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  const text = String(value);
  if (/^-?\d+(\.\d+)?$/.test(text)) {
    if (isMoney(name)) return format.amount(text);
    return /quantity$/i.test(name) ? format.quantity(text) : text;
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return format.day(text);
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? timeText(name, text, format) : text;
}

/** As the clock showed it in the Dominican Republic, of UTC where the field's name says so. */
function timeText(name: string, text: string, format: Words['format']): string {
  const read = /utc/i.test(name) ? readUtcTime(text) : readDominicanTime(text);
  if (read === null) return text;
  return read.time === null ? format.day(read.day) : format.local(`${read.day}T${read.time}`);
}

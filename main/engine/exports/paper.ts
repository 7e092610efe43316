/** Paper: the one layout of what is printed or saved as PDF. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import pdfmake, { type Content, type TableCell } from 'pdfmake';
import { monthText } from '#shared/chart-marks.ts';
import type { ColumnType, SheetCell, SheetChart } from '#shared/contract/exports.ts';
import type { Locale } from '#shared/terms.ts';
import { chartSvg } from './chart.ts';
import { type Column, typedValue } from './sheet.ts';
import { wordsOf } from './words.ts';

/** What stands on paper; all texts are in its language. */
export interface Paper {
  title: string;
  /** Below the title. */
  lead: readonly string[];
  /** Across, for tables of many columns. */
  isWide: boolean;
  sections: readonly Section[];
}

export type Section = { title: string | null } & (
  | { facts: readonly (readonly [name: string, value: string])[] }
  | { columns: readonly Column[]; rows: readonly SheetCell[][]; chart?: SheetChart }
);

export interface Letterhead {
  locale: Locale;
  company: string;
  taxId: string;
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

const ink = '#1a2230';
const quiet = '#5b6678';
const rule = '#c9d0da';
const shade = '#eef1f5';
/** Points: a letter's page, its margins, and what text stands in. */
const page = { short: 612, long: 792, margin: 40 };
const size = { text: 9, small: 7.5, cell: 8, title: 16, section: 11 };

/** The bytes of the PDF. */
export async function pdfOf(paper: Paper, head: Letterhead): Promise<Buffer> {
  setUp();
  const words = wordsOf(head.locale);
  const width = (paper.isWide ? page.long : page.short) - 2 * page.margin;
  const form = formsOf(head.locale);
  const header = (): Content => ({
    margin: [page.margin, 22, page.margin, 0],
    columns: [
      { text: head.company, bold: true, fontSize: size.text, width: '*' },
      {
        text: head.taxId === '' ? '' : `${words.about.taxId} ${head.taxId}`,
        ...{ alignment: 'right', width: 'auto', color: quiet, fontSize: size.small },
      },
    ],
  });
  const footer = (current: number, count: number): Content => ({
    margin: [page.margin, 12, page.margin, 0],
    ...{ fontSize: size.small, color: quiet },
    columns: [
      {
        text: [form.instant(new Date(head.at).toISOString()), head.by ?? '', 'Perito']
          .filter(Boolean)
          .join(' · '),
        width: '*',
      },
      { text: `${words.page} ${current} ${words.of} ${count}`, alignment: 'right', width: 'auto' },
    ],
  });
  const content: Content[] = [
    { text: shown(paper.title), fontSize: size.title, bold: true },
    ...paper.lead.map((text): Content => ({ text, color: quiet, margin: [0, 2, 0, 0] })),
    ...paper.sections.flatMap((section) => sectionOf(section, width, form, head.locale)),
  ];
  const document = pdfmake.createPdf({
    pageSize: 'LETTER',
    pageOrientation: paper.isWide ? 'landscape' : 'portrait',
    pageMargins: [page.margin, 46, page.margin, 40],
    info: { title: paper.title, author: head.company, creator: 'Perito', producer: 'Perito' },
    language: head.locale,
    ...{ header, footer, content },
    // A heading stands on the page of what it heads.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    defaultStyle: { font: 'Roboto', fontSize: size.text, color: ink, lineHeight: 1.15 },
  });
  return Buffer.from(await document.getBuffer());
}

function sectionOf(section: Section, width: number, form: Forms, locale: Locale): Content[] {
  if (!('facts' in section)) {
    const { chart, columns, rows } = section;
    if (chart === undefined || rows.length === 0) return [tableOf(section, width, form)];
    return [
      { text: shown(chart.sentence), fontSize: size.section, bold: true, margin: [0, 10, 0, 6] },
      { svg: chartSvg({ chart, columns, rows, cell: form.cell, locale, width }), width },
      tableOf(section, width, form),
    ];
  }
  const { title, facts } = section;
  return [...(title === null ? [] : [headingOf(title)]), factsOf(facts, width)];
}

/** A heading with its space above and below; `outdent` takes back what a table leaves before it, in points. */
function headingOf(title: string, outdent = 0) {
  const margin: [number, number, number, number] = [-outdent, 6, 0, 2];
  return { text: title, fontSize: size.section, bold: true, headlineLevel: 1, margin };
}

/** Names and what they say, two side by side. */
function factsOf(facts: readonly (readonly [string, string])[], width: number): Content {
  const half = Math.ceil(facts.length / 2);
  const column = (part: typeof facts): Content => ({
    table: {
      widths: [100, '*'],
      body: part.map(([name, value]): TableCell[] => [
        { text: name, color: quiet, fontSize: size.cell },
        { text: shown(value), ...breaking(value, width / 2 - 110, size.text) },
      ]),
    },
    layout: { ...plain, paddingTop: () => 1.5, paddingBottom: () => 1.5, hLineWidth: () => 0 },
  });
  const parts = [facts.slice(0, half), facts.slice(half)].filter((part) => part.length > 0);
  return { columns: parts.map(column), columnGap: 16, margin: [0, 4, 0, 0] };
}

const plain = { vLineWidth: () => 0, hLineColor: () => rule, paddingLeft: () => 0, paddingRight: () => 6 };

/** A table below its title, which stands on each of its pages as the names of its columns do. */
function tableOf(
  { title, columns, rows }: Extract<Section, { rows: unknown }>,
  width: number,
  form: Forms,
): Content {
  if (rows.length === 0)
    return {
      stack: [...(title === null ? [] : [headingOf(title)]), { text: form.none, color: quiet }],
      ...{ margin: [0, 14, 0, 0], unbreakable: true },
    };
  const gap = 10;
  const all = columns.reduce((sum, column) => sum + Math.max(column.width, 5), 0);
  const free = width - gap * columns.length;
  const widths = columns.map((column) => (free * Math.max(column.width, 5)) / all);
  const cellSize = columns.length > 10 ? 6.5 : columns.length > 7 ? 7 : size.cell;
  const isNumber = (type: ColumnType) => type === 'amount' || type === 'integer';
  const headings = title === null ? 1 : 2;
  const spanned = columns.slice(1).map((): TableCell => ({ text: '' }));
  return {
    margin: [0, 10, 0, 0],
    table: {
      ...{
        headerRows: headings,
        keepWithHeaderRows: 1,
        widths,
        dontBreakRows: rows.length < 2000 && rows.every(isShort),
      },
      body: [
        ...(title === null ? [] : [[{ ...headingOf(title, gap / 2), colSpan: columns.length }, ...spanned]]),
        columns.map(
          ({ title, type }, index): TableCell => ({
            ...{ text: title, bold: true, fontSize: cellSize, fillColor: shade },
            ...breaking(title, widths[index] ?? 0, cellSize),
            alignment: isNumber(type) ? 'right' : 'left',
          }),
        ),
        ...rows.map((row) =>
          columns.map(({ type }, index): TableCell => {
            const text = form.cell(row[index], type);
            const room = widths[index] ?? 0;
            return {
              text: shown(text),
              ...{ fontSize: cellSize, ...breaking(text, room, cellSize) },
              alignment: isNumber(type) ? 'right' : 'left',
            };
          }),
        ),
      ],
    },
    layout: {
      ...plain,
      hLineWidth: (index: number) => (index < headings ? 0 : 0.5),
      paddingLeft: () => gap / 2,
      paddingRight: () => gap / 2,
      paddingTop: () => 2.5,
      paddingBottom: () => 2,
    },
  };
}

const isShort = (row: readonly SheetCell[]): boolean => row.every((cell) => String(cell ?? '').length < 600);

/** The longest text of a cell or fact on paper: the file of the record has all of it. */
const maxShown = 4000;

/** Text that the typeface has: what it lacks, such as emoji, would be drawn as an empty box. */
function shown(text: string): string {
  const drawn = text.normalize('NFC').replaceAll(/\p{Extended_Pictographic}|\u200D|\uFE0F/gu, '\u25A1');
  return drawn.length > maxShown ? `${drawn.slice(0, maxShown).toWellFormed()}…` : drawn;
}

/** A word that is wider than its column is broken anywhere; a letter is about half as wide as it is high. */
function breaking(text: string, width: number, fontSize: number): { wordBreak?: 'break-all' } {
  const room = width / (fontSize * 0.55);
  return text.split(/[\s-]/).some((word) => word.length > room) ? { wordBreak: 'break-all' } : {};
}

export type Forms = ReturnType<typeof formsOf>;

/** Values as people read them on paper. */
export function formsOf(locale: Locale) {
  const words = wordsOf(locale);
  const language = locale === 'es' ? 'es-DO' : 'en-US';
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const money = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
  const plainNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: false });
  // The typeface lacks narrow spaces; "a. m." stays together with its time.
  const spaced = (text: string) =>
    text.replaceAll(/\u202F|(?<=\d) (?=[ap]\. ?m|[AP]M)|(?<=\b[ap]\.) /g, '\u00A0');
  const cell = (value: SheetCell | undefined, type: ColumnType): string => {
    const typed = typedValue(value, type, words.yesNo);
    switch (typed.is) {
      case 'empty':
        return '';
      case 'text':
        return type === 'month' ? spaced(monthText(typed.text, locale)) : typed.text;
      case 'number': {
        const number = type === 'amount' ? money : plainNumber;
        return /^-?\d{1,15}(?:\.\d+)?$/.test(typed.text)
          ? spaced(number.format(Number(typed.text)))
          : typed.text;
      }
      case 'day':
        return spaced(day.format(Date.parse(`${typed.text}T00:00:00Z`)));
      case 'instant':
        return spaced(time.format(Date.parse(`${typed.text.replace(' ', 'T')}Z`)));
    }
  };
  return {
    cell,
    instant: (text: string) => cell(text, 'instant'),
    amount: (text: string | null, currency = '') =>
      text === null || currency === ''
        ? cell(text, 'amount')
        : currency === 'DOP'
          ? `RD$${cell(text, 'amount')}`.replace(/^RD\$-/, '-RD$')
          : `${cell(text, 'amount')} ${currency}`,
    none: words.about.noRows,
  };
}

let isSetUp = false;

/** The typeface is pdfmake's own Roboto (Apache 2.0), which the built program has beside it; nothing else is read, and nothing fetched. */
function setUp(): void {
  if (isSetUp) return;
  isSetUp = true;
  const beside = fileURLToPath(new URL('./fonts/Roboto-Regular.ttf', import.meta.url));
  const file = (style: string) =>
    existsSync(beside)
      ? fileURLToPath(new URL(`./fonts/Roboto-${style}.ttf`, import.meta.url))
      : createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`);
  const files = {
    normal: file('Regular'),
    bold: file('Medium'),
    italics: file('Italic'),
    bolditalics: file('MediumItalic'),
  };
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(files).includes(path));
  pdfmake.setFonts({ Roboto: files });
}

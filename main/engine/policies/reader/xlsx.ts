import { SaxesParser } from 'saxes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { FileRow } from './csv.ts';
import { FileFailure, readerLimits } from './file-failure.ts';

/** The rows of a sheet, cells as texts: dates as ISO days, amounts as plain decimals, yes and no as true and false. */
export async function* sheetRows(
  parts: Parts,
  workbook: Workbook,
  part: string,
): AsyncGenerator<FileRow, void, void> {
  let done: FileRow[] = [];
  let row: FileRow = { line: 0, cells: [] };
  let column = -1;
  let type = 'n';
  let style = -1;
  let value: string[] | null = null;
  let isPhonetic = false;
  let rows = 0;
  let isInRow = false;
  let inRow = 0;
  let outside = 0;
  let length = 0;
  const handlers = {
    open(name: string, attributes: Record<string, string>) {
      if (isInRow) inRow += 1;
      else outside += 1;
      if (inRow > readerLimits.rowElements)
        throw tooLarge(`a row with more than ${readerLimits.rowElements} elements`);
      if (outside > readerLimits.otherElements + readerLimits.otherElementsPerRow * rows) {
        throw tooLarge(`${outside} elements outside of ${rows} rows`);
      }
      if (name === 'row') {
        rows += 1;
        // Empty ones too: they are gone through all the same.
        if (rows > readerLimits.sheetRows) throw tooManyRows(readerLimits.sheetRows);
        isInRow = true;
        inRow = 0;
        row = { line: lineOf(attributes['r']) ?? row.line + 1, cells: [] };
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes['r'] ?? '') ?? column + 1;
        type = attributes['t'] ?? 'n';
        style = Number(attributes['s'] ?? -1);
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v' || (name === 't' && !isPhonetic)) {
        value = [];
        length = 0;
      }
    },
    text(text: string) {
      if (value === null) return;
      length += text.length;
      if (length > readerLimits.cell) throw tooLarge(`a cell of more than ${readerLimits.cell} characters`);
      value.push(text);
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'row') {
        isInRow = false;
        done.push(row);
      } else if ((name === 'v' || name === 't') && value !== null) {
        const text = cellText(value.length === 1 ? (value[0] ?? '') : value.join(''), type, style, workbook);
        put(row.cells, column, text, type === 'inlineStr');
        value = null;
      }
    },
  };
  yield* readXml(parts.text(part, readerLimits.sheet), handlers, () => {
    const rows = done;
    done = [];
    return rows;
  });
}

function tooManyRows(limit: number): FileFailure {
  return new FileFailure('tooManyRows', { limit });
}

export function tooManyColumns(): FileFailure {
  return new FileFailure('tooManyColumns', { limit: readerLimits.columns });
}

function put(cells: string[], column: number, text: string, isPart: boolean): void {
  if (column >= readerLimits.columns) {
    // Cells that only have a format reach as far as the sheet does.
    if (text.trim() !== '') throw tooManyColumns();
    return;
  }
  while (cells.length < column) cells.push('');
  cells[column] = isPart ? (cells[column] ?? '') + text : text;
}

/** The line that a row says it is, where it is one that a sheet can have. */
function lineOf(text: string | undefined): number | undefined {
  const line = Number(text);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

/** Zero-based, from `AB12`; undefined of what is no place. */
function columnOf(reference: string): number | undefined {
  let column = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? undefined : column - 1;
}

function cellText(value: string, type: string, style: number, workbook: Workbook): string {
  switch (type) {
    case 's':
      return workbook.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'n':
      return numberCell(value, workbook.formats[style], workbook.is1904);
    default:
      return value;
  }
}

function numberCell(value: string, format: NumberFormat | undefined, is1904: boolean): string {
  if (format === 'date') return dayOf(Number(value), is1904);
  const text = numberText(value);
  return format === undefined || !/^\d+$/.test(text) ? text : withMask(text, format.mask);
}

/**
 * A spreadsheet keeps 15 digits; the last of the 17 that a file holds are noise. What is left of a subtraction, and a
 * third of an amount, have no more decimals than an amount can have.
 */
function numberText(value: string): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  // Of a longer number the last digits are lost: it is told as a sheet shows it, and never taken for a whole one.
  if (Math.abs(number) >= 1e15) return number.toExponential().toUpperCase();
  const kept = String(Number(number.toPrecision(15)));
  return /\.\d{7,}|e-/.test(kept) ? String(Number(number.toFixed(6))) : kept;
}

/** A number as the sheet shows it whose format fills up with zeros: `000-0000000-0` of a Cédula. */
function withMask(digits: string, mask: string): string {
  const places = mask.replaceAll('-', '').length;
  if (digits.length > places) return digits;
  let at = 0;
  const filled = digits.padStart(places, '0');
  return mask.replaceAll('0', () => filled.charAt(at++));
}

const dayMilliseconds = 86_400_000;
const halfSecond = 500 / dayMilliseconds;

/** An ISO day from a count of days: from 1900 on, with the day that 1900 did not have, or from 1904 on. */
function dayOf(serial: number, is1904: boolean): string {
  // What is less than half a second before midnight is the next day: so much is lost in sums of days.
  const days = Math.floor(serial + halfSecond) + (is1904 ? 1462 : serial < 60 ? 1 : 0);
  const at = Date.UTC(1899, 11, 30) + days * dayMilliseconds;
  return Number.isFinite(at) && Math.abs(at) < 8.64e15
    ? new Date(at).toISOString().slice(0, 10)
    : String(serial);
}

interface Workbook {
  sheets: { name: string; part: string }[];
  /** Days are counted from 1904 on. */
  is1904: boolean;
  /** By style: what numbers of it are, where they are more than numbers. */
  formats: (NumberFormat | undefined)[];
  strings: string[];
}

/** A date, or digits filled up with zeros; the mask holds zeros and hyphens only. */
type NumberFormat = 'date' | { mask: string };

/** Reads all of a workbook but its sheets. */
export async function readWorkbook(parts: Parts): Promise<Workbook> {
  const targets = await targetsOf(parts);
  const found: { name: string; target: string | undefined }[] = [];
  let is1904 = false;
  await readWholeXml(parts.text('xl/workbook.xml', readerLimits.part), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      found.push({ name: attributes['name'] ?? '', target: targets.get(id) });
    },
  });
  const sheets = found.flatMap(({ name, target }) =>
    target !== undefined && parts.has(target) ? [{ name, part: target }] : [],
  );
  if (sheets.length === 0) throw new FileFailure('noSheet');
  return { sheets, is1904, formats: await formatsOf(parts), strings: await stringsOf(parts) };
}

/** Relationship id to part. */
async function targetsOf(parts: Parts): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await readWholeXml(parts.text('xl/_rels/workbook.xml.rels', readerLimits.part), {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`);
    },
  });
  return targets;
}

async function formatsOf(parts: Parts): Promise<Workbook['formats']> {
  if (!parts.has('xl/styles.xml')) return [];
  const own = new Map<number, NumberFormat | undefined>();
  const styles: Workbook['formats'] = [];
  let isInside = false;
  await readWholeXml(parts.text('xl/styles.xml', readerLimits.part), {
    open(name, attributes) {
      if (name === 'cellXfs') isInside = true;
      if (name === 'numFmt') {
        own.set(Number(attributes['numFmtId']), formatOf(attributes['formatCode'] ?? ''));
      }
      if (name !== 'xf' || !isInside) return;
      const format = Number(attributes['numFmtId'] ?? 0);
      styles.push(own.has(format) ? own.get(format) : isBuiltInDate(format) ? 'date' : undefined);
    },
    close(name) {
      if (name === 'cellXfs') isInside = false;
    },
  });
  return styles;
}

/** Numbers of formats that every workbook has (ECMA-376, part 1, 18.8.30), those of other languages included. */
function isBuiltInDate(format: number): boolean {
  return (
    (format >= 14 && format <= 17) ||
    format === 22 ||
    (format >= 27 && format <= 36) ||
    (format >= 50 && format <= 58)
  );
}

function formatOf(code: string): NumberFormat | undefined {
  if (isDateFormat(code)) return 'date';
  const mask = code.replaceAll(/["\\]/g, '').replace(/;@$/, '');
  return /^0[0-]*0$/.test(mask) ? { mask } : undefined;
}

/** Whether a format shows days, months or years; quoted text, colours and conditions do not count. */
export function isDateFormat(code: string): boolean {
  const bare = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '').toLowerCase();
  if (bare === 'general') return false;
  // Places of digits are those of amounts, in RD$ perhaps; a date has them only for parts of a second.
  if (/[#?]/.test(bare) || (/0/.test(bare) && !/s/.test(bare))) return false;
  return /[yd]/.test(bare) || (/m/.test(bare) && !/[hs]/.test(bare));
}

async function stringsOf(parts: Parts): Promise<string[]> {
  if (!parts.has('xl/sharedStrings.xml')) return [];
  const strings: string[] = [];
  let current: string[] = [];
  let isText = false;
  let isPhonetic = false;
  await readWholeXml(parts.text('xl/sharedStrings.xml', readerLimits.part), {
    open(name) {
      if (name === 'si') current = [];
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text(text) {
      if (isText) current.push(text);
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') strings.push(current.length === 1 ? (current[0] ?? '') : current.join(''));
    },
  });
  return strings;
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}

interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads XML piece by piece; names come without their prefix. Only XML's own five entities exist: a document that
 * declares others is refused, and one that goes deeper or wider than the limits, at the element that does. Calls
 * `afterPiece` after each piece.
 */
async function* readXml<Found>(
  pieces: AsyncIterable<string>,
  handlers: XmlHandlers,
  afterPiece: () => Found[],
): AsyncGenerator<Found, void, void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let broken: Error | null = null;
  parser.on('error', (failure) => {
    broken ??= failure;
  });
  parser.on('doctype', () => {
    broken ??= new Error('a document type is declared');
  });
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    elements += 1;
    if (depth > readerLimits.depth) throw new FileFailure('workbookTooDeep', { limit: readerLimits.depth });
    if (elements > readerLimits.elements) throw tooLarge(`more than ${readerLimits.elements} elements`);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > readerLimits.attributes) {
      throw tooLarge(`an element with more than ${readerLimits.attributes} attributes`);
    }
  });
  if (handlers.open) parser.on('opentag', (tag) => handlers.open?.(localName(tag.name), tag.attributes));
  if (handlers.text) parser.on('text', (text) => handlers.text?.(text));
  if (handlers.text) parser.on('cdata', (text) => handlers.text?.(text));
  parser.on('closetag', (tag) => {
    depth -= 1;
    handlers.close?.(localName(tag.name));
  });
  const check = () => {
    if (broken !== null) throw new FileFailure('workbookDamaged', { detail: broken.message }, broken);
  };
  for await (const piece of pieces) {
    parser.write(piece);
    check();
    yield* afterPiece();
  }
  parser.close();
  check();
  yield* afterPiece();
}

/** A part of a workbook that is more than is read; `detail` says in what. */
const tooLarge = (detail: string): FileFailure => new FileFailure('workbookTooLarge', { detail });

/** Reads a small document whole. */
async function readWholeXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(pieces, handlers, () => []));
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** The parts of a workbook by name, each to be read as a stream of text. */
interface Parts {
  has(name: string): boolean;
  /** Throws a `FileFailure` where the part is absent or unfolds to more than `limit` bytes. */
  text(name: string, limit: number): AsyncGenerator<string, void, void>;
  close(): void;
}

const maxPartBytes = 10_000;

/**
 * Opens a zip. What a part says that it unfolds to is checked before it is read, and holds while it is: the reader
 * stops where it would be more.
 */
export async function openParts(path: string): Promise<Parts> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((failure: unknown) => {
    throw damaged(failure);
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= maxPartBytes) {
        throw new FileFailure('workbookTooLarge', { detail: `more than ${maxPartBytes} parts` });
      }
      entries.set(entry.fileName.toLowerCase(), entry);
    }
  } catch (failure) {
    zip.close();
    throw asFailure(failure);
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    text: (name, limit) => partText(zip, entries.get(name.toLowerCase()), limit),
    close: () => zip.close(),
  };
}

async function* partText(
  zip: ZipFile,
  entry: Entry | undefined,
  limit: number,
): AsyncGenerator<string, void, void> {
  if (entry === undefined) throw new FileFailure('workbookDamaged', { detail: 'a part is missing' });
  const { compressedSize, uncompressedSize } = entry;
  const { ratio, ratioFrom } = readerLimits;
  if (
    uncompressedSize > limit ||
    (uncompressedSize > ratioFrom && uncompressedSize > compressedSize * ratio)
  ) {
    throw new FileFailure('workbookTooLarge', { detail: `${entry.fileName}: ${uncompressedSize} bytes` });
  }
  try {
    const stream = await zip.openReadStreamPromise(entry);
    stream.setEncoding('utf8');
    for await (const text of stream) yield text as string;
  } catch (failure) {
    throw asFailure(failure);
  }
}

function asFailure(failure: unknown): unknown {
  return failure instanceof FileFailure || !(failure instanceof Error) ? failure : damaged(failure);
}

function damaged(failure: unknown): FileFailure {
  const detail = failure instanceof Error ? failure.message : String(failure);
  return new FileFailure('workbookDamaged', { detail }, failure);
}

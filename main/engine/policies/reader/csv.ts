import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileFailure, readerLimits } from './file-failure.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A record of a file: the line at which it begins, and its cells as they stand there. */
export interface FileRow {
  line: number;
  cells: string[];
}

const delimiters = [',', ';', '\t', '|'] as const;
const topCharacters = 64 * 1024;

/**
 * The records of a CSV text that are not blank. Throws a `FileFailure` where quotation marks do not end, and where there
 * are more rows than the limit, blank ones too: they are gone through all the same.
 */
export async function* csvRows(path: string, encoding: TextEncoding): AsyncGenerator<FileRow, void, void> {
  const text = textOf(path, encoding);
  const top = await topOf(text);
  const named = /^sep=(.)\r?\n/i.exec(top);
  const before = named === null ? 0 : 1;
  // The parser is some records ahead of who takes them.
  let linesParsed = 0;
  let emptyLines = 0;
  let rows = 0;
  const parser = parse({
    delimiter: named?.[1] ?? delimiterOf(top),
    relax_column_count: true,
    relax_quotes: true,
    // Each would be a record that is unlike the others, for which the parser takes long.
    skip_empty_lines: true,
    max_record_size: readerLimits.record,
    on_record: (cells: string[], { lines, empty_lines }) => {
      const line = linesParsed + (empty_lines - emptyLines) + before + 1;
      linesParsed = lines;
      emptyLines = empty_lines;
      rows += 1;
      // One is the headings.
      if (rows > readerLimits.rows + 1) throw new FileFailure('tooManyRows', { limit: readerLimits.rows });
      if (cells.every((cell) => cell.trim() === '')) return null;
      // A record holds texts alone: its line goes along as the last of them.
      cells.push(String(line));
      return cells;
    },
  });
  // What goes wrong in reading ends the parser with the same failure.
  pipeline(joined(named === null ? top : top.slice(named[0].length), text), parser, () => {});
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield { line: Number(cells.pop()), cells };
    }
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    throw new FileFailure('rowsRunOn', { line: linesParsed + before + 1, detail: failure.code }, failure);
  }
}

/** At least the first record, as far as one can tell. */
async function topOf(text: AsyncGenerator<string, void, void>): Promise<string> {
  let top = '';
  while (top.length < topCharacters) {
    const { value, done } = await text.next();
    if (done) break;
    top += value;
  }
  return top;
}

async function* joined(top: string, rest: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  const check = lineGuard();
  check(top);
  yield top;
  for await (const piece of rest) {
    check(piece);
    yield piece;
  }
}

/** Throws at a line above the limit of a record: the parser counts what stands in cells, not how many there are. */
function lineGuard(): (piece: string) => void {
  let length = 0;
  return (piece) => {
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
    length = end === -1 ? length + piece.length : piece.length - end;
    if (length <= readerLimits.record) return;
    throw new FileFailure('lineTooLong', { limit: readerLimits.record });
  };
}

/** The sign that stands most often in the first line that is not empty, outside of quotation marks. */
function delimiterOf(top: string): string {
  const first = top.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '';
  const bare = first.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length - 1);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Windows-1252 where it differs from Latin-1: the characters of 0x80 to 0x9F. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The text of a file in pieces, without its byte order mark. */
async function* textOf(path: string, encoding: TextEncoding): AsyncGenerator<string, void, void> {
  const decode = decoderOf(encoding);
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = decode(chunk as Buffer);
    yield isFirst ? text.replace(/^\uFEFF/, '') : text;
    if (text !== '') isFirst = false;
  }
  const rest = decode(null);
  if (rest !== '') yield rest;
}

/** Own decoding of Windows-1252: a runtime with little ICU has none, or takes it for Latin-1. */
function decoderOf(encoding: TextEncoding): (chunk: Buffer | null) => string {
  if (encoding === 'windows-1252') {
    return (chunk) =>
      (chunk?.toString('latin1') ?? '').replaceAll(
        /[\x80-\x9f]/g,
        (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character,
      );
  }
  if (encoding === 'utf-16be') return utf16be();
  const decoder = new TextDecoder(encoding);
  return (chunk) => (chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}

function utf16be(): (chunk: Buffer | null) => string {
  const decoder = new TextDecoder('utf-16le');
  let left: Buffer = Buffer.alloc(0);
  return (chunk) => {
    if (chunk === null) return decoder.decode();
    const bytes = Buffer.concat([left, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    left = bytes.subarray(whole);
    return decoder.decode(Buffer.from(bytes.subarray(0, whole)).swap16(), { stream: true });
  };
}

import { FileFailure } from './failure.ts';
import { readerLimits } from './limits.ts';
import { readWholeXml } from './xml.ts';
import type { Parts } from './zip.ts';

export interface Workbook {
  sheets: { name: string; part: string }[];
  /** Days are counted from 1904 on. */
  is1904: boolean;
  /** By style: what numbers of it are, where they are more than numbers. */
  formats: (NumberFormat | undefined)[];
  strings: string[];
}

/** A date, or digits filled up with zeros; the mask holds zeros and hyphens only. */
export type NumberFormat = 'date' | { mask: string };

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

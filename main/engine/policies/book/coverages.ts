import * as z from 'zod';

export interface Coverage {
  code: string;
  name: string;
}

const maxCodeLength = 40;
const maxNameLength = 200;
const maxCoverages = 50;

/** Coverages from `CODE:Name;CODE:Name`; a code alone is its own name. Null where it cannot be read so. */
export function readCoverages(text: string): Coverage[] | null {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const coverages = parts.map((part) => {
    const colon = part.indexOf(':');
    const code = (colon === -1 ? part : part.slice(0, colon)).trim();
    return { code, name: (colon === -1 ? '' : part.slice(colon + 1).trim()) || code };
  });
  const isRight = coverages.every(
    ({ code, name }) => code !== '' && code.length <= maxCodeLength && name.length <= maxNameLength,
  );
  const codes = new Set(coverages.map(({ code }) => code.toUpperCase()));
  return isRight && codes.size === coverages.length && coverages.length <= maxCoverages ? coverages : null;
}

/** The same as one text, to be corrected by hand or written to a file. */
export function coveragesText(coverages: readonly Coverage[]): string {
  return coverages.map(({ code, name }) => `${code}:${name}`).join(';');
}

const stored = z.array(z.tuple([z.string(), z.string()]));

/** As a row of the book holds them. */
export function storedCoverages(coverages: readonly Coverage[]): string {
  return JSON.stringify(coverages.map(({ code, name }) => [code, name]));
}

export function coveragesOf(column: string): Coverage[] {
  if (column === '[]') return [];
  return stored.parse(JSON.parse(column)).map(([code, name]) => ({ code, name }));
}

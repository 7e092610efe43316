/** Coverages of a flat row: `CODE:Name;CODE:Name`. */
export type CoverageLine = { code: string; name: string };

export function readCoverages(text: string): CoverageLine[] {
  return text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const at = part.indexOf(':');
      return at < 0
        ? { code: part.trim(), name: '' }
        : { code: part.slice(0, at).trim(), name: part.slice(at + 1).trim() };
    });
}

/** Lines in which nothing is written are left out. */
export const writeCoverages = (lines: readonly CoverageLine[]): string =>
  lines
    .filter(({ code, name }) => code.trim() !== '' || name.trim() !== '')
    .map(({ code, name }) => `${code.trim()}:${name.trim()}`)
    .join(';');

/** What keeps a line from being written so that it can be read again; null where nothing does. */
export function coverageFault({ code, name }: CoverageLine): 'codeMissing' | 'codeSign' | 'nameSign' | null {
  if (code.trim() === '' && name.trim() !== '') return 'codeMissing';
  if (/[:;]/.test(code)) return 'codeSign';
  return name.includes(';') ? 'nameSign' : null;
}

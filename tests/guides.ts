/** What the guides of an office have whoever reads them give on a command line. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const guides = ['office', 'oficina'] as const;
type Guide = (typeof guides)[number];

/** A file of the documentation, by its path in `docs`. */
export const documentAt = (path: string): string =>
  fileURLToPath(new URL(`../docs/${path}`, import.meta.url));
export const documentText = (path: string): string => readFileSync(documentAt(path), 'utf8');

/** Blocks that are given to a shell, each without what it is indented by. */
export function shellBlocks(text: string): string[] {
  return [...text.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** The one block of a guide that has each of these. */
export function shellBlock(guide: Guide, ...parts: readonly string[]): string {
  const found = shellBlocks(documentText(`${guide}.md`)).filter((block) =>
    parts.every((part) => block.includes(part)),
  );
  if (found.length !== 1) throw new Error(`${guide}.md has ${found.length} blocks with ${parts.join(', ')}.`);
  return found[0] ?? '';
}

/** What stands between backquotes of running text and of tables. */
export const inlineCommands = (text: string): string[] =>
  [...text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command);

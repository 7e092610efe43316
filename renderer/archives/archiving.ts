import { create } from 'zustand';
import type { ArchiveChoice } from '#shared/contract/archives.ts';

/** What is to be archived: in words, as data, and what its file is called where nobody calls it otherwise. */
export interface Archiving {
  words: string;
  choice: Partial<ArchiveChoice>;
  name: string;
}

/** What the dialog is open for; null while it is closed. */
export const useArchiving = create<{ wanted: Archiving | null }>(() => ({ wanted: null }));

const unsafe = /[^\p{L}\p{N}._-]+/gu;

/** A name for a file that says what is in it. */
export const archiveName = (...parts: readonly string[]): string =>
  `${parts
    .map((part) => part.replaceAll(unsafe, '-').replaceAll(/^-+|-+$/g, ''))
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 100)}.perito`;

import { create } from 'zustand';
import type { ArchiveChoice } from '#shared/contract/archives.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useI18n } from '../app/locale/i18n.ts';

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

/** Where it lies that is called so in a folder: `D:\\archives\\a.perito`, or with the stroke of other systems. */
export const archivePath = (folder: string, name: string): string => {
  const stroke = folder.includes('\\') ? '\\' : '/';
  return `${folder.trim().replace(/[\\/]+$/, '')}${stroke}${name.trim()}`;
};

/** Of chosen rows this many are called by their names. */
const mostNamed = 3;

interface ChosenRows {
  /** Of the list. */
  title: string;
  gender: 'feminine' | 'masculine';
  names: readonly string[];
  choice: Partial<ArchiveChoice>;
}

/** What is to be archived where somebody chose rows of a list. */
export function useArchivingChosen(): (rows: ChosenRows) => Archiving {
  const { t, format } = useI18n();
  return ({ title, gender, names, choice }) => {
    const count = names.length;
    const first = names.slice(0, mostNamed).join(', ');
    const [name] = names;
    return {
      words: t('archiveSettings.dialog.chosen', {
        title,
        chosen: t(`common.selection.${gender}`, { count, rows: format.count(count) }),
        names:
          count > mostNamed
            ? t('archiveSettings.dialog.chosenMore', { names: first, count: count - mostNamed })
            : first,
      }),
      choice,
      name: archiveName(
        ...(count === 1 && name !== undefined ? [name] : [title, String(count)]),
        dominicanDay(Date.now()),
      ),
    };
  };
}

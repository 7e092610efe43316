import * as en from '../../renderer/app/locale/en.ts';
import * as es from '../../renderer/app/locale/es.ts';
import { thorough } from '../thorough.ts';

export const spanish = { language: 'Spanish', locale: 'es-DO', words: es } as const;
export const english = { language: 'English', locale: 'en-US', words: en } as const;
export type Language = typeof spanish | typeof english;

/** The languages of a long journey: one usually, since `screens.test.ts` looks at every screen in both. */
export const journeysIn = (usual: Language): readonly Language[] => (thorough ? [spanish, english] : [usual]);

const looks = [
  { language: spanish, colorScheme: 'light' },
  { language: english, colorScheme: 'dark' },
] as const;
/** The looks of a story: each has its turn in one of the two, unless all are wanted. */
export const looksOf = (turn: 0 | 1) => (thorough ? looks : [looks[turn]]);

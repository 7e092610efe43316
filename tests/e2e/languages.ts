import * as en from '../../renderer/app/locale/en.ts';
import * as es from '../../renderer/app/locale/es.ts';
import { thorough } from '../thorough.ts';

export const spanish = { language: 'Spanish', locale: 'es-DO', words: es } as const;
export const english = { language: 'English', locale: 'en-US', words: en } as const;
export type Language = typeof spanish | typeof english;

/** The languages of a long journey: one usually, since `screens.test.ts` looks at every screen in both. */
export const journeysIn = (usual: Language): readonly Language[] => (thorough ? [spanish, english] : [usual]);

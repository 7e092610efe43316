import i18next, { type TFunction } from 'i18next';
import { createContext, use } from 'react';
import type { Locale } from '#shared/terms.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import { type Format, makeFormat } from './format.ts';
import { withMarketplaceNamed } from './marketplace-name.ts';
import type { Translated } from './translated.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof es };
  }
}

const texts: Record<Locale, Translated<typeof es>> = { es, en };

/** Spanish unless the system speaks English. */
export const systemLocale = (languages: readonly string[] = navigator.languages): Locale => {
  for (const language of languages) {
    if (language.toLowerCase().startsWith('es')) return 'es';
    if (language.toLowerCase().startsWith('en')) return 'en';
  }
  return 'es';
};

export async function startLocale(locale: Locale) {
  await i18next.init({
    lng: locale,
    fallbackLng: false,
    resources: { es: { translation: texts.es }, en: { translation: texts.en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  i18next.on('languageChanged', change);
  i18next.store.on('added', change);
}

export async function setLocale(locale: Locale) {
  document.documentElement.lang = locale;
  if (i18next.language !== locale) await i18next.changeLanguage(locale);
}

/** Calls the marketplace by this name in every text, in both languages; by none of its own where it is empty. */
export function nameMarketplace(name: string) {
  i18next.addResourceBundle('es', 'translation', withMarketplaceNamed(texts.es, 'es', name), true, true);
  i18next.addResourceBundle('en', 'translation', withMarketplaceNamed(texts.en, 'en', name), true, true);
}

const formats: Record<Locale, Format> = { es: makeFormat('es'), en: makeFormat('en') };

/** Words and number forms of a language whatever the screen speaks, for texts that others read. */
export const wordsIn = (locale: Locale) => ({ t: i18next.getFixedT(locale), format: formats[locale] });

/** All texts below a place, in a language; those with a gap for a value are cut there. */
export function textsBelow(locale: Locale, place: string): string[] {
  const texts: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === 'string') texts.push(value.replaceAll(/\{\{.*?\}\}/g, '…'));
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(one);
  };
  walk(i18next.getResource(locale, 'translation', place));
  return texts;
}

/** Those of Spanish, which Dominican companies read. */
export const spanishWords = () => wordsIn('es');

interface Words {
  t: TFunction;
  format: Format;
  locale: Locale;
}

/** Those of the language in use; null until they are asked for, and once something of them changed. */
let words: Words | null = null;
const watchers = new Set<() => void>();

function change() {
  words = null;
  for (const wake of watchers) wake();
}

export function watchWords(wake: () => void) {
  watchers.add(wake);
  return () => watchers.delete(wake);
}

export function wordsNow(): Words {
  const locale: Locale = i18next.language === 'en' ? 'en' : 'es';
  words ??= { t: remembering(i18next.getFixedT(locale)), format: formats[locale], locale };
  return words;
}

/** Remembers texts that are asked for without more than their key: rows of a list ask for the same again and again. */
function remembering(t: TFunction): TFunction {
  const known = new Map<string, unknown>();
  return new Proxy(t, {
    apply(translate, self, asked: unknown[]) {
      const [key] = asked;
      if (asked.length !== 1 || typeof key !== 'string') return Reflect.apply(translate, self, asked);
      if (!known.has(key)) known.set(key, Reflect.apply(translate, self, asked));
      return known.get(key);
    },
  });
}

/** A context, since each part of the screen asks: to read it costs next to nothing, and a subscription for each does not. */
export const WordsContext = createContext<Words | null>(null);

/** Words and number forms of the language in use. */
export function useI18n(): Words {
  const inUse = use(WordsContext);
  if (inUse === null) throw new Error('No words above this component.');
  return inUse;
}

import i18next from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
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
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    resources: { es: { translation: texts.es }, en: { translation: texts.en } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { bindI18nStore: 'added' },
  });
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

/** Those of Spanish, which Dominican companies read. */
export const spanishWords = () => wordsIn('es');

/** Words and number forms of the language in use. */
export function useI18n() {
  const { t, i18n } = useTranslation();
  const locale: Locale = i18n.language === 'en' ? 'en' : 'es';
  return useMemo(() => ({ t, format: formats[locale], locale }), [t, locale]);
}

import i18next, { type TFunction } from 'i18next';
import type { Locale } from '#shared/terms.ts';
import * as en from '../app/locale/en.ts';
import {
  archivePage,
  cancellations,
  claims,
  common,
  dataSubject,
  downloads,
  fields,
  finding,
  findingMany,
  findingTerms,
  records,
} from '../app/locale/es.ts';
import { type Format, makeFormat } from '../app/locale/format.ts';

export interface Words {
  t: TFunction;
  format: Format;
  locale: Locale;
}

/** Only what the page says: the program's other texts would make every archive larger. */
const spanish = {
  ...{ archivePage, cancellations, claims, common, dataSubject, downloads },
  ...{ fields, finding, findingMany, findingTerms, records },
};
const english = {
  archivePage: en.archivePage,
  cancellations: en.cancellations,
  claims: en.claims,
  common: en.common,
  dataSubject: en.dataSubject,
  downloads: en.downloads,
  fields: en.fields,
  finding: en.finding,
  findingMany: en.findingMany,
  findingTerms: en.findingTerms,
  records: en.records,
};

const words = i18next.createInstance();

export async function startWords(): Promise<void> {
  await words.init({
    lng: 'es',
    fallbackLng: false,
    resources: { es: { translation: spanish }, en: { translation: english } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

export const wordsIn = (locale: Locale): Words => ({
  t: words.getFixedT(locale),
  format: makeFormat(locale),
  locale,
});

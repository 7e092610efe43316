import i18next, { type i18n } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { makeFormat } from '../../../renderer/app/locale/format.ts';
import { changeText } from '../../../renderer/records/finding-text.ts';

let words: i18n;
beforeAll(async () => {
  words = i18next.createInstance();
  await words.init({
    lng: 'es',
    fallbackLng: false,
    resources: { es: { translation: es }, en: { translation: en } },
    interpolation: { escapeValue: false },
  });
});

type Parameters = Record<string, string | number | null>;

it.each<[pointer: string, parameters: Parameters, spanish: string, english: string]>([
  [
    '/comments',
    { before: '"Antes"', after: '"Ahora"' },
    'Comentarios: «Antes» > «Ahora»',
    'Comments: “Antes” > “Ahora”',
  ],
  [
    '/comments',
    { before: '"Antes"', after: 'null' },
    'Comentarios: «Antes» > vacío',
    'Comments: “Antes” > empty',
  ],
  ['/comments', { before: null, after: '"x"' }, 'Comentarios: vacío > «x»', 'Comments: empty > “x”'],
  [
    '/totalAmount',
    { before: '1000', after: '1180.5' },
    'Total: 1,000.00 > 1,180.50',
    'Total: 1,000.00 > 1,180.50',
  ],
  [
    '/claimId',
    { before: '4411', after: '5512' },
    'Reclamo en el marketplace: 4411 > 5512',
    'Claim at the marketplace: 4411 > 5512',
  ],
  [
    '/documentDate',
    { before: '"2026-11-18"', after: '"2026-11-20"' },
    'Fecha del documento: 18 nov de 2026 > 20 nov de 2026',
    'Document date: Nov 18, 2026 > Nov 20, 2026',
  ],
  [
    '/items/2/itemQuantity',
    { before: '1', after: '3', line: 3, name: 'Faro' },
    'Línea 3 (Faro) · Cantidad: 1 > 3',
    'Line 3 (Faro) · Quantity: 1 > 3',
  ],
  [
    '/items/2',
    { before: null, after: '{…}', line: 3, name: 'Faro' },
    'Línea 3 (Faro): añadida',
    'Line 3 (Faro): added',
  ],
  ['/items/2', { before: '{…}', after: null, line: 3, name: '' }, 'Línea 3: quitada', 'Line 3: removed'],
  ['/color', { before: 'true', after: 'false' }, 'color: Sí > No', 'color: Yes > No'],
  // What a float does not hold stands as it was written.
  [
    '/color',
    { before: '0.10000000000000000001', after: '0.1' },
    'color: 0.10000000000000000001 > 0.1',
    'color: 0.10000000000000000001 > 0.1',
  ],
])('%s %j', (pointer, parameters, spanish, english) => {
  for (const [locale, expected] of [
    ['es', spanish],
    ['en', english],
  ] as const) {
    const parts = { t: words.getFixedT(locale), format: makeFormat(locale) };
    const { field, before, after } = changeText({ pointer, parameters }, parts);
    const said = `${field}: ${before === null ? '' : `${before} > `}${after}`;
    expect(said.replaceAll(/\s/g, ' ')).toBe(expected);
  }
});

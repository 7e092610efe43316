/** What answers what is typed into the palette. */
import { expect, test } from 'vitest';
import { marksOf, matching } from '../../../renderer/palette/matching.ts';
import { wordsOfPath } from '../../../renderer/palette/synonyms.ts';

const all = [
  'Marcar revisada',
  'Pólizas',
  'Importar la cartera de pólizas',
  'Órdenes de compra',
  'OC-2026-000123',
].map((label) => ({ label }));

test.each([
  [
    '',
    ['Marcar revisada', 'Pólizas', 'Importar la cartera de pólizas', 'Órdenes de compra', 'OC-2026-000123'],
  ],
  ['poliz', ['Pólizas', 'Importar la cartera de pólizas']],
  ['COMPRA ord', ['Órdenes de compra']],
  ['ar', ['Marcar revisada', 'Importar la cartera de pólizas']],
  ['000123', ['OC-2026-000123']],
  ['nada', []],
])('"%s"', (query, expected) => {
  expect(matching(all, query).map(({ label }) => label)).toEqual(expected);
});

test.each([
  ['oscuro', '/settings/appearance'],
  ['claro', '/settings/appearance'],
  ['dark', '/settings/appearance'],
  ['inglés', '/settings/appearance'],
  ['spanish', '/settings/appearance'],
  ['cifras suplidor', '/figures/parties'],
  ['scorecards', '/figures/parties'],
  ['listas dgii', '/settings/platform'],
])('other words find a screen: "%s"', (query, path) => {
  const screens = Object.entries(wordsOfPath).map(([label, words]) => ({ label, words }));
  expect(matching(screens, query).map(({ label }) => label)).toEqual([path]);
});

test('what is called so stands before what has other words for it, and both may be typed together', () => {
  const two = [{ label: 'Apariencia', words: 'tema oscuro' }, { label: 'Tema de hoy' }];
  expect(matching(two, 'tema').map(({ label }) => label)).toEqual(['Tema de hoy', 'Apariencia']);
  expect(matching(two, 'apariencia oscuro').map(({ label }) => label)).toEqual(['Apariencia']);
});

test.each([
  ['Pólizas', 'poliz', '[Póliz]as'],
  ['Importar la cartera de pólizas', 'polizas IMP', '[Imp]ortar la cartera de [pólizas]'],
  ['OC-2026-000123', 'oc2026', '[OC-2026]-000123'],
  ['Marcar revisada', 'visa', 'Marcar re[visa]da'],
  ['Marcar revisada', 'x', 'Marcar revisada'],
  ['Marcar revisada', '  ', 'Marcar revisada'],
])('in "%s" what stands for "%s" is marked', (label, query, expected) => {
  const marked = marksOf(label, query).reduceRight(
    (all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
    label,
  );
  expect(marked).toBe(expected);
});

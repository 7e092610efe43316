/** What answers what is typed into the palette. */
import { expect, test } from 'vitest';
import { matching } from '../../../renderer/palette/matching.ts';

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

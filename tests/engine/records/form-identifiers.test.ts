/** Plates, telephones and identity numbers in forms of any shape. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formIdentifiers } from '../../../main/engine/records/form-identifiers.ts';

const none = { plates: [], phones: [], identities: [] };

test.each<[string, unknown, Partial<typeof none> | Record<string, string[]>]>([
  ['a member of a member', { conductor: { telefono: '809-555-0134' } }, { phones: ['8095550134'] }],
  ['a text of JSON', '{"TELEFONO_CELULAR":"+1 (829) 555-0101"}', { phones: ['8295550101'] }],
  ['a list of others', { terceros: [{ placa: 'a 123.456' }, { placa: null }] }, { plates: ['A123456'] }],
  ['a list of values', { telefonos: ['8095550101', 8095550102] }, { phones: ['8095550101', '8095550102'] }],
  [
    'English names',
    { licensePlate: 'X098765', driverPhone: '8495550199' },
    { plates: ['X098765'], phones: ['8495550199'] },
  ],
  ['a Cédula with dashes', { cedulaConductor: '001-1234567-8' }, { identities: ['00112345678'] }],
  [
    'a label with an accent',
    { 'Identificación del asegurado': '00112345678' },
    { identities: ['00112345678'] },
  ],
  ['the same twice', { telefono: '8095550134', celular: '809 555 0134' }, { phones: ['8095550134'] }],
  ['a placeholder', { telefono: '0000000000', cedula: '00000000000', placa: 'N/A' }, {}],
  ['another number', { poliza: '8095550134', total: 8095550134 }, {}],
  ['a name that only contains it', { reemplaza: 'A123456', hotel: '8095550134' }, {}],
  ['a plate without a digit', { placa: 'ILEGIBLE' }, {}],
  ['no form', null, {}],
  ['a text that is no JSON', 'telefono: 8095550134', {}],
])('%s', (_what, form, found) => {
  expect(formIdentifiers([form])).toEqual({ ...none, ...found });
});

test('what is deep, wide or long is read as far as its bounds, and never fails', () => {
  let deep: unknown = { placa: 'A123456' };
  for (let level = 0; level < 5000; level++) deep = { mas: deep };
  expect(formIdentifiers([deep])).toEqual(none);
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, 1]));
  expect(formIdentifiers([{ ...wide, placa: 'A123456' }])).toEqual(none);
  const many = { placas: Array.from({ length: 1000 }, (_, index) => `A${100_000 + index}`) };
  expect(formIdentifiers([many]).plates).toHaveLength(10);
  fc.assert(fc.property(fc.jsonValue(), fc.string(), (json, text) => void formIdentifiers([json, text])));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFormat } from '../../../renderer/app/locale/format.ts';
import {
  formFields,
  formFieldsOfText,
  formLabel,
  formValue,
  maxFormFields,
} from '../../../renderer/incidents/FormData.tsx';

describe('a form of no known shape', () => {
  it.each([
    ['nothing', {}, []],
    [
      'plain fields',
      { placa: 'A000001', pasajeros: 2 },
      [
        ['placa', 'A000001'],
        ['pasajeros', '2'],
      ],
    ],
    [
      'truth and null kept apart from text',
      { ebrio: false, nota: null },
      [
        ['ebrio', false],
        ['nota', null],
      ],
    ],
    [
      'objects within objects',
      { conductor: { nombre: 'Persona de prueba', licencia: { numero: '1' } } },
      [
        ['conductor/nombre', 'Persona de prueba'],
        ['conductor/licencia/numero', '1'],
      ],
    ],
    ['a list of words in one line', { zonas: ['frontal', 'lateral'] }, [['zonas', 'frontal, lateral']]],
    [
      'a list of objects counted from 1',
      { terceros: [{ placa: 'X' }, { placa: 'Y' }] },
      [
        ['terceros/1/placa', 'X'],
        ['terceros/2/placa', 'Y'],
      ],
    ],
    ['empty lists and objects left out', { a: [], b: {} }, []],
  ] as const)('%s', (_, form, expected) => {
    expect(formFields(form).map((field) => [field.path.join('/'), field.value])).toEqual(expected);
  });

  it('ends with any JSON, at the limit', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (form) => {
        expect(formFields(form).length).toBeLessThanOrEqual(maxFormFields);
      }),
    );
    expect(
      formFields(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`c${at}`, at]))),
    ).toHaveLength(maxFormFields);
  });
});

describe('a form as a text', () => {
  it.each([
    ['{"a":1}', [{ path: ['a'], value: '1', isNumber: true }]],
    ['[{"a":"1"}]', [{ path: ['1', 'a'], value: '1', isNumber: false }]],
    ['{"a":12345678901234567.89}', [{ path: ['a'], value: '12345678901234567.89', isNumber: true }]],
    ['{"a":[1.50,"x"]}', [{ path: ['a'], value: '1.50, x', isNumber: false }]],
    ['Chocó de frente', null],
    ['{"a":', null],
    ['"solo un texto"', null],
    ['7', null],
    ['null', null],
  ])('%s', (text, expected) => {
    expect(formFieldsOfText(text)).toEqual(expected);
  });
});

describe('what a field of a form is called', () => {
  it.each([
    ['conductor.telefono', 'Conductor · Teléfono', 'Conductor · Teléfono'],
    ['terceros.2.placa', 'Terceros 2 · Placa', 'Terceros 2 · Placa'],
    ['odometroKm', 'Odómetro (km)', 'Odómetro (km)'],
    ['hayLesionados', 'Hay lesionados', 'Hay lesionados'],
    ['deducibleInformado', 'Deducible informado', 'Deducible informado'],
    ['numero_poliza', 'Número póliza', 'Número póliza'],
    ['fecha-emision', 'Fecha emisión', 'Fecha emisión'],
    ['ubicacionExacta', 'Ubicación exacta', 'Ubicación exacta'],
    ['numeroNCF', 'Número NCF', 'Número NCF'],
    ['driver.phoneNumber', 'Conductor · Teléfono', 'Driver · Phone number'],
    ['thirdParties.1.licensePlate', 'Terceros 1 · Placa', 'Third parties 1 · License plate'],
    ['¿Hubo testigos?', '¿Hubo testigos?', '¿Hubo testigos?'],
    ['Nombre del chofer', 'Nombre del chofer', 'Nombre del chofer'],
    ['', '', ''],
    ['__', '__', '__'],
  ])('%s', (path, spanish, english) => {
    expect(formLabel(path.split('.'), 'es')).toBe(spanish);
    expect(formLabel(path.split('.'), 'en')).toBe(english);
  });

  it('is words for any name, without end or failure', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.constantFrom('es' as const, 'en' as const), (path, locale) => {
        expect(typeof formLabel(path, locale)).toBe('string');
      }),
    );
  });
});

describe('a value of a form', () => {
  const format = makeFormat('es');
  it.each([
    ['monto', '1234.5', true, '1,234.50'],
    ['deducibleInformado', '15000', true, '15,000.00'],
    ['montoReclamado', '1234.5', false, '1,234.50'],
    ['odometroKm', '187000', true, '187,000'],
    ['velocidad', '62.125', true, '62.125'],
    ['telefono', '8095551234', true, '8095551234'],
    ['conductorCelular', '8095551234', false, '8095551234'],
    ['anio', '2019', true, '2019'],
    ['vehicleYear', '2019', true, '2019'],
    ['idSiniestro', '1234567', true, '1234567'],
    ['numeroLicencia', '40212345678', true, '40212345678'],
    ['valorPoliza', '40212345678', true, '40212345678'],
    ['kilometraje', '12345678901234567.89', true, '12345678901234567.89'],
    ['pasajeros', '1200', false, '1200'],
    ['fecha', '2026-11-20', false, '20 nov 2026'],
    ['hora', '2026-11-20T08:10:00', false, '20 nov 2026, 8:10 a. m.'],
  ])('%s %s', (name, value, isNumber, expected) => {
    const shown = formValue({ path: ['datos', name], value, isNumber }, format);
    expect(shown.replaceAll(/\s/g, ' ')).toBe(expected);
  });

  it('is that of the list where it stands in one', () => {
    expect(formValue({ path: ['telefonos', '1'], value: '8095551234', isNumber: true }, format)).toBe(
      '8095551234',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formFields, formFieldsOfText, maxFormFields } from '../../../renderer/incidents/FormData.tsx';

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

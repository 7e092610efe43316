import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementSources, parseList, readJson } from '../../../main/engine/reference/list-shape.ts';
import { leastRatio } from '../../processor-time.ts';

/** What was understood, without what is raw. */
function understood(json: unknown) {
  const read = parseList(JSON.stringify(json));
  if ('refused' in read) return read;
  return { shape: read.shape, items: read.items.map(({ id, name }) => [id, name]) };
}

const two = (one: unknown[], other: unknown[]) => [one, other].map((item) => item.map(String));

describe('id and name are found by shape', () => {
  test.each<[string, unknown[], [string, string], string[][]]>([
    [
      'plain',
      [
        { id: 1, name: 'Nuevo' },
        { id: 2, name: 'Usado' },
      ],
      ['id', 'name'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'PascalCase',
      [
        { Id: 1, Name: 'Nuevo' },
        { Id: 2, Name: 'Usado' },
      ],
      ['Id', 'Name'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'another spelling in each entry',
      [
        { id: 1, NAME: 'Nuevo' },
        { ID: 2, name: 'Usado' },
      ],
      ['id', 'NAME'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'named after the resource, with another that is unique as well',
      [
        { itemTypeId: 1, order: 9, itemTypeName: 'Nuevo' },
        { itemTypeId: 2, order: 8, itemTypeName: 'Usado' },
      ],
      ['itemTypeId', 'itemTypeName'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'a province with its country: the id that does not repeat',
      [
        {
          countryId: 214,
          countryName: 'República Dominicana',
          stateId: '01',
          stateName: 'Distrito Nacional',
        },
        { countryId: 214, countryName: 'República Dominicana', stateId: '02', stateName: 'Azua' },
      ],
      ['stateId', 'stateName'],
      two(['01', 'Distrito Nacional'], ['02', 'Azua']),
    ],
    [
      'one province alone: the two that belong together',
      [{ countryId: 214, stateName: 'Azua', stateId: 2 }],
      ['stateId', 'stateName'],
      [['2', 'Azua']],
    ],
    [
      'a country with codes and a nationality',
      [
        { isoCode: 'DO', countryId: 214, nationality: 'Dominicana', countryName: 'República Dominicana' },
        { isoCode: 'HT', countryId: 332, nationality: 'Haitiana', countryName: 'Haití' },
      ],
      ['countryId', 'countryName'],
      two([214, 'República Dominicana'], [332, 'Haití']),
    ],
    [
      'code and description, in Spanish',
      [
        { codigo: '01', descripcion: 'Nueva' },
        { codigo: '02', descripcion: 'Usada' },
      ],
      ['codigo', 'descripcion'],
      two(['01', 'Nueva'], ['02', 'Usada']),
    ],
    [
      'value and text, as .NET lists for a choice',
      [
        { disabled: false, selected: true, text: 'Nuevo', value: '1' },
        { disabled: false, selected: false, text: 'Usado', value: '2' },
      ],
      ['value', 'text'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'key and value',
      [
        { key: 1, value: 'Nuevo' },
        { key: 2, value: 'Usado' },
      ],
      ['key', 'value'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'dates and truths beside it',
      [
        { createdOnUtc: '2024-01-01T00:00:00Z', isActive: true, statusId: 33, statusName: 'Creado' },
        { createdOnUtc: '2024-01-02T00:00:00Z', isActive: true, statusId: 34, statusName: 'Pagado' },
      ],
      ['statusId', 'statusName'],
      two([33, 'Creado'], [34, 'Pagado']),
    ],
    [
      'a name by language, Spanish before the others',
      [
        { id: 1, name: { en: 'New', es: 'Nuevo' } },
        { id: 2, name: { en: 'Used', es: 'Usado' } },
      ],
      ['id', 'name.es'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'a name a language',
      [
        { id: 1, nameEn: 'New', nameEs: 'Nuevo' },
        { id: 2, nameEn: 'Used', nameEs: 'Usado' },
      ],
      ['id', 'nameEs'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'nested',
      [{ itemType: { id: 1, name: 'Nuevo' } }, { itemType: { id: 2, name: 'Usado' } }],
      ['itemType.id', 'itemType.name'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'an id among links and a GUID',
      [
        { guid: '8c2a1d9e-6f0b-4b6a-9c55-0a1b2c3d4e5f', url: 'https://x.example/1', id: 1, title: 'Nuevo' },
        { guid: '8c2a1d9e-6f0b-4b6a-9c55-0a1b2c3d4e60', url: 'https://x.example/2', id: 2, title: 'Usado' },
      ],
      ['id', 'title'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'names that say nothing',
      [
        { a: 1, b: 'Nuevo' },
        { a: 2, b: 'Usado' },
      ],
      ['a', 'b'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
    [
      'a long description does not take the place of the name',
      [
        { id: 1, description: 'Pieza nueva de fábrica', name: 'Nuevo' },
        { id: 2, description: 'Pieza con uso', name: 'Usado' },
      ],
      ['id', 'name'],
      two([1, 'Nuevo'], [2, 'Usado']),
    ],
  ])('%s', (_, entries, [id, name], items) => {
    expect(understood(entries)).toEqual({ shape: { list: '', id, name }, items });
  });
});

/** `count` elements, each with these members; `%` stands for its number. */
const listed = (count: number, members: object): object[] =>
  Array.from({ length: count }, (_, index) =>
    JSON.parse(
      JSON.stringify(members)
        .replaceAll('"%"', `${index + 1}`)
        .replaceAll('%', `${index + 1}`),
    ),
  );

describe('id and name of elements that say little', () => {
  const guid = '8c2a1d9e-6f0b-4b6a-9c55-0a1b2c3d4e5%';
  test.each<[string, object[], [string, string]]>([
    [
      'what most lack is no id',
      [{ id: 7, codigo: 1, name: 'A' }, ...listed(2, { codigo: '%', name: 'B' })],
      ['codigo', 'name'],
    ],
    [
      'what is empty in most is no id',
      [{ id: '7', codigo: 5, name: 'A' }, ...listed(2, { id: '', codigo: '%', name: 'B' })],
      ['codigo', 'name'],
    ],
    [
      'what half of them have is one',
      [
        { id: 7, codigo: 1, name: 'A' },
        { codigo: 2, name: 'B' },
      ],
      ['id', 'name'],
    ],
    [
      'what most lack is no name',
      [{ id: 9, nombre: 'A', titulo: 'B' }, ...listed(2, { id: '%', titulo: 'C%' })],
      ['id', 'titulo'],
    ],
    [
      'what is further inside comes after',
      listed(2, { extra: { id: '%', name: 'Otro %' }, id: '%', name: 'Nuevo %' }),
      ['id', 'name'],
    ],
    ['of members alike the first is taken', listed(2, { a: '%', b: '%', c: 'x%', d: 'y%' }), ['a', 'c']],
    [
      'a code in letters is no name where there is another',
      listed(2, { id: '%', clave: 'N%', detalle: 'Nuevo %' }),
      ['id', 'detalle'],
    ],
    [
      'a name is known by its name, though it has no letters',
      listed(2, { id: '%', name: '%0 %%' }),
      ['id', 'name'],
    ],
    ['three objects deep', listed(2, { a: { b: { id: '%', name: 'Nuevo %' } } }), ['a.b.id', 'a.b.name']],
    [
      'a link is no name',
      listed(2, { id: '%', enlace: 'https://x.example/%', detalle: 'Nuevo %' }),
      ['id', 'detalle'],
    ],
    ['a GUID is no name', listed(2, { id: '%', ref: guid, detalle: 'Nuevo %' }), ['id', 'detalle']],
    [
      'a GUID in braces is none',
      listed(2, { id: '%', ref: `{${guid.toUpperCase()}}`, detalle: 'Nuevo %' }),
      ['id', 'detalle'],
    ],
    [
      'nor one without dashes',
      listed(2, { id: '%', ref: guid.replaceAll('-', ''), detalle: 'Nuevo %' }),
      ['id', 'detalle'],
    ],
    [
      'a time is no name',
      listed(2, { id: '%', desde: '2024-01-0%T00:00:00Z', detalle: 'Nuevo %' }),
      ['id', 'detalle'],
    ],
    [
      'nor one with a space',
      listed(2, { id: '%', desde: '2024-01-0% 10:00 a. m.', detalle: 'Nuevo %' }),
      ['id', 'detalle'],
    ],
    [
      'a name in Spanish before one in English: _es',
      listed(2, { id: '%', name_en: 'New %', name_es: 'Nuevo %' }),
      ['id', 'name_es'],
    ],
    [
      'a name in Spanish before one in English: -es-DO',
      listed(2, { id: '%', 'name-en-US': 'New %', 'name-es-DO': 'Nuevo %' }),
      ['id', 'name-es-DO'],
    ],
    [
      'a name in Spanish before one in English: ES',
      listed(2, { id: '%', nameEN: 'New %', nameES: 'Nuevo %' }),
      ['id', 'nameES'],
    ],
    [
      'a name is known though it stands in a language',
      listed(2, { id: '%', otro: 'Otro %', nombre: { en: 'New %' } }),
      ['id', 'nombre.en'],
    ],
    [
      'a name is known though it stands in an array',
      listed(2, { id: '%', otro: 'Otro %', nombre: ['Nuevo %'] }),
      ['id', 'nombre.0'],
    ],
    [
      'a name is known though it ends in a language: _en',
      listed(2, { id: '%', otro: 'Otro %', name_en: 'New %' }),
      ['id', 'name_en'],
    ],
    [
      'a name is known though it ends in a language: -en-US',
      listed(2, { id: '%', otro: 'Otro %', 'name-en-US': 'New %' }),
      ['id', 'name-en-US'],
    ],
    [
      'a name is known though it ends in a language: En',
      listed(2, { id: '%', otro: 'Otro %', nameEn: 'New %' }),
      ['id', 'nameEn'],
    ],
    [
      'the first of names in an array',
      listed(2, { id: '%', names: ['Nuevo %', 'New %'] }),
      ['id', 'names.0'],
    ],
    [
      'with accents and separators',
      listed(2, { Código_: '%', otro: 'Otro %', Descripción: 'Nuevo %' }),
      ['Código_', 'Descripción'],
    ],
  ])('%s', (_, entries, [id, name]) => {
    expect(understood(entries)).toMatchObject({ shape: { list: '', id, name } });
  });

  test.each<[string, object[]]>([
    ['numbers that repeat are no ids', listed(2, { grupo: 7, name: 'Nuevo %' })],
    ['dates are no ids', listed(2, { creado: '2024-01-0%', name: 'Nuevo' })],
    ['numbers are no names', listed(2, { id: '%', name: '%' })],
    ['what has no letters and no name for it is no name', listed(2, { id: '%', color: '#%' })],
    [
      'what is four objects deep is not looked at',
      listed(2, { a: { b: { c: { id: '%', name: 'Nuevo %' } } } }),
    ],
  ])('%s', (_, entries) => {
    expect(understood(entries)).toMatchObject({ refused: 'noList' });
  });
});

describe('the list is found inside its wrapper', () => {
  const entries = [{ id: 1, name: 'Nuevo' }];
  const entriesAndMore = [{ id: 1, name: 'Nuevo' }, null];
  test.each<[string, string, unknown]>([
    ['data', 'data', { success: true, data: entries, errors: [] }],
    ['result', 'result', { isSuccess: true, errors: null, message: 'OK', result: entries }],
    ['PascalCase', 'Value', { Succeeded: true, Value: entries }],
    ['a .NET list that keeps references', '$values', { $id: '1', $values: entries }],
    ['three deep', 'response.data.items', { response: { data: { items: entries } } }],
    ['any name, where it is the only one', 'itemTypes', { count: 1, itemTypes: entries }],
    ['the longest, where no name says which', 'cosas', { rol: [{ id: 3 }], cosas: entriesAndMore }],
    ['the outermost of two alike', 'cosas', { otro: { cosas: [{ id: 3, name: 'x' }] }, cosas: entries }],
    ['one of objects, though one of texts is named', 'cosas', { data: ['x', 'y'], cosas: entries }],
    ['not what stands beside it', 'cosas', { warnings: [{ id: 3, name: 'x' }, { id: 4 }], cosas: entries }],
    ['named, though another is longer', 'data', { permissions: [{ id: 3 }, { id: 4 }], data: entries }],
  ])('%s', (_, list, json) => {
    expect(understood(json)).toMatchObject({
      shape: { list, id: 'id', name: 'name' },
      items: [['1', 'Nuevo']],
    });
  });

  test.each<[string, unknown]>([
    ['an empty answer', []],
    ['an empty wrapper', { success: true, data: [], errors: [] }],
  ])('%s is a list with nothing in it', (_, json) => {
    expect(understood(json)).toEqual({ shape: null, items: [] });
  });
});

describe('a wrapper says whether it failed', () => {
  const said = (name: string, value: unknown) =>
    'refused' in understood({ [name]: value, data: [{ id: 1, name: 'Nuevo' }] });

  test.each(['success', 'isSuccess', 'IsSuccessful', 'succeeded', 'successful', 'ok', 'isOk'])(
    'by %s, which is false',
    (name) => {
      expect([said(name, false), said(name, true), said(name, null)]).toEqual([true, false, false]);
    },
  );

  test.each(['failed', 'isFailed', 'IsFailure', 'isError', 'hasError', 'hasErrors'])(
    'by %s, which is true',
    (name) => {
      expect([said(name, true), said(name, false), said(name, null)]).toEqual([true, false, false]);
    },
  );
});

test('entries are found among more nulls than there are of them, and their texts without spaces around', () => {
  const entries = [null, null, null, { id: 1, name: ' Nuevo ' }];
  expect(understood(entries)).toEqual({
    shape: { list: '', id: 'id', name: 'name' },
    items: [['1', 'Nuevo']],
  });
  expect(parseList(JSON.stringify(entries))).toMatchObject({ dropped: 3 });
});

describe('what is no list is refused in its own words', () => {
  const unnamed = { type: null, instance: null };
  const noWords = { title: null, detail: null };
  test.each<[string, unknown, { title: string | null; detail: string | null }]>([
    ['null', null, noWords],
    ['a number', 7, noWords],
    ['an empty object', {}, noWords],
    ['texts', ['Nuevo', 'Usado'], noWords],
    ['arrays', [['1', 'Nuevo']], noWords],
    ['entries with no id', [{ name: 'Nuevo' }, { name: 'Usado' }], noWords],
    ['entries with no name', [{ id: 1 }, { id: 2 }], noWords],
    ['four deep', { a: { b: { c: { d: [{ id: 1, name: 'x' }] } } } }, noWords],
    ['a page', '<html>', { title: null, detail: '<html>' }],
    [
      'no success',
      { success: false, message: 'Clave vencida', data: [] },
      { title: 'Clave vencida', detail: null },
    ],
    [
      'no success, though there is a list',
      { IsSuccess: false, Errors: [{ Message: 'Uno' }, 'Dos'], Data: [{ id: 1, name: 'x' }] },
      { title: null, detail: 'Uno · Dos' },
    ],
    ['errors that are none, and no list', { errors: [] }, noWords],
    ['errors and no list', { data: null, errors: ['Sin permiso'] }, { title: null, detail: 'Sin permiso' }],
    [
      'a problem document under 200',
      { title: 'No encontrado', status: 404, detail: null },
      { title: 'No encontrado', detail: null },
    ],
  ])('%s', (_, json, words) => {
    expect(understood(json)).toEqual({ refused: 'noList', words: { ...unnamed, ...words } });
  });

  test('what is not JSON', () => {
    expect(parseList('[{"id":1,')).toEqual({ refused: 'notJson', words: { ...unnamed, ...noWords } });
  });
});

test('every element but null stays, in its order and as it came', () => {
  const text = `{ "data" : [ {"id": 1.0, "name":"A\\u00f1o"} ,{"id":1,"name":"Año","id":2}, null, 7,
    {"id":90071992547409931,"name":""}, {"x":"]}\\"" } ,{"id":4,"name":"Fin"}] }`;
  const read = parseList(text);
  if ('refused' in read) throw new Error(read.refused);
  expect(read.items.map(({ id, name }) => [id, name])).toEqual([
    ['1', 'Año'],
    ['2', 'Año'],
    ['', ''],
    ['90071992547409940', ''],
    ['', ''],
    ['4', 'Fin'],
  ]);
  expect(read.items.map(({ raw }) => raw)).toEqual([
    '{"id": 1.0, "name":"A\\u00f1o"}',
    '{"id":1,"name":"Año","id":2}',
    '7',
    '{"id":90071992547409931,"name":""}',
    '{"x":"]}\\"" }',
    '{"id":4,"name":"Fin"}',
  ]);
});

test('ids that repeat are all kept', () => {
  const entries = [1, 1, 2].map((id, index) => ({ id, name: `Tipo ${index}` }));
  expect(understood(entries)).toMatchObject({
    items: [
      ['1', 'Tipo 0'],
      ['1', 'Tipo 1'],
      ['2', 'Tipo 2'],
    ],
  });
});

test('10,000 entries are understood', () => {
  const entries = Array.from({ length: 10_000 }, (_, id) => ({ active: true, name: `Tipo ${id}`, id }));
  const read = parseList(JSON.stringify(entries));
  if ('refused' in read) throw new Error(read.refused);
  expect(read.items[9999]).toEqual({ id: '9999', name: 'Tipo 9999', raw: JSON.stringify(entries[9999]) });
});

function arraysIn(json: unknown): unknown[] {
  const inner = typeof json === 'object' && json !== null ? Object.values(json).flatMap(arraysIn) : [];
  return Array.isArray(json) ? [json, ...inner] : inner;
}

test('nothing that is JSON makes it throw, and elements of a list are never lost, moved or changed', () => {
  const json = fc.oneof(
    fc.json({ maxDepth: 5 }),
    fc.json({ maxDepth: 4 }).map((inner) => `{"data":[${inner},{"id":1,"name":"x"}]}`),
    fc.array(fc.record({ id: fc.jsonValue(), name: fc.jsonValue() })).map((list) => JSON.stringify(list)),
  );
  fc.assert(
    fc.property(json, (text) => {
      const read = parseList(text);
      if ('refused' in read || read.shape === null) return;
      const lists = arraysIn(JSON.parse(text)).map((list) => [list].flat().filter((one) => one !== null));
      expect(lists).toContainEqual(read.items.map(({ raw }) => JSON.parse(raw)));
    }),
    { numRuns: 500 },
  );
});

test('sources of elements are cut out of the text exactly, whatever the spaces', () => {
  const spaces = fc
    .array(fc.constantFrom(' ', '\n', '\t', '\r'), { maxLength: 3 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), spaces, fc.string(), (values, space, name) => {
      const sources = values.map((value) => JSON.stringify(value, null, space));
      const key = JSON.stringify(name);
      const inner = `[${space}${sources.join(`${space},${space}`)}${space}]`;
      expect(elementSources(`${space}${inner}`, [])).toEqual(sources);
      expect(elementSources(`{${key}:0,${space}${key}${space}:${space}${inner}${space}}`, [name])).toEqual(
        sources,
      );
    }),
  );
});

test('deep nesting neither throws nor hangs', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(parseList(`[{"id":1,"name":"x","deep":${deep}}]`)).toMatchObject({ refused: 'tooLarge' });
  expect(parseList(deep)).toMatchObject({ refused: 'tooLarge' });
});

describe('what is more than a list can be is refused before it is parsed', () => {
  const list = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `n${id}` }));
  const members = (count: number) => Object.fromEntries(list(count).map(({ id, name }) => [name, id]));
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test.each<[string, string, string | null]>([
    ['10,000 elements', JSON.stringify({ data: list(10_000) }), null],
    ['10,001 elements', JSON.stringify({ data: list(10_001) }), 'tooManyElements'],
    ['1,000 members', JSON.stringify([members(1000)]), null],
    ['1,001 members', JSON.stringify([members(1001)]), 'tooLarge'],
    ['64 levels', nested(64), null],
    ['65 levels', nested(65), 'tooLarge'],
    ['millions of brackets', '['.repeat(2_000_000), 'tooLarge'],
    ['signs within texts', JSON.stringify([{ id: 1, name: `"\\${',[{'.repeat(20_000)}` }]), null],
    ['no JSON', ',}]"\\', 'notJson'],
  ])('%s', (_, text, refused) => {
    const read = readJson(text);
    expect('refused' in read ? read.refused : null).toBe(refused);
  });

  test('everything else is what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readJson(text)).toEqual({ json: JSON.parse(text) });
      }),
    );
  });

  test('nothing of 2 MiB is looked at for long', async () => {
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 180_000 }, (_, index) => [`k${index}`, 1])),
    );
    const ratio = await leastRatio(
      () => parseList(wide),
      () => JSON.parse(wide),
      20,
    );
    // Hundreds of times as long where each of its members is looked at.
    expect(ratio).toBeLessThan(20);
  });
});

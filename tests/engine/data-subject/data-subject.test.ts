import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataSubjectState, SubjectPlace } from '#shared/contract/data-subject.ts';
import { maskedKey, readSubjectKey, type SubjectKeyKind } from '#shared/rules/subject-key.ts';
import { unpackBundle } from '../../../main/engine/archive/unpack-bundle.ts';
import { verifyBundle } from '../../../main/engine/bundles.ts';
import { needleFor } from '../../../main/engine/data-subject/needle.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Office, openOffice, person } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

/** Resolves once nothing is searched or exported. */
async function ended(): Promise<DataSubjectState> {
  for await (const _ of await office.client.changes()) {
    const state = await office.client.dataSubject.get();
    if (state.running === null) return state;
  }
  throw new Error('the stream ended');
}

async function found(kind: SubjectKeyKind, value: string) {
  await office.client.dataSubject.find({ kind, value });
  const { found: all, failure } = await ended();
  if (all === null) throw new Error(`nothing came of it: ${failure?.code} ${failure?.detail}`);
  const { rows } = await office.client.dataSubject.records({});
  const records = await office.client.records.rows({ ids: rows.map(({ id }) => id) });
  const ids = new Map(records.map(({ id, marketplaceId }) => [id, marketplaceId]));
  return {
    all,
    why: Object.fromEntries(rows.map(({ id, relations }) => [ids.get(id), relations])),
    places: Object.fromEntries(all.places.map((place) => [place.place, place.found])) as Record<
      SubjectPlace,
      number
    >,
  };
}

describe('a person is found', () => {
  test.each([person.cedula, person.written, ' 001 1234567 3 '])(
    'by a Cédula as %j in every place',
    async (written) => {
      const { all, why, places } = await found('cedula', written);
      expect(why).toEqual({
        2: ['named', 'policy'],
        3: ['vehicle'],
        4: ['policy'],
        5: ['claim'],
        6: ['text'],
        8: ['named'],
      });
      expect(places).toEqual({
        ...{
          policies: 1,
          revisions: 4,
          bundles: 0,
          cancelCalls: 1,
          lookups: 1,
          rejected: 1,
          texts: 1,
          pdfs: 0,
          importProblems: 1,
        },
        audit: expect.any(Number),
      });
      expect(places.audit).toBeGreaterThan(0);
      expect(all.policies.rows).toEqual([
        expect.objectContaining({
          insurancePolicyNumber: person.policy,
          vehicles: [{ vin: person.vin, makeName: 'Honda', modelName: 'Accord' }],
        }),
      ]);
      expect(all.records).toMatchObject({ total: 6, earlierOnly: 0 });
      expect(all.places.find(({ place }) => place === 'revisions')?.lookedAt).toBe(10);
    },
  );

  test('by an RNC that stands in an earlier revision alone', async () => {
    const { all, why } = await found('rnc', '1-31-24679-6');
    expect(why).toEqual({ 7: ['named'] });
    expect(all.records.earlierOnly).toBe(1);
  });

  test.each(['auto-221-b', 'AUTO 221 B', 'auto221b'])(
    'by a policy as %j, with its claim and vehicle',
    async (written) => {
      const { why, places } = await found('policy', written);
      expect(why).toMatchObject({
        2: ['named', 'policy'],
        3: ['vehicle'],
        4: ['named', 'policy'],
        5: ['claim'],
      });
      expect(places).toMatchObject({ policies: 1, lookups: 1 });
    },
  );

  test('also by a number whose check digit is wrong, which is said', async () => {
    await office.client.dataSubject.find({ kind: 'cedula', value: '001-1234567-4' });
    const state = await ended();
    expect(state).toMatchObject({ key: { value: '00112345674', checks: false }, failure: null });
    expect(state.found?.records.total).toBe(0);
  });
});

test('what was found is exported whole, readable, and noted without the number', async () => {
  await found('cedula', person.cedula);
  const file = join(temporaryFolder(), 'persona.perito');
  const { client } = office;
  await client.dataSubject.export({ file });
  const { exported, failure } = await ended();
  expect([failure, exported]).toEqual([null, expect.objectContaining({ file, records: 6 })]);
  const verified = await verifyBundle(file);
  expect(verified).toMatchObject({
    ok: true,
    manifest: { subject: { kind: 'cedula', value: person.cedula } },
  });
  const part = (name: string) => spawnSync('unzip', ['-p', file, name], { encoding: 'utf8' }).stdout;
  const rows = (list: string) =>
    part(`subject/${list}.jsonl`)
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  expect(rows('policies')).toMatchObject([
    { insurancePolicyNumber: person.policy, vehicles: [{ vin: person.vin }] },
  ]);
  expect(rows('lookups')).toMatchObject([
    { asked: { kind: 'policy' }, answered: expect.stringContaining(person.policy) },
  ]);
  const [rejected] = rows('rejected');
  expect(part(rejected.part)).toContain(person.written);
  const [ask] = rows('asks');
  expect(part(ask.part)).toContain(person.written);
  const text = expect.stringContaining(person.written);
  expect(rows('texts')).toMatchObject([
    { source: 'note', text },
    { source: 'importProblem', recordId: null, text },
  ]);
  expect(JSON.parse(part('subject.json'))).toMatchObject({ law: '172-13', recordsExported: 6 });
  expect(part('LEAME.html')).toContain('"subject":{"kind":"cedula"');
  const [noted] = (await client.audit.list({ subject: 'dataSubjects' })).rows;
  expect(noted).toMatchObject({
    action: 'dataSubject.exported',
    detail: {
      by: 'cedula',
      key: '•••••••5673',
      mark: expect.stringMatching(/^[\da-f]{16}$/),
      records: 6,
      file,
    },
  });
  expect(JSON.stringify(noted)).not.toContain(person.cedula);

  // What is of no record is no fault of it where it is opened.
  const opened = await unpackBundle({
    file,
    name: 'persona.perito',
    dataDir: join(temporaryFolder(), 'open'),
  });
  await opened.check(() => {});
  expect(opened.archive()).toMatchObject({ damagedCount: 0 });
  await opened.close();

  const some = join(temporaryFolder(), 'some.perito');
  await client.dataSubject.export({ file: some, relations: ['named'] });
  expect((await ended()).exported?.records).toBe(2);
  await client.dataSubject.export({ file: some, relations: ['named'] });
  expect((await ended()).failure?.code).toBe('targetExists');
  expect(readFileSync(some).length).toBeGreaterThan(0);
});

describe('what is asked', () => {
  test.each<[SubjectKeyKind, string, string]>([
    ['rnc', '', 'blank'],
    ['rnc', '  \t', 'blank'],
    ['rnc', '1', 'wrongLength'],
    ['rnc', '-', 'notDigits'],
    ['cedula', '131246796', 'wrongLength'],
    ['cedula', '١٢٣٤٥٦٧٨٩٠١', 'notDigits'],
    ['rnc', '１３１２４６７９６', 'notDigits'],
    ['rnc', "1312' OR 1", 'notDigits'],
    ['rnc', '1'.repeat(101), 'tooLong'],
    ['policy', '—', 'noLetterOrDigit'],
    ['policy', 'x'.repeat(101), 'tooLong'],
  ])('%s %j is refused as %s', (kind, text, problem) => {
    expect(readSubjectKey(kind, text)).toEqual({ problem });
  });

  test.each<[SubjectKeyKind, string, string, boolean | null]>([
    ['rnc', '1-31-24679-6', '131246796', true],
    ['rnc', '131246797', '131246797', false],
    ['rnc', person.written, person.cedula, true],
    ['cedula', '001–1234567–3', person.cedula, true],
    ['policy', ' auto-221   b ', 'AUTO-221 B', null],
    ['policy', '7', '7', null],
  ])('%s %j is %s', (kind, text, value, checks) => {
    expect(readSubjectKey(kind, text)).toEqual({ key: { kind, value, checks } });
  });

  test('a log shows the end of a number, and of a short one nothing', () => {
    expect([maskedKey(person.cedula), maskedKey('131246796'), maskedKey('AUTO-1')]).toEqual([
      '•••••••5673',
      '•••••6796',
      '••••••',
    ]);
  });
});

describe('a text names a number', () => {
  const needle = (kind: SubjectKeyKind, value: string) => needleFor({ kind, value, checks: null });

  test.each<[SubjectKeyKind, string, string, boolean]>([
    ['rnc', '131246796', 'RNC:131-24679-6.', true],
    ['rnc', '131246796', '{"a":"\\u0031\\u002d31-24679-6"}', true],
    ['rnc', '131246796', '{"a":131246796}', true],
    ['rnc', '131246796', '1312467961', false],
    ['rnc', '131246796', '131246796.50', false],
    ['rnc', '131246796', '1.131246796', false],
    ['rnc', '131246796', 'RNC 1/31/24679/6', true],
    // An amount is divided elsewhere.
    ['rnc', '131246796', 'RD$ 1312467.96', false],
    ['cedula', '00112345673', '001.1234567.3', true],
    ['cedula', '00112345673', '001_1234567_3', true],
    ['cedula', '00112345673', '001\u00AD1234567\u00AD3', true],
    ['cedula', '00112345673', '{"a":"００１-１２３４５６７-３"}', true],
    ['cedula', '00112345673', '{"a":112345673}', true],
    ['cedula', '00112345673', 'tel. 112345673', false],
    // Without its zeros it would be the RNC of another.
    ['cedula', '00112345671', '{"a":112345671}', false],
    ['policy', 'AUTO-221-B', 'de la póliza auto 221b, ayer', true],
    ['policy', 'AUTO-221-B', 'AUTO-221-BC', false],
    ['policy', '7', '{"items":7,"name":"7"}', false],
    ['policy', '7', '{"insurancePolicyNumber": " 7 "}', true],
    ['policy', '7', '{"form":"{\\"noPoliza\\":\\"7\\"}"}', true],
    ['policy', '123456', '{"itemId":123456}', false],
  ])('%s %s in %s: %s', (kind, value, text, isNamed) => {
    expect(needle(kind, value).named(text).number).toBe(isNamed);
  });

  test('however it is cut by spaces and dashes, and never as a part of longer digits', () => {
    const digits = fc.stringMatching(/^[1-9]\d{8}$/);
    const separators = fc.array(fc.constantFrom('', '-', ' ', '–', ' -'), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(digits, separators, fc.constantFrom('"', 'x', ': '), (value, between, around) => {
        const written = [...value].map((digit, index) => digit + (between[index] ?? '')).join('');
        const { isNumber } = needle('rnc', value);
        return isNumber(`${around}${written}${around}`) && !isNumber(`1${value}`) && !isNumber(`${value}0`);
      }),
    );
  });
});

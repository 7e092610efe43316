import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { CoverResult, PolicyFields } from '../../../shared/contract/policies.ts';
import { insurancePolicyDetails } from '../../../shared/marketplace/insurance-policy.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { openPolicies, row } from './house.ts';

async function open(rows: PolicyFields[] = []) {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  if (rows.length > 0) expect(await house.book.import({ rows })).toMatchObject({ applied: true });
  const lookup = async (query: object) =>
    JSON.parse(await house.answers.lookup({ incidentDate: '2026-06-01', ...query }, 'prueba'));
  return { ...house, lookup };
}

const company = row({
  insurancePolicyNumber: 'FLOTA-1',
  personTypeId: '1',
  companyTaxId: '999000001',
  companyName: 'Flota de Prueba SRL',
  identification: '',
  identificationTypeId: '',
  firstName: '',
  lastName: '',
  displayName: 'Flota de Prueba',
});

test('a natural person: the exact shape, with nulls where the interface says null', async () => {
  const { lookup } = await open([row({ year: '', coverages: '' })]);
  expect(await lookup({ insurancePolicyNumber: 'AUTO-PRUEBA-1' })).toEqual([
    {
      insurancePolicyNumber: 'AUTO-PRUEBA-1',
      owner: {
        personTypeId: 2,
        personTypeName: 'Persona física',
        companyInfo: null,
        personalInfo: {
          identification: '99900000003',
          identificationTypeId: 2,
          identificationTypeName: 'Cédula',
          firstName: 'Ana',
          lastName: 'Prueba',
        },
        phoneNumber: '809-555-0101',
        displayName: 'Ana Prueba',
        emailAddress: 'ana@prueba.example',
        address: 'Calle de la Prueba 1, Santo Domingo',
      },
      vehicles: [
        {
          vin: 'PRUEBA00000000001',
          makeName: 'Toyota',
          modelName: 'Yaris',
          year: 0,
          action: null,
          coverages: [],
        },
      ],
    },
  ]);
});

test('a company: no person; coverages and action as the interface has them', async () => {
  const { lookup } = await open([{ ...company, premiumUnpaid: 'x' }]);
  expect(await lookup({ vin: 'prueba00000000001' })).toMatchObject([
    {
      owner: {
        personTypeId: 1,
        personTypeName: 'Persona jurídica',
        companyInfo: { companyTaxId: '999000001', companyName: 'Flota de Prueba SRL' },
        personalInfo: null,
      },
      vehicles: [
        {
          action: { severity: 'warning', userMessage: expect.stringContaining('prima') },
          coverages: [
            { coverageTypeCode: 'COL', coverageTypeName: 'Colisión y vuelco' },
            { coverageTypeCode: 'INC', coverageTypeName: 'Incendio' },
          ],
        },
      ],
    },
  ]);
});

test('an owner without identification has no name of its type', async () => {
  const { lookup } = await open([row({ identification: '', identificationTypeId: '' })]);
  const [{ owner }] = await lookup({ vin: 'PRUEBA00000000001' });
  expect(owner.personalInfo).toMatchObject({
    identification: '',
    identificationTypeId: 3,
    identificationTypeName: null,
  });
});

test('the balance: exact decimals as they are kept, 404 where the pair is unknown, both logged', async () => {
  const { answers, lookups } = await open([
    row({ accountBalance: '123456789012345.10', deductibleAmount: '0.1' }),
  ]);
  const balance = (insurancePolicyNumber: string, vin: string) =>
    answers.balance({ insurancePolicyNumber, vin }, 'prueba');
  expect(await balance(' auto-prueba-1', 'prueba00000000001 ')).toBe(
    '{"accountBalance":123456789012345.10,"deductibleAmount":0.10}',
  );
  expect(await balance('AUTO-PRUEBA-1', 'OTHER')).toBeNull();
  const { rows } = await lookups.list();
  expect(rows.map(({ kind, vin, vehicles }) => [kind, vin, vehicles])).toEqual([
    ['balance', 'OTHER', 0],
    ['balance', 'prueba00000000001 ', 1],
  ]);
  expect(await lookups.get({ id: rows[0]?.id ?? 0 })).toMatchObject({ status: 404, answer: '' });
  expect(await lookups.get({ id: rows[1]?.id ?? 0 })).toMatchObject({ status: 200 });
});

test('a lookup is logged with all that was asked and found, is found by number and VIN, and is published', async () => {
  const { lookup, lookups, changes } = await open([row(), row({ insurancePolicyNumber: 'OTRA-2' })]);
  const published: unknown[] = [];
  changes.publish = (change) => void published.push(change);
  const asked = { incidentTypeId: 3, intermediaryTaxId: '101000007', reportCategoryId: 2 };
  await lookup({ vin: ' prueba00000000001', ...asked });
  await lookup({ insurancePolicyNumber: ' otra-2' });
  const { rows } = await lookups.list();
  expect(rows).toMatchObject([
    { insurancePolicyNumber: ' otra-2', vin: null, policies: 1, vehicles: 1 },
    { insurancePolicyNumber: null, vin: ' prueba00000000001', policies: 2, vehicles: 2 },
  ]);
  expect(published).toEqual(rows.map(({ id }) => ({ topic: 'policyLookups', ids: [id] })).toReversed());
  const [second, first] = rows;
  expect(await lookups.get({ id: first?.id ?? 0 })).toMatchObject(asked);
  const found = async (query: object) => (await lookups.list(query)).rows.map(({ id }) => id);
  expect(await found({ insurancePolicyNumber: 'OTRA-2 ' })).toEqual([second?.id]);
  expect(await found({ vin: 'PRUEBA00000000001 ' })).toEqual([first?.id]);
});

test('a check tells of a vehicle all that it knows, and of none nothing', async () => {
  const { policies } = await open([
    row({ coverages: 'COL:Colisión' }),
    row({ insurancePolicyNumber: 'P-2', vin: 'V2', phoneNumber: '', address: '' }),
  ]);
  const checked = (query: object) => policies.checkCoverage({ incidentDate: '2026-06-01', ...query });
  expect(await checked({ vin: 'PRUEBA00000000001' })).toMatchObject({
    found: true,
    vehicle: { vin: 'PRUEBA00000000001' },
    ownerName: 'Ana Prueba',
    ownerPhone: '809-555-0101',
    ownerAddress: 'Calle de la Prueba 1, Santo Domingo',
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    coverages: [{ code: 'COL', name: 'Colisión' }],
    period: 'inForce',
  });
  const nothing = {
    found: false,
    id: null,
    vehicle: null,
    ownerName: null,
    coverages: [],
    period: null,
    cover: null,
    rules: [],
  };
  for (const query of [
    { vin: 'V9' },
    { insurancePolicyNumber: 'NINGUNA' },
    { insurancePolicyNumber: 'X', vin: 'V2' },
    {},
  ])
    expect(await checked(query)).toMatchObject(nothing);
});

test('the first of two vehicles alike is checked', async () => {
  const { policies } = await open([
    row({ insurancePolicyNumber: 'P-1', displayName: 'Primera' }),
    row({ insurancePolicyNumber: 'P-2', displayName: 'Segunda' }),
  ]);
  const check = await policies.checkCoverage({ vin: row().vin, incidentDate: '2026-06-01' });
  expect(check.ownerName).toBe('Primera');
});

test('a policy of one vehicle says which it is, and a fleet only with the chassis number', async () => {
  const own = row({
    insurancePolicyNumber: 'P-1',
    vin: 'V1',
    makeName: 'Kia',
    modelName: 'K5',
    year: '2013',
  });
  const fleet = ['V2', 'V3'].map((vin) => row({ insurancePolicyNumber: 'P-2', vin, year: '' }));
  const { policies } = await open([own, ...fleet]);
  const vehicleOf = async (query: object) =>
    (await policies.checkCoverage({ incidentDate: '2026-06-01', ...query })).vehicle;
  expect(await vehicleOf({ insurancePolicyNumber: 'P-1' })).toEqual({ name: 'Kia K5 2013', vin: 'V1' });
  expect(await vehicleOf({ insurancePolicyNumber: 'P-2' })).toBeNull();
  expect(await vehicleOf({ insurancePolicyNumber: 'P-2', vin: 'V3' })).toMatchObject({ vin: 'V3' });
});

test('of rules of one severity all are told, in their order', async () => {
  const { policies, settings } = await open([row({ excluded: '1', premiumUnpaid: '1', coverages: 'COL' })]);
  const { policyRules } = settings.current();
  const grave = (rule: keyof typeof policyRules) => ({
    ...policyRules[rule],
    on: true,
    severity: 'error' as const,
  });
  const all = ['premiumUnpaid', 'noCoverage', 'excluded', 'notInForce'] as const;
  await settings.update(
    {
      coverageOfIncident: { collision: ['COL'] },
      policyRules: Object.fromEntries(all.map((rule) => [rule, grave(rule)])),
    },
    { person: '', via: 'token' },
  );
  const check = await policies.checkCoverage({
    vin: row().vin,
    incidentDate: '2030-01-01',
    incidentTypeId: 2,
  });
  expect(check.rules.map(({ rule }) => rule)).toEqual(all.toReversed());
});

test.each(['FLOTA  7', ' flota 7 ', 'Flota\u00a07', 'FLOTA\t7'])(
  'a policy number is found as %j, whatever white space the book or the call has',
  async (asked) => {
    const { lookup } = await open([row({ insurancePolicyNumber: 'FLOTA  7' })]);
    expect(await lookup({ insurancePolicyNumber: asked })).toHaveLength(1);
  },
);

const rules: [string, PolicyFields, object, string | null][] = [
  ['in force, covered', {}, {}, null],
  ['on the first day', {}, { incidentDate: '2026-01-01' }, null],
  ['on the last day', {}, { incidentDate: '2026-12-31' }, null],
  ['the day before', {}, { incidentDate: '2025-12-31' }, 'notInForce'],
  ['the day after', {}, { incidentDate: '2027-01-01' }, 'notInForce'],
  ['without an end', { validTo: '' }, { incidentDate: '2099-01-01' }, null],
  ['without a beginning', { validFrom: '' }, { incidentDate: '1999-01-01' }, null],
  ['excluded', { excluded: 'sí' }, {}, 'excluded'],
  ['unpaid', { premiumUnpaid: 'sí' }, {}, 'premiumUnpaid'],
  ['not covered', {}, { incidentTypeId: 2 }, 'noCoverage'],
  ['covered', {}, { incidentTypeId: 3 }, null],
  ['of which no code covers the incident type', {}, { incidentTypeId: 4 }, 'noCoverage'],
  ['with a code that nobody assigned', { coverages: 'COL;NEW' }, { incidentTypeId: 2 }, 'coverNotChecked'],
  ['with such a code beside one that covers', { coverages: 'COL;NEW' }, { incidentTypeId: 3 }, null],
  ['of which the book has no coverages', { coverages: '' }, { incidentTypeId: 3 }, 'coverNotChecked'],
  [
    'not checked and unpaid',
    { coverages: 'NEW', premiumUnpaid: 'sí' },
    { incidentTypeId: 3 },
    'coverNotChecked',
  ],
  ['not checked and excluded', { coverages: 'NEW', excluded: 'sí' }, { incidentTypeId: 3 }, 'excluded'],
  ['no incident type', { coverages: '' }, {}, null],
  ['over and excluded', { excluded: 'sí' }, { incidentDate: '2027-01-01' }, 'notInForce'],
  ['excluded and not covered', { excluded: 'sí' }, { incidentTypeId: 2 }, 'excluded'],
  ['not covered and unpaid', { premiumUnpaid: 'sí' }, { incidentTypeId: 2 }, 'noCoverage'],
];
test.each(rules)('the rule of a vehicle %s', async (_, fields, query, rule) => {
  const { lookup, settings, book } = await open([row(fields)]);
  const coverageOfIncident = { theft: ['ROB'], collision: ['col'], none: ['INC'] };
  await settings.update({ coverageOfIncident }, { person: '', via: 'token' });
  const [{ vehicles }] = await lookup({ vin: 'PRUEBA00000000001', ...query });
  const expected = rule === null ? null : settings.current().policyRules[rule as 'excluded'];
  expect(vehicles[0].action).toEqual(expected && { severity: expected.severity, userMessage: expected.text });
  const checked = await book.check({ vin: 'PRUEBA00000000001', incidentDate: '2026-06-01', ...query });
  expect(checked.rules[0]?.rule ?? null).toBe(rule);
});

test.each([
  ['COL', 3, 'covered', []],
  ['COL', 2, 'notCovered', ['noCoverage']],
  ['NEW', 3, 'notChecked', ['coverNotChecked']],
  ['COL', undefined, 'notChecked', []],
])('a lookup of %s for type %s is logged as %s', async (coverages, incidentTypeId, cover, ruled) => {
  const { lookup, lookups, settings } = await open([row({ coverages })]);
  const coverageOfIncident = { theft: ['ROB'], collision: ['COL'] };
  await settings.update({ coverageOfIncident }, { person: '', via: 'token' });
  await lookup({ vin: 'PRUEBA00000000001', incidentTypeId });
  expect((await lookups.list({ limit: 1 })).rows).toMatchObject([{ rules: ruled, cover }]);
});

test('of several vehicles a lookup is logged with the cover of which least is known; of none, and of a balance, with none', async () => {
  const { lookup, lookups, answers, settings } = await open([
    row({ vin: 'PRUEBA00000000001', coverages: 'COL' }),
    row({ vin: 'PRUEBA00000000002', coverages: 'NEW' }),
  ]);
  await settings.update({ coverageOfIncident: { collision: ['COL'] } }, { person: '', via: 'token' });
  await lookup({ insurancePolicyNumber: 'AUTO-PRUEBA-1', incidentTypeId: 3 });
  await lookup({ insurancePolicyNumber: 'NINGUNA', incidentTypeId: 3 });
  const asked = { insurancePolicyNumber: 'AUTO-PRUEBA-1', vin: 'PRUEBA00000000001' };
  await answers.balance(asked, 'prueba');
  const { rows } = await lookups.list();
  expect(rows.map(({ cover }) => cover)).toEqual([null, null, 'notChecked']);
});

const covers: [what: string, coverages: string, type: number | undefined, cover: CoverResult][] = [
  ['covered', 'COL;ROB', 3, { state: 'covered', reason: null, codes: ['COL'] }],
  ['covered by two', 'COL;TR;ROB', 3, { state: 'covered', reason: null, codes: ['COL', 'TR'] }],
  ['covered, whatever else it has', 'NEW;tr', 2, { state: 'covered', reason: null, codes: ['tr'] }],
  ['not covered', 'COL;RC', 2, { state: 'notCovered', reason: null, codes: [] }],
  ['not covered by what covers nothing', 'rc', 5, { state: 'notCovered', reason: null, codes: [] }],
  ['not checked', 'COL;NEW;OLD', 2, { state: 'notChecked', reason: 'unassigned', codes: ['NEW', 'OLD'] }],
  ['not checked without coverages', '', 2, { state: 'notChecked', reason: 'noCoverages', codes: [] }],
  [
    'not checked without a type',
    'COL',
    undefined,
    { state: 'notChecked', reason: 'noIncidentType', codes: [] },
  ],
  [
    'not checked of another type',
    'COL',
    9,
    { state: 'notChecked', reason: 'unknownIncidentType', codes: [] },
  ],
];
test.each(covers)('cover is %s: %s of type %s', async (_, coverages, incidentTypeId, cover) => {
  const { settings, book } = await open([row({ coverages })]);
  const coverageOfIncident = { collision: ['COL', 'TR'], theft: ['ROB', 'TR'], none: ['RC'] };
  await settings.update({ coverageOfIncident }, { person: '', via: 'token' });
  const asked = { vin: 'PRUEBA00000000001', incidentDate: '2026-06-01' };
  const check = await book.check({ ...asked, ...(incidentTypeId === undefined ? {} : { incidentTypeId }) });
  expect(check.cover).toEqual(cover);
});

test.each([
  ['2026-12-31', undefined, 'inForce'],
  ['2027-01-01', undefined, 'notInForce'],
  ['2026-12-31', '2027-01-01', 'maybeNotInForce'],
  ['2027-01-01', '2026-12-31', 'maybeNotInForce'],
  ['2027-01-01', '2027-01-02', 'notInForce'],
] as const)('on %s, or perhaps %s, the policy is %s', async (incidentDate, otherDate, period) => {
  const { book } = await open([row()]);
  const check = await book.check({
    vin: 'PRUEBA00000000001',
    incidentDate,
    ...(otherDate === undefined ? {} : { otherDate }),
  });
  expect(check.period).toBe(period);
  expect(check.rules.map(({ rule }) => rule)).toEqual(period === 'notInForce' ? ['notInForce'] : []);
});

test('the codes of the book are told with what was assigned, those that wait first', async () => {
  const { book, settings } = await open([
    row({ vin: 'V1', coverages: 'COL:Colisión;RC:Responsabilidad civil' }),
    row({ vin: 'V2', coverages: 'col:Otra;ROB:Robo' }),
    row({ vin: 'V3', coverages: '' }),
    row({ vin: 'V4', coverages: 'ROB:Robo' }),
    row({ vin: 'V5', coverages: 'ROB:Robo' }),
  ]);
  await settings.update({ coverageOfIncident: { none: ['RC', 'OLD'] } }, { person: '', via: 'token' });
  const codes = async () =>
    (await book.coverageCodes()).codes.map((one) => [one.code, one.vehicles, one.isAssigned]);
  expect(await codes()).toEqual([
    ['ROB', 3, false],
    ['col', 2, false],
    ['RC', 1, true],
    ['OLD', 0, true],
  ]);
  const gone = (await book.list({ search: 'V1' })).rows[0]?.id ?? 0;
  await book.remove({ id: gone });
  expect(await codes()).toEqual([
    ['ROB', 3, false],
    ['col', 1, false],
    ['OLD', 0, true],
    ['RC', 0, true],
  ]);
});

test('severities of the settings decide which rule counts; one that is off does not', async () => {
  const { lookup, settings } = await open([row({ excluded: '1', premiumUnpaid: '1' })]);
  const actor = { person: '', via: 'token' } as const;
  const { policyRules } = settings.current();
  const unpaid = { ...policyRules.premiumUnpaid, severity: 'error' as const, text: 'Prima' };
  await settings.update(
    { policyRules: { premiumUnpaid: unpaid, excluded: { ...policyRules.excluded, severity: 'info' } } },
    actor,
  );
  const action = async () => (await lookup({ vin: 'PRUEBA00000000001' }))[0].vehicles[0].action;
  expect(await action()).toEqual({ severity: 'error', userMessage: 'Prima' });
  await settings.update({ policyRules: { premiumUnpaid: { ...unpaid, on: false } } }, actor);
  expect(await action()).toMatchObject({ severity: 'info' });
});

test.each([
  [['excluded', 'clean', 'premiumUnpaid'], 'clean'],
  [['excluded', 'premiumUnpaid'], 'premiumUnpaid'],
  [['premiumUnpaid', 'excluded'], 'premiumUnpaid'],
  [['excluded', 'premiumUnpaid', 'both'], 'premiumUnpaid'],
  [['both', 'excluded'], 'excluded'],
])(
  'of vehicles that are %j a check tells of the one with the least against it, %s',
  async (vehicles, least) => {
    const flags: Record<string, PolicyFields> = {
      clean: {},
      premiumUnpaid: { premiumUnpaid: '1' },
      excluded: { excluded: '1' },
      both: { excluded: '1', premiumUnpaid: '1' },
    };
    const rulesOf: Record<string, string[]> = {
      clean: [],
      premiumUnpaid: ['premiumUnpaid'],
      excluded: ['excluded'],
      both: ['excluded', 'premiumUnpaid'],
    };
    const { policies, settings } = await open(
      vehicles.map((kind, index) =>
        row({ insurancePolicyNumber: `P-${index}`, displayName: kind, ...flags[kind] }),
      ),
    );
    const { policyRules } = settings.current();
    await settings.update(
      {
        policyRules: {
          excluded: { ...policyRules.excluded, on: true, severity: 'error' },
          premiumUnpaid: { ...policyRules.premiumUnpaid, on: true, severity: 'warning' },
        },
      },
      { person: '', via: 'token' },
    );
    const check = await policies.checkCoverage({ vin: row().vin, incidentDate: '2026-06-01' });
    expect(check.ownerName).toBe(least);
    expect(check.rules.map(({ rule }) => rule)).toEqual(rulesOf[least]);
  },
);

const number = fc.constantFrom('P-1', 'p-1 ', 'P-2', 'P-3', 'P-9');
const vin = fc.constantFrom('V1', 'v1', ' V2', 'V3', 'V9');

test('lookups are the same as those of a list that is filtered', async () => {
  const rows = [
    ['P-1', 'V1'],
    ['P-1', 'V2'],
    ['P-2', 'V1'],
    ['P-3', 'V3'],
  ].map(([insurancePolicyNumber = '', one = '']) => row({ insurancePolicyNumber, vin: one }));
  const { lookup, lookups } = await open(rows);
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.option(number, { nil: undefined }),
      fc.option(vin, { nil: undefined }),
      async (n, v) => {
        fc.pre(n !== undefined || v !== undefined);
        const same = (given: string | undefined, has = '') =>
          given === undefined || given.trim().toUpperCase() === has;
        const naive = rows.filter((one) => same(n, one.insurancePolicyNumber) && same(v, one.vin));
        const found = z
          .array(insurancePolicyDetails)
          .parse(await lookup({ insurancePolicyNumber: n, vin: v }));
        const flat = found.flatMap((policy) =>
          policy.vehicles.map((vehicle) => [policy.insurancePolicyNumber, vehicle.vin]),
        );
        expect(flat).toEqual(naive.map((one) => [one.insurancePolicyNumber, one.vin]));
        expect(new Set(found.map((policy) => policy.insurancePolicyNumber)).size).toBe(found.length);
        asked += 1;
      },
    ),
  );
  expect((await lookups.list({ limit: 200 })).total).toBe(asked);
});

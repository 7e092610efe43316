import { expect, onTestFinished, test } from 'vitest';
import { completePolicy, readRow } from '../../../main/engine/policies/book/policy-row.ts';
import { findPolicy, type PolicyContent } from '../../../main/engine/store/index.ts';
import type { PolicyFields } from '../../../shared/contract/policies.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { openPolicies, type PolicyHouse, row } from './house.ts';

/** Who owns the policy of a row, as the book would hold it. */
function ownerOf(fields: PolicyFields, before?: PolicyContent) {
  const { values } = readRow({ insurancePolicyNumber: 'P', vin: 'V', ...fields });
  const owner = completePolicy({ ...values, insurancePolicyNumber: 'P' }, before);
  if (owner === null) throw new Error('no owner');
  return owner;
}

const rnc = 1;
const cedula = 2;
const company = (id: string) => ({ personTypeId: 1, companyTaxId: id, identification: null });
const person = (identification: string, type: number | null) => ({
  personTypeId: 2,
  companyTaxId: null,
  identification,
  identificationTypeId: type,
});

// The check digits are right: 113918205 only as a Cédula, 113918206 only as an RNC, 113918338 as both.
test.each<[string, PolicyFields, object]>([
  [
    'a Cédula as a number',
    { displayName: 'Ana', identification: '113918205' },
    person('00113918205', cedula),
  ],
  ['of ten digits', { displayName: 'Ana', identification: '2390000004' }, person('02390000004', cedula)],
  ['an RNC', { displayName: 'Flota', identification: '113918206' }, company('113918206')],
  [
    'either, of whom nothing else is known',
    { displayName: 'Ana', identification: '113918338' },
    company('113918338'),
  ],
  [
    'either, with a last name',
    { firstName: 'Ana', lastName: 'Prueba', identification: '113918338' },
    person('00113918338', cedula),
  ],
  [
    'either, of a natural person',
    { displayName: 'Ana', personTypeId: 'Física', identification: '113918338' },
    person('00113918338', cedula),
  ],
  [
    'what is called a Cédula, whatever its check digit',
    { displayName: 'Ana', identificationTypeId: 'Cédula', identification: '113918206' },
    person('00113918206', cedula),
  ],
  ['a company by its name', { displayName: 'Flota SRL', identification: '113918205' }, company('113918205')],
  [
    'with hyphens nothing is lost',
    { displayName: 'Ana', identification: '113-918-205' },
    company('113-918-205'),
  ],
  ['a passport', { displayName: 'Ana', identification: 'X1391820' }, person('X1391820', 3)],
  [
    'a company in the column of first names',
    { firstName: 'Flota de Prueba SRL', identification: '113918206' },
    company('113918206'),
  ],
  ['by its RNC', { firstName: 'Flota de Prueba', identification: '113918206' }, company('113918206')],
  [
    'a person in the column of the RNC',
    { displayName: 'Ana Prueba', companyTaxId: '001-1391820-5' },
    person('001-1391820-5', cedula),
  ],
  [
    'said to be a person, with the tax id alone',
    { displayName: 'Ana', personTypeId: '2', companyTaxId: '113918206' },
    person('113918206', rnc),
  ],
  [
    'a company with a Cédula',
    { displayName: 'Flota SRL', companyTaxId: '00113918205' },
    company('00113918205'),
  ],
])('%s', (_, fields, owner) => {
  expect(ownerOf(fields)).toMatchObject(owner);
});

const ana = ownerOf({
  firstName: 'Ana',
  lastName: 'Prueba',
  identification: '001-1391820-6',
  phoneNumber: '809-555-0101',
});

test('the zeros that a later file has lost are those of the book', () => {
  expect(ownerOf({ identification: '113918206' }, ana)).toEqual(ana);
});

test('another identification and name are another owner: nothing of the one before is mixed in', () => {
  expect(ownerOf({ displayName: 'Luis Prueba', identification: '02390000004' }, ana)).toEqual({
    ...ownerOf({ displayName: 'Luis Prueba', identification: '02390000004' }),
    phoneNumber: '',
    firstName: '',
  });
  expect(ownerOf({ displayName: 'Flota de Prueba SRL', companyTaxId: '999000001' }, ana)).toMatchObject({
    ...company('999000001'),
    companyName: 'Flota de Prueba SRL',
    phoneNumber: '',
  });
  // A corrected number, or a corrected name, is the same owner.
  expect(ownerOf({ identification: '02390000004' }, ana)).toEqual({ ...ana, identification: '02390000004' });
  expect(ownerOf({ displayName: 'ANA PRUEBA', identification: '02390000004' }, ana)).toMatchObject({
    firstName: 'Ana',
    phoneNumber: '809-555-0101',
  });
  expect(ownerOf({ displayName: 'Ana M. Prueba', identification: '00113918206' }, ana)).toMatchObject({
    firstName: 'Ana',
    phoneNumber: '809-555-0101',
  });
});

test('the marketplace is never told of one person with the names of another', async () => {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  await house.book.import({ rows: [row()] });
  const { insurancePolicyNumber, vin } = row();
  const csv = `Póliza,Chasis,Asegurado,Cédula\n${insurancePolicyNumber},${vin},Luis Prueba,113918205\n`;
  await house.book.import({ path: house.file('b.csv', csv) });
  const answer = await house.answers.lookup({ vin: vin ?? '', incidentDate: '2026-06-01' }, 'prueba');
  expect(JSON.parse(answer)).toMatchObject([
    {
      owner: {
        displayName: 'Luis Prueba',
        phoneNumber: '',
        personalInfo: { identification: '00113918205', identificationTypeId: 2, firstName: '', lastName: '' },
      },
    },
  ]);
});

test('a correction by hand that gives a policy another owner keeps who it was in the log', async () => {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  const other = { insurancePolicyNumber: 'OTRA', displayName: 'Luis Prueba', firstName: 'Luis' };
  await house.book.import({ rows: [row(), row({ ...other, vin: 'V2', phoneNumber: '809-555-0102' })] });
  await house.book.save({ fields: row({ insurancePolicyNumber: 'otra', vin: 'V3' }) });
  const [entry] = await house.store.read(async (tx) =>
    tx.all<{ detail: string }>(`SELECT detail FROM audit WHERE action = 'policies.added'`),
  );
  expect(JSON.parse(entry?.detail ?? '{}')).toMatchObject({
    after: { displayName: 'Ana Prueba' },
    ownerBefore: { displayName: 'Luis Prueba', firstName: 'Luis', phoneNumber: '809-555-0102' },
  });
});

test.each([
  ['removed', (house: PolicyHouse, id: number, _vin: string) => house.book.remove({ id })],
  [
    'given another number',
    (house: PolicyHouse, id: number, vin: string) =>
      house.book.save({
        id,
        fields: row({ insurancePolicyNumber: 'OTRA', displayName: 'Luis Prueba', vin }),
      }),
  ],
])('a policy whose last vehicle is %s leaves the book with its owner', async (_, takeOut) => {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  await house.book.import({ rows: [row({ vin: 'V1' }), row({ vin: 'V2' })] });
  const [first, last] = (await house.book.list({ limit: 10 })).rows;
  const ownerInForce = () =>
    house.store.read(async (tx) => {
      const policy = await findPolicy(tx, row().insurancePolicyNumber ?? '');
      return policy?.displayName ?? 'nobody';
    });
  await takeOut(house, first?.id ?? 0, 'V1');
  expect(await ownerInForce()).toBe('Ana Prueba');
  await takeOut(house, last?.id ?? 0, 'V2');
  expect(await ownerInForce()).toBe('nobody');
  // Whoever takes the number afterwards is not taken for the owner before.
  const fields = row({ vin: 'V3', displayName: '', firstName: '', lastName: '', identification: '' });
  expect(await house.policies.save(undefined, fields, { person: '', via: 'token' })).toMatchObject({
    outcome: 'notValid',
    problems: [{ code: 'ownerMissing' }],
  });
});

import { expect, test } from 'vitest';
import { makeClaim } from '../../main/simulator/claim.ts';
import { openMarketplace } from '../../main/simulator/index.ts';
import {
  balanceOf,
  everyLookup,
  lookupFaultNames,
  lookupFaults,
  lookupOf,
  makeFaultyLookup,
} from '../../main/simulator/lookups.ts';
import { balanceQuery, policyQuery } from '../../shared/marketplace/insurance-policy.ts';
import { agreeableInsurer, listenAsInsurer, type Reply } from './insurer.ts';

const askedAt = new Date('2026-11-20T14:30:00.000Z');
const claim = makeClaim(3, 4);

test('every combination that the parameter table allows, each once and each valid', () => {
  const all = everyLookup(claim, askedAt);
  expect(new Set(all.map((query) => JSON.stringify(query))).size).toBe(3 * 6 * 2 * 3);
  for (const query of all) expect(policyQuery.parse(query)).toEqual(query);
});

test('a lookup is sent with its parameters and the key, and its answer is read', async () => {
  const policies: Reply = {
    body: [
      {
        insurancePolicyNumber: claim.vehicle.policyNumber,
        owner: {
          personTypeId: 2,
          personTypeName: 'Persona física',
          companyInfo: null,
          personalInfo: {
            identification: '99900000012',
            identificationTypeId: 2,
            identificationTypeName: null,
            firstName: 'Ana',
            lastName: 'Prueba',
          },
          phoneNumber: '809-555-0100',
          displayName: 'Ana Prueba',
          emailAddress: 'ana@correo-prueba.example',
          address: '',
        },
        vehicles: [],
      },
    ],
  };
  await using insurer = await listenAsInsurer(() => policies);
  const marketplace = openMarketplace({ insurerUrl: insurer.url, key: 'a@b.example:c', seed: 3 });
  const query = lookupOf(claim, askedAt);
  expect(await marketplace.lookUp(query)).toMatchObject({
    event: 'policiesAnswered',
    policies: policies.body,
  });
  const sent = new URL(insurer.received[0]?.path ?? '', insurer.url);
  expect(sent.pathname).toBe('/insurancePolicies');
  expect(Object.fromEntries(sent.searchParams)).toEqual({
    vin: claim.vehicle.vin,
    incidentTypeId: String(claim.incident.typeId),
    incidentDate: query.incidentDate,
    intermediaryTaxId: claim.workshop.taxId,
    reportCategoryId: '1',
  });
  expect(insurer.received[0]?.headers['x-api-key']).toBe(Buffer.from('a@b.example:c').toString('base64'));
});

test.each([
  ['not a list', { body: { policies: [] } }],
  ['an owner with both infos null', { body: [withOwner({ personTypeId: 1, companyInfo: null })] }],
  [
    'a natural person with company info',
    { body: [withOwner({ personTypeId: 2, companyInfo: { companyTaxId: '', companyName: '' } })] },
  ],
])('an answer that is %s is not understood', async (_name, reply) => {
  await using insurer = await listenAsInsurer(() => reply);
  const marketplace = openMarketplace({ insurerUrl: insurer.url, key: null, seed: 3 });
  expect(await marketplace.lookUp(lookupOf(claim, askedAt))).toMatchObject({
    event: 'lookupNotAnswered',
    error: { end: 'notUnderstood' },
  });
});

test('a balance is asked of the policy in the path and the VIN', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const marketplace = openMarketplace({ insurerUrl: insurer.url, key: null, seed: 3 });
  const of = { insurancePolicyNumber: 'AUTO 1/2', vin: 'V1' };
  expect(await marketplace.balance(of)).toMatchObject({ accountBalance: 0, deductibleAmount: 5000 });
  expect(insurer.received[0]?.path).toBe('/insurancePolicies/AUTO%201%2F2/balance?vin=V1');
});

test.each(lookupFaultNames)('a lookup with the fault %s breaks the rules', (fault) => {
  const { path, parameters } = makeFaultyLookup(fault, claim);
  expect(lookupFaults[fault]).not.toBe('');
  const names = parameters.map(([name]) => name);
  if (new Set(names).size < names.length) return;
  const texts = Object.fromEntries(parameters);
  const given = path.endsWith('/balance')
    ? balanceQuery.safeParse({ ...balanceOf(claim), vin: undefined, ...texts })
    : policyQuery.safeParse({
        ...texts,
        ...numbered(texts, 'incidentTypeId'),
        ...numbered(texts, 'reportCategoryId'),
      });
  expect(given.success).toBe(false);
});

function numbered(texts: Record<string, string>, name: string): object {
  return texts[name] === undefined ? {} : { [name]: Number(texts[name]) };
}

function withOwner(owner: { personTypeId: number; companyInfo: object | null }): object {
  const texts = { personTypeName: '', phoneNumber: '', displayName: '', emailAddress: '', address: '' };
  return { insurancePolicyNumber: 'A', owner: { ...texts, personalInfo: null, ...owner }, vehicles: [] };
}

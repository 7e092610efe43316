/** Lookup and balance of a whole engine, asked over a real port, from rows that were imported through the console. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openEngine } from '../../main/engine/engine.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import {
  balanceDetails,
  type InsurancePolicyDetails,
  insurancePolicyDetails,
} from '../../shared/marketplace/insurance-policy.ts';
import { HostInMemory } from '../engine/host-in-memory.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { goodKey } from '../engine/receiver/house.ts';

const person = {
  insurancePolicyNumber: 'AUTO/PRUEBA 1',
  personTypeId: '2',
  identification: '00100000019',
  identificationTypeId: '2',
  firstName: 'Persona',
  lastName: 'Prueba',
  phoneNumber: '809-555-0100',
  displayName: 'Persona Prueba',
  emailAddress: 'persona@correo-prueba.example',
  address: 'Calle Prueba 1',
  vin: '1HGCM82633A004352',
  makeName: 'Honda',
  modelName: 'Accord',
  year: '2003',
  coverages: 'COL:Colisión;ROB:Robo',
  accountBalance: '125000.10',
  deductibleAmount: '0.30',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
} as const;
const company = {
  ...person,
  insurancePolicyNumber: 'AUTO-2',
  personTypeId: '1',
  companyTaxId: '101000001',
  companyName: 'Empresa Prueba',
  identification: '',
  identificationTypeId: '',
  firstName: '',
  lastName: '',
  displayName: 'Empresa Prueba',
  vin: '1HGCM82633A004353',
};
const second = { ...company, vin: '1HGCM82633A004354', premiumUnpaid: 'true' };

const dataDir = putNewDatabase(mkdtempSync(join(tmpdir(), 'perito-conformance-')));
let engine: Awaited<ReturnType<typeof openEngine>>;
let client: ContractRouterClient<Contract>;
beforeAll(async () => {
  engine = await openEngine({
    dataDir,
    host: new HostInMemory(),
    version: '0.0.0',
    receiver: { address: '127.0.0.1', port: 0 },
    environmentKeys: ['marketplace@example.com:s3cret:with colon'],
    log: { info() {}, warn() {}, error() {} },
  });
  client = createRouterClient(engine.router, { context: { via: 'token' } }) as ContractRouterClient<Contract>;
  const outcome = await client.policies.import({ rows: [person, company, second] });
  expect(outcome).toMatchObject({ applied: true, added: 3, problems: [] });
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (path: string) => fetch(`${engine.receiverUrl()}${path}`, { headers: { 'X-API-KEY': goodKey } });

/** What a lookup finds; every answer must be as its schema has it, and have nothing besides. */
async function found(query: Record<string, string>): Promise<InsurancePolicyDetails[]> {
  const answer = await get(
    `/InsurancePolicies?${new URLSearchParams({ incidentDate: '2026-11-20', ...query })}`,
  );
  expect(answer.status).toBe(200);
  const json: unknown = await answer.json();
  const policies = z.array(insurancePolicyDetails).parse(json);
  expect(json).toEqual(policies);
  return policies;
}

const vinsOf = (policies: readonly InsurancePolicyDetails[]) =>
  policies.flatMap(({ vehicles }) => vehicles.map(({ vin }) => vin)).sort();

test('a policy is found by number, by vin, and by both', async () => {
  const [byNumber] = await found({ insurancePolicyNumber: 'AUTO/PRUEBA 1' });
  expect(byNumber).toMatchObject({
    insurancePolicyNumber: 'AUTO/PRUEBA 1',
    vehicles: [
      {
        vin: person.vin,
        makeName: 'Honda',
        modelName: 'Accord',
        year: 2003,
        coverages: [
          { coverageTypeCode: 'COL', coverageTypeName: 'Colisión' },
          { coverageTypeCode: 'ROB', coverageTypeName: 'Robo' },
        ],
      },
    ],
  });
  expect(await found({ vin: person.vin })).toEqual([byNumber]);
  expect(await found({ insurancePolicyNumber: 'AUTO/PRUEBA 1', vin: person.vin })).toEqual([byNumber]);
  expect(vinsOf(await found({ insurancePolicyNumber: 'AUTO-2' }))).toEqual([company.vin, second.vin]);
  expect(await found({ insurancePolicyNumber: 'AUTO-2', vin: person.vin })).toEqual([]);
  expect(await found({ insurancePolicyNumber: 'NONE' })).toEqual([]);
});

test('a natural person is answered with names and Cédula, and no company', async () => {
  const [policy] = await found({ vin: person.vin });
  expect(policy?.owner).toMatchObject({
    personTypeId: 2,
    companyInfo: null,
    personalInfo: {
      identification: '00100000019',
      identificationTypeId: 2,
      identificationTypeName: 'Cédula',
      firstName: 'Persona',
      lastName: 'Prueba',
    },
    phoneNumber: '809-555-0100',
    displayName: 'Persona Prueba',
    emailAddress: 'persona@correo-prueba.example',
    address: 'Calle Prueba 1',
  });
});

test('a company is answered with its RNC and name, and no person', async () => {
  const [policy] = await found({ vin: company.vin });
  expect(policy?.owner).toMatchObject({
    personTypeId: 1,
    companyInfo: { companyTaxId: '101000001', companyName: 'Empresa Prueba' },
    personalInfo: null,
  });
});

describe('rules', () => {
  const actionOf = async (query: Record<string, string>) => {
    const [policy] = await found(query);
    return policy?.vehicles[0]?.action;
  };

  test('a vehicle without a rule has the action null, one with a rule its severity and text', async () => {
    const { policyRules } = await client.settings.get();
    expect(await actionOf({ vin: company.vin })).toBeNull();
    expect(await actionOf({ vin: second.vin })).toEqual({
      severity: policyRules.premiumUnpaid.severity,
      userMessage: policyRules.premiumUnpaid.text,
    });
    expect(await actionOf({ vin: company.vin, incidentDate: '2027-01-01' })).toEqual({
      severity: policyRules.notInForce.severity,
      userMessage: policyRules.notInForce.text,
    });
  });

  test('the incident type is held against the coverages', async () => {
    const { coverageOfIncident, policyRules } = await client.settings.get();
    await client.settings.update({
      coverageOfIncident: { ...coverageOfIncident, collision: ['COL'], glass: ['CRI'] },
    });
    expect(await actionOf({ vin: company.vin, incidentTypeId: '3' })).toBeNull();
    // Nobody has said what ROB covers: it may be glass.
    expect(await actionOf({ vin: company.vin, incidentTypeId: '4' })).toEqual({
      severity: 'warning',
      userMessage: expect.stringContaining('Cobertura no verificada'),
    });
    await client.settings.update({ coverageOfIncident: { theft: ['ROB'] } });
    expect(await actionOf({ vin: company.vin, incidentTypeId: '4' })).toEqual({
      severity: policyRules.noCoverage.severity,
      userMessage: policyRules.noCoverage.text,
    });
    expect(await actionOf({ vin: company.vin })).toBeNull();
  });
});

test('the balance is answered in exact JSON numbers', async () => {
  for (const path of ['AUTO%2FPRUEBA%201', 'AUTO/PRUEBA%201']) {
    const answer = await get(`/InsurancePolicies/${path}/balance?vin=${person.vin}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toMatch(/"accountBalance":125000\.10?\b/);
    expect(text).toMatch(/"deductibleAmount":0\.30?\b/);
    expect(balanceDetails.parse(JSON.parse(text))).toEqual({
      accountBalance: 125_000.1,
      deductibleAmount: 0.3,
    });
  }
  expect((await get(`/InsurancePolicies/AUTO-2/balance?vin=${person.vin}`)).status).toBe(404);
});

test('every lookup is in the log, with who asked and what was answered', async () => {
  await found({ insurancePolicyNumber: 'AUTO-2', intermediaryTaxId: '101000009', reportCategoryId: '1' });
  // It is listed a moment after it was answered.
  const newest = async () => (await client.policyLookups.list({ limit: 1 })).rows;
  await expect.poll(newest).toMatchObject([
    {
      kind: 'policy',
      keyLabel: 'PERITO_RECEIVER_KEYS 1',
      insurancePolicyNumber: 'AUTO-2',
      incidentDate: '2026-11-20',
      intermediaryTaxId: '101000009',
      reportCategoryId: 1,
      policies: 1,
      vehicles: 2,
    },
  ]);
});

/** A policy book, imports in every state that lasts, and a lookup, for the pictures of the policies' screens. */
import { expect, vi } from 'vitest';
import { policiesAsCsv, samplePolicies } from '../../main/simulator/index.ts';
import type { ImportState } from '../../shared/policy-terms.ts';
import type { Perito } from './perito.ts';

type Client = Perito['client'];

/** `key` is one that the receiver takes. */
export async function fillPolicies(perito: Perito, key: string): Promise<{ name: string; path: string }[]> {
  const { client } = perito;
  await client.policies.import({ rows: rowsOf(7, 60) });
  const file = fileOf('polizas-con-errores.csv', true);
  const imported = await uploaded(client, file);
  await checked(client, imported);
  await client.policyImports.apply({ id: imported, badRows: 'skip' });
  await reached(client, imported, 'imported');
  const cancelled = await uploaded(client, fileOf('polizas-canceladas.csv', false));
  await client.policyImports.cancel({ id: cancelled });
  const undecided = await uploaded(client, file);
  await checked(client, undecided);
  const ready = await uploaded(client, fileOf('polizas-nuevas.csv', false));
  const unfinished = await client.policyImports.begin({ filename: 'polizas-a-medias.csv', bytes: 5_000_000 });
  await lookUp(perito, key);
  const [lookup] = (await client.policyLookups.list({ limit: 1 })).rows;
  const vehicles = (await client.policies.list({ limit: 1 })).rows;
  const excluded = (await client.policies.list({ only: 'excluded', limit: 1 })).rows;
  return [
    ['policies', '/policies'],
    ['policy', `/policies/${vehicles[0]?.id}`],
    ['policy-excluded', `/policies/${excluded[0]?.id}`],
    ['policy-add', '/policies/new'],
    ['policy-import-new', '/policies/import'],
    ['policy-import-uploading', `/policies/imports/${unfinished.id}`],
    ['policy-import-columns', `/policies/imports/${ready}`],
    ['policy-import-checked', `/policies/imports/${undecided}`],
    ['policy-import-imported', `/policies/imports/${imported}`],
    ['policy-import-cancelled', `/policies/imports/${cancelled}`],
    ['policy-lookups', '/policies/lookups'],
    ['policy-lookup', `/policies/lookups/${lookup?.id}`],
    ['settings-policy-rules', '/settings/policyRules'],
    ['settings-coverages', '/settings/coverages'],
    ['settings-policy-book', '/settings/policyBook'],
  ].map(([name = '', path = '']) => ({ name, path }));
}

/** Policies of its own, beside those that the sample data's records are about. */
const rowsOf = (seed: number, count: number) =>
  samplePolicies(seed, count).map((row) => ({
    ...row,
    insurancePolicyNumber: row.insurancePolicyNumber.replace('AUTO', 'LIBRO'),
  }));

function fileOf(filename: string, isBad: boolean) {
  const rows = rowsOf(8, 30);
  if (isBad)
    for (const [index, row] of rows.entries()) {
      if (index % 5 === 1) row.year = 'veinte';
      if (index % 5 === 3) row.validTo = '31 de febrero';
    }
  return { filename, bytes: Buffer.from(policiesAsCsv(rows, 'spanish')) };
}

async function uploaded(client: Client, file: { filename: string; bytes: Buffer }): Promise<number> {
  // The place of an import is free a moment after its end is told.
  const { id } = await vi.waitFor(
    () => client.policyImports.begin({ filename: file.filename, bytes: file.bytes.length }),
    { timeout: 30_000 },
  );
  await client.policyImports.append({ id, offset: 0, base64: file.bytes.toString('base64') });
  return id;
}

async function checked(client: Client, id: number) {
  const { mapping } = await client.policyImports.headings({ id });
  await client.policyImports.check({ id, mapping });
  await reached(client, id, 'checked');
}

const reached = (client: Client, id: number, state: ImportState) =>
  vi.waitFor(async () => expect((await client.policyImports.get({ id })).state).toBe(state), {
    timeout: 30_000,
  });

async function lookUp({ receiverUrl, client }: Perito, key: string) {
  const [row] = (await client.policies.list({ only: 'excluded', limit: 1 })).rows;
  const url = new URL('/insurancePolicies', receiverUrl);
  url.searchParams.set('insurancePolicyNumber', row?.insurancePolicyNumber ?? '');
  url.searchParams.set('vin', row?.vin ?? '');
  url.searchParams.set('incidentTypeId', '3');
  url.searchParams.set('incidentDate', new Date().toISOString().slice(0, 10));
  const answer = await fetch(url, { headers: { 'X-API-KEY': Buffer.from(key).toString('base64') } });
  expect(answer.status).toBe(200);
}

/** 120 wrong and 60 right records, made by hand, over a real port: exactly the expected findings, none missed and none false. */
import { describe, expect, test } from 'vitest';
import { deskOfTest } from '../desk.ts';
import { rightByTheChecks, wrongByTheChecks } from './by-the-checks.ts';
import { rightByTheInterface, wrongByTheInterface } from './by-the-interface.ts';
import type { HandMadeRecord } from './hand-made-record.ts';

async function findingsOf({ kind, body, before = [], companyTaxId }: HandMadeRecord): Promise<string[]> {
  const desk = await deskOfTest();
  if (companyTaxId !== undefined)
    await desk.settings.update(
      { company: { name: 'Aseguradora de Prueba', taxId: companyTaxId, marketplaceName: '' } },
      { person: 'Persona de prueba', via: 'token' },
    );
  for (const earlier of before) expect((await desk.send(earlier.kind, earlier.body)).status).toBe(200);
  expect((await desk.send(kind, body)).status).toBe(200);
  const { findings } = await desk.newestOf(kind);
  return findings.map(({ code }) => code).sort();
}

describe('a wrong record', () => {
  test.each([...wrongByTheChecks, ...wrongByTheInterface])('$kind: $title', async (record) => {
    expect(await findingsOf(record)).toEqual(record.expected.toSorted());
  });
});

describe('a right record', () => {
  test.each([...rightByTheChecks, ...rightByTheInterface])('$kind: $title', async (record) => {
    expect(await findingsOf(record)).toEqual([]);
  });
});

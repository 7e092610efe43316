/** `retention` on a data directory with old claims, which Perito does not work on. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRetentionHouse, sendClaims } from '../engine/retention/house.ts';
import { reckon } from '../engine/retention/reckoning.ts';
import { command, endAll, served, temporaryFolder } from './perito.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = join(temporaryFolder(), 'data');
  const house = await openRetentionHouse({ dataDir, receivedAt: Date.now() - 800 * 86_400_000 });
  await sendClaims(house, 2);
  await house.close();
});
afterAll(endAll);

const said = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? 'null');
const retention = (...given: string[]) => command(['retention', '--data', dataDir, ...given]);

test('says what would leave, moves it where it is told so, and finds nothing more', async () => {
  const to = temporaryFolder();
  const second = temporaryFolder();
  const policy = ['--years', '2', '--to', to, '--second-to', second];
  for (const [given, sentence] of [
    [[], 'Nothing says when claims leave'],
    [['--years', '0', '--to', to], '--years takes'],
    [['--years', '2'], '--to says'],
    [['--to', to], 'go with --years'],
    [policy, '--knows-fiscal-years'],
    [['--years', '12', '--to', join(to, 'gone')], 'is no folder that is there'],
    [['--years', '12', '--to', dataDir], 'lies in the data directory'],
  ] as const)
    expect(await retention(...given)).toMatchObject({ code: 2, errors: expect.stringContaining(sentence) });

  const planned = await retention('--plan', '--years', '2');
  expect(planned).toMatchObject({ code: 0, errors: expect.stringContaining('2 claims with 4 records') });
  expect(said(planned.lines[0])).toMatchObject({ ok: true, plan: { claims: 2, isUnderFiscalYears: true } });

  const knowing = [...policy, '--knows-fiscal-years'];
  expect(await retention(...knowing)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('say --yes'),
  });
  expect(readdirSync(to)).toEqual([]);
  expect(await retention('--yes')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('Nothing says when claims leave'),
  });
  const moved = await retention(...knowing, '--yes');
  expect([moved.code, said(moved.lines[0])]).toMatchObject([
    0,
    { ok: true, failure: null, last: { claims: 2, records: 4, bundles: 1 }, bundles: [{ records: 4 }] },
  ]);
  expect(readdirSync(to)).toEqual(readdirSync(second));
  expect(
    await command(['archive', 'create', '--data', dataDir, '--to', join(to, 'again.perito')]),
  ).toMatchObject({
    code: 1,
    errors: expect.stringContaining('was moved to other archives'),
  });
  const house = await openRetentionHouse({ dataDir });
  expect(await reckon(house.store)).toEqual({ live: 0, archived: 4, lost: [] });
  await house.close();
  expect(said((await retention('--yes')).lines[0])).toMatchObject({ ok: true, plan: { claims: 0 } });
});

test('a folder in which there is no Perito stays as it is', async () => {
  const empty = temporaryFolder();
  for (const given of [[], ['--years', '10', '--to', temporaryFolder(), '--yes']])
    expect(await command(['retention', '--data', empty, ...given])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no Perito database'),
    });
  expect(readdirSync(empty)).toEqual([]);
});

test('beside a Perito that works it plans, and names the screen for the rest', async () => {
  const { dataDir: busy } = await served();
  const given = ['retention', '--data', busy, '--years', '10', '--to', temporaryFolder()];
  expect(await command([...given, '--plan'])).toMatchObject({ code: 0 });
  expect(await command([...given, '--yes'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Settings, Retention'),
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copied, filledFolder } from './filled-folder.ts';
import { command, endAll, perito, temporaryFolder } from './perito.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = copied(await filledFolder(), temporaryFolder());
});
afterAll(endAll);

test('a list, a record and a claim are written beside a Perito that works, and alone', async () => {
  const folder = temporaryFolder();
  const csv = join(folder, 'orders.csv');
  const listed = await command([
    ...['export', '--data', dataDir, '--to', csv, '--kind', 'purchaseOrder', '--language', 'en'],
    ...['--filter', '{"reviewed":false}'],
  ]);
  expect([listed.code, JSON.parse(listed.lines[0] ?? '')]).toMatchObject([
    0,
    { ok: true, title: 'Purchase orders', isLogged: true },
  ]);
  const rows = readFileSync(csv, 'utf8').trimEnd().split('\r\n');
  expect(rows.length).toBe(JSON.parse(listed.lines[0] ?? '').rows + 1);
  const [number = ''] = rows[1]?.split(',') ?? [];
  const claim = rows[1]?.split(',')[2] ?? '';
  const served = perito(['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0']);
  await served.firstLine;
  for (const [name, of] of [
    ['record.pdf', ['--record', number]],
    ['claim.pdf', ['--claim', claim]],
    ['lookups.pdf', ['--list', 'policyLookups']],
    ['all.xlsx', []],
  ] as const) {
    const to = join(folder, name);
    const made = await command(['export', '--data', dataDir, '--to', to, ...of]);
    expect([name, made.code, made.errors]).toEqual([
      ...[name, 0],
      expect.stringContaining('not noted in the log'),
    ]);
    expect(readFileSync(to).subarray(0, 2).toString()).toBe(name.endsWith('.pdf') ? '%P' : 'PK');
  }
});

test('records and claims that are named are written alone, whatever else the list has', async () => {
  const folder = temporaryFolder();
  const written = async (name: string, of: readonly string[]) => {
    const to = join(folder, name);
    const made = await command(['export', '--data', dataDir, '--to', to, '--language', 'en', ...of]);
    expect(made).toMatchObject({ code: 0 });
    return readFileSync(to, 'utf8').trimEnd().split('\r\n').slice(1);
  };
  const orders = await written('orders.csv', ['--kind', 'purchaseOrder']);
  expect(orders.length).toBeGreaterThan(3);
  const numbers = [orders[2], orders[0]].map((row = '') => row.split(',')[0] ?? '');
  const named = numbers.flatMap((number) => ['--record', number]);
  expect(await written('two.csv', named)).toEqual([orders[0], orders[2]]);
  const claims = await written('claims.csv', ['--list', 'claims']);
  const claim = claims[1]?.split(',')[0] ?? '';
  expect(await written('claim.csv', ['--claim', claim, '--claim', claim])).toEqual(
    claims.filter((row) => row.startsWith(`${claim},`)),
  );
});

test.each([
  [['--to', '{folder}/a.txt'], 2, '.csv, .xlsx or .pdf'],
  [['--to', '{folder}/a.csv', '--record', 'OC-1'], 1, 'No record has the number'],
  [['--to', '{folder}/a.csv', '--record', 'OC-1', '--claim', 'RC-1'], 2, 'not both'],
  [['--to', '{folder}/a.csv', '--list', 'orders'], 2, '--list takes records'],
  [['--to', '{folder}/a.csv', '--filter', '[1]'], 2, 'one object of JSON'],
  [['--to', '{folder}/a.csv', '--filter', '{"colour":"red"}'], 2, 'cannot be asked for "colour"'],
  [
    ['--to', '{folder}/a.csv', '--list', 'claims', '--kind', 'purchaseOrder'],
    2,
    'cannot be asked for "kind"',
  ],
  [['--to', '{folder}/a.csv', '--kind', 'order'], 2, '"kind" is not as the list takes it'],
  [['--to', '{folder}/a.pdf', '--record', 'OC-0000-000000'], 1, 'No record has the number'],
  [['--to', '{folder}/a.pdf', '--claim', 'nothing'], 1, 'is not there'],
  [['--to', '{folder}/a.csv', '--claim', 'nothing'], 1, 'No claim has the number nothing'],
  [['--to', '{folder}/none/a.csv'], 1, 'no folder that is there'],
])('%j is refused with a sentence, and leaves nothing', async (given, code, said) => {
  const folder = temporaryFolder();
  const refused = await command([
    'export',
    '--data',
    dataDir,
    ...given.map((one) => one.replace('{folder}', folder)),
  ]);
  expect([refused.code, refused.errors]).toEqual([code, expect.stringContaining(said)]);
  expect(existsSync(join(folder, 'a.csv')) || existsSync(join(folder, 'a.pdf'))).toBe(false);
});

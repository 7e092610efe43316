/** What names a place wrongly, or twice, or one that would be lost or ruined, is refused before anything is written. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNewStore } from '../engine/migrated-folder.ts';
import { command, endAll, temporaryFolder } from './perito.ts';

let dataDir: string;
let place: string;
beforeAll(async () => {
  dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  await (await openNewStore({ dataDir })).close();
  place = temporaryFolder();
});
afterAll(endAll);

test('an empty path is not the folder one is in, and of two values none is taken', async () => {
  const before = readdirSync('.');
  const to = join(place, 'a.perito');
  for (const [given, sentence] of [
    [['backup', '--data', dataDir, '--to', ''], '--to is empty'],
    [['backup', '--data', '', '--to', place], '--data is empty'],
    [['backup', '--data', dataDir, '--to', place, '--to', dataDir], '--to is there twice'],
    [['restore', '--from', '', '--data', dataDir], '--from is empty'],
    [
      ['person', '--data', dataDir, '--cedula', '00112345673', '--cedula', '00112345674'],
      '--cedula is there twice',
    ],
    [
      ['archive', 'create', '--data', dataDir, '--to', to, '--from', '2026-01-02', '--from', '2026-01-03'],
      'twice',
    ],
    [
      ['archive', 'create', '--data', dataDir, '--to', to, '--from', '2026-01-02', '--until', '2026-01-01'],
      'later day',
    ],
    [
      ['archive', 'create', '--data', dataDir, '--to', join(dataDir, 'a.perito')],
      'outside the data directory',
    ],
    [
      ['person', '--data', dataDir, '--rnc', '131246796', '--to', join(dataDir, 'sub', 'p.perito')],
      'outside the data',
    ],
  ] as const)
    expect(await command([...given])).toMatchObject({ code: 2, errors: expect.stringContaining(sentence) });
  expect(readdirSync('.')).toEqual(before);
  expect(readdirSync(place)).toEqual([]);
});

test('what is backed up on the same disk is told so, and is not restored among the copies', async () => {
  const none = await command(['verify', '--data', dataDir, '--place', place]);
  expect([none.code, none.errors]).toEqual([1, expect.stringContaining('no copy of this data lies there')]);

  const made = await command(['backup', '--data', dataDir, '--to', place]);
  expect([made.code, made.errors]).toEqual([0, expect.stringContaining('does not outlive it')]);
  expect(JSON.parse(made.lines[0] ?? '')).toMatchObject({ ok: true, isSameDisk: true });
  const looked = await command(['verify', '--data', dataDir, '--place', place]);
  expect([looked.code, looked.errors]).toEqual([0, expect.stringContaining('1 backups')]);

  const [own = ''] = readdirSync(place);
  const backups = join(place, own, 'backups');
  const manifests = readdirSync(backups);
  expect(await command(['restore', '--from', place, '--data', backups, '--yes'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('lies among these copies'),
  });
  expect(readdirSync(backups)).toEqual(manifests);
});

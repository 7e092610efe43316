/** `backup` as a process of its own: beside a Perito that works, ended, and killed. */
import { once } from 'node:events';
import { mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkBackup } from '../../main/engine/backup/check-backup.ts';
import { InstallationFolder } from '../../main/engine/backup/place.ts';
import { deliver } from '../deliver.ts';
import { fillData } from '../engine/backup/filled-data.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { command, perito, served, temporaryFolder } from './perito.ts';

const key = 'mercado@prueba.example:clave';

async function wholeBackups(place: string): Promise<string[]> {
  const [name = ''] = readdirSync(place);
  const folder = new InstallationFolder(place, name.slice('perito-'.length));
  const backups = await folder.listBackups();
  for (const one of backups)
    expect(await checkBackup(folder, one, { isThorough: true })).toMatchObject({ missing: 0, damaged: 0 });
  return backups;
}

/** Resolves once a backup has begun to write into a place. */
async function begunIn(place: string): Promise<void> {
  const watching = watch(place, { recursive: true });
  try {
    // What is written there stays for a moment alone: under load nobody may see it before it has its name.
    while (
      !readdirSync(place, { recursive: true }).some((name) =>
        /(?:incoming|files.\w\w).\w+/.test(String(name)),
      )
    )
      await once(watching, 'change');
  } finally {
    watching.close();
  }
}

test('a backup is made while orders arrive, and has those that were answered before it began', async () => {
  const { ready, dataDir } = await served([], { PERITO_RECEIVER_KEYS: key });
  const send = (id: number) => deliver(ready.receiverUrl, key, '/PurchaseOrders', purchaseOrder(id));
  for (let id = 1; id <= 20; id += 1) expect(await send(id)).toBe(200);
  const place = temporaryFolder();
  const making = perito(['backup', '--data', dataDir, '--to', place]);
  let isOver = false;
  void making.ended.then(() => {
    isOver = true;
  });
  for (let id = 21; !isOver; id += 1) expect(await send(id)).toBe(200);
  const { code, lines, errors } = await making.ended;
  expect([code, errors]).toEqual([
    0,
    expect.stringMatching(/^Backup \d{8}T\d{6}Z: .* are new, \d+ records, 0 photos/),
  ]);
  const result = JSON.parse(lines[0] ?? '');
  expect(result).toMatchObject({ ok: true, dataDir, cause: 'commandLine', missing: 0 });
  expect(result.lastEntry).toBeGreaterThanOrEqual(20);
  expect(await wholeBackups(place)).toHaveLength(1);
});

test('what stands in the way is said, and the command fails', async () => {
  const { dataDir } = await fillData({ orders: 1, photos: 0 });
  const absent = join(temporaryFolder(), 'absent');
  const away = await command(['backup', '--data', dataDir, '--to', absent]);
  expect(away).toMatchObject({ code: 1, errors: expect.stringContaining(`${absent} is not there`) });
  expect(JSON.parse(away.lines[0] ?? '')).toMatchObject({ ok: false, problem: { code: 'away' } });
  const inside = join(dataDir, 'copies');
  mkdirSync(inside);
  const own = await command(['backup', '--data', dataDir, '--to', inside]);
  expect(own).toMatchObject({ code: 1, errors: expect.stringContaining('lies in the data directory') });
  expect(await command(['backup', '--data', dataDir])).toMatchObject({ code: 2 });
  const file = join(dataDir, 'journal.db');
  for (const given of [['backup', '--to', inside], ['restore', '--from', inside, '--plan'], ['verify']])
    expect(await command([...given, '--data', file])).toMatchObject({
      ...{ code: 2, lines: [] },
      errors: expect.stringContaining(
        `--data takes the folder that holds the data, and ${file} is no folder.`,
      ),
    });
});

test('a backup that is ended counts for nothing, and neither does one that is killed at any moment', async () => {
  const { dataDir } = await fillData({ orders: 20, photos: 400 });
  const ended = async () => {
    const place = temporaryFolder();
    const given = ['backup', '--data', dataDir, '--to', place];
    const ending = perito(given);
    await begunIn(place);
    ending.child.kill('SIGSTOP');
    ending.child.kill('SIGINT');
    ending.child.kill('SIGCONT');
    return { place, given, found: await ending.ended };
  };
  let { place, given, found } = await ended();
  // On a busy machine it may be seen when it is over.
  while (found.code === 0) ({ place, given, found } = await ended());
  expect(found).toMatchObject({ code: 1, lines: [] });
  expect(await wholeBackups(place)).toEqual([]);
  for (let round = 0; round < 5; round += 1) {
    const killed = perito(given);
    await once(killed.child, 'spawn');
    // A random moment of the third of a second that it takes, or just after.
    await after(100 + Math.random() * 400);
    killed.child.kill('SIGKILL');
    await killed.ended;
  }
  const [before = ''] = await wholeBackups(place);
  expect((await command(given)).code).toBe(0);
  // Others of the same moment may have gone for it.
  const [newest = ''] = await wholeBackups(place);
  expect(newest > before).toBe(true);
});

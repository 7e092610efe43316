/** A check of everything looks over the copies as well, in the processes that read their places. */
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPerito } from '../e2e/perito.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { until } from '../files/settled.ts';

test('backups that are whole, damaged, or away are found to be so, beside a Perito that works', async () => {
  const perito = await startPerito({ person: 'Ana Prueba' });
  onTestFinished(() => perito[Symbol.asyncDispose]());
  const { client } = perito;
  const verified = async () => {
    await client.verification.start();
    await until(client, async () => (await client.verification.get()).running === null);
    const last = (await client.verification.get()).last?.parts.at(-1);
    return last?.part === 'backups' ? last.findings : null;
  };
  // No part says of backups that they are whole where there are none.
  expect(await verified()).toBe(null);

  const folder = temporaryFolder();
  const { configuration } = await client.backups.get();
  const id = crypto.randomUUID();
  await client.backups.configure({ ...configuration, places: [{ id, folder }] });
  await client.backups.start({ placeId: id });
  await expect.poll(async () => (await client.backups.get()).places[0]?.lastGood).toBeTruthy();
  await expect.poll(async () => (await client.backups.get()).running).toBeNull();
  expect(await verified()).toEqual([]);

  // Ended anywhere on its way, it disturbs none that follows.
  for (const parts of [0, 3, 6]) {
    await client.verification.start();
    await until(client, async () => ((await client.verification.get()).running?.parts.length ?? 9) >= parts);
    await client.verification.stop();
  }
  expect(await verified()).toEqual([]);

  const [installation = ''] = readdirSync(folder);
  const files = join(folder, installation, 'files');
  for (const part of readdirSync(files)) {
    for (const name of readdirSync(join(files, part))) writeFileSync(join(files, part, name), 'other bytes');
  }
  const [damaged] = (await verified()) ?? [];
  expect(damaged).toMatchObject({ code: 'backupDamaged', folder, missing: 0 });

  renameSync(folder, `${folder}-away`);
  expect(await verified()).toMatchObject([
    { code: 'placeUnreadable', folder, name: null, problem: { code: 'away' } },
  ]);
  renameSync(`${folder}-away`, folder);
});

test('archives that were made are found whole, damaged, replaced or away, with what they know of both chains', async () => {
  const perito = await startPerito({ person: 'Ana Prueba', keys: 'mercado@prueba.example:clave-de-prueba' });
  onTestFinished(() => perito[Symbol.asyncDispose]());
  const { client } = perito;
  for (let id = 1; id <= 3; id += 1)
    expect(await perito.post('/PurchaseOrders', purchaseOrder(id))).toBe(200);
  await until(client, async () => (await client.status.get()).arrivals.waiting === 0);
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const make = async (name: string) => {
    const file = join(folder, name);
    await client.archives.create({ choice: {}, file });
    await until(client, async () => (await client.archives.get()).running === null);
    await expect.poll(() => client.archives.list()).toMatchObject({ 0: { file } });
    return file;
  };
  const verified = async () => {
    await client.verification.start();
    await until(client, async () => (await client.verification.get()).running === null);
    const last = (await client.verification.get()).last?.parts.at(-1);
    return { ...last, isBundles: last?.part === 'bundles' };
  };
  const one = await make('one.perito');
  const two = await make('two.perito');
  expect(await verified()).toEqual({ part: 'bundles', isBundles: true, findings: [], remarks: [] });

  // Taken to where it is kept, and back; damaged; and another in its place.
  const kept = join(other, 'one.perito');
  renameSync(one, kept);
  expect(await verified()).toMatchObject({ findings: [], remarks: [{ code: 'bundleAway', file: one }] });
  const bytes = readFileSync(kept);
  const body = bytes.indexOf('records/purchaseOrder/1/revisions/1.body') + 60;
  bytes[body] = (bytes[body] ?? 0) ^ 1;
  writeFileSync(one, bytes);
  const damaged = { code: 'bundleDamaged', file: one, first: ['records/purchaseOrder/1/revisions/1.body'] };
  expect(await verified()).toMatchObject({ findings: [damaged], remarks: [] });
  copyFileSync(two, one);
  writeFileSync(two, 'no archive at all');
  expect((await verified()).findings).toMatchObject([
    { code: 'bundleUnreadable', file: two, problem: 'notABundle' },
    { code: 'bundleReplaced', file: one, what: 'content' },
  ]);
  rmSync(two);
  renameSync(kept, one);
  expect(await verified()).toMatchObject({ findings: [], remarks: [{ code: 'bundleAway', file: two }] });
});

/** `restore` as a person uses it: a machine is gone, or a directory is to go back. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { expect, onTestFinished, test } from 'vitest';
import { makeIncidentReport } from '../../main/simulator/index.ts';
import { deliver as deliverTo } from '../deliver.ts';
import { hashesOf } from '../engine/backup/lived-in.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { command, perito, type Ready, served, temporaryFolder } from './perito.ts';

const key = 'mercado@prueba.example:clave';
const environment = { PERITO_RECEIVER_KEYS: key };

/** Delivers an order; the number that it was answered with. */
async function deliver(url: string, id: number): Promise<string> {
  const answer = await fetch(`${url}/PurchaseOrders`, {
    method: 'POST',
    headers: { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
    body: JSON.stringify(purchaseOrder(id)),
  });
  const { purchaseOrderNumber } = (await answer.json()) as { purchaseOrderNumber: string };
  return purchaseOrderNumber;
}

const restore = async (...given: string[]) => {
  const { code, lines, errors } = await command(['restore', ...given]);
  return { code, errors, result: JSON.parse(lines[0] ?? 'null') };
};

const photo = Transformer.fromRgbaPixels(Buffer.alloc(64 * 48 * 4, 90), 64, 48).jpegSync();
const sha256 = createHash('sha256').update(photo).digest('hex');

/** A server of this machine that has one photo under every name. */
async function photoServer(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': photo.length }).end(photo);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('photos that no copy has are fetched again once Perito works on what was restored', async () => {
  const filesUrl = await photoServer();
  const given = ['--allow-loopback-attachments', '--attachment-host', new URL(filesUrl).host];
  const { ready, call, dataDir, child, ended } = await served(given, environment);
  const report = makeIncidentReport({ seed: 1, index: 0, createdAt: new Date(0), filesUrl });
  await deliverTo(ready.receiverUrl, key, '/incidentReports', { ...report, attachmentsDocuments: [] });
  const states = async (from: typeof call) =>
    new Set((await from('attachments/list', { recordId: 1 })).map(({ state }: { state: string }) => state));
  await expect.poll(() => states(call)).toEqual(new Set(['stored']));
  const place = temporaryFolder();
  expect((await command(['backup', '--data', dataDir, '--to', place])).code).toBe(0);
  child.kill('SIGKILL');
  await ended;
  const [installation = ''] = readdirSync(place);
  rmSync(join(place, installation, 'files', sha256.slice(0, 2), sha256));

  const restoredTo = join(temporaryFolder(), 'data');
  const { code, result, errors } = await restore('--from', place, '--data', restoredTo);
  expect([code, result.plan.attachments]).toEqual([0, { there: 0, missing: 1 }]);
  expect(errors).toContain('1 photos and papers are in no copy; Perito fetches them again.');
  const file = join(restoredTo, 'attachments', 'content', sha256.slice(0, 2), sha256);
  expect(existsSync(file)).toBe(false);
  const again = await serve(restoredTo, given);
  await expect.poll(() => existsSync(file)).toBe(true);
  await expect.poll(() => states(again.call)).toEqual(new Set(['stored']));
  await again.end();
});

/** Orders arrive, a backup is made meanwhile, more arrive, and Perito is killed. */
async function lived() {
  const running = await served([], environment);
  const { dataDir, ready } = running;
  const numbers: string[] = [];
  for (const id of [1, 2, 3]) numbers.push(await deliver(ready.receiverUrl, id));
  await running.call('settings/update', { company: { name: 'Aseguradora Prueba' } });
  const place = temporaryFolder();
  expect((await command(['backup', '--data', dataDir, '--to', place])).code).toBe(0);
  await running.call('people/rename', { name: 'Ana' });
  for (const id of [4, 5]) numbers.push(await deliver(ready.receiverUrl, id));
  return { ...running, place, numbers };
}

async function serve(dataDir: string, more: string[] = []) {
  const given = ['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0', ...more];
  const running = perito(given, environment);
  const ready: Ready = JSON.parse(await running.firstLine);
  const call = async (procedure: string, input: unknown = {}) => {
    const response = await fetch(`${ready.consoleUrl}/rpc/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.consoleToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    });
    return (await response.json()).json;
  };
  const end = async () => {
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  };
  return { ready, call, end };
}

test('on a new machine the copy is worked on: numbers go on past those that may have been given', async () => {
  const { child, ended, place, numbers } = await lived();
  child.kill('SIGKILL');
  await ended;
  const dataDir = join(temporaryFolder(), 'data');
  const { code, errors, result } = await restore('--from', place, '--data', dataDir);
  expect(code).toBe(0);
  expect(result).toMatchObject({ ok: true, dataDir, aside: null, plan: { loses: null } });
  const [{ last, next }] = result.plan.numbers;
  expect([last, next]).toEqual([3, 1004]);
  expect(errors).toContain(`those from 4 to 1003 may have been given`);

  const again = await serve(dataDir);
  expect(await deliver(again.ready.receiverUrl, 2)).toBe(numbers[1]);
  // The fifth was given another before; of what is gone nobody knows.
  expect(await deliver(again.ready.receiverUrl, 5)).toBe(numbers[0]?.replace('000001', '001004'));
  const { rows } = await again.call('audit/list');
  expect(rows.filter(({ action }: { action: string }) => action === 'data.restored')).toMatchObject([
    { actor: { via: 'commandLine' }, detail: { folder: place, numbers: result.plan.numbers } },
  ]);
  expect((await again.call('settings/get')).company.name).toBe('Aseguradora Prueba');
  await again.end();
  const { code: verified, errors: said } = await command(['verify', '--data', dataDir]);
  expect([verified, said]).toEqual([0, expect.stringContaining('All is well')]);
});

test('a directory that is there is said what it would lose, and moved aside where that is wanted; never while Perito works on it', async () => {
  const { child, ended, dataDir, place, numbers } = await lived();
  const given = ['--from', place, '--data', dataDir];
  const inUse = await restore(...given, '--yes');
  expect([inUse.code, inUse.errors]).toEqual([1, expect.stringContaining('Another Perito is using')]);
  child.kill('SIGKILL');
  await ended;
  const before = hashesOf(dataDir);

  const plan = await restore(...given, '--plan');
  expect([plan.code, plan.result.plan.loses]).toMatchObject([
    0,
    { arrivals: { entries: 0 }, acts: { entries: 1 } },
  ]);
  expect(plan.errors).toContain('1 acts of people and Perito would be lost, the first of ');
  const refused = await restore(...given);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('add --yes to go on')]);
  expect(hashesOf(dataDir)).toEqual(before);

  const { code, result } = await restore(...given, '--yes');
  expect([code, hashesOf(result.aside)]).toEqual([0, before]);
  const again = await serve(dataDir);
  // What arrived since the backup was taken from the directory.
  expect(await deliver(again.ready.receiverUrl, 5)).toBe(numbers[4]);
  const { company } = await again.call('settings/get');
  const { person } = await again.call('people/me');
  expect([company.name, person.name]).toEqual(['Aseguradora Prueba', '']);
  await again.end();
});

test('what the command line does not say is asked for', async () => {
  const place = temporaryFolder();
  const dataDir = temporaryFolder();
  const code = async (...given: string[]) => (await restore(...given, '--data', dataDir)).code;
  const copy = (id: string) => {
    const folder = join(place, `perito-${id}`, 'backups');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '20261120T120000Z.json'), '{"format":2}');
  };
  expect(await code()).toBe(2);
  expect(await code('--from', place)).toBe(2);
  expect(await code('--from', join(place, 'nothing'))).toBe(1);
  const id = crypto.randomUUID();
  copy(id);
  const none = await restore('--from', place, '--data', dataDir);
  expect([none.code, none.errors]).toEqual([
    2,
    expect.stringContaining('20261120T120000Z cannot be used: newerFormat'),
  ]);
  const newer = await restore('--from', place, '--data', dataDir, '--backup', '20261120T120000Z');
  expect([newer.code, newer.errors]).toEqual([1, expect.stringContaining('was written by a newer Perito')]);
  copy(crypto.randomUUID());
  const several = await restore('--from', place, '--data', dataDir);
  expect([several.code, several.errors]).toEqual([
    2,
    expect.stringContaining(`--installation says whose copy is meant:\n`),
  ]);
  expect(several.errors).toContain(id);
  expect(readdirSync(dataDir)).toEqual([]);
});

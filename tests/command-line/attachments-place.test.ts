/** Photos and papers in a place that several engines reach, by the programs that an office runs. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeIncidentReport } from '../../main/simulator/index.ts';
import type { Attachment } from '../../shared/contract/attachments.ts';
import { deliver } from '../deliver.ts';
import { command, perito, type Ready, served, temporaryFolder } from './perito.ts';

const key = 'mercado@prueba.example:clave-muy-secreta';
const photo = Transformer.fromRgbaPixels(Buffer.alloc(640 * 480 * 4, 90), 640, 480).jpegSync();

/** A server that has one photo under every name, until it is closed. */
async function photoServer() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': photo.length }).end(photo);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const environment = { PERITO_RECEIVER_KEYS: key, PERITO_LOG_LEVEL: 'silent' };
const fetching = (url: string) => ['--allow-loopback-attachments', '--attachment-host', new URL(url).host];

async function sendReport({ receiverUrl }: Ready, filesUrl: string): Promise<void> {
  const report = makeIncidentReport({ seed: 1, index: 0, createdAt: new Date(0), filesUrl });
  await deliver(receiverUrl, key, '/incidentReports', { ...report, attachmentsDocuments: [] });
}

const callerOf =
  ({ consoleUrl, consoleToken }: Ready) =>
  async (procedure: string, input: unknown = {}) => {
    const response = await fetch(`${consoleUrl}/rpc/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    });
    return (await response.json()).json;
  };
const fileOf = ({ consoleUrl, consoleToken }: Ready, id: number, more: Record<string, string> = {}) =>
  fetch(`${consoleUrl}/attachments/${id}/download`, {
    headers: { authorization: `Bearer ${consoleToken}`, ...more },
  });

/** Ids of the photos, once all of them are stored. */
async function storedPhotos(ready: Ready): Promise<number[]> {
  const photos = async (): Promise<Attachment[]> => callerOf(ready)('attachments/list', { recordId: 1 });
  await expect.poll(async () => [...new Set((await photos()).map(({ state }) => state))]).toEqual(['stored']);
  return (await photos()).map(({ id }) => id);
}

test('a start remembers the place, refuses another, and says it where the data are', {
  timeout: 240_000,
}, async () => {
  const place = temporaryFolder();
  const files = await photoServer();
  const first = await served([...fetching(files.url), '--attachments', place], environment);
  await sendReport(first.ready, files.url);
  const [id = 0] = await storedPhotos(first.ready);
  expect(await first.call('database/get')).toMatchObject({
    kind: 'files',
    attachments: { kind: 'folder', name: place, problem: null },
  });
  rmSync(join(first.dataDir, 'attachments', 'content'), { recursive: true });
  mkdirSync(join(first.dataDir, 'attachments', 'content'), { mode: 0o700 });
  const part = await fileOf(first.ready, id, { range: 'bytes=0-2' });
  expect([part.status, Buffer.from(await part.arrayBuffer()).toString('hex')]).toEqual([206, 'ffd8ff']);
  first.child.kill('SIGTERM');
  await first.ended;

  const { dataDir } = first;
  const refused = await perito([
    ...['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0'],
    ...['--attachments', temporaryFolder()],
  ]).ended;
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain('perito move --attachments');
  const marker = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
  expect(marker.attachments.address).toBe(place);

  const verified = await command(['verify', '--data', dataDir]);
  expect([verified.code, JSON.parse(verified.lines[0] ?? '').findings]).toEqual([0, []]);
  const backups = temporaryFolder();
  const made = await command(['backup', '--data', dataDir, '--to', backups]);
  expect([made.code, made.errors]).toEqual([0, expect.not.stringContaining('missing or damaged')]);
  const moved = await command(['move', '--data', dataDir, '--attachments', 'here']);
  expect([moved.code, JSON.parse(moved.lines[0] ?? '')]).toEqual([
    0,
    expect.objectContaining({ place: null }),
  ]);
  expect(readdirSync(join(dataDir, 'attachments', 'content')).length).toBeGreaterThan(0);
});

const server = process.env['PERITO_TEST_DATABASE'] ?? '';

async function newDatabase(): Promise<string> {
  const name = `perito_place_${randomUUID().replaceAll('-', '')}`;
  const ask = async (sql: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await ask(`CREATE DATABASE ${name} ENCODING UTF8 TEMPLATE template0`);
  onTestFinished(() => ask(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

describe.skipIf(server === '')('with two engines on a server (needs PERITO_TEST_DATABASE)', () => {
  test('whoever takes over has all photos, also where their hosts have them no more', {
    timeout: 300_000,
  }, async () => {
    const database = await newDatabase();
    const place = temporaryFolder();
    // Mounted elsewhere on the other computer.
    const elsewhere = join(temporaryFolder(), 'mounted');
    symlinkSync(place, elsewhere);
    const files = await photoServer();
    const first = await served(
      [...fetching(files.url), '--database', database, '--attachments', place],
      environment,
    );
    const other = join(temporaryFolder(), 'data');
    const given = [
      'serve',
      '--data',
      other,
      '--receiver-port',
      '0',
      '--console-port',
      '0',
      '--database',
      database,
    ];
    const second = perito([...given, '--attachments', elsewhere], environment);
    await sendReport(first.ready, files.url);
    const ids = await storedPhotos(first.ready);
    files.close();
    first.child.kill('SIGKILL');
    const ready: Ready = JSON.parse(await second.firstLine);
    for (const id of ids) {
      const answer = await fileOf(ready, id);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(photo))).toBe(true);
    }
    expect(await storedPhotos(ready)).toEqual(ids);
    second.child.kill('SIGTERM');
    await second.ended;

    // One that knows no place takes no photo for lost.
    const unknowing = ['serve', '--data', join(temporaryFolder(), 'data'), ...given.slice(3)];
    const without = await perito(unknowing, environment).ended;
    expect([without.code, without.errors]).toEqual([1, expect.stringContaining('--attachments')]);
  });
});

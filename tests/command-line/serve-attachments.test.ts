import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transformer } from '@napi-rs/image';
import { expect, onTestFinished, test } from 'vitest';
import { consoleClient } from '../../main/command-line/demo-staff.ts';
import { readServeOptions } from '../../main/command-line/serve-options.ts';
import { makeIncidentReport } from '../../main/simulator/index.ts';
import type { Attachment } from '../../shared/contract/attachments.ts';
import { deliver } from '../deliver.ts';
import { marketplaceKey, openTestConsole } from '../opened-console.ts';
import { served } from './perito.ts';

const key = 'mercado@prueba.example:clave-muy-secreta';
const photo = Transformer.fromRgbaPixels(Buffer.alloc(640 * 480 * 4, 90), 640, 480).jpegSync();

/** A server of this machine that has one photo under every name. */
async function photoServer(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': photo.length }).end(photo);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The report of one claim, whose photos are at this server. */
async function sendReport(receiverUrl: string, receiverKey: string, filesUrl: string): Promise<void> {
  const report = makeIncidentReport({ seed: 1, index: 0, createdAt: new Date(0), filesUrl });
  await deliver(receiverUrl, receiverKey, '/incidentReports', { ...report, attachmentsDocuments: [] });
}

const loopback = '--allow-loopback-attachments';

test('photos of hosts that were given are fetched, and served with the token as they were sent', async () => {
  const filesUrl = await photoServer();
  const { ready, call } = await served([loopback, '--attachment-host', new URL(filesUrl).host], {
    PERITO_RECEIVER_KEYS: key,
  });
  await sendReport(ready.receiverUrl, key, filesUrl);
  const photos = async (): Promise<Attachment[]> => call('attachments/list', { recordId: 1 });
  const states = async () => [...new Set((await photos()).map(({ state }) => state))];
  await expect.poll(states).toEqual(['stored']);
  const [first] = await photos();
  if (!first) throw new Error('no photo');
  const ask = (variant: string, headers: Record<string, string> = {}) =>
    fetch(`${ready.consoleUrl}/attachments/${first.id}/${variant}`, {
      headers: { authorization: `Bearer ${ready.consoleToken}`, ...headers },
    });
  const saved = await ask('download');
  expect(saved.headers.get('content-disposition')).toContain(`filename="${first.filename}"`);
  expect(Buffer.from(await saved.arrayBuffer())).toEqual(Buffer.from(photo));
  const sha256 = createHash('sha256').update(photo).digest('hex');
  expect((await ask('download', { 'if-none-match': `"${sha256}-saved"` })).status).toBe(304);
  const part = await ask('download', { range: 'bytes=0-2' });
  expect([part.status, Buffer.from(await part.arrayBuffer()).toString('hex')]).toEqual([206, 'ffd8ff']);
  // Its previews come once it was looked at.
  await expect.poll(async () => (await ask('thumbnail')).status).toBe(200);
  const thumbnail = await ask('thumbnail');
  expect(thumbnail.headers.get('content-type')).toBe('image/jpeg');
  expect(
    Buffer.from(await thumbnail.arrayBuffer())
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff');
  expect((await ask('original')).headers.get('content-type')).toBe('image/jpeg');
});

test.each<[string, (files: URL) => string[], Attachment['state']]>([
  ['nothing', () => [], 'refused'],
  ['this machine alone', () => [loopback], 'awaitingApproval'],
  ['the host alone', ({ host }) => ['--attachment-host', host], 'refused'],
  [
    'another port of the host',
    ({ hostname }) => [loopback, '--attachment-host', hostname],
    'awaitingApproval',
  ],
])('given %s, no photo is fetched from this machine', async (_name, options, state) => {
  const filesUrl = await photoServer();
  const { attachments = {} } = readServeOptions(options(new URL(filesUrl)), {}).engine;
  const { opened, receiverUrl, close } = await openTestConsole('attachment-options', { attachments });
  onTestFinished(close);
  await sendReport(receiverUrl, marketplaceKey, filesUrl);
  const client = consoleClient(opened.engine.connect('token'));
  const states = async () => [
    ...new Set((await client.attachments.list({ recordId: 1 })).map((photo) => photo.state)),
  ];
  await expect.poll(states).toEqual([state]);
  const answer = await fetch(`${opened.browser.url}/attachments/1/original`, {
    headers: { authorization: `Bearer ${opened.browser.token}` },
  });
  expect(answer.status).toBe(404);
});

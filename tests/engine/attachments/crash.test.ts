import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPerito } from '../../e2e/perito.ts';
import { incidentAttachment, incidentReport } from '../incident-reports.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { serveFiles } from './file-server.ts';
import { openEngineHouse } from './house.ts';

const key = 'mercado@prueba.example:clave';

/** Files below a folder, by their names. */
function namesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const pictures = (url: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    incidentAttachment(index + 1, { fileFullPath: `${url}/${index}.bin` }),
  );

async function post(receiverUrl: string, body: object): Promise<number> {
  const answer = await fetch(`${receiverUrl}/incidentReports`, {
    method: 'POST',
    headers: { 'X-API-KEY': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

test('killed while it downloads, it loses nothing, fetches nothing twice that was whole, and leaves no other file', async () => {
  const count = 30;
  const files = Array.from({ length: count }, () => randomBytes(200_000));
  const pathOf = new Map(files.map((bytes, index) => [hashOf(bytes), `/${index}.bin`]));
  // The first half of each body, and at the `heldFrom`th nothing more, until the process is gone.
  let heldFrom = 7;
  let sent = 0;
  const held = Promise.withResolvers<void>();
  let onHeld = held.resolve;
  const server = await serveFiles((request, response) => {
    const bytes = files[Number(/\d+/.exec(request.url ?? '')?.[0])] ?? Buffer.alloc(0);
    response.writeHead(200, { 'content-length': bytes.length });
    sent += 1;
    if (sent < heldFrom) response.end(bytes);
    else response.write(bytes.subarray(0, 100_000), () => sent >= heldFrom + 3 && onHeld());
  });
  onTestFinished(() => server.close());
  const dataDir = temporaryFolder();
  const attachments = join(dataDir, 'attachments');
  const options = { keys: key, dataDir, attachmentHosts: ['127.0.0.1'] };

  let perito = await startPerito(options);
  const body = incidentReport(1, {
    attachmentsPictures: pictures(server.url, count),
    attachmentsDocuments: [],
  });
  expect(await post(perito.receiverUrl, body)).toBe(200);
  const notAgain = new Set<string>();
  let askedBefore = new Map<string, number>();
  for (const next of [17, 1000]) {
    await (next === 17 ? held.promise : new Promise<void>((resolve) => (onHeld = resolve)));
    await perito.kill();
    // What lies there whole under the name of its hash is never asked for again.
    for (const name of [
      ...namesBelow(join(attachments, 'landing')),
      ...namesBelow(join(attachments, 'content')),
    ]) {
      const path = pathOf.get(name.split('.').at(-1) ?? '');
      if (path !== undefined) notAgain.add(path);
    }
    askedBefore = new Map(server.asked);
    heldFrom = next;
    sent = next === 17 ? 7 : 0;
    perito = await startPerito(options);
  }
  onTestFinished(() => perito.stop());
  for await (const _ of await perito.client.changes()) {
    const { counts } = await perito.client.attachments.downloads();
    if (counts.queued + counts.downloading + counts.failed === 0) break;
  }
  const all = await perito.client.attachments.list({ recordId: 1 });
  expect(all.map(({ state }) => state)).toEqual(files.map(() => 'stored'));
  expect(all.map(({ content }) => content?.sha256)).toEqual(files.map(hashOf));
  expect(notAgain.size).toBeGreaterThan(5);
  for (const path of notAgain) expect([path, server.asked.get(path)]).toEqual([path, askedBefore.get(path)]);
  await perito.stop();
  expect(namesBelow(join(attachments, 'landing'))).toEqual([]);
  expect(namesBelow(join(attachments, 'content')).toSorted()).toEqual(files.map(hashOf).toSorted());
  expect(namesBelow(join(attachments, 'previews'))).toEqual([]);
}, 60_000);

test('what a killed run left between two steps is ended at the next start, without asking for it again', async () => {
  const [whole, kept, torn] = [randomBytes(1000), randomBytes(2000), randomBytes(3000)];
  const bytes = [whole, kept, torn];
  let isOpen = false;
  const server = await serveFiles((request, response) => {
    const one = bytes[Number(/\d+/.exec(request.url ?? '')?.[0])] ?? Buffer.alloc(0);
    if (isOpen || request.url === '/1.bin') response.end(one);
  });
  onTestFinished(() => server.close());
  const first = await openEngineHouse();
  onTestFinished(() => first.remove());
  const body = incidentReport(1, { attachmentsPictures: pictures(server.url, 3), attachmentsDocuments: [] });
  await first.post('/incidentReports', body);
  // The second is stored, the others hang.
  await first.until(async () => {
    const states = (await first.client.attachments.list({ recordId: 1 })).map(({ state }) => state);
    return states.join() === 'downloading,stored,downloading';
  });
  const ids = (await first.client.attachments.list({ recordId: 1 })).map(({ id }) => id);
  await first.close();

  const folder = join(first.dataDir, 'attachments');
  const landing = join(folder, 'landing');
  // Whole, and no row says so yet; stored, and not yet moved; begun; named before its bytes were there; and no file at all.
  writeFileSync(join(landing, `${ids[0]}.${hashOf(whole)}`), whole);
  writeFileSync(join(landing, `${ids[1]}.${hashOf(kept)}`), kept);
  writeFileSync(join(landing, `${ids[2]}.part`), torn.subarray(0, 500));
  writeFileSync(join(landing, `${ids[2]}.${hashOf(torn)}`), torn.subarray(0, 500));
  writeFileSync(join(landing, `999.${hashOf(Buffer.alloc(0))}`), '');
  mkdirSync(join(landing, 'folder'));
  isOpen = true;
  const again = await openEngineHouse({ dataDir: first.dataDir });
  await again.until(async () => {
    const all = await again.client.attachments.list({ recordId: 1 });
    return all.every(({ state }) => state === 'stored');
  });
  expect(server.asked.get('/0.bin')).toBe(1);
  expect(server.asked.get('/1.bin')).toBe(1);
  expect(server.asked.get('/2.bin')).toBe(2);
  await again.close();
  expect(readdirSync(landing)).toEqual([]);
  expect(namesBelow(join(folder, 'content')).toSorted()).toEqual(bytes.map(hashOf).toSorted());
}, 60_000);

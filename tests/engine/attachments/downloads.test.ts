import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { afterEach, expect, test } from 'vitest';
import { incidentAttachment, incidentReport } from '../incident-reports.ts';
import { type FileServer, sendJpeg, serveFiles } from './file-server.ts';
import { type EngineHouse, openEngineHouse } from './house.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function openHouse(...given: Parameters<typeof openEngineHouse>): Promise<EngineHouse> {
  const house = await openEngineHouse(...given);
  opened.push({ close: () => house.close().then(() => house.remove()) });
  return house;
}

async function openFiles(...given: Parameters<typeof serveFiles>): Promise<FileServer> {
  const files = await serveFiles(...given);
  opened.push(files);
  return files;
}

async function photo(shade: number): Promise<Buffer> {
  const pixels = Buffer.alloc(64 * 48 * 4, 255);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([shade, (at / 4) % 251, (at * shade) % 253], at);
  return Transformer.fromRgbaPixels(pixels, 64, 48).jpeg(85);
}

const pictures = (files: FileServer, count: number) =>
  Array.from({ length: count }, (_, index) =>
    incidentAttachment(index + 1, { fileFullPath: `${files.url}/${index + 1}.jpg` }),
  );

test('photos that a report names are fetched after the answer, stored by their hash, looked at and served', async () => {
  const bytes = await Promise.all([1, 2, 3].map((shade) => photo(shade * 40)));
  const files = await openFiles((request, response) => {
    sendJpeg(response, bytes[Number(/\d+/.exec(request.url ?? '')?.[0]) - 1] ?? Buffer.alloc(0));
  });
  const house = await openHouse();
  const body = incidentReport(501, { attachmentsPictures: pictures(files, 3), attachmentsDocuments: [] });
  expect(await house.post('/incidentReports', body)).toBe(200);
  const { rows } = await house.client.records.list({});
  const recordId = rows[0]?.id ?? 0;
  await house.until(async () => {
    const all = await house.client.attachments.list({ recordId });
    return all.length === 3 && all.every((one) => one.content?.hasPreviews);
  });
  const all = (await house.client.records.get({ id: recordId })).attachments;
  expect(all.map((one) => [one.role, one.state, one.filename, one.content?.mediaType])).toEqual(
    [1, 2, 3].map((n) => ['picture', 'stored', `foto ${n}.jpg`, 'image/jpeg']),
  );
  for (const [index, one] of all.entries()) {
    const sha256 = createHash('sha256')
      .update(bytes[index] ?? '')
      .digest('hex');
    expect(one.content?.sha256).toBe(sha256);
    const path = join(house.dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);
    expect(readFileSync(path).equals(bytes[index] ?? Buffer.alloc(0))).toBe(true);
    const preview = await house.engine.attachmentFile(one.id, 'preview');
    expect(preview?.mediaType).toBe('image/jpeg');
    expect(await house.engine.attachmentFile(one.id, 'download')).toMatchObject({
      isShown: false,
      filename: one.filename,
    });
  }
  expect(readdirSync(join(house.dataDir, 'attachments', 'landing'))).toEqual([]);
  expect([...files.asked.values()]).toEqual([1, 1, 1]);
  expect(house.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('files of an unknown host wait for one click', async () => {
  const bytes = await photo(90);
  const files = await openFiles((_, response) => sendJpeg(response, bytes));
  const house = await openHouse({ attachments: { allowLoopback: true } });
  const body = incidentReport(502, { attachmentsPictures: pictures(files, 2), attachmentsDocuments: [] });
  await house.post('/incidentReports', body);
  await house.until(async () => (await house.client.attachments.downloads()).counts.awaitingApproval === 2);
  const [host] = await house.client.attachments.hosts();
  expect(host).toMatchObject({ host: '127.0.0.1', standing: 'pending', waiting: 2, needsHttp: true });
  expect(files.asked.size).toBe(0);
  await house.client.attachments.decideHost({ host: '127.0.0.1', standing: 'approved', allowHttp: true });
  await house.until(async () => {
    const { counts } = await house.client.attachments.downloads();
    return counts.awaitingApproval + counts.queued + counts.downloading === 0;
  });
  const { rows } = await house.client.audit.list({});
  const subjects = rows
    .filter(({ action }) => action === 'attachmentHost.decided')
    .map(({ subject }) => subject);
  expect(subjects).toEqual(['attachmentHost:127.0.0.1']);
  expect((await house.client.attachments.waiting({})).rows).toEqual([]);
  expect(await house.client.audit.verify()).toMatchObject({ intact: true });
});

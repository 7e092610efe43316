import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Files, type FilesOptions, openFiles } from '../../../main/simulator/index.ts';
import { createRecordFactory } from '../../../main/simulator/record-factory.ts';

const now = () => new Date('2026-11-20T14:30:00.000Z');

/** For tests that look at paths of their own: every file server has a thread of its own to start. */
let shared: Files;
beforeAll(async () => {
  shared = await openFiles({ megapixels: 0.02 });
});
afterAll(() => shared.close());

async function open(options: FilesOptions = {}): Promise<Files> {
  const files = await openFiles({ megapixels: 0.02, ...options });
  onTestFinished(files.close);
  return files;
}
const fetched = async (url: string) => {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('serves what a report and a document name, as the types that they say', async () => {
  const files = shared;
  const factory = createRecordFactory(4, now, files.url);
  const report = factory.incidentReport({ pictures: 2, documents: 4 });
  const order = factory.purchaseOrder();
  const invoices = Array.from({ length: 6 }, () => factory.invoice(order));
  files.register(report);
  for (const invoice of invoices) files.register(invoice);
  const named = [
    ...[...report.attachmentsPictures, ...report.attachmentsDocuments].map((one) => ({
      url: one.fileFullPath,
      type: one.contentType,
    })),
    ...report.attachmentsPictures.map((one) => ({ url: one.previewFullPath, type: 'image/jpeg' })),
  ];
  const papers = invoices.flatMap(({ attachments }) =>
    attachments.map(({ documentUrl, contentType }) => ({ url: documentUrl, type: contentType })),
  );
  expect(papers.length).toBeGreaterThan(2);
  for (const { url, type } of [...named, ...papers]) {
    const file = await fetched(url);
    expect({ url, status: file.status, type: file.type }).toEqual({ url, status: 200, type });
    expect(file.bytes.subarray(0, 3).toString('latin1')).toBe(type === 'image/jpeg' ? '\xff\xd8\xff' : '%PD');
  }
});

test('the same seed gives the same bytes, another seed others; a name alone says which photograph it is', async () => {
  const [one, same, other] = [shared, await open(), await open({ seed: 4 })];
  const path = '/incidentes/20001/a1b2c3.jpg';
  const [first, again, different] = await Promise.all(
    [one, same, other].map(({ url }) => fetched(`${url}${path}`)),
  );
  expect(sha256(again!.bytes)).toBe(sha256(first!.bytes));
  expect(sha256(different!.bytes)).not.toBe(sha256(first!.bytes));
  // Told of under its first report, it is served under any.
  const report = createRecordFactory(1, now, one.url).incidentReport({ pictures: 1 });
  one.register(report);
  const [picture] = report.attachmentsPictures;
  const reused = `${one.url}/incidentes/99/${picture?.filename}`;
  expect(sha256((await fetched(reused)).bytes)).toBe(sha256((await fetched(picture!.fileFullPath)).bytes));
});

test.each([
  '/',
  '/incidentes/1/a.png',
  '/incidentes/x/a.jpg',
  '/incidentes/1/a/b.jpg',
  '/documentos/1/1.pdf',
  '/como/nothing/a.jpg',
])('%s is not there', async (path) => {
  const files = shared;
  expect((await fetched(`${files.url}${path}`)).status).toBe(404);
});

test('photographs made beforehand are there at once, and nobody asked for them', async () => {
  const files = await open();
  const report = createRecordFactory(4, now, files.url).incidentReport({ pictures: 3 });
  await files.prepare(report);
  expect(files.requests()).toEqual([]);
  // Without what the first call of a process loads.
  await fetched(`${shared.url}/`);
  const begun = process.cpuUsage();
  for (const { fileFullPath } of report.attachmentsPictures) await fetched(fileFullPath);
  const kept = process.cpuUsage(begun);
  const own = await open({ keptBytes: 0 });
  const unkept = { ...report, attachmentsPictures: report.attachmentsPictures.slice(0, 1) };
  await own.prepare(unkept);
  const again = process.cpuUsage();
  await fetched(`${own.url}${new URL(report.attachmentsPictures[0]!.fileFullPath).pathname}`);
  const made = process.cpuUsage(again);
  // Three that are kept take less of the processor, in all threads, than one that is made.
  expect(kept.user + kept.system).toBeLessThan(made.user + made.system);
});

test('counts what was asked, and how much at once', async () => {
  const files = await open();
  const hold = files.hold();
  const paths = ['a', 'b', 'c'].map((name) => `/como/status.204/${name}.jpg`);
  const asked = paths.map((path) => fetch(`${files.url}${path}?firma=1`, { headers: { 'X-Prueba': 'si' } }));
  await files.until(() => files.requests().length === 3);
  expect(files.maxConcurrent()).toEqual({ requests: 3, connections: 3 });
  expect(files.requests(paths[1])).toMatchObject([
    { method: 'GET', query: '?firma=1', status: null, end: null, headers: { 'x-prueba': 'si' } },
  ]);
  hold.release();
  await Promise.all(asked);
  await files.until(() => files.requests().every(({ end }) => end === 'whole'));
  expect(files.requests().map(({ status }) => status)).toEqual([204, 204, 204]);
});

test('a file can be held after its first bytes, and goes on when it is let go', async () => {
  const files = shared;
  const url = `${files.url}/incidentes/1/a.jpg`;
  const whole = await fetched(url);
  const hold = files.hold({ afterBytes: 1_000 });
  const response = await fetch(url);
  const reader = response.body!.getReader();
  const begun = await reader.read();
  expect(begun.value?.length).toBe(1_000);
  hold.release();
  const parts = [Buffer.from(begun.value!)];
  for (let part = await reader.read(); !part.done; part = await reader.read())
    parts.push(Buffer.from(part.value));
  expect(sha256(Buffer.concat(parts))).toBe(sha256(whole.bytes));
});

test('the network is cut in the middle of a file, and comes back on the same port', async () => {
  const files = await open();
  const url = `${files.url}/incidentes/1/a.jpg`;
  files.hold({ afterBytes: 10 });
  const response = await fetch(url);
  await files.cut();
  await expect(response.arrayBuffer()).rejects.toThrow();
  await expect(fetch(url)).rejects.toThrow();
  expect(files.requests().map(({ end }) => end)).toEqual(['cut']);
  await files.reopen();
  files.hold().release();
  expect((await fetched(url)).status).toBe(200);
});

test('a path can be answered otherwise, and as before again', async () => {
  const files = shared;
  const path = '/incidentes/1/otra.jpg';
  files.setBehaviour(path, 'failFirst.1');
  const statuses = async () => (await fetched(`${files.url}${path}`)).status;
  expect([await statuses(), await statuses()]).toEqual([500, 200]);
  files.setBehaviour(path, 'status.403');
  expect(await statuses()).toBe(403);
  files.setBehaviour(path, null);
  expect(await statuses()).toBe(200);
});

test('what is no request for a file is answered all the same', async () => {
  const files = shared;
  const socket = connect(Number(new URL(files.url).port), '127.0.0.1');
  socket.write('GET // HTTP/1.1\r\nHost: a\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400/);
  socket.destroy();
  expect((await fetch(`${files.url}/incidentes/1/a.jpg`, { method: 'POST' })).status).toBe(405);
});

test('photographs are made one at a time, beside whatever else this thread does', async () => {
  const files = await open({ megapixels: 1 });
  const [all, here] = [process.cpuUsage(), process.threadCpuUsage()];
  await Promise.all(['a', 'b', 'c'].map((name) => fetched(`${files.url}/incidentes/1/${name}.jpg`)));
  // Of processor time, which is the same however busy the machine is.
  const [ofAll, ofHere] = [process.cpuUsage(all), process.threadCpuUsage(here)].map(
    ({ user, system }) => user + system,
  );
  expect((ofHere ?? Infinity) / (ofAll ?? 0)).toBeLessThan(0.3);
});

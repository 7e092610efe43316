/**
 * Names the files that an order, a cancellation and a photograph pass through: `npm run flows`. Perito runs as a process
 * of its own, with V8's coverage in each of its processes and threads; a file counts where one of its functions ran
 * between the call and the last that is done about it, and did not run while nothing happened. The screen's files are
 * beside it: they run in a browser, bundled.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Transformer } from '@napi-rs/image';
import * as z from 'zod';
import { startPerito } from '../e2e/perito.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { recordOf, reportNaming, sendReport } from '../files/reports.ts';
import { settled, until } from '../files/settled.ts';

const root = pathToFileURL(fileURLToPath(new URL('../..', import.meta.url))).href;
const folder = mkdtempSync(join(tmpdir(), 'perito-flows-'));
mkdirSync(join(folder, 'coverage'));
const mark = join(folder, 'mark');
const hook = new URL('coverage-on-mark.mjs', import.meta.url).href;
process.env['NODE_V8_COVERAGE'] = join(folder, 'coverage');
process.env['PERITO_COVERAGE_MARK'] = mark;
process.env['NODE_OPTIONS'] = `--import=${hook}`;

const report = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({ functionName: z.string(), ranges: z.array(z.object({ count: z.number() })) }),
      ),
    }),
  ),
});

let marks = 0;
/** The files of which a function ran since the last call, in no order. Threads look for the mark every 20 ms. */
async function ran(): Promise<Set<string>> {
  const before = new Set(reports());
  marks += 1;
  writeFileSync(mark, String(marks));
  await wait(400);
  const files = new Set<string>();
  for (const path of reports().filter((path) => !before.has(path))) {
    const { result } = report.parse(JSON.parse(readFileSync(path, 'utf8')));
    for (const { url, functions } of result) {
      const ownFunctions = functions.filter(({ functionName }) => functionName !== '');
      if (!url.startsWith(root) || url.includes('/node_modules/')) continue;
      if (ownFunctions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)) files.add(url.slice(root.length));
    }
  }
  return files;
}
const reports = () => readdirSync(join(folder, 'coverage')).map((name) => join(folder, 'coverage', name));

const key = 'mercado@prueba.example:a-key-for-measuring-the-flows-only';
const picture = Transformer.fromRgbaPixels(Buffer.alloc(640 * 480 * 4, 200), 640, 480).jpegSync();
const files = createServer((_, response) => response.setHeader('content-type', 'image/jpeg').end(picture));
await once(files.listen(0, '127.0.0.1'), 'listening');
const host = `127.0.0.1:${(files.address() as AddressInfo).port}`;

const program = fileURLToPath(new URL('main/cli.ts', root));
const perito = await startPerito({ program, keys: key, holdSeconds: 30, attachmentHosts: [host] });
const { client } = perito;
const changes = new AbortController();
void (async () => {
  for await (const change of await client.changes(undefined, { signal: changes.signal })) {
    if (change.topic === 'records') await client.records.list({ kind: 'purchaseOrder' });
  }
})().catch(() => undefined);

const isExamined = () => until(client, async () => (await client.status.get()).examination.revisions === 0);
async function order(id: number): Promise<void> {
  await perito.post('/purchaseOrders', purchaseOrder(id));
  await isExamined();
}
async function cancellation(id: number): Promise<void> {
  const answer = perito.post(`/purchaseOrders/${id}/cancel`, {
    purchaseOrderId: id,
    comments: 'Ya no hace falta.',
  });
  await until(client, async () => {
    const { rows } = await client.cancellations.list({});
    const row = rows.find(({ marketplaceId, state }) => marketplaceId === id && state === 'waiting');
    if (row !== undefined) await client.cancellations.decide({ id: row.id, verdict: 'approve' });
    return row !== undefined;
  });
  await answer;
}
async function photograph(id: number): Promise<void> {
  await sendReport(perito, reportNaming(id, [`http://${host}/${id}.jpg`]));
  const [attachment] = await settled(perito, await recordOf(client, 'incidentReport', id), 1);
  await fetch(`${perito.consoleUrl}/attachments/${attachment?.id}/preview`, {
    headers: { authorization: `Bearer ${perito.consoleToken}` },
  });
  await isExamined();
}

const flows: Record<string, string[]> = {};
for (const flow of [order, cancellation, photograph]) {
  // Once for what is only done the first time.
  if (flow === cancellation) for (const id of [101, 102]) await order(id);
  console.error(flow.name);
  await flow(101);

  await wait(1_500);
  await ran();
  await wait(1_500);
  const idle = await ran();
  await flow(102);

  const files = await ran();

  flows[flow.name] = [...files].filter((path) => !idle.has(path)).sort();
}
changes.abort();

await perito[Symbol.asyncDispose]();
files.close();
for (const [name, paths] of Object.entries(flows)) {
  const lines = paths.reduce(
    (sum, path) => sum + readFileSync(new URL(path, root), 'utf8').split('\n').length - 1,
    0,
  );
  console.log(
    `\n${name}: ${paths.length} files, ${lines} lines\n${paths.map((path) => `  ${path}`).join('\n')}`,
  );
}
rmSync(folder, { recursive: true, force: true });

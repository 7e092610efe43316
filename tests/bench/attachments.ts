/**
 * Has a Perito that takes 1,000 purchase orders a second download, store and look at a report's photographs of 12
 * megapixels meanwhile, and prints the answer times of the orders at rest and during it, in one run.
 *
 * --photos N    default 200
 * --rate N      orders a second, default 1000
 * --check       exit code 1 where the p99 is above the design's budget
 * --folder DIR  where the data goes, on the disk to be measured; default the system's temporary folder
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Attachment, Downloads } from '../../shared/contract/attachments.ts';
import { incidentAttachment, incidentReport } from '../engine/incident-reports.ts';
import { watchDisk } from './disk.ts';
import type { LoadResult } from './load.ts';
import { benchKey } from './requests.ts';
import { runLoad } from './run-load.ts';
import { type Served, servePerito } from './serve-perito.ts';

const { values: options } = parseArgs({
  options: {
    photos: { type: 'string', default: '200' },
    rate: { type: 'string', default: '1000' },
    check: { type: 'boolean', default: false },
    folder: { type: 'string', default: tmpdir() },
  },
});
/** Milliseconds (design, "Budgets"). */
const budget = 25;
const ratePerSecond = Number(options.rate);
const count = Number(options.photos);
const folder = mkdtempSync(join(options.folder, 'perito-bench-photos-'));
const disk = watchDisk(folder);
let nextId = 0;

const photos = spawn(process.execPath, [fileURLToPath(new URL('photo-server.ts', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = await once(createInterface(photos.stdout), 'line');
  const { url, bytes }: { url: string; bytes: number[] } = JSON.parse(String(line));
  console.log(`${count} photographs of 12 MP, ${bytes.map((one) => (one / 1e6).toFixed(1)).join(', ')} MB`);
  const met = await measure(url);
  if (options.check && !met) process.exitCode = 1;
} finally {
  photos.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(filesUrl: string): Promise<boolean> {
  const perito = await servePerito(folder, {
    more: ['--allow-loopback-attachments', '--attachment-host', new URL(filesUrl).host],
  });
  try {
    await perito.call('settings/update', { attachments: { maximumPerRecord: count } });
    await disk.settle();
    const atRest = await load(perito, 5000);
    console.log(`orders at ${ratePerSecond}/s at rest:   ${latencies(atRest)}`);
    const began = performance.now();
    const answered = await post(perito, filesUrl);
    console.log(`the report was answered ${answered.status} in ${answered.milliseconds.toFixed(1)} ms`);
    const rounds: LoadResult[] = [];
    let storedAfter: number | null = null;
    for (;;) {
      rounds.push(await load(perito, 5000));
      const { stored, seen } = await progress(perito);
      if (stored === count) storedAfter ??= (performance.now() - began) / 1000;
      console.log(
        `  meanwhile, ${stored} stored, ${seen} with previews: ${latencies(rounds.at(-1) ?? atRest)}`,
      );
      if (seen === count) break;
    }
    const seconds = (performance.now() - began) / 1000;
    const worst = Math.max(...rounds.map(({ p99 }) => p99));
    console.log(
      `all stored within ${storedAfter?.toFixed(0)} s and looked at within ${seconds.toFixed(0)} s`,
    );
    console.log(
      `p99 at rest ${atRest.p99.toFixed(1)} ms, meanwhile at most ${worst.toFixed(1)} ms in a round (budget ${budget} ms)`,
    );
    return worst <= budget;
  } finally {
    await perito.stop();
  }
}

function load({ receiverUrl: url }: Served, milliseconds: number): Promise<LoadResult> {
  const calls = { orders: nextId };
  nextId += 1_000_000;
  return runLoad({
    url,
    connections: 64,
    calls,
    warmUpMilliseconds: 500,
    until: { milliseconds },
    ratePerSecond,
  });
}

async function post(perito: Served, filesUrl: string) {
  const pictures = Array.from({ length: count }, (_, index) =>
    incidentAttachment(index + 1, { fileFullPath: `${filesUrl}/${index}.jpg` }),
  );
  const body = incidentReport(1, { attachmentsPictures: pictures, attachmentsDocuments: [] });
  const began = performance.now();
  const answer = await fetch(`${perito.receiverUrl}/incidentReports`, {
    method: 'POST',
    headers: { 'X-API-KEY': Buffer.from(benchKey).toString('base64'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, milliseconds: performance.now() - began };
}

/** How many photographs are stored, and how many have previews. */
async function progress(perito: Served): Promise<{ stored: number; seen: number }> {
  const { rows } = await perito.call<{ rows: { id: number }[] }>('records/list', { kind: 'incidentReport' });
  const all = await perito.call<Attachment[]>('attachments/list', { recordId: rows[0]?.id ?? 0 });
  const { counts } = await perito.call<Downloads>('attachments/downloads', {});
  if (counts.failed + counts.refused > 0) throw new Error('not all photographs could be fetched');
  return {
    stored: all.filter(({ state }) => state === 'stored').length,
    seen: all.filter(({ content }) => content?.hasPreviews).length,
  };
}

function latencies({ p50, p99, most, perSecond, refused }: LoadResult): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms, refused ${refused}`;
}

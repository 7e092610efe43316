/**
 * Imports 100,000 vehicles from CSV and from XLSX into a Perito that takes 1,000 purchase orders a second meanwhile, and
 * prints how long it took beside the answer times of the orders, at rest and during the import.
 *
 * --vehicles N  default 100000
 * --check       exit code 1 where a budget of the design is not met
 * --folder DIR  where the data goes, on the disk to be measured; default the system's temporary folder
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import writeXlsx from 'write-excel-file/node';
import { policiesAsCsv, type SamplePolicy, samplePolicies } from '../../main/simulator/policy-book.ts';
import { policyColumns } from '../../shared/policy-terms.ts';
import { watchDisk } from './disk.ts';
import type { LoadResult } from './load.ts';
import { runLoad } from './run-load.ts';
import { type Served, servePerito } from './serve-perito.ts';

const { values: options } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '100000' },
    check: { type: 'boolean', default: false },
    folder: { type: 'string', default: tmpdir() },
  },
});
/** The design's budgets: seconds of an import, p99 of orders in milliseconds. */
const budgets = { seconds: 20, p99: 25 };
const ratePerSecond = 1000;
const folder = mkdtempSync(join(options.folder, 'perito-bench-import-'));
const disk = watchDisk(folder);
let nextId = 0;

try {
  const files = await makeFiles(samplePolicies(1, Number(options.vehicles)));
  const met: boolean[] = [];
  for (const [kind, path] of Object.entries(files)) met.push(await measure(kind, path));
  if (options.check && met.includes(false)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function makeFiles(rows: readonly SamplePolicy[]): Promise<Record<string, string>> {
  const csv = join(folder, 'book.csv');
  writeFileSync(csv, policiesAsCsv(rows, 'spanish'));
  const xlsx = join(folder, 'book.xlsx');
  const cells = rows.map((row) => policyColumns.map((column) => ({ value: row[column] })));
  const heading = policyColumns.map((column) => ({ value: String(column) }));
  await writeXlsx([heading, ...cells], {}).toFile(xlsx);
  return { CSV: csv, XLSX: xlsx };
}

/** One import in a fresh Perito; true where both budgets are kept. */
async function measure(kind: string, path: string): Promise<boolean> {
  const perito = await servePerito(join(folder, kind));
  try {
    const load = (milliseconds: number): Promise<LoadResult> => {
      const calls = { orders: nextId };
      nextId += 1_000_000;
      const { receiverUrl: url } = perito;
      return runLoad({
        url,
        connections: 64,
        calls,
        warmUpMilliseconds: 500,
        until: { milliseconds },
        ratePerSecond,
      });
    };
    await disk.settle();
    const atRest = await load(4000);
    const alone = await importing(perito, path, true);
    // Orders come for as long as a dry run and the writing may take; what comes after the import counts as well.
    const meanwhile = load(Math.max(6000, 0.9 * alone.seconds * 1000));
    const { seconds, outcome } = await importing(perito, path, false);
    const during = await meanwhile;
    const isMet = seconds <= budgets.seconds && during.p99 <= budgets.p99;
    console.log(
      [
        `${kind}: ${outcome} in ${seconds.toFixed(1)} s (at most ${budgets.seconds}), dry run alone ${alone.seconds.toFixed(1)} s`,
        `  orders at ${ratePerSecond}/s at rest:   ${latencies(atRest)}`,
        `  orders at ${ratePerSecond}/s meanwhile: ${latencies(during)} (p99 at most ${budgets.p99} ms)`,
        `  ${isMet ? 'met' : 'NOT MET'}`,
      ].join('\n'),
    );
    return isMet;
  } finally {
    await perito.stop();
  }
}

function latencies({ p50, p99, most, perSecond, refused }: LoadResult): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, most ${most.toFixed(1)} ms, refused ${refused}`;
}

async function importing({ call }: Served, path: string, dryRun: boolean) {
  const began = performance.now();
  const { added, bad } = await call<{ added: number; bad: number }>('policies/import', { path, dryRun });
  return { seconds: (performance.now() - began) / 1000, outcome: `${added} added, ${bad} bad` };
}

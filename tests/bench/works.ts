/** What the program may have to do while orders arrive, each alone: how it is begun, and when it is done. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import writeXlsx from 'write-excel-file/node';
import * as z from 'zod';
import { policiesAsCsv, samplePolicies } from '../../main/simulator/policy-book.ts';
import type { Attachment, Downloads } from '../../shared/contract/attachments.ts';
import type { Status } from '../../shared/contract/status.ts';
import { policyColumns } from '../../shared/policy-terms.ts';
import { incidentAttachment, incidentReport } from '../engine/incident-reports.ts';
import { latenciesOf } from './measure.ts';
import { runLoad } from './run-load.ts';
import type { Served } from './serve-perito.ts';

export interface Site extends Served {
  cli: string;
  /** The data folder. */
  path: string;
  /** An id that no record of it has. */
  freshId: number;
}

export interface Work {
  name: string;
  /** Begins what it needs besides the program, and answers the options of `serve` that it needs. */
  begin?(): Promise<readonly string[]>;
  /** What there must be before it is begun. */
  prepare?(site: Site): Promise<void>;
  /** Resolves when it is done, with what was done. */
  run(site: Site): Promise<string>;
  /** Ends what `begin` began. */
  end?(): void;
}

const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

/** Nothing but what the program does by itself, such as checkpoints. */
export const nothing = (seconds: number): Work => ({
  name: `nothing for ${seconds} s`,
  async run() {
    await pause(seconds * 1000);
    return '';
  },
});

export function policyImport(kind: 'csv' | 'xlsx', vehicles: number): Work {
  const fileOf = ({ path }: Site) => join(path, `benchmark-policies.${kind}`);
  return {
    name: `an import of ${vehicles.toLocaleString('en')} vehicles, ${kind}`,
    async prepare(site) {
      const rows = samplePolicies(1, vehicles);
      if (kind === 'csv') return writeFileSync(fileOf(site), policiesAsCsv(rows, 'spanish'));
      const heading = policyColumns.map((column) => ({ value: String(column) }));
      const cells = rows.map((row) => policyColumns.map((column) => ({ value: row[column] })));
      await writeXlsx([heading, ...cells], {}).toFile(fileOf(site));
    },
    async run(site) {
      const began = performance.now();
      const outcome = await site.call<{ added: number; changed: number; bad: number }>('policies/import', {
        path: fileOf(site),
        dryRun: false,
      });
      return `${outcome.added + outcome.changed} in ${secondsSince(began)} s, ${outcome.bad} bad`;
    },
  };
}

/** Of 12 megapixels, in one report: fetched, stored, and looked at. */
export function photographs(count: number): Work {
  let server: ChildProcess | null = null;
  let url = '';
  return {
    name: `${count} photographs fetched`,
    async begin() {
      const program = fileURLToPath(new URL('photo-server.ts', import.meta.url));
      const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
      server = child;
      const [line] = await once(createInterface(child.stdout), 'line');
      ({ url } = z.object({ url: z.url() }).parse(JSON.parse(String(line))));
      return ['--allow-loopback-attachments', '--attachment-host', new URL(url).host];
    },
    prepare: async ({ call }) =>
      void (await call('settings/update', { attachments: { maximumPerRecord: count } })),
    async run({ post, call, freshId }) {
      const began = performance.now();
      const attachmentsPictures = Array.from({ length: count }, (_, index) =>
        incidentAttachment(index + 1, { fileFullPath: `${url}/${index}.jpg` }),
      );
      const report = incidentReport(freshId, { attachmentsPictures, attachmentsDocuments: [] });
      const { status } = await post('/incidentReports', Buffer.from(JSON.stringify(report)));
      const recordId = (await reported(call, freshId))?.id ?? 0;
      for (let storedAfter = ''; ; await pause(1000)) {
        const all = await call<Attachment[]>('attachments/list', { recordId });
        const { counts } = await call<Downloads>('attachments/downloads', {});
        if (status !== 200 || counts.failed + counts.refused > 0) throw new Error('not all could be fetched');
        if (all.filter(({ state }) => state === 'stored').length === count)
          storedAfter ||= secondsSince(began);
        if (all.filter(({ content }) => content?.hasPreviews).length === count)
          return `stored in ${storedAfter} s, looked at in ${secondsSince(began)} s`;
      }
    },
    end: () => void server?.kill(),
  };
}

interface ReportRow {
  id: number;
  marketplaceId: number;
  findingCount: number;
}

/** The row of a report once it is listed, and is as is asked; undefined where it is not within two minutes. */
async function reported(
  call: Served['call'],
  marketplaceId: number,
  isSo: (row: ReportRow) => boolean = () => true,
): Promise<ReportRow | undefined> {
  for (const began = performance.now(); performance.now() - began < 120_000; await pause(200)) {
    const { rows } = await call<{ rows: ReportRow[] }>('records/list', { kind: 'incidentReport', limit: 5 });
    const row = rows.find((each) => Number(each.marketplaceId) === marketplaceId);
    if (row !== undefined && isSo(row)) return row;
  }
  return undefined;
}

/** As much as eight people can ask, each again as soon as it was answered. */
export const searches = (seconds: number): Work => ({
  name: `searches from 8 connections`,
  async run({ call }) {
    const words = [
      'bumper delantero',
      'Repuestos Prueba 7',
      'AUTO-PRUEBA-00012',
      'Altagracia',
      'faro derecho',
    ];
    const until = performance.now() + seconds * 1000;
    const waits: number[] = [];
    const ask = async (from: number) => {
      for (let nth = from; performance.now() < until; nth += 8) {
        const began = performance.now();
        const claim = `REC-PRUEBA-${String(nth + 1).padStart(7, '0')}`;
        await call('records/list', { search: nth % 2 === 0 ? claim : words[nth % words.length], limit: 50 });
        waits.push(performance.now() - began);
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(ask));
    const { p50, p99 } = latenciesOf(waits);
    return `${waits.length} in ${seconds} s, p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`;
  },
});

export const monstrousReport: Work = {
  name: 'a report of 2,600,001 empty pictures',
  async run({ post, call, freshId }) {
    const body = `{"incidentReportFormId":${freshId},"attachmentsPictures":[${'{},'.repeat(2_600_000)}{}]}`;
    const { status, milliseconds } = await post('/incidentReports', Buffer.from(body));
    const began = performance.now();
    const row = await reported(call, freshId, ({ findingCount }) => findingCount > 0);
    const examined = row === undefined ? 'not examined within' : 'examined after';
    return `${status} in ${milliseconds.toFixed(0)} ms, ${examined} ${secondsSince(began)} s`;
  },
};

/** Of so many orders as arrive in some seconds at full rate, and of what the directory held before. */
export const rebuild = (seconds: number): Work => ({
  name: 'a rebuild',
  async prepare({ receiverUrl: url, freshId, call }) {
    const until = { milliseconds: seconds * 1000 };
    const calls = { orders: freshId + 1_000_000 };
    await runLoad({ url, connections: 64, calls, warmUpMilliseconds: 0, until, ratePerSecond: null });
    for (;;) {
      const { arrivals, examination } = await call<Status>('status/get', {});
      if (arrivals.waiting + examination.revisions === 0) break;
      await pause(500);
    }
  },
  async run({ call, path }) {
    const asides = () => readdirSync(path).filter((name) => name.startsWith('before-rebuild-')).length;
    const before = asides();
    const began = performance.now();
    const begun = await call('database/rebuild', {}).catch(String);
    if (typeof begun === 'string') return `this program has none beside its receiver: ${begun.slice(0, 60)}`;
    while (asides() === before) {
      const refusal = await call('status/get', {}).catch(String);
      const isAway = typeof refusal === 'string' && refusal.includes('"rebuild":{');
      if (!isAway && asides() === before && performance.now() - began > 5000)
        return `ended without a new database: ${JSON.stringify(refusal).slice(0, 300)}`;
      await pause(200);
    }
    const madeIn = secondsSince(began);
    for (;;) {
      const status = await call<Status>('status/get', {}).catch(() => null);
      if (status !== null)
        return `${status.engine.rebuilt?.entries} entries in ${madeIn} s, engine back after ${secondsSince(began)} s`;
      await pause(200);
    }
  },
});

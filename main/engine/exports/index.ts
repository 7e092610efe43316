/** Exports: lists, records and claims as files that other programs read, written beside the work that goes on. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#shared/contract/common.ts';
import type { ExportEntry, ExportFormat, ExportSource } from '#shared/contract/exports.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import type { Locale } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { AttachmentFile } from '../engine-protocol.ts';
import type { EngineLog } from '../log.ts';
import { type AuditWriting, appendAudit, findRecord, type Store } from '../store/index.ts';
import { type ExportThread, startExport } from './export-thread.ts';
import { wordsOf } from './words.ts';
import type { WrittenExport } from './write-export.ts';

export { ExportProblem } from './export-problem.ts';
export type { ExportStart, FromExportThread } from './export-thread.ts';
export type { Reading } from './lists.ts';
export { type ExportProgress, type WrittenExport, writeExport } from './write-export.ts';

interface WantedExport {
  source: ExportSource;
  format: ExportFormat;
  locale: Locale;
}

export interface Exports {
  /** Begins one; `busy` where as many are being written as may be, and once it is closed. */
  begin(wanted: WantedExport, actor: Actor): Promise<ExportEntry | 'busy'>;
  /** Those of one who asks, the newest first. */
  list(actor: Actor): ExportEntry[];
  /** Ends one of his; null where he has none with this id. */
  stop(id: string, actor: Actor): Promise<ExportEntry | null>;
  /** Removes one of his, of one that is being saved without its file; false where he has none with this id. */
  remove(wanted: { id: string; isSaved: boolean }, actor: Actor): Promise<boolean>;
  /** The file of one that is done, and the account that began it, null of what has none; null where there is none done. */
  file(id: string): { file: AttachmentFile; personId: number | null } | null;
  /** Removes what the run before left. */
  start(): void;
  close(): Promise<void>;
}

/** Three threads at most read beside the engine's. */
const maxRunning = 3;
/** Of all people; the oldest that is not being written goes first. */
const maxKept = 20;
const keptMilliseconds = 24 * 3_600_000;

interface Kept {
  entry: ExportEntry;
  owner: string;
  personId: number | null;
  thread: ExportThread | null;
  /** Listed no more; the file stays for whoever saves it. */
  isSaved: boolean;
}

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** Exports of this run of the program; their files lie in the data directory, since they hold what it holds. */
export function createExports(options: {
  store: Pick<Store, 'dataDir' | 'read' | 'write'>;
  clock: Clock;
  changes: Pick<Changes, 'publish'>;
  version: string;
  log: EngineLog;
}): Exports {
  const { store, clock, changes, version, log } = options;
  const folder = join(store.dataDir, 'exports');
  const all = new Map<string, Kept>();
  /** Those that are written or about to be; each is taken before anything is waited for. */
  let placesTaken = 0;
  /** Those that are about to be written. */
  const beginnings = new Set<Promise<unknown>>();
  let isClosed = false;
  const pathOf = (id: string) => join(folder, id);
  const publish = () => changes.publish({ topic: 'exports' });

  const forget = async (id: string) => {
    all.delete(id);
    await rm(pathOf(id), { force: true });
  };
  const sweep = async () => {
    const old = clock.now() - keptMilliseconds;
    const ended = [...all.values()].filter(({ thread }) => thread === null);
    const surplus = Math.max(0, all.size - maxKept + 1);
    for (const [index, { entry }] of ended.entries())
      if (index < surplus || Date.parse(entry.since) < old) await forget(entry.id);
  };
  const follow = async (kept: Kept, thread: ExportThread, source: ExportSource, actor: Actor) => {
    const end = await thread.ended;
    const { entry } = kept;
    try {
      if (end.type === 'written') {
        const { title, rows, bytes } = end.written;
        // Handed out only once the log says so.
        const at = clock.now();
        await store.write((tx) =>
          appendAudit(tx, exportedEntry(end.written, { at, actor, source, format: entry.format })),
        );
        changes.publish({ topic: 'audit' });
        Object.assign(entry, { title, name: exportName(title, Date.parse(entry.since), entry.format) });
        Object.assign(entry, { rows, total: rows, bytes, state: 'done' });
      } else {
        Object.assign(entry, { state: 'failed', failure: { code: end.code, detail: end.detail } });
      }
    } catch (cause) {
      log.error({ err: cause }, 'An export could not be noted in the log, and is not handed out.');
      Object.assign(entry, { state: 'failed', failure: { code: 'other', detail: String(cause) } });
      await rm(pathOf(entry.id), { force: true }).catch(() => {});
    }
    kept.thread = null;
    placesTaken -= 1;
    publish();
  };
  /** In a place that is taken; null where it was closed meanwhile. */
  const beginWriting = async (
    { source, format, locale }: WantedExport,
    actor: Actor,
  ): Promise<ExportEntry | null> => {
    const id = randomUUID();
    const at = clock.now();
    // A record by its number from the beginning: what is being prepared has a name.
    const record = source.of === 'record' ? await store.read((tx) => findRecord(tx, source.id)) : undefined;
    const title = record?.number ?? titleOf(source, locale);
    const entry: ExportEntry = {
      ...{ id, title, name: exportName(title, at, format), format },
      isDocument: source.of === 'record' || source.of === 'claim',
      ...{
        since: new Date(at).toISOString(),
        state: 'writing',
        rows: 0,
        total: null,
        bytes: 0,
        failure: null,
      },
    };
    const kept: Kept = {
      entry,
      owner: ownerOf(actor),
      personId: actor.personId ?? null,
      thread: null,
      isSaved: false,
    };
    await sweep();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isClosed) return null;
    all.set(id, kept);
    const { dataDir } = store;
    const start = { dataDir, source, format, locale, to: pathOf(id), by: actor.person, version, at };
    const thread = startExport(start, ({ title, rows, total }) => {
      Object.assign(entry, { title, rows, total });
      publish();
    });
    kept.thread = thread;
    void follow(kept, thread, source, actor);
    publish();
    return { ...entry };
  };
  const ownOf = (id: string, actor: Actor): Kept | null => {
    const kept = all.get(id);
    return kept !== undefined && kept.owner === ownerOf(actor) ? kept : null;
  };
  return {
    async begin(wanted, actor) {
      if (isClosed || placesTaken >= maxRunning) return 'busy';
      placesTaken += 1;
      const beginning = beginWriting(wanted, actor);
      beginnings.add(beginning);
      let entry: ExportEntry | null = null;
      try {
        entry = await beginning;
      } finally {
        beginnings.delete(beginning);
        if (entry === null) placesTaken -= 1;
      }
      return entry ?? 'busy';
    },
    list: (actor) =>
      [...all.values()]
        .filter(({ owner, isSaved }) => owner === ownerOf(actor) && !isSaved)
        .map(({ entry }) => ({ ...entry }))
        .reverse(),
    async stop(id, actor) {
      const kept = ownOf(id, actor);
      if (kept === null) return null;
      await kept.thread?.stop();
      return { ...kept.entry };
    },
    async remove({ id, isSaved }, actor) {
      const kept = ownOf(id, actor);
      if (kept === null) return false;
      if (isSaved && kept.thread === null) {
        // Whoever saves it is still reading its file.
        kept.isSaved = true;
        publish();
        return true;
      }
      await kept.thread?.stop();
      await forget(id);
      publish();
      return true;
    },
    file(id) {
      const kept = all.get(id);
      if (kept?.entry.state !== 'done') return null;
      const { entry, personId } = kept;
      const file = {
        ...{ path: pathOf(id), bytes: entry.bytes, mediaType: mediaTypes[entry.format] },
        ...{ isShown: entry.format === 'pdf', filename: entry.name, tag: id.replaceAll('-', '') },
      };
      return { file, personId };
    },
    start() {
      rm(folder, { recursive: true, force: true }).catch((cause: unknown) =>
        log.warn({ err: cause }, 'What is left of exports of the run before could not be removed.'),
      );
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(beginnings);
      for (const { thread } of all.values()) await thread?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whose an export is. */
const ownerOf = ({ person, personId, via }: Actor): string => JSON.stringify([personId ?? person, via]);

function titleOf(source: ExportSource, locale: Locale): string {
  const { list } = wordsOf(locale);
  if (source.of === 'table') return source.title;
  if (source.of === 'claim') return `${wordsOf(locale).paper.claimFile[source.by]} ${source.value}`;
  if (source.of === 'record') return wordsOf(locale).paper.received;
  if (source.of === 'records') return list[source.filter.kind ?? 'records'];
  return list[source.of];
}

/** A name that says what is in the file and of which day it is. */
const exportName = (title: string, at: number, format: ExportFormat): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)}-${dominicanDay(at)}.${format}`;

/** What the log says of an export: what was asked for, and how many rows left. */
export function exportedEntry(
  { title, rows, bytes }: WrittenExport,
  about: { at: number; actor: Actor; source: ExportSource; format: ExportFormat },
): AuditWriting {
  const { at, actor, source, format } = about;
  const of = source.of === 'table' ? { of: source.of, filters: source.filters } : source;
  return {
    at,
    actor,
    action: 'export.made',
    subject: 'exports',
    detail: { ...of, title, format, rows, bytes },
  };
}

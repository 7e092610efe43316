import type { Actor } from '#shared/contract/common.ts';
import type { ImportFailure, ImportOutcome, RowProblem } from '#shared/contract/policies.ts';
import {
  type ColumnMapping,
  type ImportHeadings,
  maxImportFileBytes,
} from '#shared/contract/policy-imports.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  countImportProblems,
  countImports,
  deleteImportProblems,
  findImport,
  type ImportRow,
  insertImport,
  listImportProblems,
  listImports,
  listOpenImports,
  type Store,
  setImportChecking,
  setImportEnded,
  setImportReceived,
  upsertColumnMapping,
} from '../../store/index.ts';
import { createTurns } from '../../turns.ts';
import { readPreview } from '../reader/client.ts';
import { FileFailure, failureBecause } from '../reader/file-failure.ts';
import { headingsKey, knownMapping, mappingError, storedMapping } from './column-mapping.ts';
import {
  createImportFiles,
  type GivenRow,
  ImportRunner,
  importableFile,
  type RowSource,
  type RunEnd,
} from './runner.ts';
import { createSheetHeadings } from './sheet-headings.ts';

type NotNow = { outcome: 'notNow'; state: ImportRow['state'] };
type NotFound = { outcome: 'notFound' };
type Busy = { outcome: 'busy' };
type Unreadable = { outcome: 'unreadable'; failure: ImportFailure };
type Done<Result> = { outcome: 'done'; result: Result };

interface ImportRequest {
  path?: string | undefined;
  rows?: readonly GivenRow[] | undefined;
  dryRun: boolean;
  badRows: 'refuse' | 'skip';
}

/** What came of an import that was asked for at once, with its row in the list of imports. */
interface ImportNowResult extends ImportOutcome {
  importId: number;
}

/** Importing into the policy book. One import runs at a time; everything it does is nothing until it is all done. */
export interface PolicyImports {
  list(query: { belowId: number; limit: number }): Promise<{ rows: ImportRow[]; total: number }>;
  get(id: number): Promise<ImportRow | null>;
  begin(
    file: { filename: string; bytes: number },
    actor: Actor,
  ): Promise<Done<ImportRow> | Busy | { outcome: 'tooLarge' }>;
  append(
    id: number,
    offset: number,
    bytes: Uint8Array,
  ): Promise<Done<ImportRow> | NotFound | NotNow | { outcome: 'tooLarge' }>;
  headings(
    id: number,
    sheet: string | undefined,
  ): Promise<Done<ImportHeadings> | NotFound | NotNow | Unreadable>;
  /** Begins a dry run and resolves at once. */
  check(
    id: number,
    asked: { mapping: ColumnMapping; sheet: string | undefined },
    actor: Actor,
  ): Promise<
    | Done<ImportRow>
    | NotFound
    | NotNow
    | Busy
    | { outcome: 'mapping'; missing: PolicyColumn[]; twice: PolicyColumn[] }
  >;
  /** Begins to import and resolves at once. */
  apply(
    id: number,
    badRows: 'refuse' | 'skip',
    actor: Actor,
  ): Promise<Done<ImportRow> | NotFound | NotNow | Busy>;
  /** Resolves when it has ended. */
  cancel(id: number): Promise<Done<ImportRow> | NotFound | NotNow>;
  /** What keeps rows out, or what is odd about rows that came in. */
  problems(
    id: number,
    severity: 'error' | 'warning',
    after: { line: number; id: number },
    limit: number,
  ): Promise<{ rows: (RowProblem & { id: number })[]; total: number } | null>;
  /** Imports rows or a file of this machine and resolves when it has ended. */
  importNow(
    asked: ImportRequest,
    actor: Actor,
    via?: 'script' | 'folder',
  ): Promise<Done<ImportNowResult> | Busy | (Unreadable & { importId: number | null })>;
}

interface ImportsOptions {
  store: Store;
  clock: Clock;
  changes: Changes;
  log: EngineLog;
  /** Told after the book in force became another. */
  onBook(): void;
  /** The coverage codes of the book that nobody has assigned to incident types. */
  unassignedCodes(): Promise<string[]>;
}

interface PolicyImportsService extends PolicyImports {
  /** Ends what the last run left unended, and undoes it; resolves when the book may be imported into. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Uploads that wait for their owner, at the most; one that nobody touched for a day is given up. */
const maxWaiting = 8;
const waitingMilliseconds = 86_400_000;
/** Unassigned coverage codes that are named. */
const maxCodes = 100;

export function createImports(options: ImportsOptions): PolicyImportsService {
  const { store, clock, changes } = options;
  const files = createImportFiles(store.dataDir);
  const runner = new ImportRunner({ ...options, files });
  /** One after the other: each piece, or giving up, looks at what the one before it stored. */
  const inTurn = createTurns();
  const headings = createSheetHeadings();
  const publish = (id: number) => changes.publish({ topic: 'policyImports', ids: [id] });
  const rowOf = async (id: number): Promise<ImportRow | null> => {
    const row = await store.read((tx) => findImport(tx, id));
    return row === undefined ? null : runner.asItStands(row);
  };
  const done = async (id: number) => {
    publish(id);
    const row = await rowOf(id);
    if (row === null) throw new Error(`Import ${id} is not there.`);
    return { outcome: 'done' as const, result: row };
  };
  /** Ends what waits for its owner; false where it runs or has ended. */
  const giveUp = (id: number): Promise<boolean> =>
    inTurn(async () => {
      const isGivenUp = await store.write(async (tx) => {
        // It may have begun to run, or have ended, since it was looked at.
        if (runner.isRunning(id) || (await findImport(tx, id))?.finishedAt !== null) return false;
        await setImportEnded(tx, id, { state: 'cancelled', at: clock.now() });
        return true;
      });
      if (!isGivenUp) return false;
      headings.forget(id);
      await files.remove(id);
      return true;
    });
  const notNow = async (id: number): Promise<NotNow | NotFound> => {
    const row = await rowOf(id);
    return row === null ? { outcome: 'notFound' } : { outcome: 'notNow', state: row.state };
  };
  /** Whether an import that has its place may still go on from one of these: it may have been given up before it had it. */
  const goesOn = (id: number, ...from: ImportRow['state'][]): Promise<boolean> =>
    store.write(async (tx) => {
      const row = await findImport(tx, id);
      return row !== undefined && row.finishedAt === null && from.includes(row.state);
    });

  const appendNow = async (id: number, offset: number, bytes: Uint8Array) => {
    const row = await rowOf(id);
    if (row === null) return { outcome: 'notFound' as const };
    // A piece that was sent before, since its answer was lost.
    if (offset + bytes.length <= row.receivedBytes && offset < row.receivedBytes) return done(id);
    if (row.state !== 'uploading' || offset !== row.receivedBytes) {
      return { outcome: 'notNow' as const, state: row.state };
    }
    if (offset + bytes.length > row.bytes) return { outcome: 'tooLarge' as const };
    await files.write(id, offset, bytes);
    const received = offset + bytes.length;
    const state = received === row.bytes ? 'ready' : 'uploading';
    await store.write((tx) => setImportReceived(tx, id, received, state));
    return done(id);
  };

  return {
    async list({ belowId, limit }) {
      const [rows, total] = await store.read(async (tx) => [
        await listImports(tx, belowId, limit),
        await countImports(tx),
      ]);
      return { rows: rows.map((row) => runner.asItStands(row)), total };
    },
    get: rowOf,
    async begin({ filename, bytes }, actor) {
      if (bytes > maxImportFileBytes) return { outcome: 'tooLarge' };
      const waiting = await store.read(listOpenImports);
      const old = waiting.filter(
        ({ id, startedAt }) => !runner.isRunning(id) && startedAt < clock.now() - waitingMilliseconds,
      );
      for (const { id } of old) await giveUp(id);
      await runner.settled();
      if (runner.isBusy() || waiting.length - old.length >= maxWaiting) return { outcome: 'busy' };
      const id = await store.write((tx) =>
        insertImport(tx, {
          filename,
          via: 'console',
          startedAt: clock.now(),
          startedBy: actor.person,
          state: 'uploading',
          bytes,
          receivedBytes: 0,
        }),
      );
      return done(id);
    },
    append: (id, offset, bytes) => inTurn(() => appendNow(id, offset, bytes)),
    async headings(id, sheet) {
      const row = await rowOf(id);
      if (row === null) return { outcome: 'notFound' };
      if (row.state !== 'ready' && row.state !== 'checked') return { outcome: 'notNow', state: row.state };
      try {
        const top = await readPreview(files.path(id), sheet ?? null);
        headings.keep(id, sheet ?? null, top);
        const { mapping, isRemembered } = await knownMapping(store, top.headings);
        return { outcome: 'done', result: { ...top, mapping, isRemembered } };
      } catch (failure) {
        if (failure instanceof FileFailure) return { outcome: 'unreadable', failure: failure.failure };
        throw failure;
      }
    },
    async check(id, { mapping, sheet = null }, actor) {
      await runner.settled();
      const row = await rowOf(id);
      if (row === null) return { outcome: 'notFound' };
      if (row.state !== 'ready' && row.state !== 'checked') return { outcome: 'notNow', state: row.state };
      const error = mappingError(mapping);
      if (error.missing.length + error.twice.length > 0) return { outcome: 'mapping', ...error };
      if (!runner.reserve(id)) return { outcome: 'busy' };
      const begins = await runner.withReservation(id, async () => {
        if (!(await goesOn(id, 'ready', 'checked'))) return null;
        while (await store.write((tx) => deleteImportProblems(tx, id, 200)));
        await store.write((tx) => setImportChecking(tx, id, JSON.stringify(mapping), sheet));
        return true;
      });
      if (begins === null) return notNow(id);
      const source: RowSource = { from: 'file', path: files.path(id), sheet, mapping };
      void runner.run({
        id,
        filename: row.filename,
        source,
        dryRun: 'keepOpen',
        badRows: 'skip',
        actor,
        total: null,
      });
      return done(id);
    },
    async apply(id, badRows, actor) {
      await runner.settled();
      const row = await rowOf(id);
      if (row === null) return { outcome: 'notFound' };
      if (row.state !== 'checked' || row.finishedAt !== null) return { outcome: 'notNow', state: row.state };
      if (!runner.reserve(id)) return { outcome: 'busy' };
      const mapping = storedMapping(row.mapping);
      const begins = await runner.withReservation(id, async () => {
        if (!(await goesOn(id, 'checked'))) return null;
        while (await store.write((tx) => deleteImportProblems(tx, id, 200)));
        const known = headings.of(id, row.sheet);
        // Only what was meant in earnest: files of the watched folder are read by it unseen.
        if (known !== null)
          await store.write((tx) =>
            upsertColumnMapping(tx, headingsKey(known), JSON.stringify(mapping), clock.now()),
          );
        return true;
      });
      if (begins === null) return notNow(id);
      headings.forget(id);
      const source: RowSource = { from: 'file', path: files.path(id), sheet: row.sheet, mapping };
      const total = row.rowsTotal;
      void runner.run({ id, filename: row.filename, source, dryRun: false, badRows, actor, total });
      return done(id);
    },
    async cancel(id) {
      const row = await rowOf(id);
      if (row === null) return { outcome: 'notFound' };
      if (row.finishedAt !== null) return { outcome: 'notNow', state: row.state };
      if (!(await giveUp(id))) await runner.cancel(id);
      const after = await rowOf(id);
      if (after !== null && after.state !== 'cancelled') return { outcome: 'notNow', state: after.state };
      return done(id);
    },
    async problems(id, severity, after, limit) {
      if ((await rowOf(id)) === null) return null;
      const of = { importId: id, isWarning: severity === 'warning' };
      const [rows, total] = await store.read(async (tx) => [
        await listImportProblems(tx, of, after, limit),
        await countImportProblems(tx, of),
      ]);
      return { rows, total };
    },
    async importNow(asked, actor, via = 'script') {
      const begun = await beginNow(asked, actor, via);
      if (begun.outcome !== 'begun') return begun;
      const { id, filename, source } = begun;
      const { badRows } = asked;
      const dryRun = asked.dryRun ? 'discard' : false;
      const end = await runner.run({ id, filename, source, dryRun, badRows, actor, total: null });
      publish(id);
      return outcomeOf(id, end);
    },
    start: () => runner.start(),
    close: async () => {
      await inTurn(async () => {});
      await runner.close();
    },
  };

  async function beginNow(asked: ImportRequest, actor: Actor, via: 'script' | 'folder') {
    await runner.settled();
    if (runner.isBusy()) return { outcome: 'busy' as const };
    let file: { path: string; bytes: number } | null = null;
    try {
      if (asked.path !== undefined) file = await importableFile(asked.path);
      else if (asked.rows === undefined) throw new FileFailure('nothingGiven');
      const filename = file === null ? 'rows' : (file.path.split(/[\\/]/).at(-1) ?? file.path);
      const bytes = file?.bytes ?? 0;
      const id = await store.write((tx) =>
        insertImport(tx, {
          filename,
          via,
          startedAt: clock.now(),
          startedBy: actor.person,
          state: 'ready',
          bytes,
          receivedBytes: bytes,
        }),
      );
      if (!runner.reserve(id)) {
        await giveUp(id);
        return { outcome: 'busy' as const };
      }
      const source = await runner.withReservation(id, async () =>
        (await goesOn(id, 'ready')) ? sourceOf(id, file, asked) : null,
      );
      return source === null
        ? { outcome: 'unreadable' as const, failure: failureBecause('cancelled'), importId: id }
        : { outcome: 'begun' as const, id, filename, source };
    } catch (failure) {
      if (!(failure instanceof FileFailure)) throw failure;
      return { outcome: 'unreadable' as const, failure: failure.failure, importId: null };
    }
  }

  /** Throws a `FileFailure`, which is noted as the import's end, where the file has not what the book needs. */
  async function sourceOf(
    id: number,
    file: { path: string } | null,
    asked: ImportRequest,
  ): Promise<RowSource> {
    if (file === null) return { from: 'rows', rows: asked.rows ?? [] };
    try {
      const top = await readPreview(file.path, null);
      const { mapping } = await knownMapping(store, top.headings);
      const { missing } = mappingError(mapping);
      if (missing.length > 0) throw new FileFailure('noColumns', { columns: missing });
      return { from: 'file', path: file.path, sheet: null, mapping };
    } catch (failure) {
      if (failure instanceof FileFailure) {
        await store.write((tx) =>
          setImportEnded(tx, id, { state: 'failed', at: clock.now(), failure: failure.failure }),
        );
        publish(id);
      }
      throw failure;
    }
  }

  async function outcomeOf(id: number, end: RunEnd) {
    const row = await rowOf(id);
    if (row === null) throw new Error(`Import ${id} is not there.`);
    const isRefused = end.failure?.code === 'badRows';
    if (end.state !== 'imported' && end.state !== 'checked' && !isRefused) {
      const failure = end.failure ?? failureBecause(end.state === 'cancelled' ? 'cancelled' : 'stopped');
      return { outcome: 'unreadable' as const, failure, importId: id };
    }
    const { rowsDone, added, changed, unchanged, bad, warned } = row;
    const { problems, warnings } = end;
    const applied = end.state === 'imported';
    return {
      outcome: 'done' as const,
      result: {
        importId: id,
        rows: rowsDone,
        added,
        changed,
        unchanged,
        bad,
        problems,
        warned,
        warnings,
        unassignedCodes: (await options.unassignedCodes()).slice(0, maxCodes),
        applied,
      },
    };
  }
}

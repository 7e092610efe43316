/** Everything that is kept about one person: found, and exported, for who asks for it under Law 172-13. */
import { createHmac } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { Actor } from '#shared/contract/common.ts';
import {
  type DataSubjectState,
  type ExportFailureCode,
  exportFailure,
  type SubjectRelation,
} from '#shared/contract/data-subject.ts';
import type { Passage } from '#shared/contract/receiver-keys.ts';
import {
  maskedKey,
  readSubjectKey,
  type SubjectKey,
  type SubjectKeyKind,
  type SubjectKeyProblem,
} from '#shared/rules/subject-key.ts';
import type { WrittenBundle } from '../archive/index.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import { type AuditWriting, appendAudit, type Store } from '../store/index.ts';
import { type SubjectProgress, type SubjectThread, startSubjectThread } from './data-subject-thread.ts';
import { relationBit, relationsOf, type SubjectFindings } from './search.ts';

export { exportSubject } from './export.ts';
export { type SubjectFindings, searchSubject } from './search.ts';

export interface DataSubjects {
  state(): DataSubjectState;
  /** Begins to look for a person; what was found before is forgotten. */
  find(kind: SubjectKeyKind, text: string): 'begun' | 'busy' | { problem: SubjectKeyProblem };
  stop(): Promise<void>;
  forget(): void;
  /** Ids of the records that were found, the newest first, below an id. */
  records(query: { relation?: SubjectRelation | undefined; belowId?: number | undefined; limit: number }): {
    rows: { id: number; relations: SubjectRelation[] }[];
    total: number;
    nextBelowId: number | null;
  };
  /** Begins to write what was found to a file, or says where its passphrase is typed, after which that begins. */
  export(
    wanted: { file: string; relations: readonly SubjectRelation[]; isEncrypted: boolean },
    actor: Actor,
  ): Promise<'begun' | 'busy' | 'notFound' | 'notAPath' | Passage>;
  close(): Promise<void>;
}

/** One person at a time. What was found is in memory alone, and goes with the next search or the program. */
export function createDataSubjects(options: {
  store: Pick<Store, 'dataDir' | 'installationId' | 'write'>;
  clock: Clock;
  changes: Pick<Changes, 'publish'>;
  version: string;
  /** By which exports are signed; null where nothing keeps one. */
  keyToSign(): Promise<string | null>;
  /** Where the passphrase of a file is typed, which is taken then. */
  askPassphrase(file: string, take: (passphrase: string) => Promise<string>): Promise<Passage>;
  log: EngineLog;
}): DataSubjects {
  const { store, clock, changes, version, keyToSign, askPassphrase, log } = options;
  const { dataDir } = store;
  let key: SubjectKey | null = null;
  let findings: SubjectFindings | null = null;
  let running: { thread: SubjectThread; state: NonNullable<DataSubjectState['running']> } | null = null;
  let isBeginning = false;
  let failure: DataSubjectState['failure'] = null;
  let exported: DataSubjectState['exported'] = null;

  const publish = () => changes.publish({ topic: 'dataSubject' });
  const begin = (
    phase: 'searching' | 'writing',
    start: (onProgress: (progress: SubjectProgress) => void) => SubjectThread,
  ): SubjectThread => {
    const state: NonNullable<DataSubjectState['running']> = {
      ...{ since: new Date(clock.now()).toISOString(), phase, done: 0, all: 0 },
    };
    const thread = start((progress) => {
      state.phase = progress.phase;
      state.done = progress.phase === 'writing' ? progress.records : progress.done;
      state.all = progress.phase === 'writing' ? (progress.total ?? 0) : progress.all;
      publish();
    });
    failure = null;
    running = { thread, state };
    publish();
    return thread;
  };
  const end = () => {
    running = null;
    publish();
  };
  const search = async (thread: SubjectThread) => {
    const outcome = await thread.ended;
    if (outcome.type === 'found') findings = outcome.findings;
    else if (outcome.type === 'failed') failure = { code: failureCode(outcome.code), detail: outcome.detail };
    end();
  };
  const follow = async (thread: SubjectThread, entry: (written: WrittenBundle) => AuditWriting) => {
    const outcome = await thread.ended;
    if (outcome.type === 'failed') failure = { code: failureCode(outcome.code), detail: outcome.detail };
    if (outcome.type === 'written') {
      const { file, bytes, root, manifest } = outcome.written;
      exported = { file, bytes, root, records: recordCount(manifest.counts.records) };
      try {
        await store.write((tx) => appendAudit(tx, entry(outcome.written)));
        changes.publish({ topic: 'audit' });
      } catch (cause) {
        // It lies there and is whole; that it was made could not be noted.
        log.error({ err: cause }, 'A person was exported, and the log does not say so.');
      }
    }
    end();
  };
  /** Of what was found; nothing where that was forgotten while a passphrase was waited for. */
  const beginExport = async (wanted: {
    of: SubjectFindings;
    to: string;
    relations: readonly SubjectRelation[];
    passphrase: string | null;
    actor: Actor;
  }): Promise<'begun' | 'busy' | 'notFound'> => {
    if (running !== null || isBeginning) return 'busy';
    const { of, actor, ...writing } = wanted;
    if (findings !== of) return 'notFound';
    isBeginning = true;
    try {
      const signingKey = await keyToSign();
      const task = { type: 'export', dataDir, findings: of, version, signingKey, ...writing } as const;
      const about = { actor, key: of.key, installationId: store.installationId };
      const { relations } = writing;
      void follow(
        begin('writing', (onProgress) => startSubjectThread(task, onProgress)),
        (written) => exportedEntry(written, { at: clock.now(), ...about, relations }),
      );
      return 'begun';
    } finally {
      isBeginning = false;
    }
  };
  return {
    state: () => ({
      key,
      running: running?.state ?? null,
      found: findings?.summary ?? null,
      failure,
      exported,
    }),
    find(kind, text) {
      if (running !== null || isBeginning) return 'busy';
      const read = readSubjectKey(kind, text);
      if ('problem' in read) return read;
      key = read.key;
      findings = null;
      exported = null;
      const task = { type: 'search', dataDir, key: read.key } as const;
      void search(begin('searching', (onProgress) => startSubjectThread(task, onProgress)));
      return 'begun';
    },
    async stop() {
      await running?.thread.stop();
    },
    forget() {
      if (running !== null) return;
      key = null;
      findings = null;
      failure = null;
      exported = null;
      publish();
    },
    records({ relation, belowId = Number.MAX_SAFE_INTEGER, limit }) {
      if (findings === null) return { rows: [], total: 0, nextBelowId: null };
      const { ids, relations } = findings.records;
      const wanted = relation === undefined ? ~0 : relationBit(relation);
      const rows: { id: number; relations: SubjectRelation[] }[] = [];
      let isMore = false;
      for (const [index, id] of ids.entries()) {
        const found = relations[index] ?? 0;
        if (id >= belowId || (found & wanted) === 0) continue;
        isMore = rows.length === limit;
        if (isMore) break;
        rows.push({ id, relations: relationsOf(found) });
      }
      const { total, relations: counts } = findings.summary.records;
      return {
        rows,
        total: relation === undefined ? total : counts[relation],
        nextBelowId: isMore ? (rows.at(-1)?.id ?? null) : null,
      };
    },
    async export({ file, relations, isEncrypted }, actor) {
      if (running !== null || isBeginning) return 'busy';
      const of = findings;
      if (of === null || isNothing(of)) return 'notFound';
      if (!isAbsolute(file) || !/[^/\\]\.perito$/i.test(file)) return 'notAPath';
      const wanted = { of, to: file, relations, actor };
      if (!isEncrypted) return beginExport({ ...wanted, passphrase: null });
      return askPassphrase(file, (passphrase) => beginExport({ ...wanted, passphrase }));
    },
    async close() {
      await running?.thread.stop();
    },
  };
}

/** Whether nothing at all is kept that could be exported. */
const isNothing = ({ summary: { places, records } }: SubjectFindings): boolean =>
  records.total === 0 && places.every(({ found }) => found === 0);

const recordCount = (counts: WrittenBundle['manifest']['counts']['records']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * What the log says of an export. The whole number is nowhere in the log, which others read: its last characters, and a mark by
 * which whoever has the number can tell that it was this one.
 */
export function exportedEntry(
  { file, bytes, root, manifest }: WrittenBundle,
  about: {
    at: number;
    actor: Actor;
    key: SubjectKey;
    installationId: string;
    relations: readonly SubjectRelation[];
  },
): AuditWriting {
  const { at, actor, key, installationId, relations } = about;
  const { records, contents, missingContents } = manifest.counts;
  return {
    ...{ at, actor, action: 'dataSubject.exported', subject: 'dataSubjects' },
    detail: {
      ...{ by: key.kind, key: maskedKey(key.value), mark: markOf(key, installationId) },
      ...{ file, bytes, root, records: recordCount(records), contents, missingContents, relations },
    },
  };
}

/** The same for the same number of one installation; 16 hexadecimal digits. */
const markOf = ({ kind, value }: SubjectKey, installationId: string): string =>
  createHmac('sha256', installationId).update(`${kind}:${value}`).digest('hex').slice(0, 16);

/** What the screen has no text of is any other. */
const failureCode = (code: string): ExportFailureCode => exportFailure.catch('other').parse(code);

/** Puts one copy, as it was made, into an empty folder, where it is only looked at: nothing of the live data takes part in it. */
import { mkdir, statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OpenedArchive } from '#shared/contract/archives.ts';
import type { CopyRequest, PlaceProblem } from '#shared/contract/backups.ts';
import { journalFile, writeMarker } from '../store/index.ts';
import { copiesOf } from './copies.ts';
import { PlaceFailure } from './place.ts';
import { problemAtPlace, type Survey, surveyRestore } from './restore-plan.ts';
import {
  DataDirectoryFailure,
  type StagedDatabase,
  type Staging,
  stageAttachments,
  stageDatabase,
  stageJournal,
} from './stage.ts';

export interface CopyToFetch extends CopyRequest {
  /** An empty folder, or one that is not there yet. */
  to: string;
  signal?: AbortSignal;
  /** In bytes. */
  onProgress?: (done: number, all: number) => void;
  /** Both databases are there, and photos and papers, unless these are so large that they follow. */
  onReady: (archive: OpenedArchive) => void;
}

export type CopyFetched = { state: 'fetched' } | { state: 'failed'; problem: PlaceProblem };

/** Photos and papers of more bytes follow once the copy can be looked at. */
const awaitedBytes = 64 * 1024 * 1024;
/** Of the room that is free, photos and papers take no more than this part: others need some as well. */
const shareOfRoom = 0.5;
/** SQLite writes some beside what it opens. */
const marginBytes = 16 * 1024 * 1024;

/** Fetches it; what is wrong with it is part of the answer. Rejects where the signal ends it. */
export async function fetchCopy(request: CopyToFetch): Promise<CopyFetched> {
  try {
    await fetch(request);
    return { state: 'fetched' };
  } catch (failure) {
    request.signal?.throwIfAborted();
    const problem =
      failure instanceof DataDirectoryFailure
        ? failure.problem
        : await problemAtPlace(request.folder, failure);
    return { state: 'failed', problem };
  }
}

async function fetch({ to, signal, onProgress = () => {}, onReady, ...request }: CopyToFetch): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const survey = asItWas(await surveyRestore({ ...request, dataDir: to, ...(signal && { signal }) }));
  let database: StagedDatabase | null = null;
  try {
    const [journalChoice] = survey.journals;
    const all = (journalChoice?.bytes ?? 0) + (survey.databases[0]?.bytes ?? 0);
    const { bavail, bsize } = await statfs(to);
    const room = bavail * bsize - all - marginBytes;
    if (room < 0) throw new PlaceFailure('full', to);
    let done = 0;
    const staging: Staging = {
      ...{ survey, staged: to, signal },
      advance(_, bytes) {
        done += bytes;
        onProgress(done, Math.max(done, all));
      },
    };
    const journal = await stageJournal(staging);
    await journal.close();
    database = await stageDatabase(staging, journal.seq);
    writeMarker(to, {
      ...{ installationId: request.installationId, createdAt: journal.createdAt, checkedAt: null },
      ...{ closedCleanly: true, database: null, hasJournal: true, hasStore: database !== null },
      attachments: null,
    });
    const archive: OpenedArchive = {
      ...{ kind: 'copy', name: basename(request.folder).slice(0, 255) || journalFile },
      madeAt: survey.chosen?.madeAt ?? journal.until,
      company: survey.chosen?.company ?? (await companyOf(survey)),
      ...{
        signature: null,
        keyFingerprint: null,
        damaged: [],
        damagedCount: 0,
        isCutOff: false,
        hasPolicies: true,
      },
      ...{ checking: null, isLost: false },
    };
    if (database === null) return onReady(archive);
    const bytes = bytesOfContents(database);
    if (bytes > awaitedBytes) onReady(archive);
    await stageSome(staging, database, room * shareOfRoom);
    if (bytes <= awaitedBytes) onReady(archive);
  } finally {
    database?.close();
    await survey.close();
  }
}

/** A backup as it was, without what the second copy or a later backup knows. */
function asItWas(survey: Survey): Survey {
  const { chosen } = survey;
  if (chosen === null) return survey;
  return {
    ...survey,
    second: null,
    journals: survey.journals.filter(({ manifest }) => manifest === chosen),
    databases: survey.databases.filter(({ manifest }) => manifest === chosen),
  };
}

/** A second copy does not say whose it is; the newest backup beside it may. */
const companyOf = async ({ folder }: Survey): Promise<string> =>
  (await copiesOf(folder)).company.slice(0, 500);

function bytesOfContents(database: StagedDatabase): number {
  let bytes = 0;
  for (let after = ''; ; ) {
    const rows = database.contents(after, 1000);
    for (const row of rows) bytes += row.bytes;
    const last = rows.at(-1);
    if (last === undefined) return bytes;
    after = last.sha256;
  }
}

/** As many photos and papers as there is room for; one that is not there is shown as missing. */
async function stageSome(staging: Staging, database: StagedDatabase, room: number): Promise<void> {
  const full = new AbortController();
  const { signal } = staging;
  let bytes = 0;
  try {
    await stageAttachments(
      {
        ...staging,
        signal: signal === undefined ? full.signal : AbortSignal.any([signal, full.signal]),
        advance(phase, added, isChecking) {
          bytes += added;
          if (bytes > room) full.abort();
          staging.advance(phase, added, isChecking);
        },
      },
      database,
    );
  } catch (failure) {
    signal?.throwIfAborted();
    const isFull = failure instanceof DataDirectoryFailure && failure.problem.code === 'full';
    if (!full.signal.aborted && !isFull) throw failure;
  }
}

/**
 * The way back from a copy. The new directory is made beside what is there, read through, and then put in its place; what was
 * there is moved aside whole. It reads a place, which may hang, so it runs in a process that can be ended.
 */
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlaceProblem, Restored, RestorePlan, RestoreProgress } from '#shared/contract/backups.ts';
import type { Actor } from '#shared/contract/common.ts';
import { errorCode } from '../error-code.ts';
import {
  abandonRestoring,
  asideOf,
  beginRestoring,
  databaseFile,
  holdFolder,
  journalFile,
  namesInPlace,
  putRestoredInPlace,
  readMarker,
  StoreProblem,
  settleInterruptedRestore,
  syncPath,
  writeGivenNumbers,
  writeMarker,
  writeRestored,
} from '../store/index.ts';
import {
  actsLost,
  arrivalsLost,
  numbersOf,
  planOf,
  problemAtPlace,
  type RestoreRequest,
  refuseOverlap,
  type Survey,
  surveyRestore,
} from './restore-plan.ts';
import {
  DataDirectoryFailure,
  inDataDirectory,
  type StagedDatabase,
  type StagedJournal,
  type Staging,
  stageAttachments,
  stageDatabase,
  stageJournal,
} from './stage.ts';

export interface RestoreOptions extends RestoreRequest {
  /** Who asked for it, for the log of the restored directory. */
  actor: Actor;
  onProgress?: (progress: RestoreProgress) => void;
}

/** What came of a restore. But for `restored` nothing was changed. */
export type RestoreOutcome =
  | { state: 'restored'; restored: Restored }
  /** `where`: whether it is the copy that cannot be read, or the data directory that cannot be written. */
  | { state: 'failed'; where: 'copy' | 'dataDirectory'; problem: PlaceProblem }
  /** By the signal. */
  | { state: 'ended' }
  /** Another Perito works on the data directory. */
  | { state: 'inUse' };

/**
 * Makes a data directory of a copy, on this or another machine. Holds the directory while it lasts, so Perito must not work on
 * it.
 */
export async function restore(options: RestoreOptions): Promise<RestoreOutcome> {
  const { dataDir, folder, signal } = options;
  try {
    await refuseOverlap(options);
    const lock = await inDataDirectory(async () => {
      await makeFolder(dataDir);
      return holdFolder(dataDir);
    });
    try {
      await inDataDirectory(() => settleInterruptedRestore(dataDir));
      return await restoreHeld(options);
    } finally {
      lock.release();
    }
  } catch (failure) {
    if (signal?.aborted === true) return { state: 'ended' };
    if (failure instanceof DataDirectoryFailure) {
      const { cause, problem } = failure;
      if (cause instanceof StoreProblem && cause.code === 'inUse') return { state: 'inUse' };
      return { state: 'failed', where: 'dataDirectory', problem };
    }
    return { state: 'failed', where: 'copy', problem: await problemAtPlace(folder, failure) };
  }
}

async function makeFolder(folder: string): Promise<void> {
  const code = await mkdir(folder, { mode: 0o700 }).then(() => null, errorCode);
  // By itself it says what is wrong; together with what it lies in it says that it is not there.
  if (code === 'ENOENT') await mkdir(folder, { recursive: true, mode: 0o700 });
  else if (code !== null && code !== 'EEXIST') await mkdir(folder);
}

async function restoreHeld(options: RestoreOptions): Promise<RestoreOutcome> {
  const { dataDir, signal } = options;
  const survey = await surveyRestore(options);
  try {
    const plan = await planOf(survey);
    if (plan.problem !== null) return { state: 'failed', where: 'dataDirectory', problem: plan.problem };
    try {
      const restored = await makeDirectory(survey, plan, options);
      // What is open cannot be moved everywhere.
      await survey.close();
      // From here on nothing ends it.
      signal?.throwIfAborted();
      const aside = restored.aside ?? asideOf(dataDir, survey.now);
      await inDataDirectory(() => putRestoredInPlace(dataDir, aside));
      return { state: 'restored', restored };
    } catch (failure) {
      await inDataDirectory(() => abandonRestoring(dataDir)).catch(() => {});
      throw failure;
    }
  } finally {
    await survey.close();
  }
}

/** Makes the directory in its stage, whole and on the disk. */
async function makeDirectory(
  survey: Survey,
  before: RestorePlan,
  { actor, folder, name, installationId, signal, onProgress = () => {} }: RestoreOptions,
): Promise<Restored> {
  const { dataDir, live } = survey;
  const at = new Date(survey.now).toISOString();
  const begun = { id: randomUUID(), at, actor, folder, installationId, name };
  const staged = await inDataDirectory(() => beginRestoring(dataDir, begun));
  let done = 0;
  const advance: Staging['advance'] = (phase, bytes, isChecking = false) => {
    done += bytes;
    onProgress({
      ...{ phase, isChecking },
      done,
      all: Math.max(done, before.bytes),
      since: at,
      isEnding: signal?.aborted === true,
    });
  };
  const staging: Staging = { survey, staged, signal, advance };
  advance('journal', 0);
  const journal = await stageJournal(staging);
  let database: StagedDatabase | null = null;
  try {
    database = await stageDatabase(staging, journal.seq);
    advance('attachments', 0);
    const attachments =
      database === null ? { there: 0, missing: 0 } : await stageAttachments(staging, database);
    const plan: RestorePlan = {
      ...before,
      journal: { source: journal.source, entries: journal.seq, until: journal.until },
      database: { source: database?.source ?? 'backup', until: database?.until ?? null },
      attachments,
      loses: live.isEmpty
        ? null
        : {
            arrivals: arrivalsLost(live, journal, journal.hashAt),
            acts: actsLost(live, database, database?.hashAt ?? null),
          },
      numbers: numbersOf(survey, journal),
    };
    await stageSmallFiles(staging, journal, database, plan);
    advance('replacing', 0);
    const aside = namesInPlace(dataDir).length === 0 ? null : asideOf(dataDir, survey.now);
    await inDataDirectory(() =>
      writeRestored(dataDir, { ...begun, outcome: 'restored', detail: { ...plan, aside } }),
    );
    return { at, folder, name, plan, aside };
  } finally {
    database?.close();
    await journal.close();
    // What only reads leaves these empty beside a database.
    for (const file of [journalFile, databaseFile])
      for (const suffix of ['-wal', '-shm']) await rm(join(staged, `${file}${suffix}`), { force: true });
  }
}

/** Where copies go is what the directory says now; what else the copy has is of its own time. */
async function stageSmallFiles(
  { survey, staged }: Staging,
  journal: StagedJournal,
  database: StagedDatabase | null,
  { numbers }: RestorePlan,
): Promise<void> {
  const { live, folder, manifests, chosen, dataDir } = survey;
  const last = Object.fromEntries(numbers.map(({ sequence, next }) => [sequence, next - 1]));
  await inDataDirectory(() => {
    writeGivenNumbers(staged, last);
    writeMarker(staged, {
      ...{ installationId: folder.installationId, createdAt: journal.createdAt },
      // Nobody has read through all of it in this place.
      ...{ closedCleanly: true, database: null, checkedAt: null },
      // Where photos and papers are kept besides has them still.
      attachments: live.isForeign ? null : (readMarker(dataDir)?.attachments ?? null),
      hasJournal: true,
      // One that no copy has is a lost one: to begin with an empty one would answer lookups wrongly.
      hasStore: database !== null || journal.seq > 0,
    });
  });
  const own = live.isForeign ? [] : ['copies.json', 'copies-state.json'];
  if (database?.source === 'live') own.push('anchors.jsonl');
  for (const name of own) {
    const file = join(dataDir, name);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > maxSmallBytes) continue;
    await inDataDirectory(async () => {
      await copyFile(file, join(staged, name));
      syncPath(join(staged, name));
    });
  }
  const { others } = database?.manifest ?? chosen ?? manifests[0] ?? { others: [] };
  for (const { name, sha256 } of others) {
    if (!ofTheCopy.has(name) || own.includes(name)) continue;
    // Without it Perito works as well.
    const bytes = await folder.read(sha256, maxSmallBytes).catch(() => null);
    if (bytes !== null) await inDataDirectory(() => writeSmall(join(staged, name), bytes));
  }
}

const maxSmallBytes = 64 * 1024 * 1024;
const ofTheCopy: ReadonlySet<string> = new Set(['copies.json', 'anchors.jsonl']);

async function writeSmall(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Of what a directory would be restored: the longest journal that fits the chosen copy, and what people made up to then. */
import { lstat, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { CopyRequest, PlaceProblem, RestorePlan } from '#shared/contract/backups.ts';
import { contentFolders, contentPath } from '../attachments/index.ts';
import { errorCode } from '../error-code.ts';
import { isOnServer } from '../store/index.ts';
import { findSecondCopy, installationIn } from './copies.ts';
import { findRestEnd, type JournalPlace } from './journal-rest.ts';
import { readList } from './list.ts';
import { bytesOfDatabase, type Live, lookAtLive, unlessUnreadable } from './live.ts';
import type { FileList, Manifest } from './manifest.ts';
import { findNewerSecondCopy } from './newer-second-copy.ts';
import { lastPossiblyGiven } from './numbers.ts';
import { type InstallationFolder, liesWithin, PlaceFailure, placeProblemOf } from './place.ts';
import type { SecondCopyDescription } from './second-copy/read.ts';

export interface RestoreRequest extends CopyRequest {
  /** It need not be there. */
  dataDir: string;
  /** Milliseconds since 1970; the system's clock where it is not given. */
  now?: () => number;
  signal?: AbortSignal;
}

type Source = RestorePlan['journal']['source'];

/** A journal of which the directory could be made, and up to where it goes. */
export interface JournalChoice {
  source: Source;
  seq: number;
  /** In hexadecimal. */
  hash: string;
  until: string | null;
  numbers: Readonly<Record<string, number>>;
  bytes: number;
  /** The backup in which it is, where it is in one. */
  manifest: Manifest | null;
  /** The copy to which is added what a damaged journal of the directory still has behind it. */
  base: JournalChoice | null;
}

/** A database of which the directory could be made. */
export interface DatabaseChoice {
  source: Source;
  /** Up to which entry it is derived; null where that is seen once it is assembled, and is never more than its own copy's journal. */
  derivedUpTo: number | null;
  until: string | null;
  /** Where the log of what people and Perito did ends; null where that is seen once it is assembled. */
  end: { id: number; hash: string } | null;
  bytes: number;
  /** The backup in which it is, where it is in one. */
  manifest: Manifest | null;
}

/** All that is known before anything is made. The caller closes it. */
export interface Survey {
  folder: InstallationFolder;
  dataDir: string;
  /** The backup that was chosen; null where it was the second copy. */
  chosen: Manifest | null;
  /** All backups of the place that can be read, the newest first. */
  manifests: readonly Manifest[];
  second: SecondCopyDescription | null;
  live: Live;
  /** Up to where the chosen copy's own journal goes: what is restored has it. */
  base: { seq: number; hash: string };
  /** The best first; never empty. */
  journals: readonly JournalChoice[];
  /** The best first; empty where no copy has what people made. */
  databases: readonly DatabaseChoice[];
  now: number;
  close(): Promise<void>;
}

/** Says what a restore would do, and changes nothing. May run while Perito works on the directory. */
export async function planRestore(request: RestoreRequest): Promise<RestorePlan> {
  try {
    const survey = await surveyRestore(request);
    try {
      const plan = await planOf(survey);
      const has = { arrivals: plan.journal.until, acts: plan.database.until };
      return { ...plan, newer: await findNewerSecondCopy(request, has) };
    } finally {
      await survey.close();
    }
  } catch (failure) {
    request.signal?.throwIfAborted();
    return impossible(await problemAtPlace(request.folder, failure));
  }
}

/** A place that is gone lacks every file of it, which says less. */
export async function problemAtPlace(folder: string, failure: unknown): Promise<PlaceProblem> {
  const problem = placeProblemOf(failure);
  if (problem.code !== 'damaged') return problem;
  return stat(folder).then(
    () => problem,
    (gone) => (errorCode(gone) === 'ENOENT' ? placeProblemOf(gone) : problem),
  );
}

const impossible = (problem: PlaceProblem): RestorePlan => ({
  journal: { source: 'backup', entries: 0, until: null },
  database: { source: 'backup', until: null },
  attachments: { there: 0, missing: 0 },
  bytes: 0,
  freeBytes: null,
  loses: null,
  numbers: [],
  isForeign: false,
  newer: null,
  problem,
});

/** Rejects with a `PlaceFailure` where the copies lie in the data directory, or it among them: what is there is moved aside. */
export async function refuseOverlap({ folder, installationId, dataDir }: RestoreRequest): Promise<void> {
  if (isOnServer(dataDir))
    throw new PlaceFailure(
      'other',
      `The data of ${dataDir} are in a database of a server, whose owner restores it. Restore this copy into another directory by --data, and bring it to an empty database or schema by "perito move --to".`,
    );
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  const copies = await real(installationIn(folder, installationId).path);
  const data = await real(dataDir);
  if (liesWithin(copies, data)) throw new PlaceFailure('inDataDirectory', '');
  if (liesWithin(data, copies)) throw new PlaceFailure('other', `${dataDir} lies among these copies`);
}

/** Reads the copy's own words and the directory. Rejects with a `PlaceFailure`, or the system's own error. */
export async function surveyRestore(request: RestoreRequest): Promise<Survey> {
  const { dataDir, installationId, name, signal, now = Date.now } = request;
  const folder = installationIn(request.folder, installationId);
  await refuseOverlap(request);
  await refuseLinks(folder);
  const chosen = name === null ? null : await folder.readManifest(name);
  const manifests: Manifest[] = [];
  for (const other of (await folder.listBackups()).slice(0, maxManifests)) {
    signal?.throwIfAborted();
    // Those that cannot be read say nothing here.
    const read = other === name ? chosen : await folder.readManifest(other).catch(() => null);
    if (read !== null) manifests.push(read);
  }
  const found = await findSecondCopy(folder);
  // A backup that was chosen can be restored whatever is wrong with the second copy.
  if (name === null && found instanceof PlaceFailure) throw found;
  if (name === null && found === null) throw new PlaceFailure('damaged', 'There is no second copy.');
  const second = found instanceof PlaceFailure ? null : found;
  signal?.throwIfAborted();
  const live = await lookAtLive(dataDir, installationId, signal);
  try {
    const base = chosen?.anchor.journal ?? second?.journal ?? { seq: 0, hash: '' };
    const sources = { chosen, manifests, second, live, base };
    const copies = journalsOf(sources);
    const rest = await restOf(live, copies[0], signal);
    const journals = rest === null ? copies : [rest, ...copies];
    const databases = databasesOf({ ...sources, upTo: journals[0]?.seq ?? 0 });
    const close = () => live.close();
    return { ...sources, folder, dataDir, journals, databases, now: now(), close };
  } catch (failure) {
    await live.close();
    throw failure;
  }
}

const maxManifests = 500;

/** Whoever may write in the place could have others' files read by a link in it. */
async function refuseLinks(folder: InstallationFolder): Promise<void> {
  for (const path of [folder.path, folder.backups, folder.secondCopy, join(folder.path, 'files')]) {
    const found = await lstat(path).catch((failure) => {
      if (errorCode(failure) === 'ENOENT' && path !== folder.path) return null;
      throw failure;
    });
    if (found?.isDirectory() === false) throw new PlaceFailure('damaged', `${path} is not a folder.`);
  }
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

interface Sources {
  chosen: Manifest | null;
  manifests: readonly Manifest[];
  second: SecondCopyDescription | null;
  live: Live;
  base: Survey['base'];
}

/** The longest first; of those that are as long, the one that need not be fetched. */
function journalsOf({ chosen, manifests, second, live, base }: Sources): JournalChoice[] {
  const choices: JournalChoice[] = [];
  const { journal } = live;
  if (journal !== null && live.isJournalWhole && journal.end.id >= base.seq) {
    // Of one that went on elsewhere, what was chosen is restored.
    if (unlessUnreadable(() => journal.hashAt(base.seq)) === base.hash) {
      choices.push({
        source: 'live',
        ...{ seq: journal.end.id, hash: journal.end.hash, numbers: journal.numbers },
        until: isoOf(journal.timeOf(journal.end.id)),
        bytes: bytesOfDatabase(live.dataDir, 'journal'),
        ...{ manifest: null, base: null },
      });
    }
  }
  if (second !== null) {
    const { seq, hash, at, numbers, bytes } = second.journal;
    choices.push({ source: 'secondCopy', seq, hash, until: at, numbers, bytes, manifest: null, base: null });
  }
  // What was chosen, or what the second copy may have to begin with.
  const backup = chosen ?? manifests[0];
  if (backup !== undefined) {
    const { anchor, journal: file } = backup;
    choices.push({
      source: 'backup',
      ...{ seq: anchor.journal.seq, hash: anchor.journal.hash, until: file.lastEntryAt },
      ...{ numbers: file.numbers, bytes: file.bytes, manifest: backup, base: null },
    });
  }
  return choices.toSorted((a, b) => b.seq - a.seq);
}

/** A copy with what the directory's journal has behind it, where that is damaged; null where nothing can be read of that. */
async function restOf(
  { journal, isForeign, isJournalWhole }: Live,
  base: JournalChoice | undefined,
  signal: AbortSignal | undefined,
): Promise<JournalChoice | null> {
  if (journal?.isKnown !== true || isForeign || isJournalWhole || base === undefined) return null;
  const { seq, hash } = await findRestEnd(journal, base, signal);
  if (seq <= base.seq) return null;
  const until = isoOf(unlessUnreadable(() => journal.timeOf(seq)));
  return { ...base, source: 'live', seq, hash, until, numbers: journal.numbers, base };
}

/**
 * What was chosen, since who goes back wants what people made then; but where something of the directory is ill, nobody wants
 * less of it than there is.
 */
function databasesOf({
  chosen,
  manifests,
  second,
  live,
  upTo,
}: Sources & { upTo: number }): DatabaseChoice[] {
  const choices: DatabaseChoice[] = [];
  const ofBackup = (manifest: Manifest) => {
    const { database } = manifest;
    if (database === null) return;
    const { derivedUpTo, lastActAt: until, bytes } = database;
    choices.push({ source: 'backup', derivedUpTo, until, end: manifest.anchor.audit, bytes, manifest });
  };
  if (chosen !== null) ofBackup(chosen);
  else if (second?.database != null) {
    const { actsUntil: until, bytes } = second.database;
    choices.push({ source: 'secondCopy', derivedUpTo: null, until, end: null, bytes, manifest: null });
  }
  const { database } = live;
  if (database !== null && live.isDatabaseWhole && database.derivedUpTo <= upTo) {
    const until = isoOf(unlessUnreadable(() => database.timeOf(database.end.id)));
    const own: DatabaseChoice = {
      source: 'live',
      ...{ derivedUpTo: database.derivedUpTo, until, end: database.end, manifest: null },
      bytes: bytesOfDatabase(live.dataDir, 'database'),
    };
    const [best] = choices;
    // Of the same moment, the log does not say all.
    const isNewer = best === undefined || (until ?? '') >= (best.until ?? '');
    // Of a directory that is whole, its own database is what nobody wants who goes back.
    if (!live.isJournalWhole && isNewer) choices.unshift(own);
    else if (!live.isJournalWhole || best === undefined) choices.push(own);
  }
  if (chosen === null) for (const manifest of manifests) ofBackup(manifest);
  // What was chosen is never passed over in silence.
  const [best] = choices;
  return choices.filter((one) => one === best || one.derivedUpTo === null || one.derivedUpTo <= upTo);
}

/** What a restore of the best choices would do. */
export async function planOf(survey: Survey): Promise<RestorePlan> {
  const { live, dataDir } = survey;
  const [journal] = survey.journals;
  const database = survey.databases[0] ?? null;
  if (journal === undefined) throw new PlaceFailure('damaged', 'There is no journal.');
  const attachments = await attachmentsOf(survey, database);
  const bytes = journal.bytes + (database?.bytes ?? 0) + attachments.bytes;
  const freeBytes = await freeBytesOf(dataDir);
  const plan: RestorePlan = {
    journal: { source: journal.source, entries: journal.seq, until: journal.until },
    database: { source: database?.source ?? 'backup', until: database?.until ?? null },
    attachments: { there: attachments.there, missing: attachments.missing },
    bytes,
    freeBytes,
    loses: live.isEmpty
      ? null
      : { arrivals: arrivalsLost(live, journal, null), acts: actsLost(live, database, null) },
    numbers: numbersOf(survey, journal),
    isForeign: live.isForeign,
    newer: null,
    problem: null,
  };
  if (freeBytes !== null && freeBytes < bytes + marginBytes)
    return { ...plan, problem: { code: 'full', detail: dataDir } };
  return plan;
}

/** SQLite writes some beside what it opens. */
const marginBytes = 16 * 1024 * 1024;

/** Of the nearest folder that is there; null where nobody knows. */
async function freeBytesOf(dataDir: string): Promise<number | null> {
  for (let path = resolve(dataDir); ; path = dirname(path)) {
    const room = await statfs(path).catch(() => null);
    if (room !== null) return room.bavail * room.bsize;
    if (dirname(path) === path) return null;
  }
}

/** How many there are, and the bytes of those that the directory does not have: no file is made twice. */
async function attachmentsOf(
  survey: Survey,
  database: DatabaseChoice | null,
): Promise<{ there: number; missing: number; bytes: number }> {
  const { live, second } = survey;
  if (database === null) return { there: 0, missing: 0, bytes: 0 };
  if (database.source === 'live') return ownAttachments(survey);
  const { manifest } = database;
  if (manifest === null) {
    const { files, bytes } = second?.attachments ?? { files: 0, bytes: 0 };
    return { there: files, missing: 0, bytes };
  }
  const { attachments, missing } = manifest;
  const here = live.isForeign || live.isEmpty ? 0 : await bytesHere(survey, attachments);
  return { there: attachments.files, missing, bytes: Math.max(0, attachments.bytes - here) };
}

/** Of a list that is damaged what could be read: which photographs there are is known by the database. */
async function bytesHere({ folder, live }: Survey, attachments: FileList): Promise<number> {
  let bytes = 0;
  try {
    for await (const sha256 of readList(folder, attachments)) bytes += (await sizeHere(live, sha256)) ?? 0;
  } catch (failure) {
    if (placeProblemOf(failure).code !== 'damaged') throw failure;
  }
  return bytes;
}

/** Those that the directory's own database names. */
async function ownAttachments({
  live,
  folder,
}: Survey): Promise<{ there: number; missing: number; bytes: number }> {
  const found = { there: 0, missing: 0, bytes: 0 };
  for (let after = ''; live.database !== null; ) {
    const rows = live.database.contents(after, contentsAtOnce);
    for (const { sha256, bytes } of rows) {
      const isHere = (await sizeHere(live, sha256)) === bytes;
      const isThere = isHere || (await folder.sizeOf(sha256)) === bytes;
      found[isThere ? 'there' : 'missing'] += 1;
      if (isThere && !isHere) found.bytes += bytes;
    }
    after = rows.at(-1)?.sha256 ?? after;
    if (rows.length < contentsAtOnce) break;
  }
  return found;
}

export const contentsAtOnce = 500;

/** How many bytes the directory's own file of this content has; null where it has none. */
async function sizeHere({ dataDir }: Live, sha256: string): Promise<number | null> {
  const found = await lstat(contentPath(contentFolders(dataDir), sha256)).catch(() => null);
  return found?.isFile() === true ? found.size : null;
}

type Lost = NonNullable<RestorePlan['loses']>['arrivals'];
const nothingLost: Lost = { entries: 0, since: null };

/**
 * Entries of the directory's journal that the restored one would not have. `restored` says the hash at a place of it, once it
 * is made; before, one that is longer is not known to go on from the directory's.
 */
export function arrivalsLost(
  { journal: own, isForeign }: Live,
  choice: JournalPlace,
  restored: ((seq: number) => string | null) | null,
): Lost {
  return unlessUnreadable(() => {
    if (own === null) return null;
    const behind = (seq: number): Lost => {
      const entries = own.end.id - seq;
      return { entries, since: entries === 0 ? null : isoOf(own.timeOf(seq + 1)) };
    };
    if (isForeign) return behind(0);
    if (own.end.id === 0) return nothingLost;
    if (own.end.id > choice.seq) return own.hashAt(choice.seq) === choice.hash ? behind(choice.seq) : null;
    const hash = own.end.id === choice.seq ? choice.hash : (restored?.(own.end.id) ?? null);
    return hash === own.end.hash ? nothingLost : null;
  });
}

/** Entries of the directory's log that the restored one would not have; `restored` as with arrivals. */
export function actsLost(
  { database: own, isForeign }: Live,
  choice: Pick<DatabaseChoice, 'source' | 'until' | 'end'> | null,
  restored: ((id: number) => string | null) | null,
): Lost {
  if (choice?.source === 'live') return nothingLost;
  return unlessUnreadable(() => {
    if (own === null) return null;
    const behind = (id: number): Lost => {
      const entries = own.end.id - id;
      return { entries, since: entries === 0 ? null : isoOf(own.timeOf(id + 1)) };
    };
    if (isForeign || choice === null) return behind(0);
    if (own.end.id === 0) return nothingLost;
    const { end, until } = choice;
    if (end === null) return behind(until === null ? 0 : lastUntil(own, Date.parse(until)));
    if (own.end.id >= end.id) return own.hashAt(end.id) === end.hash ? behind(end.id) : null;
    return restored?.(own.end.id) === own.end.hash ? nothingLost : null;
  });
}

/** The last entry of the log that was made at an instant or before. */
function lastUntil(own: NonNullable<Live['database']>, at: number): number {
  let [low, high] = [0, own.end.id];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((own.timeOf(middle) ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The last number of each sequence that may have been given, and as the plan says it. */
export function numbersOf(
  { live, manifests, second, now, journals, base }: Survey,
  { source, numbers: restored }: Pick<JournalChoice, 'source' | 'numbers'>,
): RestorePlan['numbers'] {
  const ownEnd = live.isForeign ? null : live.journal;
  // One that ends before what others know of was put in the place of another, whose end nobody knows.
  const isEndKnown = ownEnd !== null && ownEnd.end.id >= Math.max(base.seq, live.database?.derivedUpTo ?? 0);
  const isLive = source === 'live' && live.isJournalWhole && isEndKnown;
  const history = manifests.map(({ anchor, journal }) => ({
    at: Date.parse(anchor.at),
    numbers: journal.numbers,
  }));
  if (second?.journal.at != null)
    history.push({ at: Date.parse(second.journal.at), numbers: second.journal.numbers });
  const last = lastPossiblyGiven({
    ...{ restored, isLive, given: live.given, isEndKnown, history, now },
    others: [...history.map(({ numbers }) => numbers), ...(ownEnd === null ? [] : [ownEnd.numbers])],
    since: Math.max(0, ...journals.map(({ until }) => (until === null ? 0 : Date.parse(until)))),
  });
  return Object.entries(last)
    .slice(0, maxSequences)
    .map(([sequence, number]) => ({ sequence, last: restored[sequence] ?? 0, next: number + 1 }));
}

/** More than a template a month makes in ten years for every kind. */
const maxSequences = 1000;

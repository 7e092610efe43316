/** Copies all that is committed to a second place, within a second. */
import { lstat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlaceProblem, SecondCopyStatus } from '#shared/contract/backups.ts';
import { errorCode } from '../../error-code.ts';
import {
  findAuditHead,
  findJournalHead,
  findReceiverSetting,
  type JournalReading,
  listAudit,
  openJournalReading,
  openReading,
  type Reading,
  StoreProblem,
} from '../../store/index.ts';
import { within } from '../../within.ts';
import { InstallationFolder, lookAtPlace, PlaceFailure, placeProblemOf } from '../place.ts';
import { beginSecondCopy, setSecondCopyAside } from './about.ts';
import { AttachmentCopies } from './attachment-copies.ts';
import { type DatabaseCommit, listSecondCopy } from './format.ts';
import { JournalStretches, OtherHistory } from './journal-stretches.ts';
import { PageStretches } from './page-stretches.ts';

export interface FollowOptions {
  dataDir: string;
  /** The folder that a person chose; the installation's own folder is made in it. */
  place: string;
  /** The installation of which the place had a second copy already: where it has nothing of it, it is away, and nothing is begun there. */
  known?: string | null;
  /** Told at each change of the state, and once a second. */
  onStatus(status: SecondCopyStatus): void;
  /** Ends it: resolves as soon as what is under way at the place lets it. */
  signal: AbortSignal;
}

/** How often it is looked for something new, in milliseconds. */
const journalPause = 150;
const databasePause = 300;
const attachmentsPause = 500;
/** What can be followed no more is compared after so long, and after twice as long each time that it comes to nothing. */
const minComparePause = 1000;
const maxComparePause = 30_000;
/** A place that is away is looked for after so long, twice as long each time. */
const minAway = 1000;
const maxAway = 60_000;
/** What of the data directory cannot be read, as while its program is not there yet. */
const localPause = 1000;
const statusPause = 1000;
/** How far behind is called following. */
const usualLag = 1500;
const lookPause = 5000;

/**
 * Follows the databases and files of a data directory, until `signal`. Whatever fails at the place is told by the status and
 * tried again; never rejects. It only reads the data directory, whose program may end and start meanwhile; it must run in a
 * process that does not write the databases.
 */
export async function followDatabase(options: FollowOptions): Promise<void> {
  const { signal, onStatus, place } = options;
  const status = new Status(place, onStatus);
  let known = options.known ?? null;
  let away = minAway;
  while (!signal.aborted) {
    try {
      await new Following({ ...options, known }, status).run((installationId) => {
        known = installationId;
        away = minAway;
      });
    } catch (failure) {
      if (signal.aborted) break;
      if (isLocal(failure)) {
        await rest(localPause, signal);
        continue;
      }
      status.away(placeProblemOf(failure));
      await rest(away, signal);
      away = Math.min(2 * away, maxAway);
    }
  }
}

/** Something of the data directory cannot be read at present: the place has no part in it. */
class LocalFailure extends Error {}

const isLocal = (failure: unknown): boolean =>
  failure instanceof LocalFailure ||
  failure instanceof OtherHistory ||
  failure instanceof StoreProblem ||
  errorCode(failure)?.startsWith('SQLITE') === true;

async function local<Found>(what: () => Promise<Found>): Promise<Found> {
  try {
    return await what();
  } catch (failure) {
    if (failure instanceof OtherHistory) throw failure;
    throw new LocalFailure('The data directory cannot be read.', { cause: failure });
  }
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}

/** One time that the place is there. */
class Following {
  readonly #options: FollowOptions;
  readonly #status: Status;
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal;
  /** What of the second copy somebody found damaged. */
  #damaged = new Set<string>();
  /** Resolved with each batch of the journal that is there. */
  #batch = Promise.withResolvers<void>();

  constructor(options: FollowOptions, status: Status) {
    this.#options = options;
    this.#status = status;
    this.#signal = AbortSignal.any([options.signal, this.#ending.signal]);
  }

  /** Rejects with what ended it; `onThere` is called once the place takes what it is given. */
  async run(onThere: (installationId: string) => void): Promise<void> {
    const { dataDir, place, known } = this.#options;
    await this.#look();
    const journal = await local(async () => await openJournalReading(dataDir));
    const reading = openReading(dataDir);
    let stretches: JournalStretches | null = null;
    try {
      const folder = new InstallationFolder(place, await local(() => installationOf(journal)));
      if (known === folder.installationId) await refuseEmptied(folder);
      const followed = await openStretches(folder, journal);
      this.#damaged = new Set(await folder.lookForDamaged());
      stretches = followed;
      onThere(folder.installationId);
      await this.#together([
        this.#followJournal(folder, { journal, stretches: followed }),
        this.#again(() => this.#followDatabase(folder, { journal, stretches: followed, reading })),
        this.#again(() => this.#followAttachments(folder)),
        this.#tell(folder, followed),
      ]);
    } finally {
      await stretches?.close();
      await journal.close();
      await reading.close();
    }
  }

  /** Where what is derived, or its files, cannot be read at present, what arrived is followed all the same. */
  async #again(follow: () => Promise<void>): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await follow();
      } catch (failure) {
        if (!isLocal(failure)) throw failure;
        this.#status.databaseBehind();
        await rest(localPause, this.#signal);
      }
    }
  }

  /** All of them end with the first that does. */
  async #together(loops: Promise<void>[]): Promise<void> {
    const failures: unknown[] = [];
    const ended = loops.map((loop) =>
      loop.catch((failure: unknown) => void failures.push(failure)).finally(() => this.#ending.abort()),
    );
    await Promise.all(ended);
    if (failures.length > 0) throw failures[0];
  }

  async #look(): Promise<void> {
    const { place, dataDir } = this.#options;
    const { problem, ...look } = await lookAtPlace(place, dataDir);
    if (problem !== null) throw new PlaceFailure(problem.code, problem.detail);
    this.#status.there(look);
  }

  async #forget(folder: InstallationFolder, name: string): Promise<void> {
    await folder.forgetDamaged(name);
    this.#damaged.delete(name);
  }

  async #followJournal(
    folder: InstallationFolder,
    { journal, stretches }: { journal: JournalReading; stretches: JournalStretches },
  ): Promise<void> {
    while (!this.#signal.aborted) {
      if (!journal.isPresent()) throw new LocalFailure('The journal was replaced.');
      for (const name of await stretches.renew(this.#damaged, this.#signal)) await this.#forget(folder, name);
      await stretches.copy(this.#signal, () => {
        this.#status.copied();
        this.#batch.resolve();
        this.#batch = Promise.withResolvers();
      });
      await rest(journalPause, this.#signal);
    }
  }

  async #followDatabase(
    folder: InstallationFolder,
    of: { journal: JournalReading; stretches: JournalStretches; reading: Reading },
  ): Promise<void> {
    const { dataDir } = this.#options;
    // Nobody knows of a copy that was just found, or is empty, that it has all.
    this.#status.databaseBehind();
    const files = await listSecondCopy(folder.secondCopy);
    if (files === null) throw new PlaceFailure('away', 'The second copy was removed.');
    const pages = await PageStretches.open(folder, files, { dataDir, signal: this.#signal });
    try {
      let comparePause = minComparePause;
      let actsUntil = await lastActOf(of.reading);
      while (!this.#signal.aborted) {
        const onChange = () => this.#status.databaseBehind();
        const note = {
          actsUntil,
          audit: () => auditEndOf(of.reading),
          journal: () => this.#journalReached(of),
        };
        const damaged = [...this.#damaged].filter((name) => name.startsWith('database-'));
        if (damaged.length > 0) pages.renew();
        const outcome = await pages.round(note, this.#signal, onChange);
        if (outcome === 'copied') for (const name of damaged) await this.#forget(folder, name);
        if (outcome === 'missed') {
          this.#status.databaseBehind();
          await rest(comparePause, this.#signal);
          comparePause = Math.min(2 * comparePause, maxComparePause);
          continue;
        }
        comparePause = minComparePause;
        this.#status.databaseThere(outcome === 'copied');
        if (outcome === 'copied') actsUntil = await lastActOf(of.reading);
        await rest(databasePause, this.#signal);
      }
    } finally {
      await pages.close();
    }
  }

  /** Waits until the copy has all that the journal has now. */
  async #journalReached(of: { journal: JournalReading; stretches: JournalStretches }): Promise<number> {
    const { seq } = await local(() => of.journal.read(findJournalHead));
    while (of.stretches.seq < seq) {
      this.#signal.throwIfAborted();
      await within(statusPause, this.#batch.promise);
    }
    return of.stretches.seq;
  }

  async #followAttachments(folder: InstallationFolder): Promise<void> {
    const { dataDir } = this.#options;
    const files = await listSecondCopy(folder.secondCopy);
    if (files === null) throw new PlaceFailure('away', 'The second copy was removed.');
    const reading = openReading(dataDir);
    const copies = await AttachmentCopies.open(folder, files, dataDir);
    try {
      // What was damaged of its own files was cut off.
      const lists = [...this.#damaged].filter((name) => name.startsWith('attachments-'));
      for (const name of lists) await this.#forget(folder, name);
      while (!this.#signal.aborted) {
        if ([...this.#damaged].some((name) => name.startsWith('attachments-'))) return;
        for (const name of [...this.#damaged]) if (copies.renew(name)) this.#damaged.delete(name);
        // Where it cannot be read now it is looked at again.
        await onceOpened(reading, () => copies.look(reading)).catch(() => {});
        if (await copies.copy(this.#signal, attachmentsPause)) this.#status.copied();
        this.#status.attachments(copies.behind);
        await rest(attachmentsPause, this.#signal);
      }
    } finally {
      await copies.close();
      await reading.close();
    }
  }

  async #tell(folder: InstallationFolder, stretches: JournalStretches): Promise<void> {
    for (let until = Date.now() + lookPause; !this.#signal.aborted; ) {
      this.#status.arrivals(await local(() => stretches.distance()));
      if (Date.now() > until) {
        await this.#look();
        this.#damaged = new Set(await folder.lookForDamaged());
        until = Date.now() + lookPause;
      }
      await rest(statusPause, this.#signal);
    }
  }
}

const installationRow = 'installation';

async function installationOf(journal: JournalReading): Promise<string> {
  const json = await journal.read((tx) => findReceiverSetting(tx, installationRow));
  const found: { installationId?: unknown } = json === null ? {} : JSON.parse(json);
  if (typeof found.installationId === 'string') return found.installationId;
  throw new StoreProblem('corrupt', 'The journal does not say whose it is.');
}

/** What is there of another history is moved aside, and a new copy begun. */
async function openStretches(folder: InstallationFolder, journal: JournalReading): Promise<JournalStretches> {
  for (let isFirst = true; ; isFirst = false) {
    await beginSecondCopy(folder, Date.now());
    const files = await listSecondCopy(folder.secondCopy);
    if (files === null) throw new PlaceFailure('away', 'The second copy was removed.');
    try {
      return await JournalStretches.open(folder, files, journal);
    } catch (failure) {
      if (!(failure instanceof OtherHistory) || !isFirst) throw failure;
      await setSecondCopyAside(folder, Date.now());
    }
  }
}

/** A folder that had a second copy and has nothing of it is where a disk is plugged in, and is not. */
async function refuseEmptied(folder: InstallationFolder): Promise<void> {
  const found = await lstat(folder.path).catch((failure: unknown) => {
    if (errorCode(failure) !== 'ENOENT') throw failure;
    return null;
  });
  if (found === null)
    throw new PlaceFailure('away', 'The folder is there, and the second copy that was in it is not.');
}

/** When the newest act was done that the database has by now; null where there is none, or it cannot be read. */
async function lastActOf(reading: Reading): Promise<string | null> {
  const [last] = await onceOpened(reading, () => reading.read((tx) => listAudit(tx, newest))).catch(() => []);
  return last === undefined ? null : new Date(last.at).toISOString();
}

/** The end of the log as it is now; null where it has none, or cannot be read. */
async function auditEndOf(reading: Reading): Promise<DatabaseCommit['audit']> {
  const end = await onceOpened(reading, () => reading.read(findAuditHead)).catch(() => null);
  if (end?.hash == null) return null;
  return { id: end.lastId, hash: Buffer.from(end.hash).toString('hex') };
}

const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit: 1 };

/** Leaves the database again, so that whoever puts another in its place finds it closed. */
async function onceOpened<Found>(reading: Reading, what: () => Promise<Found>): Promise<Found> {
  reading.reopen();
  try {
    return await what();
  } finally {
    await reading.leave();
  }
}

/** What is told of the second copy. */
class Status {
  readonly #onStatus: (status: SecondCopyStatus) => void;
  #status: SecondCopyStatus;

  constructor(folder: string, onStatus: (status: SecondCopyStatus) => void) {
    this.#onStatus = onStatus;
    this.#status = {
      folder,
      state: 'starting',
      problem: null,
      isSameDisk: null,
      freeBytes: null,
      arrivals: { behind: 0, since: null },
      database: { since: null },
      attachments: { behind: 0 },
      copiedAt: null,
    };
  }

  there(look: Pick<SecondCopyStatus, 'isSameDisk' | 'freeBytes'>): void {
    this.#status = { ...this.#status, ...look, problem: null };
    if (this.#status.state === 'away') this.#status.state = 'starting';
  }

  away(problem: PlaceProblem): void {
    this.#status = { ...this.#status, state: 'away', problem };
    this.#onStatus(this.#status);
  }

  copied(): void {
    this.#status.copiedAt = new Date().toISOString();
  }

  databaseBehind(): void {
    this.#status.database = { since: this.#status.database.since ?? new Date().toISOString() };
  }

  databaseThere(isCopied: boolean): void {
    this.#status.database = { since: null };
    if (isCopied) this.copied();
  }

  attachments(behind: number): void {
    this.#status.attachments = { behind };
  }

  arrivals({ behind, since }: { behind: number; since: number | null }): void {
    this.#status.arrivals = { behind, since: since === null ? null : new Date(since).toISOString() };
    const database = this.#status.database.since;
    const oldest = Math.min(since ?? Date.now(), database === null ? Date.now() : Date.parse(database));
    this.#status.state = Date.now() - oldest < usualLag ? 'following' : 'catchingUp';
    this.#onStatus({ ...this.#status });
  }
}

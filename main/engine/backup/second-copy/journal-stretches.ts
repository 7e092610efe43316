/** Copies the journal behind where its copy ends, batch by batch, each synced. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renameFile } from '../../rename-file.ts';
import {
  type ChainedEntry,
  findArchivedEntry,
  findChain,
  findEntryTime,
  findJournalHead,
  type JournalHead,
  type JournalReading,
  journalSchema,
  listChainedEntriesAfter,
  listMovedIdsAfter,
  listReceiverSettings,
  type MovedId,
} from '../../store/index.ts';
import { placeFormat } from '../manifest.ts';
import { type InstallationFolder, syncFolder } from '../place.ts';
import { journalFileName, listSecondCopy, type SecondCopyFiles } from './format.ts';
import { fileBytes, LogWriting } from './frames.ts';
import { findJournalEnd } from './read-journal.ts';

/** How far the copy is behind. */
export interface JournalDistance {
  behind: number;
  /** When the first entry that is not there was taken, in milliseconds since 1970; null where all are there. */
  since: number | null;
}

/** The end of a group. */
interface GroupEnd {
  seq: number;
  hash: string;
  /** In milliseconds since 1970. */
  at: number;
}

const atOnce = { entries: 500, bytes: 1024 * 1024 };
/** A batch ends with the group in which it comes to so many bytes. */
const batchBytes = 4 * 1024 * 1024;
const movedAtOnce = 5000;

/** The copied journal belongs to another one than that of the data directory, or to one that went on from an earlier place. */
export class OtherHistory extends Error {}

export class JournalStretches {
  readonly #folder: InstallationFolder;
  readonly #reading: JournalReading;
  #log: LogWriting;
  #copied: GroupEnd;
  #numbers = '';
  #settings = '';

  private constructor(
    folder: InstallationFolder,
    reading: JournalReading,
    { log, end }: { log: LogWriting; end: GroupEnd },
  ) {
    this.#folder = folder;
    this.#reading = reading;
    this.#log = log;
    this.#copied = end;
  }

  /** Goes on behind the last whole batch, or begins. Rejects with `OtherHistory` where what is there is of another journal. */
  static async open(
    folder: InstallationFolder,
    files: SecondCopyFiles,
    reading: JournalReading,
  ): Promise<JournalStretches> {
    const { head, file, torn } = await findJournalEnd(folder, files);
    if (head !== null && head.seq > 0) {
      const chain = await reading.read((tx) => findChain(tx, head.seq));
      if (chain === null || Buffer.from(chain).toString('hex') !== head.hash) throw new OtherHistory();
    }
    for (const name of torn) await rm(join(folder.secondCopy, name));
    if (file !== null && head !== null) {
      const log = await LogWriting.goOn(join(folder.secondCopy, file.name), file.end);
      return new JournalStretches(folder, reading, { log, end: head });
    }
    if (file !== null) await rm(join(folder.secondCopy, file.name));
    const none = { seq: 0, hash: '', at: 0 };
    const log = await makeFile(folder, none);
    const made = new JournalStretches(folder, reading, { log, end: none });
    await made.#copyMovedIds(log);
    return made;
  }

  /** The last entry that is there, synced. */
  get seq(): number {
    return this.#copied.seq;
  }

  async distance(): Promise<JournalDistance> {
    const { seq } = this.#copied;
    return this.#reading.read(async (tx) => ({
      behind: Math.max(0, (await findJournalHead(tx)).seq - seq),
      since: await findEntryTime(tx, seq + 1),
    }));
  }

  /**
   * Copies all that is committed by now; whether there was anything. `onBatch` is told of each batch that is there. After a
   * rejection it has to be opened anew.
   */
  async copy(signal: AbortSignal, onBatch: () => void): Promise<boolean> {
    const { head, settings } = await this.#reading.read(async (tx) => ({
      head: await findJournalHead(tx),
      settings: await listReceiverSettings(tx),
    }));
    const isSame =
      head.seq === this.#copied.seq &&
      JSON.stringify(head.numbers) === this.#numbers &&
      JSON.stringify(settings) === this.#settings;
    if (head.seq < this.#copied.seq) throw new OtherHistory();
    if (isSame) return false;
    if (JSON.stringify(settings) !== this.#settings) {
      await this.#log.append({ t: 'settings', values: settings });
      this.#settings = JSON.stringify(settings);
    }
    let end = this.#copied;
    let from = this.#log.bytes;
    let last = head;
    // A copy that ended before the entry that says where bytes lie would lack them.
    let needed = 0;
    for (;;) {
      for await (const entry of this.#entriesBetween(end.seq, last.seq, signal)) {
        await this.#log.append(frameOfEntry(entry), entry.bytes ?? undefined);
        needed = Math.max(needed, await this.#neededFor(entry));
        if (entry.chain === null) continue;
        end = { seq: entry.seq, hash: Buffer.from(entry.chain).toString('hex'), at: entry.at };
        if (this.#log.bytes - from < batchBytes || entry.seq === last.seq || needed > entry.seq) continue;
        await this.#endBatch(end, last);
        onBatch();
        from = this.#log.bytes;
      }
      if (needed <= end.seq) break;
      last = await this.#reading.read(findJournalHead);
      if (last.seq < needed) throw new OtherHistory();
    }
    await this.#endBatch(last.seq === 0 ? { ...end, at: last.at } : end, last);
    onBatch();
    return true;
  }

  /**
   * Writes those of some files anew that are there: they are not what was written. Nothing of a file is lost where this ends on the
   * way. After a rejection it has to be opened anew.
   */
  async renew(names: ReadonlySet<string>, signal: AbortSignal): Promise<string[]> {
    const files = (await listSecondCopy(this.#folder.secondCopy))?.journal ?? [];
    const renewed = files.filter(({ name }) => names.has(name));
    for (const { name, after } of renewed) {
      const until = files.find((one) => one.after > after)?.after ?? this.#copied.seq;
      await this.#renewFile(name, after, until, signal);
    }
    return renewed.map(({ name }) => name);
  }

  async #renewFile(name: string, after: number, until: number, signal: AbortSignal): Promise<void> {
    const { head, settings, before } = await this.#reading.read(async (tx) => ({
      head: await findJournalHead(tx),
      settings: await listReceiverSettings(tx),
      before: after === 0 ? new Uint8Array() : await findChain(tx, after),
    }));
    if (before === null) throw new OtherHistory();
    const path = join(this.#folder.secondCopy, name);
    const aside = join(this.#folder.incoming, randomUUID());
    const log = await LogWriting.make(aside, beginOf(this.#folder, { seq: after, hash: hexOf(before) }));
    try {
      if (after === 0) await this.#copyMovedIds(log);
      await log.append({ t: 'settings', values: settings });
      let end: GroupEnd = { seq: after, hash: hexOf(before), at: head.at };
      let from = log.bytes;
      for await (const entry of this.#entriesBetween(after, until, signal)) {
        await log.append(frameOfEntry(entry), entry.bytes ?? undefined);
        if (entry.chain === null) continue;
        end = { seq: entry.seq, hash: hexOf(entry.chain), at: entry.at };
        if (log.bytes - from < batchBytes) continue;
        await log.append(headOf(end, head));
        from = log.bytes;
      }
      if (end.seq !== until) throw new OtherHistory();
      await log.append(headOf(end, head));
      await log.sync();
      await renameFile(aside, path);
      await syncFolder(this.#folder.secondCopy);
    } finally {
      await log.close();
      await rm(aside, { force: true });
    }
    if (this.#log.path !== path) return;
    await this.#log.close();
    this.#log = await LogWriting.goOn(path, log.bytes);
  }

  /** The entry by which a delivery without bytes lies in a bundle; 0 of any other entry. */
  async #neededFor({ bytes, revision, subjectId }: ChainedEntry): Promise<number> {
    if (bytes !== null || revision === null) return 0;
    return (await this.#reading.read((tx) => findArchivedEntry(tx, subjectId, revision)))?.seq ?? 0;
  }

  async *#entriesBetween(after: number, last: number, signal: AbortSignal): AsyncGenerator<ChainedEntry> {
    for (let read = after; read < last; ) {
      signal.throwIfAborted();
      const entries = await this.#reading.read((tx) => listChainedEntriesAfter(tx, read, atOnce));
      if (entries.length === 0) throw new OtherHistory();
      for (const entry of entries) if (entry.seq <= last) yield entry;
      read = entries.at(-1)?.seq ?? last;
    }
  }

  async #endBatch(end: GroupEnd, head: JournalHead): Promise<void> {
    await this.#log.append(headOf(end, head));
    await this.#log.sync();
    this.#copied = end;
    this.#numbers = JSON.stringify(head.numbers);
    if (this.#log.bytes < fileBytes) return;
    const full = this.#log;
    this.#log = await makeFile(this.#folder, end);
    this.#settings = '';
    await full.close();
  }

  async #copyMovedIds(log: LogWriting): Promise<void> {
    let last: Pick<MovedId, 'kind' | 'id'> = { kind: '', id: 0 };
    for (;;) {
      const rows: MovedId[] = await this.#reading.read((tx) => listMovedIdsAfter(tx, last, movedAtOnce));
      for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind))
        await log.append({ t: 'moved', kind, rows: ofKind.map(({ id, seq }) => [id, seq]) });
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end;
    }
  }

  async close(): Promise<void> {
    await this.#log.close();
  }
}

const makeFile = (folder: InstallationFolder, end: GroupEnd): Promise<LogWriting> =>
  LogWriting.make(join(folder.secondCopy, journalFileName(end.seq)), beginOf(folder, end));

const beginOf = ({ installationId }: InstallationFolder, { seq, hash }: Omit<GroupEnd, 'at'>) => ({
  ...{ t: 'begin', format: placeFormat, installationId, seq, hash },
});

const headOf = ({ seq, hash, at }: GroupEnd, { epoch, numbers }: JournalHead) => ({
  ...{ t: 'head', seq, hash, at, epoch, numbers, schema: journalSchema },
});

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function frameOfEntry({ bytes, sha256, chain, ...rest }: ChainedEntry): object {
  const hex = (value: Uint8Array | null) => (value === null ? null : Buffer.from(value).toString('hex'));
  return { t: 'entry', ...rest, sha256: hex(sha256), chain: hex(chain), hasBytes: bytes !== null };
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { PageSubject } from '#shared/archive-page.ts';
import type { ArchiveChoice } from '#shared/contract/archives.ts';
import { referenceLists } from '#shared/reference-terms.ts';
import type { SubjectKey } from '#shared/rules/subject-key.ts';
import type { RecordKind } from '#shared/terms.ts';
import {
  type ContentSource,
  contentFolders,
  contentPath,
  openContentSource,
  previewPath,
} from '../attachments/index.ts';
import { takeAnchor } from '../audit/index.ts';
import { claimFileOf, type StoredClaimFile } from '../claims/index.ts';
import { errorCode } from '../error-code.ts';
import type { FindingThresholds } from '../findings/index.ts';
import { putInPlace } from '../rename-file.ts';
import { readSettings } from '../settings/index.ts';
import {
  findEntryBytes,
  findInstallation,
  findReferenceListCopy,
  findRevisionBytes,
  type Inspection,
  inspectStore,
  type ReadTransaction,
  type Store,
} from '../store/index.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { fileSink, heldBytes, pieceBytes, Spool } from './byte-sink.ts';
import { chosenRecords, countAhead, wordsEntered } from './choose-records.ts';
import { type CollectedRecord, collectRecord } from './collect-record.ts';
import { encryptedSink } from './encryption.ts';
import {
  type ArchiveContext,
  type ArchivedAttachment,
  type ArchivedRecord,
  archiveContext,
  archivedAuditEntry,
  archivedRecord,
  askPart,
  bodyPart,
  bundleFormat,
  claimPart,
  contentPart,
  type Manifest,
  manifest,
  partNames,
  recordPart,
  type SubjectList,
  subjectBodyPart,
  subjectListPart,
  subjectLists,
} from './format.ts';
import { maxPageBody, PageWriter, pageRecord } from './page.ts';
import { shownTypeOf } from './shown-type.ts';
import { openSigner } from './signing.ts';
import { noteUnfinished, removeUnfinished, unfinishedEnd } from './unfinished.ts';
import { verifyBundle } from './verify-bundle.ts';
import { Deflated, type WrittenPart, ZipWriter } from './zip-writer.ts';

/** How far a bundle is. */
export type ArchiveProgress =
  /** Chosen records gone through, of how many: null where there are too many to be counted before they are read. */
  | { phase: 'writing'; records: number; total: number | null; bytes: number }
  /** Read back from the disk; bytes. */
  | { phase: 'checking'; done: number; all: number };

export interface BundleWriting {
  dataDir: string;
  /** A path at which nothing lies. */
  to: string;
  choice: ArchiveChoice;
  /** About one person: these records in place of a choice, and what is of none. */
  subject?: BundleSubject;
  /** Perito's own. */
  version: string;
  /** The key of an installation as PEM (PKCS 8); with null the bundle is not signed. */
  signingKey(installationId: string): Promise<string | null>;
  /** Encrypts it; null leaves it open. */
  passphrase?: string | null;
  signal?: AbortSignal;
  onProgress?(progress: ArchiveProgress): void;
}

/** What a bundle about one person holds; it may hold no record. */
export interface BundleSubject {
  key: SubjectKey;
  /** Of records, in ascending order. */
  ids: readonly number[];
  /** What is written as JSON of it all. */
  about: object;
  /** Rows of each list. */
  rows(list: SubjectList): AsyncIterable<object>;
  /** Entries of the journal whose bytes are added. */
  bodies: readonly number[];
  /** What the page shows of it. */
  page: PageSubject;
}

export interface WrittenBundle {
  file: string;
  bytes: number;
  /** SHA-256 of the list of all parts. */
  root: string;
  manifest: Manifest;
}

/**
 * Writes records with all that belongs to them to a file of their own, beside a Perito that goes on. It is written under
 * another name, read back whole, and only then has its own. Rejects with an `ArchiveProblem`, or a `StoreProblem` where
 * the data cannot be read; nothing is left at `to` then.
 */
export async function writeBundle(writing: BundleWriting): Promise<WrittenBundle> {
  const file = resolve(writing.to);
  if ((await stat(file).catch(() => null)) !== null) {
    throw new ArchiveProblem('targetExists', `${file} is there already, and is not written over.`);
  }
  const store = await inspectStore(writing.dataDir);
  try {
    await removeUnfinished(writing.dataDir);
    return await writeAside(writing, file, store);
  } catch (failure) {
    throw asArchiveProblem(failure, file);
  } finally {
    await store.close();
  }
}

async function writeAside(writing: BundleWriting, file: string, store: Inspection): Promise<WrittenBundle> {
  const part = `${file}${unfinishedEnd}`;
  // It is not made: where a disk is not plugged in, the folder would be on this one.
  if ((await stat(dirname(file)).catch(() => null))?.isDirectory() !== true) {
    throw new ArchiveProblem(
      'notWritable',
      `${dirname(file)} is no folder that is there. Make it, or plug its disk in.`,
    );
  }
  const forget = await noteUnfinished(writing.dataDir, part);
  let isOurs = false;
  try {
    const target = await open(part, 'wx', 0o600);
    isOurs = true;
    try {
      const written = await new BundleWriter(writing, store).write(target);
      await target.sync();
      const { ok, faults } = await verifyBundle(part, {
        passphrase: writing.passphrase ?? null,
        signal: writing.signal,
        onProgress: (done, all) => writing.onProgress?.({ phase: 'checking', done, all }),
      });
      if (!ok) {
        throw new ArchiveProblem(
          'notWhole',
          `What was written to ${file} is read back otherwise (${faults[0]?.code ?? 'unknown'}): look at the disk.`,
        );
      }
      await putInPlace(part, file);
      const { size } = await stat(file);
      return { file, bytes: size, ...written };
    } finally {
      await target.close();
    }
  } finally {
    if (isOurs) await rm(part, { force: true });
    await forget();
  }
}

/** What a failure of the system means for who wants a bundle. */
function asArchiveProblem(failure: unknown, file: string): unknown {
  const code = errorCode(failure);
  if (code === 'EEXIST') {
    return new ArchiveProblem(
      'targetExists',
      `${file} is there already, or is being written just now; nothing is written over.`,
      failure,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ArchiveProblem('diskFull', `There is not enough room for ${file}.`, failure);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'EIO'].includes(code ?? ''))
    return notWritable(file, failure);
  return failure;
}

const notWritable = (file: string, failure: unknown): ArchiveProblem =>
  new ArchiveProblem(
    'notWritable',
    `${file} cannot be written: ${errorCode(failure) ?? 'unknown'}.`,
    failure,
  );

/** A claim file as a bundle has it; records by their ids. */
function claimOf(claim: StoredClaimFile) {
  const { records, timeline, ledger, headline, notCounted, keys, value, isPartial } = claim;
  return {
    claimNumber: value,
    keys,
    records: records.map(({ row, because }) => ({ id: row.id, kind: row.kind, number: row.number, because })),
    timeline: timeline.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    ledger,
    headline,
    notCounted,
    isPartial,
  };
}

class BundleWriter {
  readonly #writing: BundleWriting;
  readonly #store: Inspection;
  readonly #at = new Date();
  readonly #counts: Manifest['counts'] & { notDownloaded: number } = {
    records: {},
    revisions: 0,
    contents: 0,
    contentBytes: 0,
    missingContents: 0,
    notDownloaded: 0,
    claims: 0,
    auditEntries: 0,
    policies: 0,
  };
  /** Of contents that are in it, in hexadecimal, with what became of them. */
  readonly #contents = new Map<string, boolean>();
  readonly #claims = new Set<string>();
  /** Of those that are in it, by their keys. */
  readonly #policies = new Set<string>();
  readonly #spools: Spool[] = [];
  /** Where the directory has no copy of what its place has. */
  readonly #elsewhere: ContentSource;

  constructor(writing: BundleWriting, store: Inspection) {
    this.#writing = writing;
    this.#store = store;
    this.#elsewhere = openContentSource(writing.dataDir);
  }

  async write(target: Parameters<typeof fileSink>[0]): Promise<Pick<WrittenBundle, 'root' | 'manifest'>> {
    try {
      return await this.#write(target);
    } finally {
      for (const spool of this.#spools) await spool.close();
      await this.#elsewhere.close();
    }
  }

  async #write(target: Parameters<typeof fileSink>[0]): Promise<Pick<WrittenBundle, 'root' | 'manifest'>> {
    const { choice } = this.#writing;
    const about = await this.#store.read(aboutData);
    const signingKey = await this.#writing.signingKey(about.installationId);
    const signer = signingKey === null ? null : openSigner(signingKey);
    if (signer === null && signingKey !== null) {
      throw new ArchiveProblem('badKey', 'The key to sign with is not an Ed25519 private key (PKCS 8, PEM).');
    }
    const { passphrase } = this.#writing;
    const file = fileSink(target);
    const sink = passphrase == null ? file : await encryptedSink(passphrase, file);
    const zip = new ZipWriter(sink, await this.#spool(), this.#at);
    const list = await this.#spool();
    const audit = new Deflated(await this.#spool());
    const deflated = new Deflated(await this.#spool());
    const page = new PageWriter(deflated, await this.#spool());
    const parts: Parts = {
      ...{ zip, audit, page },
      wrote: async (name, { sha256 }) => list.append(Buffer.from(`${sha256}  ${name}\n`)),
    };
    await page.begin(`${about.company.name} ${this.#at.toISOString().slice(0, 10)}`.trim());
    const { subject } = this.#writing;
    const records = await this.#addRecords(parts, subject?.ids ?? this.#chosenIds(choice, about.thresholds));
    if (subject !== undefined) await this.#addSubject(parts, subject);
    else if (records === 0) throw new ArchiveProblem('nothingChosen', this.#whyNothing());
    for (const claim of this.#claims) await this.#addClaim(parts, claim, about.thresholds);
    await parts.wrote(partNames.audit, await zip.addDeflated(partNames.audit, audit, { isFirst: false }));
    await page.end({
      ...{ company: about.company, installationId: about.installationId, sampleData: about.sampleData },
      ...{ version: this.#writing.version, createdAt: this.#at.toISOString(), choice, counts: this.#counts },
      keyFingerprint: signer?.fingerprint ?? null,
      subject: subject?.page ?? null,
    });
    await parts.wrote(partNames.page, await zip.addDeflated(partNames.page, deflated, { isFirst: true }));
    const { thresholds: _, ...said } = about;
    const content = manifest.parse({
      format: bundleFormat,
      program: { name: 'Perito', version: this.#writing.version },
      ...said,
      createdAt: this.#at.toISOString(),
      choice,
      ...(subject === undefined ? {} : { subject: { kind: subject.key.kind, value: subject.key.value } }),
      schema: this.#store.schema,
      counts: this.#counts,
      keyFingerprint: signer?.fingerprint ?? null,
    });
    const context = await this.#store.read(contextOf);
    await this.#addJson(parts, partNames.context, z.encode(archiveContext, context));
    await this.#addJson(parts, partNames.manifest, content);
    const root = await this.#addList(zip, list);
    const rootLine = Buffer.from(`${root}  ${partNames.list}\n`);
    await zip.add(partNames.root, rootLine, 'store');
    if (signer !== null) {
      await zip.add(partNames.signature, signer.sign(rootLine), 'store');
      await zip.add(partNames.publicKey, Buffer.from(signer.publicKey), 'store');
    }
    await zip.close();
    return { root, manifest: content };
  }

  /** How many there are of them now. */
  async #addRecords(parts: Parts, ids: AsyncIterable<number> | readonly number[]): Promise<number> {
    let records = 0;
    let done = 0;
    const { total, all } = await countAhead(ids);
    for await (const id of all) {
      this.#writing.signal?.throwIfAborted();
      const collected = await this.#store.read((tx) => collectRecord(tx, id));
      if (collected === 'elsewhere') this.#counts.elsewhere = (this.#counts.elsewhere ?? 0) + 1;
      if (collected !== null && collected !== 'elsewhere') {
        await this.#addRecord(parts, collected);
        records += 1;
      }
      done += 1;
      this.#writing.onProgress?.({ phase: 'writing', records: done, total, bytes: parts.zip.size });
    }
    return records;
  }

  #whyNothing(): string {
    return this.#counts.elsewhere === undefined
      ? 'No record is as it was chosen.'
      : 'All that was chosen was moved to other archives, and lies there alone.';
  }

  async *#chosenIds(choice: ArchiveChoice, thresholds: FindingThresholds): AsyncGenerator<number> {
    if ((choice.search ?? '') !== '') await wordsEntered(this.#store);
    for await (const { id } of chosenRecords(this.#store, choice, thresholds)) yield id;
  }

  async #addSubject(parts: Parts, subject: BundleSubject): Promise<void> {
    const { zip, wrote } = parts;
    for (const seq of subject.bodies) {
      this.#writing.signal?.throwIfAborted();
      const whole = await this.#store.read((tx) => findEntryBytes(tx, seq, { from: 0, limit: 1 }));
      await this.#addBytes(parts, subjectBodyPart(seq), whole?.total ?? 0, (tx, part) =>
        findEntryBytes(tx, seq, part),
      );
    }
    for (const list of subjectLists) {
      const lines = new Deflated(await this.#spool());
      for await (const row of subject.rows(list)) {
        this.#writing.signal?.throwIfAborted();
        await lines.append(`${JSON.stringify(row)}\n`);
      }
      const name = subjectListPart(list);
      await wrote(name, await zip.addDeflated(name, lines, { isFirst: false }));
    }
    await this.#addJson(parts, partNames.subject, subject.about);
  }

  async #spool(): Promise<Spool> {
    const spool = await Spool.open(this.#writing.dataDir);
    this.#spools.push(spool);
    return spool;
  }

  async #addList(zip: ZipWriter, list: Spool): Promise<string> {
    let checksum = 0;
    for await (const piece of list.pieces()) checksum = crc32(piece, checksum);
    const { sha256 } = await zip.addPieces(
      partNames.list,
      { size: list.size, crc32: checksum },
      list.pieces(),
    );
    return sha256;
  }

  async #addRecord(parts: Parts, { record, content, similar }: CollectedRecord): Promise<void> {
    const { kind, id } = record;
    const bodies = new Map<number, string>();
    for (const { revision, bytes } of record.revisions) {
      const body = await this.#addBytes(parts, bodyPart(kind, id, revision), bytes, (tx, part) =>
        findRevisionBytes(tx, id, revision, part),
      );
      if (body !== null && bytes <= maxPageBody) bodies.set(revision, body.toString('utf8'));
    }
    for (const { id: askId, seq, bodyBytes } of record.cancellations.flatMap(({ asks }) => asks)) {
      await this.#addBytes(parts, askPart(kind, id, askId), bodyBytes, (tx, part) =>
        findEntryBytes(tx, seq, part),
      );
    }
    const attachments: ArchivedAttachment[] = [];
    for (const attachment of record.attachments) attachments.push(await this.#addContent(parts, attachment));
    const whole: ArchivedRecord = { ...record, attachments };
    await this.#addJson(parts, recordPart(kind, id), z.encode(archivedRecord, whole));
    await parts.page.addRecord(pageRecord(whole, { content, bodies, similar }));
    for (const entry of record.audit)
      await parts.audit.append(`${JSON.stringify(z.encode(archivedAuditEntry, entry))}\n`);
    this.#count(whole);
  }

  #count({ kind, revisions, audit, claimNumber, policies }: ArchivedRecord): void {
    const counts = this.#counts;
    counts.records[kind satisfies RecordKind] = (counts.records[kind] ?? 0) + 1;
    counts.revisions += revisions.length;
    counts.auditEntries += audit.length;
    if (claimNumber !== null) this.#claims.add(claimNumber);
    for (const { numberKey } of policies) this.#policies.add(numberKey);
    counts.policies = this.#policies.size;
  }

  /**
   * Adds bytes of the journal. Those that fit are deflated in memory, and it resolves with them; others are read twice and kept
   * as they are.
   */
  async #addBytes(
    { zip, wrote }: Parts,
    name: string,
    total: number,
    read: (
      tx: ReadTransaction,
      part: { from: number; limit: number },
    ) => Promise<{ bytes: Uint8Array } | undefined>,
  ): Promise<Buffer | null> {
    const store = this.#store;
    async function* pieces() {
      for (let from = 0; from < total; from += pieceBytes) {
        const found = await store.read((tx) => read(tx, { from, limit: pieceBytes }));
        if (found === undefined) throw new Error(`The bytes of ${name} are gone.`);
        yield found.bytes;
      }
    }
    if (total <= heldBytes) {
      const held: Uint8Array[] = [];
      for await (const piece of pieces()) held.push(piece);
      const whole = Buffer.concat(held);
      await wrote(name, await zip.add(name, whole, 'deflate'));
      return whole;
    }
    let checksum = 0;
    for await (const piece of pieces()) checksum = crc32(piece, checksum);
    await wrote(name, await zip.addPieces(name, { size: total, crc32: checksum }, pieces()));
    return null;
  }

  async #addJson({ zip, wrote }: Parts, name: string, content: unknown): Promise<void> {
    const text = `${JSON.stringify(content, null, 1)}\n`;
    await wrote(name, await zip.add(name, Buffer.from(text), 'deflate'));
  }

  /** Adds the file of an attachment, and its preview where it has one; names no part where they are not whole. */
  async #addContent(parts: Parts, attachment: ArchivedAttachment): Promise<ArchivedAttachment> {
    const { sha256 } = attachment;
    if (attachment.state !== 'stored') this.#counts.notDownloaded += 1;
    if (attachment.part === null || sha256 === null) return attachment;
    const folders = contentFolders(this.#writing.dataDir);
    const hash = Buffer.from(sha256).toString('hex');
    const kept = contentPath(folders, hash);
    const add = async (path: string) => {
      const shown = attachment.shownAs === null ? await asItBegins(attachment, hash, path) : attachment;
      return { shown, isThere: shown.part !== null && (await this.#addFile(parts, shown.part, path, hash)) };
    };
    const isKept =
      (this.#contents.has(attachment.part) && attachment.shownAs !== null) || (await isFile(kept));
    const brought = isKept ? null : await this.#elsewhere.withFile(hash, add);
    const { shown, isThere } = brought ?? (await add(kept));
    const { part, preview, ...own } = shown;
    const hasPreview =
      preview !== null && (await this.#addFile(parts, preview, previewPath(folders, hash, 'preview'), null));
    return { ...own, part: isThere ? part : null, preview: hasPreview ? preview : null };
  }

  /** Adds a file once; false where it is not there, or is not what its hash says. */
  async #addFile({ zip, wrote }: Parts, name: string, path: string, hash: string | null): Promise<boolean> {
    const known = this.#contents.get(name);
    if (known !== undefined) return known;
    this.#writing.signal?.throwIfAborted();
    const facts = await factsOf(path);
    const isWhole = facts !== null && (hash === null || facts.sha256 === hash);
    this.#contents.set(name, isWhole);
    if (isWhole) {
      await wrote(
        name,
        await zip.addPieces(name, facts, createReadStream(path, { highWaterMark: pieceBytes })),
      );
    }
    if (hash === null) return isWhole;
    if (isWhole) {
      this.#counts.contents += 1;
      this.#counts.contentBytes += facts.size;
    } else this.#counts.missingContents += 1;
    return isWhole;
  }

  async #addClaim(parts: Parts, number: string, thresholds: FindingThresholds): Promise<void> {
    this.#writing.signal?.throwIfAborted();
    const claim = await claimFileOf(this.#store, 'claimNumber', number, thresholds);
    if (claim === null) return;
    this.#counts.claims += 1;
    const content = claimOf(claim);
    await this.#addJson(parts, claimPart(this.#counts.claims), content);
    const { ledger, notCounted, timeline } = content;
    const records = claim.records.map(({ row }) => row.id);
    await parts.page.addClaim({ claimNumber: claim.value, records, ledger, notCounted, timeline });
  }
}

interface Parts {
  zip: ZipWriter;
  /** All entries of the log, one a line. */
  audit: Deflated;
  page: PageWriter;
  /** Notes a part in the list. */
  wrote(name: string, part: WrittenPart): Promise<void>;
}

/** What a manifest says of the data that a bundle is taken from. */
async function aboutData(tx: ReadTransaction) {
  const { company, findings } = await readSettings(tx);
  const installation = await findInstallation(tx);
  const chain: Pick<Store, 'read'> = { read: (query) => query(tx) };
  return {
    installationId: installation?.id ?? '',
    sampleData: installation?.sampleData === 1,
    company: { name: company.name, taxId: company.taxId },
    thresholds: findings,
    anchor: await takeAnchor({ audit: chain, journal: chain }, Date.now()),
  };
}

async function contextOf(tx: ReadTransaction): Promise<ArchiveContext> {
  const { findings, texts, reasons, policyRules, coverageOfIncident } = await readSettings(tx);
  const lists: ArchiveContext['referenceLists'] = [];
  for (const list of referenceLists) {
    const copy = await findReferenceListCopy(tx, list);
    if (copy !== null) lists.push({ list, ...copy });
  }
  return { settings: { findings, texts, reasons, policyRules, coverageOfIncident }, referenceLists: lists };
}

/** One that nobody examined yet, as its first bytes say: nothing examines it once it lies in a bundle. */
async function asItBegins(
  attachment: ArchivedAttachment,
  hash: string,
  path: string,
): Promise<ArchivedAttachment> {
  const beginning: Buffer[] = [];
  try {
    for await (const piece of createReadStream(path, { end: 15 })) beginning.push(piece);
  } catch {
    // That it is missing is said where all of it is read.
    return attachment;
  }
  const mediaType = shownTypeOf(Buffer.concat(beginning));
  const shownAs = mediaType === null ? 'downloadOnly' : mediaType === 'application/pdf' ? 'pdf' : 'image';
  return { ...attachment, mediaType, shownAs, part: contentPart(hash, mediaType) };
}

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isFile() ?? false;

/** Of a file as it is now; null where there is none. */
async function factsOf(path: string): Promise<{ size: number; crc32: number; sha256: string } | null> {
  const hash = createHash('sha256');
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
      const piece: Buffer = chunk;
      hash.update(piece);
      checksum = crc32(piece, checksum);
      size += piece.length;
    }
  } catch (failure) {
    // The disk does not give it back, or it is no file: it is as good as missing.
    if (/^(ENOENT|EIO|EISDIR|EACCES|ELOOP)$/.test(errorCode(failure) ?? '')) return null;
    throw failure;
  }
  return { size, crc32: checksum, sha256: hash.digest('hex') };
}

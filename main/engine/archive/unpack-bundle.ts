/** Makes a data directory of a bundle, to be looked at: all of it that is whole, and what is not by its name. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { photoFacts } from '#shared/attachment-terms.ts';
import { maxDamagedParts, type OpenedArchive } from '#shared/contract/archives.ts';
import { annotationShape } from '#shared/contract/attachments.ts';
import { amount } from '#shared/contract/common.ts';
import { finding as contractFinding, recordHeading } from '#shared/contract/records.ts';
import { cancelCall, orderReferences } from '#shared/marketplace/cancellation.ts';
import { isoDay } from '#shared/marketplace/insurance-policy.ts';
import { policyRule } from '#shared/policy-terms.ts';
import { contentFolders, contentPath, previewPath } from '../attachments/index.ts';
import { errorCode } from '../error-code.ts';
import { policyTokens } from '../policies/index.ts';
import { deriveAllClaimSubjects, searchWordsOf } from '../records/index.ts';
import { renameFile } from '../rename-file.ts';
import {
  type ArchiveFolder,
  dropContent,
  dropPreviews,
  type FilledRecord,
  makeArchiveFolder,
} from '../store/index.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { maxRecordBytes, mostValues, parseBounded, parsedAs } from './bounded-json.ts';
import {
  type ArchiveContext,
  type ArchivedAttachment,
  type ArchivedPolicy,
  type ArchivedRecord,
  archiveContext,
  archivedRecord,
  askPart,
  bodyPart,
  partNames,
  recordPart,
} from './format.ts';
import { isClaimPart, isRecordPart, PartOwners } from './part-owners.ts';
import { type Bundle, openBundle } from './read-bundle.ts';
import { shownTypeOf } from './shown-type.ts';

export interface UnpackOptions {
  file: string;
  /** What a person knows the file by. */
  name: string;
  /** Of an encrypted bundle; null where none was given yet. */
  passphrase?: string | null;
  /** Made by this; nothing is there before. */
  dataDir: string;
  /** In records. */
  onProgress?(done: number, all: number): void;
}

/** The most bytes of a part that is held whole: of a record without its bodies, and of a body that arrived. */
const maxBodyBytes = 32 * 1024 * 1024;
const maxContextBytes = 64 * 1024 * 1024;
/** Of the room that is free, what is put there takes no more than this part: a small bundle may unfold to a thousand times as much. */
const shareOfRoom = 0.5;

/** A bundle whose records were put into a data directory, and whose photos and papers come as they are asked for. */
export interface UnpackedBundle {
  /** What it is, and what is known of its damage now. */
  archive(): OpenedArchive;
  /** Has a photo or paper, by its SHA-256 in hexadecimal, where the screens look for it, as far as it is whole. */
  take(sha256: string): Promise<void>;
  /**
   * Reads all that was not read yet. Says when more is known, and which records have photos or papers that turned out to be
   * damaged. Resolves once all of it was looked at, or cannot be any more.
   */
  check(onChange: (recordIds: readonly number[]) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * Resolves once the directory has its records. Rejects with an `ArchiveProblem` where the file is no bundle or cannot be read, and
 * with a `StoreProblem` where the directory cannot be made.
 */
export async function unpackBundle(options: UnpackOptions): Promise<UnpackedBundle> {
  const bundle = await openBundle(options.file, options.passphrase ?? null);
  const unpacking = new Unpacking(bundle, options);
  try {
    await unpacking.run();
    return unpacking;
  } catch (failure) {
    await bundle.close();
    throw failure;
  }
}

/** What is around the parts. */
const container = 'ZIP';

class Unpacking implements UnpackedBundle {
  readonly #bundle: Bundle;
  readonly #options: UnpackOptions;
  /** Parts that are not what was written, or are not there. */
  readonly #damaged = new Set<string>();
  /** Those that were looked at. */
  readonly #read = new Set<string>();
  /** By their SHA-256. */
  readonly #contents = new Map<string, Content>();
  readonly #taking = new Map<string, Promise<void>>();
  readonly #owners = new PartOwners();
  /** Parts that were found when it was opened. */
  #there: ReadonlySet<string> = new Set();
  readonly #closing = new AbortController();
  #checking: OpenedArchive['checking'];
  #isLost = false;
  /** Bytes that may still be put into the directory. */
  #room = 0;
  #toldAt = Number.NEGATIVE_INFINITY;
  #onChange: (recordIds: readonly number[]) => void = () => {};

  constructor(bundle: Bundle, options: UnpackOptions) {
    this.#bundle = bundle;
    this.#options = options;
    // Its parts, and once more all bytes as they lie.
    this.#checking = { done: 0, all: 2 * bundle.size };
  }

  archive(): OpenedArchive {
    const { manifest, signature } = this.#bundle;
    const damaged = [...this.#damaged].filter((part) => !this.#wentWithEnd(part)).sort();
    return {
      kind: 'bundle',
      name: this.#options.name.slice(0, 255),
      madeAt: manifest?.createdAt ?? null,
      company: (manifest?.company.name ?? '').slice(0, 500),
      signature: ({ signed: 'good', unsigned: 'none', wrong: 'bad', lost: 'lost' } as const)[signature.state],
      keyFingerprint: signature.state === 'signed' ? signature.fingerprint : null,
      hasPolicies: manifest?.counts.policies !== undefined,
      damaged: damaged.slice(0, maxDamagedParts).map((part) => this.#owners.of(part)),
      damagedCount: damaged.length,
      isCutOff: this.#isCutOff,
      checking: this.#checking,
      isLost: this.#isLost,
    };
  }

  get #isCutOff(): boolean {
    return this.#bundle.faults.some(({ code }) => code === 'cutOff');
  }

  /** What is of no record, and was cut off: that the end is missing says it. */
  #wentWithEnd(part: string): boolean {
    return (
      this.#isCutOff && (part === partNames.manifest || part === partNames.context) && !this.#there.has(part)
    );
  }

  async run(): Promise<void> {
    const { manifest, faults } = this.#bundle;
    for (const { part, code } of faults) if (code !== 'cutOff') this.#damaged.add(part ?? container);
    this.#there = new Set(await this.#bundle.names());
    const records = (await this.#names()).filter(isRecordPart);
    const context = await this.#readContext();
    const company = { name: manifest?.company.name ?? '', taxId: manifest?.company.taxId ?? '' };
    const folder = makeArchiveFolder(this.#options.dataDir, {
      id: manifest?.installationId ?? randomUUID(),
      createdAt: Date.parse(manifest?.createdAt ?? new Date().toISOString()),
      sampleData: manifest?.sampleData ?? false,
      referenceLists: context.referenceLists,
      settings: {
        ...Object.fromEntries(
          Object.entries(context.settings).map(([name, section]) => [name, JSON.stringify(section)]),
        ),
        company: JSON.stringify(company),
        // Nobody is asked to set up what is only looked at.
        firstRunDoneAt: JSON.stringify(manifest?.createdAt ?? new Date().toISOString()),
      },
    });
    try {
      const { bavail, bsize } = await statfs(this.#options.dataDir);
      this.#room = bavail * bsize * shareOfRoom;
      await this.#fill(folder, records);
    } catch (failure) {
      folder.abandon();
      throw failure;
    }
    await folder.finish(deriveAllClaimSubjects);
  }

  async check(onChange: (recordIds: readonly number[]) => void): Promise<void> {
    this.#onChange = onChange;
    try {
      await this.#lookAtRest();
      // What no part has, such as when it was written.
      if (
        this.#damaged.size === 0 &&
        !this.#isCutOff &&
        !(await this.#bundle.isSealed((bytes) => this.#note(bytes), this.#closing.signal))
      )
        this.#damaged.add(container);
    } catch (failure) {
      if (this.#closing.signal.aborted) return;
      if (!isOfDisk(failure)) throw failure;
      this.#isLost = true;
    }
    this.#checking = null;
    this.#onChange([]);
  }

  take(sha256: string): Promise<void> {
    const content = this.#contents.get(sha256);
    if (content === undefined || content.is !== 'promised') return Promise.resolve();
    const known = this.#taking.get(sha256);
    if (known !== undefined) return known;
    const taking = this.#takeContent(sha256, content).catch((failure: unknown) => {
      // It is tried again when it is asked for again.
      this.#taking.delete(sha256);
      if (!isOfDisk(failure)) throw failure;
      this.#isLost = true;
      this.#onChange([]);
    });
    this.#taking.set(sha256, taking);
    return taking;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#bundle.close();
  }

  async #names(): Promise<readonly string[]> {
    const { listed } = this.#bundle;
    return listed === null ? this.#bundle.names() : [...listed.keys()];
  }

  #note(bytes: number): void {
    if (this.#checking === null) return;
    const { done, all } = this.#checking;
    this.#checking = { done: Math.min(all, done + bytes), all };
    if (performance.now() - this.#toldAt < progressMilliseconds) return;
    this.#toldAt = performance.now();
    this.#onChange([]);
  }

  /** Without it, what the screens name and compare is named and compared as usual. */
  async #readContext(): Promise<Pick<ArchiveContext, 'referenceLists'> & { settings: object }> {
    this.#read.add(partNames.context);
    const bytes = await this.#bundle.read(partNames.context, maxContextBytes);
    const read = bytes === null ? null : parsedAs(archiveContext, bytes, mostValues.context);
    if (read === null) this.#damaged.add(partNames.context);
    return read ?? { settings: {}, referenceLists: [] };
  }

  async #fill(folder: ArchiveFolder, records: readonly string[]): Promise<void> {
    let done = 0;
    for (const name of records) {
      this.#options.onProgress?.(done, records.length);
      const record = await this.#readRecord(name);
      if (record === null || !(await folder.add(record))) this.#damaged.add(name);
      done += 1;
    }
    this.#options.onProgress?.(done, records.length);
    if (records.some((name) => this.#damaged.has(name))) await this.#readClaims();
  }

  /** They know the numbers of records that cannot be read. */
  async #readClaims(): Promise<void> {
    for (const name of await this.#names())
      if (isClaimPart(name)) this.#owners.addClaim(await this.#bundle.read(name, maxRecordBytes));
  }

  async #readRecord(name: string): Promise<FilledRecord | null> {
    this.#read.add(name);
    const bytes = await this.#bundle.read(name, maxRecordBytes);
    const record = bytes === null ? null : parsedRecord(bytes);
    if (record === null || recordPart(record.kind, record.id) !== name) return null;
    return this.#filled(record);
  }

  async #filled(record: ArchivedRecord): Promise<FilledRecord> {
    this.#owners.add(record);
    const { kind, id } = record;
    const latest = await this.#readBody(bodyPart(kind, id, record.revision));
    const { terms, traits, choices, large } = searchWordsOf(record, latest);
    // Together they may be more than the memory takes.
    const revisions = record.revisions.map((one) => {
      const isLatest = one.revision === record.revision;
      const body = async () => (isLatest ? latest : this.#readBody(bodyPart(kind, id, one.revision)));
      return { ...one, body, large: isLatest ? large : null };
    });
    const cancellations: FilledRecord['cancellations'][number][] = [];
    for (const { asks, ...row } of record.cancellations) {
      const filled: FilledRecord['cancellations'][number]['asks'][number][] = [];
      for (const { bodyBytes, ...ask } of asks) {
        const part = askPart(kind, id, ask.id);
        filled.push({
          ...ask,
          body: async () => (bodyBytes === 0 ? new Uint8Array() : this.#readBody(part)),
        });
      }
      cancellations.push({ row, asks: filled });
    }
    const attachments: FilledRecord['attachments'][number][] = [];
    for (const attachment of record.attachments) attachments.push(await this.#withContent(attachment));
    return {
      ...record,
      ...{ revisions, cancellations, attachments, searchTerms: terms, traits, choices },
      policies: record.policies.map((policy) => ({
        ...policy,
        vehicles: policy.vehicles.map((one) => ({ ...one, words: policyTokens(policy, one) })),
      })),
    };
  }

  /** As it arrived; empty where it is damaged. */
  async #readBody(part: string): Promise<Uint8Array> {
    this.#read.add(part);
    const body = await this.#bundle.read(part, maxBodyBytes);
    if (body === null) this.#damaged.add(part);
    else this.#takeRoom(body.length);
    return body ?? new Uint8Array();
  }

  /** Throws where nothing would be left to others, such as a Perito that receives. */
  #takeRoom(bytes: number): void {
    this.#room -= bytes;
    if (this.#room < 0)
      throw new ArchiveProblem(
        'diskFull',
        `What is in ${this.#options.name} takes more than half of the room that is free in ${this.#options.dataDir}.`,
      );
  }

  async #withContent(attachment: ArchivedAttachment): Promise<FilledRecord['attachments'][number]> {
    const { sha256, part, preview, ...rest } = attachment;
    if (sha256 === null) return { ...rest, sha256, hasPreviews: false };
    const hash = Buffer.from(sha256).toString('hex');
    const content = this.#contents.get(hash) ?? (await this.#promised(attachment));
    this.#contents.set(hash, content);
    if (content.is === 'promised') {
      // What it says of itself is believed as far as its bytes bear it out.
      const shownAs = content.isShowable ? rest.shownAs : 'downloadOnly';
      return { ...rest, sha256, shownAs, hasPreviews: content.hasPreviews };
    }
    return {
      ...rest,
      ...{ sha256: null, storedAt: null, contentBytes: null, hasPreviews: false },
      ...{ state: 'failed', problem: content.is === 'damaged' ? 'contentDamaged' : 'contentMissing' },
    };
  }

  /** What the bundle has of a photo or paper, before its bytes are read. */
  async #promised({ part, preview, mediaType, shownAs }: ArchivedAttachment): Promise<Content> {
    if (part === null) return { is: 'missing' };
    const beginning = await this.#bundle.beginning(part, beginningBytes);
    if (beginning === null) {
      this.#read.add(part);
      this.#damaged.add(part);
      return { is: 'damaged' };
    }
    const isPromised = shownAs === 'image' || shownAs === 'pdf';
    const isShowable = !isPromised || isHeif(mediaType) || shownTypeOf(beginning) === mediaType;
    // Any browser shows it as it is; making smaller ones would take as long as looking at all of them.
    const isOwnPreview = preview === null && shownAs === 'image' && isShowable;
    return {
      is: 'promised',
      part,
      preview,
      isShowable,
      isOwnPreview,
      hasPreviews: preview !== null || isOwnPreview,
    };
  }

  /** Puts the bytes of a photo or paper where the screens find them, or says that they are damaged. */
  async #takeContent(sha256: string, { part, preview, isOwnPreview }: PromisedContent): Promise<void> {
    const folders = contentFolders(this.#options.dataDir);
    const path = contentPath(folders, sha256);
    if (!(await this.#takeFile(part, path, sha256))) {
      this.#lose(part);
      return;
    }
    if (preview === null && !isOwnPreview) return;
    const shown = previewPath(folders, sha256, 'preview');
    const thumbnail = previewPath(folders, sha256, 'thumbnail');
    for (const left of [shown, thumbnail]) await rm(left, { force: true });
    if (preview === null) {
      await mkdir(dirname(shown), { recursive: true, mode: 0o700 });
      await link(path, shown);
    } else if (!(await this.#takeFile(preview, shown, null))) {
      this.#lose(preview);
      return;
    }
    await link(shown, thumbnail);
  }

  /** Has a part lie at `path`; false where it is damaged, or not of this SHA-256 where one is given. */
  async #takeFile(part: string, path: string, sha256: string | null): Promise<boolean> {
    // All of it is read and hashed for this.
    const found = await this.#bundle.find(part);
    this.#read.add(part);
    if (found === null || (sha256 !== null && found.sha256 !== sha256)) return false;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const aside = `${path}.part`;
    this.#takeRoom(found.size);
    await pipeline(this.#bundle.pieces(found), createWriteStream(aside, { mode: 0o600 }));
    await renameFile(aside, path);
    return true;
  }

  /** What no screen asked for yet is looked at all the same, so that all that is damaged is named. */
  async #lookAtRest(): Promise<void> {
    for (const name of [...(await this.#names()), partNames.manifest]) {
      this.#closing.signal.throwIfAborted();
      if (this.#read.has(name) || this.#damaged.has(name)) continue;
      this.#read.add(name);
      const found = await this.#bundle.find(name);
      const [, hash = null] = contentName.exec(name) ?? [];
      if (found === null || (hash !== null && found.sha256 !== hash)) this.#lose(name);
      else this.#note(found.storedSize);
    }
    if (!this.#bundle.isDecrypted() && !this.#isCutOff) this.#damaged.add(container);
    const { done = 0, all = 0 } = this.#checking ?? {};
    // Those that were read to be shown.
    this.#note(Math.max(0, all / 2 - done));
  }

  /** Names a part that is damaged; what the screens were promised of it is taken back. */
  #lose(part: string): void {
    this.#damaged.add(part);
    const [, sha256 = '', form] = /^attachments\/([\da-f]{64})\.(.+)$/.exec(part) ?? [];
    const known = this.#contents.get(sha256);
    if (known?.is !== 'promised') this.#onChange([]);
    else if (form === 'preview.jpg') {
      this.#contents.set(sha256, { ...known, preview: null, hasPreviews: false });
      this.#onChange(dropPreviews(this.#options.dataDir, sha256));
    } else {
      this.#contents.set(sha256, { is: 'damaged' });
      this.#onChange(dropContent(this.#options.dataDir, sha256));
    }
  }
}

/** How far it is is told no more often than this. */
const progressMilliseconds = 500;

/** As long as any sign of a type. */
const beginningBytes = 16;
const contentName = /^attachments\/([\da-f]{64})\.(?!preview\.jpg$)/;

/** What a disk says that was taken out, and a network folder that went away. */
const isOfDisk = (failure: unknown): boolean =>
  ['EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'EBADF', 'EHOSTDOWN', 'ENOTCONN', 'ETIMEDOUT', 'UNKNOWN'].includes(
    errorCode(failure) ?? '',
  );

interface PromisedContent {
  is: 'promised';
  part: string;
  preview: string | null;
  isShowable: boolean;
  /** It is shown as it is where a smaller picture is asked for. */
  isOwnPreview: boolean;
  hasPreviews: boolean;
}

type Content = { is: 'missing' } | { is: 'damaged' } | PromisedContent;

const isHeif = (mediaType: string | null): boolean =>
  mediaType === 'image/heic' || mediaType === 'image/heif';

/** Null also where a screen could not show what it says. */
function parsedRecord(bytes: Buffer): ArchivedRecord | null {
  const record = parsedAs(archivedRecord, bytes, mostValues.record);
  try {
    return record !== null && isShowable(record) ? record : null;
  } catch {
    return null;
  }
}

const coverageList = z.array(z.tuple([z.string(), z.string()]));

function isVehicleShowable(one: ArchivedPolicy['vehicles'][number]): boolean {
  const { coverages, accountBalance, deductibleAmount, vehicleValue, validFrom, validTo } = one;
  return (
    coverageList.safeParse(JSON.parse(coverages)).success &&
    [accountBalance, deductibleAmount, vehicleValue ?? '0'].every((text) => amount.safeParse(text).success) &&
    [validFrom, validTo].every((day) => isoDay.nullable().safeParse(day).success)
  );
}

const { parameters, places } = contractFinding.shape;
const actorText = z.object({ person: z.string(), via: z.string() });

function isShowable(record: ArchivedRecord): boolean {
  const holds = (schema: z.ZodType, json: string | null) =>
    json === null || schema.safeParse(parseBounded(Buffer.from(json), mostValues.context)).success;
  const isAmount = (text: string | null) => text === null || amount.safeParse(text).success;
  return (
    record.number !== '' &&
    isAmount(record.total) &&
    holds(recordHeading, record.heading) &&
    record.lookups.every(({ rules }) => holds(z.array(policyRule), rules)) &&
    record.policies.every(({ vehicles }) => vehicles.every(isVehicleShowable)) &&
    record.revisions.some(({ revision }) => revision === record.revision) &&
    record.revisions.every(({ sha256 }) => sha256 !== null && sha256.length === 32) &&
    record.findings.every(
      (one) => holds(parameters, one.parameters) && holds(places, one.places) && isAmount(one.amount),
    ) &&
    record.attachments.every(
      (one) =>
        (one.sha256 === null || one.sha256.length === 32) &&
        holds(photoFacts, one.photo) &&
        one.annotations.every(({ shape }) => holds(annotationShape, shape)),
    ) &&
    record.cancellations.every(
      (one) =>
        holds(orderReferences, one.orderReferences) &&
        one.asks.every(({ content }) => holds(cancelCall.nullable(), content)),
    ) &&
    record.audit.every(
      ({ actor, detail }) => holds(actorText, actor) && holds(z.record(z.string(), z.json()), detail),
    )
  );
}

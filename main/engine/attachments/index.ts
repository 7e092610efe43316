import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { AttachmentsPlace } from '#shared/contract/database.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { throttle } from '../background-loop.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { lowWaterBytes } from '../disk/index.ts';
import type { AttachmentFile, FileRefusal } from '../engine-protocol.ts';
import type { EngineHost } from '../host.ts';
import type { EngineLog } from '../log.ts';
import { contentOfRevision } from '../records/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { resetExamination, type Store, type WriteTransaction } from '../store/index.ts';
import { type Annotations, createAnnotations } from './annotations.ts';
import { openContentStore } from './content/content-store.ts';
import { createExaminationQueue } from './content/examination-queue.ts';
import { type IntegrityCheck, openIntegrityCheck } from './content/integrity-check.ts';
import { findNearDuplicates } from './content/near-duplicates.ts';
import { createPdfReading } from './content/pdf-reading.ts';
import { createReleasedFiles } from './content/released-files.ts';
import { addressProblem } from './downloads/address-policy.ts';
import { type Fetcher, startFetcher } from './downloads/fetcher.ts';
import { createDownloadQueue, type Download, type RetryTarget } from './downloads/queue.ts';
import { type Hosts, openHosts } from './hosts.ts';
import { settlePlace } from './place/settle-place.ts';
import { watchPlace } from './place/watched-place.ts';
import {
  type AttachmentReference,
  type RevisionReferences,
  referencesIn,
  resolvePlatformUrls,
  saveReferences,
} from './references.ts';

export { annotationOf } from './annotations.ts';
export { contentFolders, contentPath, previewPath } from './content/content-store.ts';
export { type ContentVerification, verifyContent } from './content/integrity-check.ts';
export { countPdfsToRead } from './content/pdf-reading.ts';
export { openNaming } from './naming.ts';
export { ContentPlaceProblem } from './place/address.ts';
export { type ContentSource, openContentSource } from './place/content-source.ts';
export { moveAttachments } from './place/move-attachments.ts';
export { withoutQuery } from './reference-address.ts';
export { attachmentsOfRevision, referencesIn } from './references.ts';

export interface Attachments {
  /** What a record references. */
  namedBy(content: RecordContent): AttachmentReference[];
  /** For the job that examines a revision: saves some of what it references. */
  keepNamed(
    tx: WriteTransaction,
    references: RevisionReferences,
  ): Promise<{ isOther: boolean; next: number | null }>;
  /** References of these records are committed. */
  wake(recordIds: readonly number[]): void;
  hosts: Hosts;
  annotations: Annotations;
  active(): Download[];
  /** Whether there is too little room for more. */
  isDiskLow(): boolean;
  /** Where photos and papers are kept besides the data directory; null where in that alone. */
  place(): AttachmentsPlace | null;
  /** Has what can be tried be tried now; how many. */
  retry(wanted: RetryTarget, actor: Actor): Promise<number>;
  integrityCheck: Pick<IntegrityCheck, 'begin' | 'state'>;
  file(
    attachmentId: number,
    variant: ContentVariant,
  ): Promise<AttachmentFile | Extract<FileRefusal, 'placeAway'> | null>;
  /** Ends what the last run began, then fetches what is due from then on. */
  start(): Promise<void>;
  /** Resolves when nothing is due, arriving or to be examined. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface AttachmentsOptions {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: SettingsService;
  host: Pick<EngineHost, 'examineFile' | 'readPdf'>;
  /** Whether so much arrives that the processor belongs to the receiver; never unless told. */
  isRush?: () => boolean;
  log: EngineLog;
  /** Free bytes of the disk; null where it cannot be told. */
  freeBytes(): number | null;
  /** The platform's address and key, where it has both; the key as `email:secret`. */
  platform: { baseUrl(): string; access(): Promise<{ baseUrl: string; key: string } | null> };
  /** What is known of records changed: they are examined again, and entered anew in the search. */
  onRechecked(): void;
  /** Whose authorities are trusted beside the system's; an empty text where none is named. */
  authorityFile(): string;
  /** Overrides of this run. */
  given?: { allowLoopback?: boolean; hosts?: readonly string[]; place?: string } | undefined;
  fetcher?: Fetcher;
  /** From 0 to 1, as `Math.random`: how far a pause is stretched. */
  random?: () => number;
}

/** Downloads stop well before the receiver has to, and copies of what the place has go before that. */
const minFreeBytes = 4 * lowWaterBytes;
const freeBesideCopies = 2 * minFreeBytes;

/**
 * Photos and papers, from what a record names to the file on disk: references → download queue → content store →
 * examination queue → near duplicates, and the words of PDFs.
 */
export async function createAttachments(options: AttachmentsOptions): Promise<Attachments> {
  const { store, clock, changes, settings, host, log, platform, given = {} } = options;
  const { allowLoopback = false } = given;
  const publish = (recordIds: readonly number[]) => {
    if (recordIds.length > 0) changes.publish({ topic: 'attachments', ids: recordIds });
  };
  const onChange = (recordId: number) => publish([recordId]);
  const onProgress = () => changes.publish({ topic: 'attachments' });
  const hasSpace = () => {
    const free = options.freeBytes() ?? Number.POSITIVE_INFINITY;
    if (free < freeBesideCopies) void content.makeRoom();
    return free >= minFreeBytes;
  };
  const settled = await settlePlace(store, given.place);
  const place =
    settled === null
      ? null
      : watchPlace(settled, {
          clock,
          onChange() {
            onProgress();
            if (place?.isAway() === true)
              log.warn({ place: place.state() }, 'The place of photos and papers cannot be used now.');
            else wakeAll();
          },
        });
  const wakeAll = () => {
    downloads.wake();
    examinations.wake();
    pdfReading.wake();
  };
  // A report whose photos are in another one is examined again now and then while they come, not after each.
  const recheck = throttle(clock, 1000, options.onRechecked);

  const hosts = await openHosts({
    store,
    clock,
    log,
    fromCommandLine: given.hosts ?? [],
    onDecided() {
      onProgress();
      downloads.abortRevoked();
    },
    onChange(recordIds) {
      publish(recordIds);
      downloads.wake();
    },
  });
  const content = openContentStore({ store, clock, log, place, leftFree: freeBesideCopies });
  const fetcher = options.fetcher ?? startFetcher(clock, log);
  const downloads = createDownloadQueue({
    store,
    clock,
    log,
    content,
    fetcher,
    hosts,
    settings: () => settings.current().attachments,
    hasSpace,
    async rules() {
      const access = settings.current().attachments.sendPlatformKey ? await platform.access() : null;
      return {
        approved: hosts.approved(),
        allowLoopback,
        authorityFile: options.authorityFile(),
        platform: access && {
          origin: new URL(access.baseUrl).origin,
          key: Buffer.from(access.key, 'utf8').toString('base64'),
        },
      };
    },
    onChange,
    onProgress,
    onStored() {
      examinations.wake();
      recheck();
    },
    random: options.random,
  });
  const examinations = createExaminationQueue({
    store,
    clock,
    host,
    log,
    content,
    async onExamined(recordIds, sha256) {
      await findNearDuplicates(store, sha256);
      for (const id of recordIds) onChange(id);
      recheck();
      pdfReading.wake();
    },
  });
  const pdfReading = createPdfReading({
    ...{ store, clock, host, log, content },
    isRush: options.isRush ?? (() => false),
    onRead: recheck,
  });
  const refetch = async (sha256: Uint8Array, how: 'damaged' | 'missing') => {
    for (const id of await content.requeueLost(sha256, how)) onChange(id);
    downloads.wake();
  };
  const released = createReleasedFiles({ store, clock, log, content });
  const integrityCheck = await openIntegrityCheck({
    ...{ store, clock, log, content, refetch, onProgress },
    released: released.pending,
  });

  let recovering: Promise<void> = Promise.resolve();
  let resolving: Promise<void> = Promise.resolve();
  let isClosed = false;
  const namedBy: Attachments['namedBy'] = (recordContent) => referencesIn(recordContent, platform.baseUrl());
  const keepNamed: Attachments['keepNamed'] = (tx, references) =>
    saveReferences(tx, references, {
      at: clock.now(),
      decisionOf: hosts.decisionOf,
      problemOf: (url) => addressProblem(url, allowLoopback),
      maxOfRecord: settings.current().attachments.maximumPerRecord,
    });
  /** References to files on the platform are resolved once its address is known. */
  const resolveOnPlatform = () => {
    if (platform.baseUrl() === '') return;
    resolving = resolving
      .then(() =>
        resolvePlatformUrls({
          store,
          referencesOf: (row) => namedBy(contentOfRevision(row)),
          saveReferences: keepNamed,
          isClosed: () => isClosed,
        }),
      )
      .then((recordIds) => {
        for (const id of recordIds) onChange(id);
        if (recordIds.length > 0) downloads.wake();
      })
      .catch((failure: unknown) => {
        if (!isClosed) log.error({ err: failure }, 'What lies on the platform was not looked for.');
      });
  };
  settings.onChange((after, before) => {
    if (after.platform.baseUrl !== before.platform.baseUrl) resolveOnPlatform();
    if (JSON.stringify(after.attachments) === JSON.stringify(before.attachments)) return;
    onProgress();
    downloads.wake();
  });

  return {
    hosts,
    annotations: createAnnotations({ store, clock, onChange }),
    integrityCheck,
    namedBy,
    keepNamed,
    wake(recordIds) {
      publish(recordIds);
      downloads.wake();
    },
    active: downloads.active,
    isDiskLow: () => !hasSpace(),
    place: () => place?.state() ?? null,
    async retry(target, actor) {
      const recordIds = await downloads.retry(target, actor);
      for (const id of new Set(recordIds)) onChange(id);
      return recordIds.length;
    },
    async file(attachmentId, variant) {
      let found = await content.findFile(attachmentId, variant);
      if (found === null || found === 'placeAway' || !('missing' in found)) return found;
      // It may have arrived in the last run, and have its place in a moment.
      await recovering;
      found = await content.findFile(attachmentId, variant);
      if (found === null || found === 'placeAway' || !('missing' in found)) return found;
      const { missing, how, sha256 } = found;
      if (missing === 'original') await refetch(sha256, how);
      else await store.write((tx) => resetExamination(tx, sha256));
      examinations.wake();
      return null;
    },
    start() {
      // Whether it is there is known before something needs it, and nothing waits for that.
      place?.look().catch(() => {});
      recovering = content
        .recover()
        .then((recordIds) => {
          if (isClosed) return;
          for (const id of recordIds) onChange(id);
          hosts.start();
          downloads.start();
          examinations.start();
          pdfReading.start();
          released.start();
          integrityCheck.schedule();
          resolveOnPlatform();
          recheck();
        })
        .catch((failure: unknown) => {
          if (!isClosed) log.error({ err: failure }, 'Attachments are not fetched in this run.');
        });
      return recovering;
    },
    async idle() {
      await recovering;
      await hosts.settled();
      await resolving;
      await downloads.idle();
      await examinations.idle();
      await pdfReading.idle();
      await released.idle();
      recheck.flush();
    },
    async close() {
      isClosed = true;
      recheck.cancel();
      // What waits for it goes on, and finds it closed.
      const left = place?.close();
      const checked = integrityCheck.stop();
      // Nothing more is begun while what is open is aborted.
      const stopped = downloads.stop();
      await fetcher.close();
      await stopped;
      const others = [examinations.stop(), pdfReading.stop(), released.stop(), hosts.stop()];
      await Promise.all([...others, checked, recovering, resolving, left]);
    },
  };
}

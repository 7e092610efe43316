import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { throttle } from '../background-loop.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { lowWaterBytes } from '../disk/index.ts';
import type { AttachmentFile } from '../engine-protocol.ts';
import type { EngineHost } from '../host.ts';
import type { EngineLog } from '../log.ts';
import { contentOfRevision } from '../records/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { forgetExamination, type Store, type WriteTransaction } from '../store/index.ts';
import { type Annotations, createAnnotations } from './annotations.ts';
import {
  contentFolders,
  createPendingMoves,
  fileOf,
  recover,
  requeueLostContent,
} from './content/content-store.ts';
import { createExaminationQueue } from './content/examination-queue.ts';
import { checkWeekly, type IntegrityCheck, openIntegrityCheck } from './content/integrity-check.ts';
import { findNearDuplicates } from './content/near-duplicates.ts';
import { addressProblem } from './downloads/address-policy.ts';
import { type Fetcher, startFetcher } from './downloads/fetcher.ts';
import { createDownloadQueue, type Download, type RetryTarget, retryByHand } from './downloads/queue.ts';
import { type Hosts, openHosts } from './hosts.ts';
import { type AttachmentReference, findAddresses, referencesIn, saveReferences } from './references.ts';

export { annotationOf } from './annotations.ts';
export { contentFolders } from './content/content-store.ts';
export { type ContentVerification, verifyContent } from './content/integrity-check.ts';
export { withoutQuery } from './reference-address.ts';
export { attachmentsOfRevision, referencesIn } from './references.ts';

export interface Attachments {
  /** What a record names. */
  namedBy(content: RecordContent): AttachmentReference[];
  /** For the job that examines a revision: keeps some of what it names. */
  keepNamed(
    tx: WriteTransaction,
    of: { recordId: number; revision: number; named: readonly AttachmentReference[]; from: number },
  ): Promise<{ isOther: boolean; next: number | null }>;
  /** Something that was named is committed. */
  wake(recordIds: readonly number[]): void;
  hosts: Hosts;
  annotations: Annotations;
  active(): Download[];
  /** Whether there is too little room for more. */
  isDiskLow(): boolean;
  /** Has what can be tried be tried now; how many. */
  retry(wanted: RetryTarget, actor: Actor): Promise<number>;
  integrityCheck: Pick<IntegrityCheck, 'begin' | 'state'>;
  file(attachmentId: number, variant: ContentVariant): Promise<AttachmentFile | null>;
  /** Ends what the last run began, then fetches what is due from then on. */
  start(): Promise<void>;
  /** Resolves when nothing is due, arriving or to be looked at. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface AttachmentsOptions {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: SettingsService;
  host: Pick<EngineHost, 'examineFile'>;
  log: EngineLog;
  /** Free bytes of the disk; null where it cannot be told. */
  freeBytes(): number | null;
  /** The platform's address and key, where it has both; the key as `email:secret`. */
  platform: { baseUrl(): string; access(): Promise<{ baseUrl: string; key: string } | null> };
  /** What is known of records changed: they are looked at again. */
  onRechecked(): void;
  given?: { allowLoopback?: boolean; hosts?: readonly string[] } | undefined;
  fetcher?: Fetcher;
  /** From 0 to 1, as `Math.random`: how far a pause is stretched. */
  random?: () => number;
}

/** Downloads stop well before the receiver has to. */
const minFreeBytes = 4 * lowWaterBytes;

/** Photos and papers: what records name, the queue of their downloads, and what is stored of them. */
export async function createAttachments(options: AttachmentsOptions): Promise<Attachments> {
  const { store, clock, changes, settings, host, log, platform, given = {} } = options;
  const { allowLoopback = false } = given;
  const folders = contentFolders(store.dataDir);
  const moves = createPendingMoves();
  const fetcher = options.fetcher ?? startFetcher(clock, log);
  const onChange = (recordId: number) => changes.publish({ topic: 'attachments', ids: [recordId] });
  const onProgress = () => changes.publish({ topic: 'attachments' });
  const hasRoom = () => (options.freeBytes() ?? Number.POSITIVE_INFINITY) >= minFreeBytes;

  // A report whose photos are in another one is looked at again now and then while they come, not after each.
  const rechecked = throttle(clock, 1000, options.onRechecked);
  const hosts = await openHosts({
    store,
    clock,
    log,
    given: given.hosts ?? [],
    onDecided: () => {
      onProgress();
      downloads.endForbidden();
    },
    onChange: (recordIds) => {
      changes.publish({ topic: 'attachments', ids: recordIds });
      downloads.wake();
    },
  });
  const downloads = createDownloadQueue({
    store,
    clock,
    log,
    folders,
    moves,
    fetcher,
    hosts,
    settings: () => settings.current().attachments,
    hasRoom,
    async rules() {
      const isSent = settings.current().attachments.sendPlatformKey;
      const found = isSent ? await platform.access() : null;
      return {
        approved: hosts.approved(),
        allowLoopback,
        platform:
          found === null
            ? null
            : {
                origin: new URL(found.baseUrl).origin,
                key: Buffer.from(found.key, 'utf8').toString('base64'),
              },
      };
    },
    onChange,
    onProgress,
    random: options.random,
    onStored: () => {
      examining.wake();
      rechecked();
    },
  });
  const examining = createExaminationQueue({
    store,
    clock,
    host,
    log,
    folders,
    moves,
    async onExamined(recordIds, sha256) {
      await findNearDuplicates(store, sha256);
      for (const id of recordIds) onChange(id);
      rechecked();
    },
  });
  const lose = async (sha256: Uint8Array, how: 'damaged' | 'missing') => {
    for (const id of await requeueLostContent({ store, clock, log, folders, moves }, sha256, how))
      onChange(id);
    downloads.wake();
  };
  const checking = await openIntegrityCheck({
    store,
    clock,
    log,
    folders,
    moves,
    lose,
    onProgress,
    onEnd: (finishedAt) => weekly.ended(finishedAt),
  });
  const weekly = checkWeekly(clock, checking);

  let starting: Promise<void> = Promise.resolve();
  let finding: Promise<void> = Promise.resolve();
  let isClosed = false;
  const namedBy: Attachments['namedBy'] = (content) => referencesIn(content, platform.baseUrl());
  const keep: Attachments['keepNamed'] = (tx, of) =>
    saveReferences(tx, of, {
      at: clock.now(),
      decisionOf: hosts.decisionOf,
      problemOf: (url) => addressProblem(url, allowLoopback),
      mostOfRecord: settings.current().attachments.maximumPerRecord,
    });
  /** What lies on the platform is found once its address is known. */
  const findOnPlatform = () => {
    if (platform.baseUrl() === '') return;
    const room = { store, keepNamed: keep, isClosed: () => isClosed };
    finding = finding
      .then(() => findAddresses({ ...room, namedBy: (row) => namedBy(contentOfRevision(row)) }))
      .then((recordIds) => {
        for (const id of recordIds) onChange(id);
        if (recordIds.length > 0) downloads.wake();
      })
      .catch((failure: unknown) => {
        if (!isClosed) log.error({ err: failure }, 'What lies on the platform was not looked for.');
      });
  };
  settings.onChange((after, before) => {
    if (after.platform.baseUrl !== before.platform.baseUrl) findOnPlatform();
    if (JSON.stringify(after.attachments) === JSON.stringify(before.attachments)) return;
    onProgress();
    downloads.wake();
  });

  return {
    hosts,
    annotations: createAnnotations({ store, clock, onChange }),
    integrityCheck: checking,
    namedBy,
    keepNamed: keep,
    wake(recordIds) {
      if (recordIds.length > 0) changes.publish({ topic: 'attachments', ids: recordIds });
      downloads.wake();
    },
    active: downloads.active,
    isDiskLow: () => !hasRoom(),
    async retry(wanted, actor) {
      const recordIds = await retryByHand({ store, clock, hosts }, wanted, actor);
      for (const id of new Set(recordIds)) onChange(id);
      downloads.wake();
      return recordIds.length;
    },
    async file(attachmentId, variant) {
      const look = () => fileOf({ store, folders, moves }, attachmentId, variant);
      let found = await look();
      if (found === null || !('missing' in found)) return found;
      // It may have landed in the last run, and have its place in a moment.
      await starting;
      found = await look();
      if (found === null || !('missing' in found)) return found;
      const { missing, sha256 } = found;
      if (missing === 'original') await lose(sha256, 'missing');
      else await store.write((tx) => forgetExamination(tx, sha256));
      examining.wake();
      return null;
    },
    start() {
      starting = recover({ store, clock, folders, moves })
        .then((recordIds) => {
          if (isClosed) return;
          for (const id of recordIds) onChange(id);
          hosts.start();
          downloads.start();
          examining.start();
          weekly.start();
          findOnPlatform();
          rechecked();
        })
        .catch((failure: unknown) => {
          if (!isClosed) log.error({ err: failure }, 'Attachments are not fetched in this run.');
        });
      return starting;
    },
    async idle() {
      await starting;
      await hosts.settled();
      await finding;
      await downloads.idle();
      await examining.idle();
      rechecked.flush();
    },
    async close() {
      isClosed = true;
      weekly.stop();
      rechecked.cancel();
      // Nothing more is begun while what is open is given up.
      const stopped = downloads.stop();
      await fetcher.close();
      await stopped;
      await Promise.all([examining.stop(), checking.stop(), starting, finding, hosts.stop()]);
    },
  };
}

/**
 * The engine of what is opened read-only: answers the reading procedures of the console contract over a data directory that nobody else
 * uses, by the same code as the live engine, and refuses all others. Nothing is received, derived, fetched, examined or written.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyRouter } from '@orpc/server';
import { createRouterClient, implement } from '@orpc/server';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { OpenedArchive } from '#shared/contract/archives.ts';
import { capabilityNames } from '#shared/contract/shell.ts';
import type { Status } from '#shared/contract/status.ts';
import { createAbsences } from './absences/index.ts';
import type { UnpackedBundle } from './archive/index.ts';
import { createAttachments } from './attachments/index.ts';
import { createCancellations, readOldCalls } from './cancellations/index.ts';
import { createChanges } from './changes/index.ts';
import { systemClock } from './clock.ts';
import { createConsole, readingAlone } from './console/index.ts';
import { createDecisions } from './decisions/index.ts';
import type { AttachmentFile } from './engine-protocol.ts';
import { type EngineHost, hostContract, threadsContract } from './host.ts';
import { createInbox } from './inbox/index.ts';
import { openKeys } from './keys/index.ts';
import { type EngineLog, logToStandardError } from './log.ts';
import { outgoingTrust } from './outbound/index.ts';
import { openPeople } from './people/index.ts';
import { createPolicies } from './policies/index.ts';
import { createPresence } from './presence/index.ts';
import { rebuildData } from './rebuild.ts';
import { createRecords } from './records/index.ts';
import { createReference } from './reference/index.ts';
import { createRejected } from './rejected/index.ts';
import { openSettings } from './settings/index.ts';
import {
  databaseFile,
  findAttachment,
  openReadOnlyStore,
  openStore,
  type Store,
  StoreProblem,
} from './store/index.ts';
import { createViews } from './views/index.ts';
import { createWork } from './work/index.ts';

export interface ReviewOptions {
  /** A data directory of its own, of this version's schema. */
  dataDir: string;
  version: string;
  archive: OpenedArchive;
  /** What the directory was made from: its photos and papers come as they are asked for. Closed with it. */
  bundle?: UnpackedBundle;
  log?: EngineLog;
}

export interface Review {
  /** Implements the console contract, as far as it reads. */
  router: AnyRouter;
  /** Where the file of an attachment lies; null where there is none in this form. */
  attachmentFile(attachmentId: number, variant: ContentVariant): Promise<AttachmentFile | null>;
  /** Looks at all of the bundle that was not asked for, and says when more is known of it. */
  check(onChange: (archive: OpenedArchive) => void): Promise<void>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** Opens a data directory to be looked at. Throws a `StoreProblem` where it cannot be opened. */
export async function openReview({ dataDir, ...options }: ReviewOptions): Promise<Review> {
  return reviewStore(openReadOnlyStore(dataDir), options);
}

/** The same of a store that is open to be read; it is closed with the review. Where nobody looks at it as an archive, that is null. */
export async function reviewStore(
  store: Store,
  options: Omit<ReviewOptions, 'dataDir' | 'archive'> & { archive: OpenedArchive | null },
): Promise<Review> {
  const { version, bundle, log = logToStandardError } = options;
  const archive = () => bundle?.archive() ?? options.archive;
  const clock = systemClock;
  const opened: { close(): Promise<unknown> }[] = [store];
  const close = async () => {
    for (const one of opened.splice(0)) {
      await one.close().catch((failure: unknown) => log.error({ err: failure }, 'A step of closing failed.'));
    }
  };
  try {
    if (bundle !== undefined) opened.unshift(bundle);
    const changes = createChanges(clock);
    opened.unshift({ close: async () => changes.close() });
    const settings = await openSettings(store, clock, changes);
    const keys = await openKeys({ store, host: noHost, clock, changes, environmentKeys: [] });
    opened.unshift(keys);
    const policies = createPolicies({ store, clock, changes, settings, log });
    opened.unshift(policies);
    const reference = createReference({
      ...{ store, host: noHost, clock, changes, settings, collections: keys.collections, log },
      urlFromCommandLine: undefined,
      trust: outgoingTrust({ clock, log, authorityFile: () => '' }),
      environmentKey: undefined,
    });
    opened.unshift(reference);
    const attachments = await createAttachments({
      ...{ store, clock, changes, settings, host: noHost, log, platform: reference },
      freeBytes: () => null,
      authorityFile: () => '',
      onRechecked: () => {},
    });
    opened.unshift(attachments);
    const records = createRecords({ store, clock, changes, settings, attachments, log });
    const cancellations = await createCancellations({
      ...{ store, clock, changes, settings, deriveOrderBefore: records.deriveBefore },
      // Who asked is long gone.
      answer: () => {},
    });
    const startedAt = clock.now();
    const router = await createConsole({
      ...{ store, clock, version, host: noHost, changes, settings, keys, records, reference },
      ...{ attachments, cancellations, policies, archive },
      people: await openPeople({ store, clock, changes, settings }),
      openId: {
        ...{ provider: () => null, issuer: () => null, secretPlace: refuse, set: refuse, remove: refuse },
        ...{ collectSecret: refuse, forgetSecret: refuse, test: refuse, begin: refuse, finish: refuse },
        ...{ reread: refuse, close: refuse },
      },
      presence: createPresence({ clock, changes }),
      rejected: createRejected({ store, clock, changes }),
      receiver: { state: () => noReceiver, readCertificate: refuse, expectOwnCall: refuse },
      check: { state: refuse, begin: refuse, end: refuse },
      database: { state: refuse, risk: () => null },
      archives: {
        signingKey: refuse,
        count: refuse,
        state: refuse,
        create: refuse,
        stop: refuse,
        list: refuse,
      },
      retention: {
        ...{ state: refuse, plan: refuse, setPolicy: refuse, begin: refuse },
        ...{ stop: refuse, bundles: refuse, locate: refuse },
      },
      dataSubjects: {
        state: refuse,
        find: refuse,
        stop: refuse,
        forget: refuse,
        records: refuse,
        export: refuse,
      },
      exports: { begin: refuse, list: refuse, stop: refuse, remove: refuse },
      absences: createAbsences({ store, clock, changes }),
      work: createWork({ store, clock, changes }),
      views: createViews({ store, clock, changes }),
      decisions: createDecisions({ store, clock, changes }),
      inbox: createInbox({ store, clock, changes }),
      arrivals: async () => ({ waiting: 0, since: null }),
      onDamage: (failure) => log.error({ err: failure }, 'What is opened read-only cannot be read.'),
      engine: () => ({
        ...{ startedAt, restarts: 0, lastInterruption: null, rebuilt: null, rebuildFailure: null },
        ...{ takeOver: null, restored: null, restoreFailure: null, database: null, damaged: [] },
      }),
    });
    return {
      router: readingAlone(router),
      async attachmentFile(attachmentId, variant) {
        const sha256 = (await store.read((tx) => findAttachment(tx, attachmentId)))?.sha256 ?? null;
        if (sha256 !== null) await bundle?.take(Buffer.from(sha256).toString('hex'));
        const file = await attachments.file(attachmentId, variant).catch((failure: unknown) => {
          // One that is missing would be fetched again.
          if (failure instanceof StoreProblem && failure.code === 'readOnly') return null;
          throw failure;
        });
        // What is opened has all in a folder of its own.
        return file === 'placeAway' ? null : file;
      },
      async check(onChange) {
        await bundle?.check((recordIds) => {
          changes.publish({ topic: 'status' });
          if (recordIds.length > 0) changes.publish({ topic: 'attachments', ids: recordIds });
          const known = archive();
          if (known !== null) onChange(known);
        });
      },
      close,
    };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Brings what an older version kept to this one's form, as a start would; what is derived is made where a copy has none of it. */
export async function bringUpToDate(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, databaseFile))) await rebuildData({ dataDir });
  const store = await openStore({ dataDir });
  try {
    await readOldCalls(store);
  } finally {
    await store.close();
  }
}

const noReceiver: Status['receiver'] = {
  state: 'stopped',
  ...{ url: null, address: '', port: 0, error: null, lastCallAt: null },
  ...{ calls: 0, unauthenticated: 0, lastUnauthenticatedAt: null, heldCalls: 0 },
  lastOutsideCall: null,
  certificate: null,
};

const on = implement({ ...hostContract, ...threadsContract });
const refuse = () => {
  throw new Error('What is opened read-only has no shell of its own.');
};

/** What is opened read-only asks nothing of its shell. */
const noHost: EngineHost = createRouterClient(
  on.router({
    capabilities: on.capabilities.handler(() =>
      capabilityNames.map((name) => ({ name, available: false, reason: 'readOnly' as const })),
    ),
    keychain: on.keychain.handler(() => ({ state: 'absent', kind: 'memory', problem: null, detail: '' })),
    saveSecret: on.saveSecret.handler(refuse),
    secretPlace: on.secretPlace.handler(() => null),
    forgetSecret: on.forgetSecret.handler(refuse),
    secret: on.secret.handler(() => null),
    handOver: on.handOver.handler(() => null),
    collect: on.collect.handler(refuse),
    examineFile: on.examineFile.handler(refuse),
    readPdf: on.readPdf.handler(refuse),
    openSampleData: on.openSampleData.handler(() => null),
    joinOffice: on.joinOffice.handler(() => null),
    chooseFolder: on.chooseFolder.handler(() => null),
    chooseFile: on.chooseFile.handler(() => null),
    computerSettings: on.computerSettings.handler(refuse),
    changeComputerSettings: on.changeComputerSettings.handler(refuse),
    updates: on.updates.handler(() => null),
    checkForUpdate: on.checkForUpdate.handler(() => null),
    actOnUpdate: on.actOnUpdate.handler(() => null),
    setUpdateFeed: on.setUpdateFeed.handler(() => null),
    openArchive: on.openArchive.handler(() => null),
    rebuildDatabase: on.rebuildDatabase.handler(refuse),
    stopRebuild: on.stopRebuild.handler(refuse),
    dataFolder: {
      folder: on.dataFolder.folder.handler(refuse),
      forgetFolder: on.dataFolder.forgetFolder.handler(refuse),
    },
    verifyCopies: on.verifyCopies.handler(refuse),
    verifyBundles: on.verifyBundles.handler(refuse),
    backups: {
      get: on.backups.get.handler(refuse),
      configure: on.backups.configure.handler(refuse),
      checkPlace: on.backups.checkPlace.handler(refuse),
      start: on.backups.start.handler(refuse),
      stop: on.backups.stop.handler(refuse),
      list: on.backups.list.handler(refuse),
      open: on.backups.open.handler(refuse),
      planRestore: on.backups.planRestore.handler(refuse),
      restore: on.backups.restore.handler(refuse),
      stopRestore: on.backups.stopRestore.handler(refuse),
    },
  }),
);

import { basename, isAbsolute } from 'node:path';
import {
  type ArchiveChoice,
  type ArchiveCount,
  type ArchiveFailureCode,
  type ArchivesState,
  archiveFailure,
  type MadeArchive,
  passphraseLength,
  type SigningKey,
} from '#shared/contract/archives.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineHost, SecretDelivery } from '../host.ts';
import type { SecretRequests } from '../keys/index.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsService } from '../settings/index.ts';
import { appendAudit, type Store } from '../store/index.ts';
import { archiveKey, type KeySecrets } from './archive-key.ts';
import { type ArchiveStart, type ArchiveThread, startArchive } from './archive-thread.ts';
import { countChosen } from './choose-records.ts';
import { archivesSubject, listMadeBundles, type MadeDetail, madeAction } from './made-bundles.ts';
import { openSigner } from './signing.ts';
import { removeUnfinished } from './unfinished.ts';
import type { WrittenBundle } from './write-bundle.ts';

export interface Archives {
  signingKey(): Promise<SigningKey>;
  /** The private key, for this process alone; null where nothing keeps one. */
  keyToSign(): Promise<string | null>;
  /** The same, but null only where there is no keychain at all; `locked` where there is one that does not give it. */
  keyOrLocked(): Promise<string | null | 'locked'>;
  state(): ArchivesState;
  count(choice: ArchiveChoice): Promise<ArchiveCount>;
  /** Of one that is to be encrypted, how the person gives its passphrase; it begins then. */
  create(
    wanted: { choice: ArchiveChoice; file: string; isEncrypted: boolean },
    actor: Actor,
  ): Promise<'begun' | 'busy' | 'notAPath' | SecretDelivery>;
  /** Has a person type the passphrase of a file, on a page of the shell; resolves with where, and `take` begins what it is for. */
  askPassphrase(file: string, take: (passphrase: string) => Promise<string>): Promise<SecretDelivery>;
  stop(): Promise<void>;
  list(): Promise<MadeArchive[]>;
  /** Removes what is left of those that were cut off. */
  start(): void;
  close(): Promise<void>;
}

interface ArchivesOptions {
  store: Store;
  /** Asks people for passphrases. */
  secretRequests: SecretRequests;
  settings: Pick<SettingsService, 'current'>;
  host: Pick<EngineHost, 'secret' | 'saveSecret' | 'forgetSecret' | 'keychain'>;
  clock: Clock;
  changes: Changes;
  version: string;
  /** The key of this run, over that of the keychain. */
  givenKey: string | undefined;
  log: EngineLog;
}

/** Nobody at the desk. */
const engine: Actor = { person: '', via: 'engine' };

const maxListed = 200;

/** The bundles that people have made, one at a time. What was made is found in the log. */
export function createArchives(options: ArchivesOptions): Archives {
  const { store, host, clock, changes, settings, secretRequests, version, givenKey, log } = options;
  let running: { thread: ArchiveThread; state: NonNullable<ArchivesState['running']> } | null = null;
  let isBeginning = false;
  let failure: ArchivesState['failure'] = null;
  /** Who compares fingerprints sees when there was another key before. */
  const noteKey = async (key: string) => {
    const detail = { fingerprint: openSigner(key)?.fingerprint ?? null };
    const entry = {
      at: clock.now(),
      actor: engine,
      action: 'archive.keyMade',
      subject: archivesSubject,
      detail,
    } as const;
    await store.write((tx) => appendAudit(tx, entry));
    changes.publish({ topic: 'audit' });
  };
  const secrets: KeySecrets = {
    read: (account) => host.secret(account),
    isKept: async () => (await host.keychain()).state === 'works',
    async save(account, secret) {
      const place = await host.saveSecret({ account, secret });
      if (place === 'keychain') await noteKey(secret);
      return place;
    },
    forget: async (account) => void (await host.forgetSecret(account)),
  };
  /** One after the other, so that no two make one. */
  let asking: Promise<string | null> = Promise.resolve(null);
  const privateKey = (): Promise<string | null> => {
    const asked = asking.then(() =>
      archiveKey(secrets, { installationId: store.installationId, given: givenKey }),
    );
    asking = asked.catch(() => null);
    return asked;
  };
  const keyToSign = async () => {
    const key = await privateKey();
    return key === null || openSigner(key) === null ? null : key;
  };
  const state = (): ArchivesState => ({ running: running?.state ?? null, failure });
  const note = async (written: WrittenBundle, actor: Actor) => {
    const { counts, keyFingerprint } = written.manifest;
    const detail: MadeDetail = {
      file: written.file,
      bytes: written.bytes,
      root: written.root,
      records: Object.values(counts.records).reduce((sum, count) => sum + count, 0),
      contents: counts.contents,
      missingContents: counts.missingContents,
      notDownloaded: counts.notDownloaded ?? 0,
      keyFingerprint,
    };
    await store.write((tx) =>
      appendAudit(tx, { at: clock.now(), actor, action: madeAction, subject: archivesSubject, detail }),
    );
  };
  const follow = async (thread: ArchiveThread, file: string, actor: Actor) => {
    const end = await thread.ended;
    try {
      if (end.type === 'written') await note(end.written, actor);
      else failure = { file, code: failureCode(end.code), detail: end.detail };
    } catch (cause) {
      // It lies there and is whole; that it was made could not be noted.
      log.error({ err: cause }, 'An archive was made, and the log does not say so.');
    }
    running = null;
    changes.publish({ topic: 'archives' });
  };
  const begin = async (
    { choice, file, passphrase }: Pick<ArchiveStart, 'choice' | 'passphrase'> & { file: string },
    actor: Actor,
  ): Promise<'begun' | 'busy'> => {
    if (running !== null || isBeginning) return 'busy';
    isBeginning = true;
    try {
      const signingKey = await keyToSign();
      const own: NonNullable<ArchivesState['running']> = {
        ...{ file, since: new Date(clock.now()).toISOString() },
        ...{ phase: 'writing', records: 0, total: null, done: 0, all: 0 },
      };
      const start = { dataDir: store.dataDir, to: file, choice, version, signingKey, passphrase };
      const thread = startArchive(start, (progress) => {
        own.phase = progress.phase;
        if (progress.phase === 'writing') {
          own.records = progress.records;
          own.total = progress.total;
        }
        own.done = progress.phase === 'writing' ? progress.bytes : progress.done;
        own.all = progress.phase === 'writing' ? 0 : progress.all;
        changes.publish({ topic: 'archives' });
      });
      failure = null;
      running = { thread, state: own };
      void follow(thread, file, actor);
      changes.publish({ topic: 'archives' });
      return 'begun';
    } finally {
      isBeginning = false;
    }
  };
  const askPassphrase: Archives['askPassphrase'] = async (file, take) => {
    const asked = await secretRequests.ask({
      purpose: 'archivePassphrase',
      label: basename(file),
      async take(passphrase) {
        if (!isPassphrase(passphrase)) return 'notAKey';
        return (await take(passphrase)) === 'begun' ? 'accepted' : 'busy';
      },
    });
    if (typeof asked === 'string') throw new Error(`The passphrase was not taken: ${asked}.`);
    return asked;
  };
  return {
    async signingKey() {
      const key = await privateKey();
      const signer = key === null ? null : openSigner(key);
      return { publicKey: signer?.publicKey ?? null, fingerprint: signer?.fingerprint ?? null };
    },
    keyToSign,
    async keyOrLocked() {
      const key = await keyToSign();
      if (key !== null) return key;
      return (await host.keychain()).state === 'absent' ? null : 'locked';
    },
    state,
    count: (choice) => countChosen(store, choice, settings.current().findings),
    askPassphrase,
    async create({ choice, file, isEncrypted }, actor) {
      if (running !== null || isBeginning) return 'busy';
      if (!isAbsolute(file) || !/[^/\\]\.perito$/i.test(file)) return 'notAPath';
      if (!isEncrypted) return begin({ choice, file, passphrase: null }, actor);
      return askPassphrase(file, (passphrase) => begin({ choice, file, passphrase }, actor));
    },
    async stop() {
      await running?.thread.stop();
    },
    list: () => listMadeBundles(store, maxListed),
    start() {
      removeUnfinished(store.dataDir).catch((cause: unknown) =>
        log.warn({ err: cause }, 'What is left of archives that were cut off could not be removed.'),
      );
    },
    async close() {
      await running?.thread.stop();
    },
  };
}

/** As its page takes it. */
const isPassphrase = (text: string): boolean => {
  const { length } = [...text];
  return length >= passphraseLength.min && length <= passphraseLength.max && !/[\r\n]/.test(text);
};

/** What the screen has no text of is any other. */
const failureCode = (code: string): ArchiveFailureCode => archiveFailure.catch('other').parse(code);

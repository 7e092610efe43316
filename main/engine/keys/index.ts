import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '#shared/contract/common.ts';
import { environmentKeyLabel, maxLiveKeys } from '#shared/contract/receiver-keys.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { CollectedOutcome, EngineHost, SecretDelivery } from '../host.ts';
import {
  appendAudit,
  insertReceiverKey,
  listLiveReceiverKeys,
  listReceiverKeys,
  type ReceiverKeyRow,
  type Store,
  setReceiverKeyRetired,
  setReceiverKeyUsed,
} from '../store/index.ts';
import { createTurns } from '../turns.ts';
import { type LiveKey, makeVerifier, parseApiKeyInput } from './api-key.ts';
import { createSecretRequests, type SecretRequests } from './secret-requests.ts';

export { apiKeyHeader, hasKeyForm, type LiveKey, parseApiKeyInput, RecentKey } from './api-key.ts';
export { createKeptSecret, type KeptIn } from './kept-secret.ts';
export { createKeyBlanker, createKeyRedactor, type KeyRedactor } from './redact-key.ts';
export type { SecretRequests } from './secret-requests.ts';

export interface Keys {
  /** The verifiers of the keys in force but those of the environment, for the receiver, which authenticates. */
  live(): readonly LiveKey[];
  /** Told of every change of the live keys; the change is over when the listener's promise is. */
  onLive(listener: (live: readonly LiveKey[]) => Promise<void>): void;
  /** Notes that a call presented this key. */
  noteUse(key: { id: number | null; label: string }): void;
  list(): Promise<{ rows: ReceiverKeyRow[]; environment: LiveKey[]; openedAt: number }>;
  generate(email: string, label: string, actor: Actor): Promise<ReceiverKeyRow | 'tooManyKeys'>;
  collect(label: string, actor: Actor): Promise<SecretDelivery | 'tooManyKeys' | 'notAKey'>;
  /** Asks people for secrets, those of the receiver and others. */
  readonly collections: SecretRequests;
  /** A key in force as `email:secret`, for a call of this program to itself; null where none can be read. Never stored, never logged. */
  liveSecret(): Promise<string | null>;
  handOver(id: number): Promise<SecretDelivery | 'unknown' | 'notHere'>;
  retire(id: number, actor: Actor): Promise<ReceiverKeyRow | null>;
  lastUsedAt(key: { id: number | null; label: string }): number | null;
  /** Reads again which keys are live, as after a commit of which nothing was heard. */
  reread(): Promise<void>;
  close(): Promise<void>;
}

interface KeysOptions {
  store: Store;
  host: EngineHost;
  clock: Clock;
  changes: Changes;
  /** `email:secret` each; kept as verifiers in memory, for this run only. */
  environmentKeys: readonly string[];
  /** What was committed could not be read after it: `reread` is due. */
  onBehind?: () => void;
}

/** The account under which a key's secret lies in the keychain. */
export function secretAccount(installationId: string, id: number): string {
  return `receiver-key:${installationId}:${id}`;
}

/** Opens the room of the receiver's keys: verifiers here, secrets with the host. */
export async function openKeys(options: KeysOptions): Promise<Keys> {
  const { store, host, clock, changes } = options;
  const environment = environmentKeysOf(options.environmentKeys);
  const openedAt = clock.now();
  let live: LiveKey[] = [];
  const listeners: ((live: readonly LiveKey[]) => Promise<void>)[] = [];
  const uses = createKeyUsage(store, clock);
  const collections = createSecretRequests(host, clock);

  const readInTurn = createTurns();
  /** Over when all that follow the keys have what was read last. */
  let inForce: Promise<unknown> = Promise.resolve();
  /** One read after the other, or an older one that is answered late would undo a newer. */
  const reload = async () => {
    await readInTurn(async () => {
      const before = live;
      live = await store.read(listLiveReceiverKeys);
      if (isDeepStrictEqual(live, before)) return;
      inForce = Promise.all(listeners.map((listener) => listener(live)));
    });
    await inForce;
  };
  await reload();
  const followCommit = () =>
    reload().catch((failure: unknown) => {
      options.onBehind?.();
      throw failure;
    });

  const find = async (id: number) => (await store.read(listReceiverKeys)).find((row) => row.id === id);

  const add = async (email: string, secret: string, label: string, actor: Actor) => {
    const verifier = makeVerifier(email, secret);
    const createdAt = clock.now();
    const id = await store.write(async (tx) => {
      // Counted inside the job, so that two at once cannot both be the second.
      if ((await listLiveReceiverKeys(tx)).length >= maxLiveKeys) return null;
      const id = await insertReceiverKey(tx, { label, email, ...verifier, createdAt });
      await appendAudit(tx, {
        at: createdAt,
        actor,
        action: 'receiverKey.added',
        subject: `receiverKey:${id}`,
        detail: { label, email },
      });
      return id;
    });
    if (id === null) return null;
    await host.saveSecret({
      account: secretAccount(store.installationId, id),
      secret: `${email}:${secret}`,
    });
    await followCommit();
    changes.publish({ topic: 'keys' });
    changes.publish({ topic: 'status' });
    return id;
  };

  const noteRetired = ({ id, label, email }: ReceiverKeyRow, actor: Actor) =>
    store.write(async (tx) => {
      await setReceiverKeyRetired(tx, id, clock.now());
      await appendAudit(tx, {
        at: clock.now(),
        actor,
        action: 'receiverKey.retired',
        subject: `receiverKey:${id}`,
        detail: { label, email },
      });
    });

  const addGiven = async (secret: string, label: string, actor: Actor): Promise<CollectedOutcome> => {
    const given = parseApiKeyInput(secret);
    if (given === null) return 'notAKey';
    return (await add(given.email, given.secret, label, actor)) === null ? 'tooManyKeys' : 'accepted';
  };

  return {
    live: () => live,
    onLive: (listener) => void listeners.push(listener),
    noteUse: (key) => uses.note(key),
    list: async () => ({ rows: await store.read(listReceiverKeys), environment, openedAt }),
    async generate(email, label, actor) {
      const id = await add(email, randomBytes(32).toString('base64url'), label, actor);
      const row = id === null ? undefined : await find(id);
      return row ?? 'tooManyKeys';
    },
    async collect(label, actor) {
      if (live.length >= maxLiveKeys) return 'tooManyKeys';
      const passage = await collections.ask({
        purpose: 'receiverKey',
        label,
        take: (secret) => addGiven(secret, label, actor),
      });
      return passage === 'expired' || passage === 'busy' ? 'notAKey' : passage;
    },
    collections,
    async liveSecret() {
      for (const { id } of live) {
        const secret = id === null ? null : await host.secret(secretAccount(store.installationId, id));
        if (secret !== null) return secret;
      }
      const given = parseApiKeyInput(options.environmentKeys[0] ?? '');
      return given === null ? null : `${given.email}:${given.secret}`;
    },
    async handOver(id) {
      const row = await find(id);
      if (row === undefined) return 'unknown';
      const account = secretAccount(store.installationId, id);
      return (await host.handOver({ account, label: row.label })) ?? 'notHere';
    },
    async retire(id, actor) {
      const row = await find(id);
      if (row === undefined) return null;
      if (row.retiredAt === null) await noteRetired(row, actor);
      // Also of one that is retired already: what follows its commit may have failed then.
      await followCommit();
      await host.forgetSecret(secretAccount(store.installationId, id));
      changes.publish({ topic: 'keys' });
      changes.publish({ topic: 'status' });
      return (await find(id)) ?? null;
    },
    lastUsedAt: (key) => uses.lastUsedAt(key),
    reread: reload,
    close: () => uses.close(),
  };
}

/** The keys of the environment, `email:secret` each, as verifiers for this run. Throws where one is of another form. */
export const environmentKeysOf = (texts: readonly string[]): LiveKey[] => texts.map(environmentKey);

function environmentKey(text: string, index: number): LiveKey {
  const given = parseApiKeyInput(text);
  if (given === null) {
    throw new Error(`Key ${index + 1} of PERITO_RECEIVER_KEYS is not of the form email:secret.`);
  }
  return {
    id: null,
    label: environmentKeyLabel(index + 1),
    email: given.email,
    ...makeVerifier(given.email, given.secret),
  };
}

const flushMilliseconds = 30_000;

/** When each key was last used: noted in memory at every call, written now and then, so no call pays for it. */
function createKeyUsage(store: Store, clock: Clock) {
  const used = new Map<string, { id: number | null; at: number }>();
  const unwritten = new Set<string>();
  let cancelFlush: (() => void) | null = null;

  const flush = async () => {
    cancelFlush?.();
    cancelFlush = null;
    const uses = [...unwritten].map((name) => used.get(name));
    unwritten.clear();
    await store.write(async (tx) => {
      for (const use of uses) if (use?.id != null) await setReceiverKeyUsed(tx, use.id, use.at);
    });
  };

  return {
    note(key: { id: number | null; label: string }): void {
      const name = nameOf(key);
      used.set(name, { id: key.id, at: clock.now() });
      if (key.id === null) return;
      unwritten.add(name);
      // A failed write is told by the store itself; the time of use is not worth a second voice.
      cancelFlush ??= clock.after(flushMilliseconds, () => void flush().catch(() => undefined));
    },
    lastUsedAt: (key: { id: number | null; label: string }) => used.get(nameOf(key))?.at ?? null,
    async close(): Promise<void> {
      cancelFlush?.();
      if (unwritten.size > 0) await flush().catch(() => undefined);
    },
  };
}

function nameOf(key: { id: number | null; label: string }): string {
  return key.id === null ? key.label : String(key.id);
}

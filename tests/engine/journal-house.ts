/** The journal and what is derived from it, in one process: what the receiver's thread and the engine's have in the program. */
import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '#shared/terms.ts';
import { readLargeBody } from '../../main/engine/bodies/index.ts';
import { type Clock, systemClock } from '../../main/engine/clock.ts';
import { createDerivation, type Derivation, type Derivers } from '../../main/engine/derivation/index.ts';
import { type Journal, openJournal, type Receipt } from '../../main/engine/journal/index.ts';
import type { EngineLog } from '../../main/engine/log.ts';
import { defaultSettings } from '../../main/engine/settings/defaults.ts';
import type { SettingsService } from '../../main/engine/settings/index.ts';
import {
  findLatestDelivery,
  openStore,
  type Store,
  type StoreOptions,
} from '../../main/engine/store/index.ts';
import { newDataDirectory } from './migrated-folder.ts';

export interface JournalledStore {
  journal: Journal;
  store: Store;
  /** Has numbers follow these settings from now on; those of a new installation until then. */
  followSettings(settings: Pick<SettingsService, 'current'>): void;
  /** Derives by these rooms what is appended from now on, and what was before; other kinds are passed over. */
  follow(derivers: Partial<Derivers>, log?: EngineLog): Derivation;
  /** Resolves when all that the journal holds is derived. */
  derived(): Promise<void>;
  /** Keeps a delivery of a record, and resolves once it is derived. */
  receive(delivery: TestDelivery): Promise<TestReceipt>;
  /** Both databases. */
  close(): Promise<void>;
}

export interface TestDelivery {
  kind: RecordKind;
  marketplaceId: number;
  /** The bytes, or what they are the JSON of. */
  body: Uint8Array | object;
  keyLabel?: string;
}

export interface TestReceipt extends Receipt {
  recordId: number;
}

const calm = { isRush: () => false, rate: () => 0 };
const silentLog: EngineLog = { info() {}, warn() {}, error() {} };
const nothing: Derivers[RecordKind] = async () => async () => null;
const nobody: Derivers = {
  purchaseOrder: nothing,
  serviceOrder: nothing,
  incidentReport: nothing,
  financialDocument: nothing,
  ask: nothing,
  answer: nothing,
  outcome: nothing,
  lookup: nothing,
  rejected: nothing,
  archived: nothing,
};

/** Opens both databases of a data directory; a new one gets an empty database first. */
export async function openJournalledStore(
  options: StoreOptions & { clock: Clock },
): Promise<JournalledStore> {
  const { clock, ...storeOptions } = options;
  await newDataDirectory(options.dataDir);
  let settings: Pick<SettingsService, 'current'> = { current: () => defaultSettings };
  let derivation: Derivation | null = null;
  const journal = await openJournal({
    dataDir: options.dataDir,
    clock,
    numberTemplate: (kind) => settings.current().numbering[kind],
    onAppended: () => derivation?.wake(),
  });
  const store = await openStore({ ...storeOptions, journalIsOpen: true });
  const derived = async () => {
    derivation?.wake();
    await derivation?.idle();
  };
  return {
    journal,
    store,
    followSettings(given) {
      settings = given;
    },
    follow(derivers, log = silentLog) {
      // Where a test's time stands still, what arrives is derived all the same.
      derivation = createDerivation({
        store,
        clock: systemClock,
        log,
        load: calm,
        derivers: { ...nobody, ...derivers },
      });
      derivation.start();
      return derivation;
    },
    derived,
    async receive({ kind, marketplaceId, body, keyLabel = 'key' }) {
      const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
      const large = bytes.length > largeBodyBytes ? readLargeBody(bytes) : null;
      const contentHash = large?.outcome === 'read' ? large.contentHash : null;
      const receipt = await journal.keep({ kind, marketplaceId, keyLabel, bytes, contentHash });
      await derived();
      const found = await store.read((tx) => findLatestDelivery(tx, kind, marketplaceId));
      return { ...receipt, recordId: found?.recordId ?? 0 };
    },
    async close() {
      await derivation?.stop();
      await store.close();
      await journal.close();
    },
  };
}

/**
 * Retention on a data directory that Perito does not work on: nothing is received, fetched or examined meanwhile, and what was
 * received and not derived yet is derived first.
 */
import type { Actor } from '#shared/contract/common.ts';
import type { RetentionPlan } from '#shared/contract/retention.ts';
import { createArchivedRecords } from './archived/index.ts';
import { createArrivalLoad } from './arrival-load.ts';
import { createCancellations, orderArrived } from './cancellations/index.ts';
import { createChanges } from './changes/index.ts';
import { systemClock as clock } from './clock.ts';
import { createDerivation, type Derivation } from './derivation/index.ts';
import { derivers } from './derivers.ts';
import { type ArchivedArrival, openJournal, type Receipt } from './journal/index.ts';
import { logToStandardError as log } from './log.ts';
import { commandLineActor } from './people/index.ts';
import { createPolicies } from './policies/index.ts';
import { createRecords } from './records/index.ts';
import { createRejected } from './rejected/index.ts';
import {
  createRetention,
  type PolicyRefusal,
  planRetention,
  policyRefusal,
  type Retention,
  readPolicy,
  type SettledRun,
} from './retention/index.ts';
import { openSettings } from './settings/index.ts';
import { inspectStore, openStore, StoreProblem } from './store/index.ts';

export { type PolicyRefusal, policyRefusal, type SettledRun, StoreProblem };

/**
 * Counts what would leave after so many years, or else as is set; null where nothing is set. Also beside a Perito that works.
 * Rejects with a `StoreProblem` where the data cannot be read.
 */
export async function planOldClaims(dataDir: string, years: number | null): Promise<RetentionPlan | null> {
  const store = await inspectStore(dataDir);
  try {
    const after = years ?? (await store.read(readPolicy)).years;
    return after === null ? null : await planRetention(store, after, clock.now());
  } finally {
    await store.close();
  }
}

export interface OldClaims {
  retention: Retention;
  /** Who is named for what is done here. */
  actor: Actor;
  /** Gives up the bytes of what left, and closes both databases. */
  close(): Promise<void>;
}

export interface OldClaimsOptions {
  dataDir: string;
  version: string;
  /** As `createRetention` has it. */
  signingKey(installationId: string): Promise<string | null | 'locked'>;
  /** Told whenever the state of retention is another. */
  onChange(): void;
}

/** Rejects with a `StoreProblem` where there is no Perito in the directory, it cannot be opened, or Perito works on it. */
export async function openOldClaims(options: OldClaimsOptions): Promise<OldClaims> {
  const { dataDir, version, signingKey, onChange } = options;
  // To open it would make one where there is none.
  await (await inspectStore(dataDir)).close();
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of opened.splice(0).reverse())
      await one().catch((failure: unknown) => log.error({ err: failure }, 'A step of closing failed.'));
  };
  try {
    let derivation: Derivation | null = null;
    const journal = await openJournal({
      ...{ dataDir, clock },
      // Nothing arrives that would get a number.
      numberTemplate: () => '{seq}',
      onAppended: () => derivation?.wake(),
    });
    opened.push(() => journal.close());
    const store = await openStore({ dataDir, journalIsOpen: true });
    opened.push(() => store.close());
    const changes = createChanges(clock);
    opened.push(async () => changes.close());
    const settings = await openSettings(store, clock, changes);
    const policies = createPolicies({ store, clock, changes, settings, log });
    opened.push(() => policies.close());
    const records = createRecords({
      ...{ store, clock, changes, settings, log },
      onNewOrder: async (tx, order, at) => (await orderArrived(tx, order, at))?.cancellationId ?? null,
      onArchived: () => archived.derived(),
    });
    const cancellations = await createCancellations({
      ...{ store, clock, changes, settings, deriveOrderBefore: records.deriveBefore },
      // Nobody holds a call here.
      answer: () => {},
    });
    let releasing: Promise<void> = Promise.resolve();
    const archived = createArchivedRecords({
      ...{ store, log },
      receiver: {
        archive: (all) => appendInParts((some) => journal.append(some), all),
        release(upTo, except) {
          releasing = releasing
            .then(() => journal.release(upTo, new Set(except)))
            // The next start does.
            .catch((failure: unknown) =>
              log.warn({ err: failure }, 'What lies in bundles is not given up at present.'),
            );
        },
      },
    });
    const load = createArrivalLoad();
    const following = createDerivation({
      ...{ store, clock, log, load },
      derivers: derivers({
        ...{ records, cancellations, policies },
        rejected: createRejected({ store, clock, changes }),
      }),
    });
    derivation = following;
    following.start();
    opened.push(() => following.stop());
    const retention = createRetention({
      ...{ store, clock, archived, load, version, log },
      changes: {
        ...changes,
        publish(published) {
          changes.publish(published);
          if (published.topic === 'retention') onChange();
        },
      },
      signingKey: () => signingKey(store.installationId),
      isDerived: async () => (await following.backlog()).waiting === 0,
    });
    opened.push(async () => {
      await retention.close();
      await archived.released();
      await releasing;
      await archived.stop();
    });
    await following.idle();
    return { retention, actor: await store.read(commandLineActor), close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Entries of one commit. */
const entriesAtOnce = 25;

async function appendInParts(
  append: (some: readonly ArchivedArrival[]) => Promise<readonly Receipt[]>,
  all: readonly ArchivedArrival[],
): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (let from = 0; from < all.length; from += entriesAtOnce)
    receipts.push(...(await append(all.slice(from, from + entriesAtOnce))));
  return receipts;
}

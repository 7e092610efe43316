import type { Actor } from '#shared/contract/common.ts';
import type { CoverageCheck, CoverageCode, PolicyDetail, PolicyFields } from '#shared/contract/policies.ts';
import type { WatchedFolderStatus } from '#shared/contract/status.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  type Entry,
  hasVehicles,
  type LookupFilter,
  type PolicyPlace,
  type ReadTransaction,
  type Store,
  type WriteTransaction,
} from '../store/index.ts';
import {
  coverageCodes,
  listPolicies,
  type PolicyPage,
  policyDetail,
  removeVehicle,
  type Saved,
  saveVehicle,
  unassignedCodes,
} from './book/book.ts';
import { numberKey, vinKey } from './book/policy-row.ts';
import { indexDuePolicies } from './book/search.ts';
import { createImports, type PolicyImports } from './import/api.ts';
import { createWatchedFolder, type FolderTimes } from './import/watched-folder.ts';
import { type CoverageQuery, checkCoverage, deriveLookup } from './lookup.ts';

export { findPolicies } from './book/book.ts';
export { coveragesOf } from './book/cells.ts';
export { type CellProblem, numberKey } from './book/policy-row.ts';
export { indexDuePolicies, policyTokens } from './book/search.ts';
export type { PolicyImports } from './import/api.ts';
export { createAnswers, type PolicyAnswers } from './lookup.ts';

/** Which lookups are of a policy number or a VIN, however they were written. */
export function lookupFilter(query: {
  insurancePolicyNumber?: string | undefined;
  vin?: string | undefined;
}): LookupFilter {
  const { insurancePolicyNumber, vin } = query;
  return {
    numberKey: insurancePolicyNumber === undefined ? undefined : numberKey(insurancePolicyNumber),
    vinKey: vin === undefined ? undefined : vinKey(vin),
  };
}

interface PolicyList {
  search: string | undefined;
  only: 'excluded' | 'premiumUnpaid' | 'expired' | undefined;
  after: PolicyPlace;
  limit: number;
}

export interface Policies {
  /** The job adds a lookup of the journal to the log, unless it is there. */
  deriveLookup(entry: Entry): Promise<(tx: WriteTransaction) => Promise<() => void>>;
  imports: PolicyImports;
  list(query: PolicyList): Promise<PolicyPage>;
  /** Null where the book has no vehicle with this id. */
  get(id: number): Promise<PolicyDetail | null>;
  /** Adds a vehicle, or corrects the one with this id; audited with what it was and is. */
  save(id: number | undefined, fields: PolicyFields, actor: Actor): Promise<Saved>;
  /** Takes a vehicle out; audited with what it was. Null where it is not there. */
  remove(id: number, actor: Actor): Promise<{ id: number } | null>;
  /** What the lookup would answer about one vehicle, and why; not logged as a lookup. Read in `tx` where it is given. */
  checkCoverage(query: CoverageQuery, tx?: ReadTransaction): Promise<CoverageCheck>;
  /** The coverage codes of the book and the settings, those that nobody has assigned first. */
  coverageCodes(): Promise<CoverageCode[]>;
  /** Whether the book in force has no vehicle at all. Read in `tx` where it is given. */
  isEmpty(tx?: ReadTransaction): Promise<boolean>;
  /** How the folder stands whose files are imported by themselves. */
  watchedFolder(): WatchedFolderStatus;
  /** Cleans up what the last run left behind, and begins to watch the folder of the settings. */
  start(options?: { watchesFolder?: boolean }): Promise<void>;
  /** Stops what is under way; the book in force stays as it is. */
  close(): Promise<void>;
}

export function createPolicies(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: SettingsService;
  log: EngineLog;
  /** Other than usual, for tests. */
  folderTimes?: FolderTimes;
}): Policies {
  const { store, clock, changes, settings, log } = options;
  let isClosing = false;
  let entering: Promise<void> = Promise.resolve();
  const enterWords = () => {
    entering = entering
      .then(() => indexDuePolicies(store, () => isClosing))
      .catch((cause: unknown) => log.error({ err: cause }, 'The words of the book could not be entered.'));
  };
  const onBook = (ids: readonly number[] = []) => {
    changes.publish({ topic: 'policies', ids });
    enterWords();
  };
  const imports = createImports({
    store,
    clock,
    changes,
    log,
    onBook,
    unassignedCodes: () => unassignedCodes(store, settings.current().coverageOfIncident),
  });
  const badRows = () => settings.current().policyBook.badRows;
  const folder = createWatchedFolder({
    store,
    clock,
    changes,
    log,
    imports,
    badRows,
    times: options.folderTimes,
  });
  settings.onChange((after) => {
    if (!isClosing) folder.watch(after.policyBook.watchedFolder);
  });
  return {
    deriveLookup: async (entry) => async (tx) => {
      await deriveLookup(tx, entry);
      return () => changes.publish({ topic: 'policyLookups', ids: [entry.subjectId] });
    },
    imports,
    list: ({ only, ...query }) =>
      store.read((tx) => listPolicies(tx, { ...query, filter: filterOf(only, clock.now()) })),
    get: (id) => store.read((tx) => policyDetail(tx, id)),
    async save(id, fields, actor) {
      const saved = await store.write((tx) => saveVehicle(tx, { id, fields, at: clock.now(), actor }));
      if (saved.outcome === 'saved') onBook([saved.id]);
      return saved;
    },
    async remove(id, actor) {
      const removed = await store.write((tx) => removeVehicle(tx, { id, at: clock.now(), actor }));
      if (removed !== null) onBook([id]);
      return removed;
    },
    checkCoverage(query, tx) {
      const check = (reading: ReadTransaction) => checkCoverage(reading, query, settings.current());
      return tx === undefined ? store.read(check) : check(tx);
    },
    coverageCodes: () => coverageCodes(store, settings.current().coverageOfIncident),
    isEmpty: async (tx) => !(await (tx === undefined ? store.read(hasVehicles) : hasVehicles(tx))),
    watchedFolder: () => folder.status(),
    async start({ watchesFolder = true } = {}) {
      await imports.start();
      enterWords();
      if (watchesFolder) folder.watch(settings.current().policyBook.watchedFolder);
    },
    async close() {
      isClosing = true;
      const folderClosed = folder.close();
      await imports.close();
      await folderClosed;
      await entering;
    },
  };
}

/** A policy has expired when its last day is over in the Dominican Republic. */
function filterOf(only: PolicyList['only'], now: number) {
  if (only !== 'expired') return { only };
  return { only, today: dominicanDay(now) };
}

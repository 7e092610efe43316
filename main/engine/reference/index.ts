import { setImmediate } from 'node:timers/promises';
import type { Actor } from '#shared/contract/common.ts';
import {
  type ReferenceListState,
  type ReferenceProblem,
  referenceProblem,
} from '#shared/contract/reference.ts';
import {
  type ReferenceList,
  type ReferenceProblemCode,
  referenceLists,
  referencePaths,
} from '#shared/reference-terms.ts';
import { createBackgroundLoop } from '../background-loop.ts';
import type { Changes } from '../changes/index.ts';
import type { SecretDelivery } from '../host.ts';
import type { KeptIn, SecretRequests } from '../keys/index.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  acceptSuspiciousList,
  appendAudit,
  findReferenceListCopy,
  listReferenceLists,
  type ReferenceListRow,
  type Store,
  setSuspiciousList,
  upsertReferenceFailure,
  upsertReferenceList,
  upsertReferenceNotSetUp,
  type WriteTransaction,
} from '../store/index.ts';
import { type ParsedList, parseList } from './list-shape.ts';
import {
  type Access,
  addressProblem,
  type CallLimits,
  fetchList,
  isLoopback,
  type PlatformAddress,
  type ReadAnswer,
  type TestOutcome,
  testList,
} from './platform-client.ts';
import { createPlatformKey, type PlatformKeyOptions } from './platform-key.ts';
import { noProblemText } from './problem-text.ts';

export interface Reference {
  /** All seven, each with its last good copy. */
  list(): Promise<ReferenceListState[]>;
  /** Fetches all seven, or one, now, together with whoever else asks for it; answers all seven. */
  refresh(list?: ReferenceList): Promise<ReferenceListState[]>;
  /** Takes the empty list that came in place of a good one; false where none did. */
  accept(list: ReferenceList, actor: Actor): Promise<boolean>;
  /** Calls one list and returns what was answered; stores nothing. */
  test(): Promise<TestOutcome>;
  keyPlace(): Promise<KeptIn>;
  /** The address of the command line, which goes before that of the settings; null where there is none. */
  readonly urlFromCommandLine: string | null;
  collectKey(actor: Actor): Promise<SecretDelivery | 'notAKey'>;
  forgetKey(actor: Actor): Promise<void>;
  /** `{base_url}` as it is in force; empty where there is none. */
  baseUrl(): string;
  /** The address with its key, for the one moment of a call; null where either is missing. */
  access(): Promise<{ baseUrl: string; key: string } | null>;
  /** Fetches what is due, now and from then on. */
  start(): void;
  /** Aborts what is under way. */
  close(): Promise<void>;
}

interface ReferenceOptions extends PlatformKeyOptions {
  changes: Changes;
  settings: SettingsService;
  collections: SecretRequests;
  log: EngineLog;
  /** `{base_url}` for this run, over what the settings say. */
  urlFromCommandLine: string | undefined;
  /** Whom calls trust. */
  trust: Access['trust'];
  limits?: CallLimits;
  /** From 0 to 1, as `Math.random`. */
  random?: () => number;
}

/** The address and key that calls are begun with: a change of either ends what is under way and begins another. */
interface Generation {
  readonly ended: AbortController;
}

/** The platform configuration API's client (interface, "Platform configuration API"), and the cache of its lists. */
export function createReference(options: ReferenceOptions): Reference {
  const {
    store,
    clock,
    changes,
    settings,
    collections,
    log,
    urlFromCommandLine,
    random = Math.random,
  } = options;
  const key = createPlatformKey(options);
  const cache = createListCache(store);
  const underWay = new Map<ReferenceList, Promise<void>>();
  let generation: Generation = { ended: new AbortController() };
  /** How far pauses are stretched in this run, from 0 to 1. */
  const stretch = random();
  let isBegun = false;
  let isClosed = false;

  const address = (): PlatformAddress => {
    const { baseUrl, allowHttp } = settings.current().platform;
    if (urlFromCommandLine === undefined) return { baseUrl, allowHttp };
    return { baseUrl: urlFromCommandLine, allowHttp: allowHttp || isLoopback(urlFromCommandLine) };
  };
  const currentAccess = async (recheck: boolean): Promise<Access | { missing: ReferenceProblemCode }> => {
    const where = address();
    const missing = addressProblem(where);
    if (missing !== null) return { missing };
    const found = await key.read(recheck);
    if ('missing' in found) return found;
    const { limits } = options;
    return {
      baseUrl: where.baseUrl,
      key: found.key,
      clock,
      trust: options.trust,
      ...(limits && { limits }),
    };
  };

  /** Writes what came of calls of this generation, unless another has begun when the writer comes to it. */
  const writeOf = (begunIn: Generation, job: (tx: WriteTransaction) => Promise<unknown>): Promise<boolean> =>
    store.write(async (tx) => {
      if (begunIn !== generation) return false;
      await job(tx);
      return true;
    });
  const saveAnswer = async (list: ReferenceList, read: ReadAnswer, begunIn: Generation) => {
    const at = clock.now();
    const { problem, text } = read;
    if (problem !== null) return writeOf(begunIn, (tx) => upsertReferenceFailure(tx, list, at, problem));
    const { parsed } = read;
    if (parsed.items.length === 0 && (await cache.hasEntries(list))) {
      return writeOf(begunIn, (tx) => setSuspiciousList(tx, list, at, text));
    }
    const isKept = await writeOf(begunIn, (tx) => upsertReferenceList(tx, list, at, text));
    if (isKept) cache.remember(list, at, parsed);
    return isKept;
  };
  const noteMissing = (list: ReferenceList, code: ReferenceProblemCode, begunIn: Generation) => {
    const problem = problemOf(code);
    if (isQuiet(code)) return writeOf(begunIn, (tx) => upsertReferenceNotSetUp(tx, list, problem));
    return writeOf(begunIn, (tx) => upsertReferenceFailure(tx, list, clock.now(), problem));
  };
  const fetchOne = async (
    list: ReferenceList,
    begunIn: Generation,
    access: ReturnType<typeof currentAccess>,
  ) => {
    const found = await access;
    const read = 'missing' in found ? null : await fetchList(list, found, begunIn.ended.signal);
    // The settings changed meanwhile: what came is of another platform.
    if (begunIn !== generation) return;
    await ('missing' in found
      ? noteMissing(list, found.missing, begunIn)
      : read && saveAnswer(list, read, begunIn));
    changes.publish({ topic: 'reference' });
    changes.publish({ topic: 'status' });
  };

  /** Resolves once each was answered, gave up, or is of no interest any more. */
  const fetchLists = async (lists: readonly ReferenceList[], recheck: boolean): Promise<void> => {
    const begunIn = generation;
    // Before the first wait, so that two who ask at once share one call.
    const fresh = lists.filter((list) => !underWay.has(list));
    if (fresh.length > 0) {
      const access = currentAccess(recheck);
      for (const list of fresh) {
        const fetching = fetchOne(list, begunIn, access).finally(() => {
          if (underWay.get(list) === fetching) underWay.delete(list);
        });
        underWay.set(list, fetching);
      }
    }
    await Promise.all(lists.map((list) => underWay.get(list)));
    if (begunIn !== generation && !isClosed) await fetchLists(lists, recheck);
  };

  const logUnlessClosed = (failure: unknown) => {
    if (!isClosed) log.error({ err: failure }, 'Reference lists could not be kept.');
  };
  const loop = createBackgroundLoop({
    clock,
    async run() {
      const due = await dueAtStart();
      if (due.length === 0) {
        if (await isNotSetUp()) return null;
        const rows = await cache.rows();
        const now = clock.now();
        const timeOf = (list: ReferenceList) => nextRefreshAt(rows.get(list) ?? null, stretch);
        const after = Math.min(...referenceLists.map(timeOf)) - now;
        if (after > 0) return { after };
        due.push(...referenceLists.filter((list) => timeOf(list) <= now + together));
      }
      // Not waited for: a platform that does not answer keeps no other list from its time.
      void fetchAndPlan(due).catch(logUnlessClosed);
      return null;
    },
    onError(failure) {
      logUnlessClosed(failure);
      return { after: unstoredPause };
    },
  });
  const isNotSetUp = async () => {
    const missing = addressProblem(address());
    return missing !== null || (await key.place()) === 'nowhere';
  };
  const fetchAndPlan = async (lists: readonly ReferenceList[], recheck = false) => {
    let pause = unstoredPause;
    try {
      await fetchLists(lists, recheck);
      pause = 0;
    } finally {
      loop.wake(pause);
    }
  };
  /** Another address or key: what is under way is of the one before. */
  const restart = () => {
    generation.ended.abort();
    generation = { ended: new AbortController() };
    underWay.clear();
    if (!loop.isStopped) void fetchAndPlan(referenceLists).catch(logUnlessClosed);
    changes.publish({ topic: 'reference' });
  };

  settings.onChange((after, before) => {
    if (JSON.stringify(after.platform) !== JSON.stringify(before.platform)) restart();
  });

  const list = () => {
    const missing = addressProblem(address());
    return cache.states(missing === null ? null : problemOf(missing));
  };
  return {
    list,
    async refresh(only) {
      await fetchAndPlan(only === undefined ? referenceLists : [only], true);
      return list();
    },
    async accept(suspicious, actor) {
      const at = clock.now();
      const isAccepted = await store.write(async (tx) => {
        if (!(await acceptSuspiciousList(tx, suspicious))) return false;
        const subject = `referenceList:${suspicious}`;
        await appendAudit(tx, { at, actor, action: 'referenceList.accepted', subject, detail: {} });
        return true;
      });
      if (!isAccepted) return false;
      changes.publish({ topic: 'reference' });
      changes.publish({ topic: 'status' });
      loop.wake();
      return true;
    },
    async test() {
      const access = await currentAccess(true);
      return testList(
        'itemTypes',
        'missing' in access ? problemOf(access.missing) : access,
        generation.ended.signal,
      );
    },
    keyPlace: () => key.place(),
    baseUrl: () => address().baseUrl,
    async access() {
      const found = await currentAccess(false);
      return 'missing' in found ? null : { baseUrl: found.baseUrl, key: found.key };
    },
    urlFromCommandLine: urlFromCommandLine ?? null,
    async collectKey(actor) {
      const passage = await collections.ask({
        purpose: 'platformKey',
        label: URL.parse(address().baseUrl)?.host ?? 'X-API-KEY',
        async take(secret) {
          const outcome = await key.take(secret, actor);
          if (outcome === 'accepted') restart();
          return outcome;
        },
      });
      return typeof passage === 'string' ? 'notAKey' : passage;
    },
    async forgetKey(actor) {
      await key.forget(actor);
      restart();
    },
    start: () => loop.start(),
    async close() {
      isClosed = true;
      const stopped = loop.stop();
      generation.ended.abort();
      // What comes back later is of another generation, and is not stored.
      generation = { ended: new AbortController() };
      await stopped;
    },
  };

  /** All lists in the first round where an address or key of this run is to be tried, or its lack to be noted. */
  async function dueAtStart(): Promise<ReferenceList[]> {
    if (isBegun) return [];
    isBegun = true;
    await key.removeForgottenSecret();
    const fromCommandLine = urlFromCommandLine !== undefined || options.environmentKey !== undefined;
    return fromCommandLine || (await isToBeNoted()) ? [...referenceLists] : [];
  }

  /** Whether nothing can be called, and the lists do not say so yet. A new installation has nothing to say. */
  async function isToBeNoted(): Promise<boolean> {
    if (!(await isNotSetUp())) return false;
    if (address().baseUrl !== '') return true;
    return [...(await cache.rows()).values()].some(({ failures }) => failures > 0);
  }
}

/** Lists that fall due this close to each other are fetched together. */
const together = 60_000;

/** Where an answer cannot be stored its list stays due: the platform is not called over and over for that. */
const unstoredPause = 60_000;

/** Nothing is wrong where nothing was set up. */
const isQuiet = (code: ReferenceProblemCode): boolean => code === 'noAddress' || code === 'noKey';

function problemOf(code: ReferenceProblemCode): ReferenceProblem {
  return { ...noProblemText, code, status: null };
}

/** The seven lists as they are stored; each copy is parsed once. */
function createListCache(store: Store) {
  const remembered = new Map<ReferenceList, { fetchedAt: number; parsed: ParsedList }>();

  const copyOf = async (row: ReferenceListRow | undefined): Promise<ParsedList> => {
    if (row === undefined || row.fetchedAt === null) return nothing;
    const known = remembered.get(row.list);
    if (known?.fetchedAt === row.fetchedAt) return known.parsed;
    const copy = await store.read((tx) => findReferenceListCopy(tx, row.list));
    if (copy === null) return nothing;
    // One after the other, so that who calls meanwhile waits for one list and not for seven.
    await setImmediate();
    const read = parseList(copy.body);
    const parsed = 'refused' in read ? nothing : read;
    remembered.set(row.list, { fetchedAt: copy.fetchedAt, parsed });
    return parsed;
  };

  const rowsByList = async (): Promise<Map<ReferenceList, ReferenceListRow>> =>
    new Map((await store.read(listReferenceLists)).map((row) => [row.list, row]));

  return {
    rows: rowsByList,
    /** Takes over a copy that was just stored, so that it is not parsed again. */
    remember: (list: ReferenceList, fetchedAt: number, parsed: ParsedList) =>
      void remembered.set(list, { fetchedAt, parsed }),
    /** Whether the last good copy of a list has entries. */
    hasEntries: async (list: ReferenceList) =>
      (await copyOf((await rowsByList()).get(list))).items.length > 0,
    /** All seven, in their order. `missing` stands over what was noted, where nothing can be called by now. */
    async states(missing: ReferenceProblem | null): Promise<ReferenceListState[]> {
      const rows = await rowsByList();
      const states: ReferenceListState[] = [];
      for (const list of referenceLists) {
        const row = rows.get(list);
        const { items, dropped, shape } = await copyOf(row);
        states.push({
          list,
          path: referencePaths[list],
          fetchedAt: instant(row?.fetchedAt),
          triedAt: instant(row?.triedAt),
          problem: missing ?? problemOfRow(row),
          shape,
          items,
          dropped,
          suspiciousAt: instant(row?.suspiciousAt),
        });
      }
      return states;
    },
  };
}

const nothing: ParsedList = { items: [], dropped: 0, shape: null };

function problemOfRow(row: ReferenceListRow | undefined): ReferenceProblem | null {
  return row === undefined || row.problem === null ? null : referenceProblem.parse(JSON.parse(row.problem));
}

function instant(milliseconds: number | null | undefined): string | null {
  return milliseconds == null ? null : new Date(milliseconds).toISOString();
}

const minute = 60_000;
const day = 24 * 60 * minute;
const maxWait = 60 * minute;
/** Installations do not all come at the same minute of the day. */
const spread = 30 * minute;

/**
 * When a list is to be fetched again, in milliseconds of the clock: a day after the last good copy, and after a
 * failure in one minute, two, four, up to an hour. `random` is from 0 to 1; null stands for a list never tried.
 */
export function nextRefreshAt(row: ReferenceListRow | null, random: number): number {
  // What was not set up when it was last looked at is fetched as soon as it is.
  if (row === null || (row.problem !== null && row.failures === 0)) return 0;
  if (row.failures > 0) {
    const wait = Math.min(maxWait, minute * 2 ** Math.min(row.failures - 1, 10));
    return (row.triedAt ?? 0) + wait * (0.75 + random / 4);
  }
  // An empty answer in place of a good copy is more likely a slip than the truth.
  if (row.suspiciousAt !== null) return row.suspiciousAt + maxWait * (0.75 + random / 4);
  return row.fetchedAt === null ? 0 : row.fetchedAt + day + spread * random;
}

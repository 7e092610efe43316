import type { Oddity } from '#shared/marketplace/read.ts';
import { readPurchaseOrder, readServiceOrder } from '#shared/marketplace/read-bodies.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { gather, severityOf } from '../findings/index.ts';
import type { EngineLog } from '../log.ts';
import {
  addFindings,
  insertSearchWord,
  revisionAfter,
  type Store,
  setSetting,
  settingValue,
  type UnexaminedRow,
} from '../store/index.ts';
import { gistOf } from './summary.ts';
import { wordsOf } from './words.ts';

export interface Examiner {
  start(): void;
  /** Something arrived. */
  wake(): void;
  stop(): Promise<void>;
  /** Resolves when nothing is left to be examined, or the examiner was stopped. */
  idle(): Promise<void>;
}

/** The name under which the row id of the last examined revision is kept. */
const watermarkName = 'examinedRevision';
/** The longest that the thread is held at a time. */
const batchMilliseconds = 4;
/**
 * Between two batches the thread belongs to the calls: examining takes a tenth of it while something arrives,
 * far less in a rush, and half of it when nobody calls.
 */
const quietPauseMilliseconds = 4;
const pauseMilliseconds = 40;
const rushPauseMilliseconds = 250;
/** So many deliveries since the last batch are a rush. */
const rush = 40;
const knownWordLimit = 50_000;

interface Examined {
  row: UnexaminedRow;
  oddities: Oddity[];
  words: string[];
}

/**
 * Reads what arrived once more, thoroughly, after it was answered: what is odd becomes findings, new words go to the
 * completion of the search. It goes on where it stopped, also after a restart.
 */
export function createExaminer(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  log?: EngineLog | undefined;
}): Examiner {
  const { store, clock, changes, log } = options;
  const knownWords = new Set<string>();
  let watermark: number | null = null;
  let state: 'stopped' | 'resting' | 'pausing' | 'working' = 'stopped';
  let arrivals = 0;
  let cancelPause: (() => void) | null = null;
  let working: Promise<void> = Promise.resolve();
  let waitingForIdle: (() => void)[] = [];

  const rest = () => {
    state = 'resting';
    for (const tell of waitingForIdle.splice(0)) tell();
  };

  const work = () => {
    cancelPause = null;
    state = 'working';
    const milliseconds = pauseAfter(arrivals);
    arrivals = 0;
    working = examineBatch().then(
      (isMore) => {
        if (state !== 'working') return;
        if (isMore || arrivals > 0) pause(milliseconds);
        else rest();
      },
      // The store tells of its own failures; what is left is examined after the next delivery or start.
      (failure: unknown) => {
        log?.error({ err: failure }, 'What arrived could not be examined; it is tried again later.');
        if (state === 'working') rest();
      },
    );
  };

  const pause = (milliseconds: number) => {
    state = 'pausing';
    cancelPause = clock.after(milliseconds, work);
  };

  const examineBatch = async (): Promise<boolean> => {
    watermark ??= Number((await store.read((tx) => settingValue(tx, watermarkName))) ?? 0);
    const batch: Examined[] = [];
    let after = watermark;
    let isMore = true;
    const until = performance.now() + batchMilliseconds;
    while (performance.now() < until) {
      const from = after;
      const row = await store.read((tx) => revisionAfter(tx, from));
      if (row === undefined) {
        isMore = false;
        break;
      }
      batch.push(examine(row, knownWords));
      after = row.id;
    }
    if (batch.length === 0) return false;
    await store.write(async (tx) => {
      for (const { row, oddities, words } of batch) {
        const findings = oddities.map((oddity) => ({ ...oddity, severity: severityOf[oddity.code] }));
        await addFindings(tx, { recordId: row.record_id, revision: row.revision }, findings);
        for (const word of words) await insertSearchWord(tx, word);
      }
      await setSetting(tx, watermarkName, String(after));
    });
    watermark = after;
    if (knownWords.size > knownWordLimit) knownWords.clear();
    for (const { words } of batch) for (const word of words) knownWords.add(word);
    publish(changes, batch);
    return isMore;
  };

  return {
    start() {
      if (state === 'stopped') pause(0);
    },
    wake() {
      arrivals++;
      if (state === 'resting') pause(pauseMilliseconds);
    },
    async stop() {
      state = 'stopped';
      cancelPause?.();
      await working;
      for (const tell of waitingForIdle.splice(0)) tell();
    },
    idle() {
      if (state === 'stopped' || (state === 'resting' && arrivals === 0)) return Promise.resolve();
      return new Promise((resolve) => {
        waitingForIdle = [...waitingForIdle, resolve];
      });
    },
  };
}

function pauseAfter(arrivals: number): number {
  if (arrivals === 0) return quietPauseMilliseconds;
  return arrivals > rush ? rushPauseMilliseconds : pauseMilliseconds;
}

function examine(row: UnexaminedRow, knownWords: ReadonlySet<string>): Examined {
  const json: unknown = JSON.parse(new TextDecoder().decode(row.body));
  if (typeof json !== 'object' || json === null) return { row, oddities: [], words: [] };
  const words = new Set<string>();
  for (const word of wordsOf(gistOf(row.kind, 0, json).words)) {
    if (!/\p{N}/u.test(word) && !knownWords.has(word)) words.add(word);
  }
  return { row, oddities: gather(odditiesOf(row.kind, json)), words: [...words] };
}

function odditiesOf(kind: RecordKind, json: object): Oddity[] {
  if (kind === 'purchaseOrder') return readPurchaseOrder(json).oddities;
  if (kind === 'serviceOrder') return readServiceOrder(json).oddities;
  return [];
}

function publish(changes: Changes, batch: readonly Examined[]): void {
  const found = new Map<RecordKind, number[]>();
  for (const { row, oddities } of batch) {
    if (oddities.length === 0) continue;
    const ids = found.get(row.kind) ?? [];
    ids.push(row.record_id);
    found.set(row.kind, ids);
  }
  for (const [kind, ids] of found) changes.publish({ topic: 'records', kind, ids });
}

/**
 * Reads through what is kept while everything else goes on, after an end that was not clean and once a month: a large
 * database is opened without it. What it finds damaged is said; nothing is changed.
 */
import type { ArrivalLoad } from '../arrival-load.ts';
import { createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import { beforeFirst } from '../journal/index.ts';
import type { EngineLog } from '../log.ts';
import { isCheckDue, noteChecked, scanStart } from '../store/index.ts';
import { TaskThread } from '../task-thread.ts';
import { workerFile } from '../worker-file.ts';
import type { Checked, CheckPlace, CheckResult, CheckTask } from './messages.ts';

export { type CheckContext, checkAnchors, checkedParts, checkPart, type Facts } from './checks.ts';

export interface DataCheck {
  /** Which of the files was found damaged since the start; whoever damaged one goes on. */
  damaged(): readonly Checked[];
  /** Somebody else met damage. */
  note(checked: Checked, detail: string): void;
  /** Begins some time after, where a check is due. */
  start(): void;
  /** Ends with the row that is being read; the next start begins anew. */
  stop(): Promise<void>;
}

/** A start has other things to do first, in milliseconds. */
const usualDelay = 10_000;
/** The thread rests twice as long as it reads, at least for so long. */
const restShare = 2;
const leastRest = 20;
/** In a rush of arrivals it is looked again after so long. */
const rushMilliseconds = 5000;
/** After a failure of the check itself it begins anew. */
const retryMilliseconds = 10 * 60_000;
/** A step reads an index whole: of millions of rows, on a slow disk, for minutes. */
const patience = 30 * 60_000;

export function createDataCheck(options: {
  dataDir: string;
  clock: Clock;
  log: EngineLog;
  load: Pick<ArrivalLoad, 'isRush'>;
  /** Told once of each file that is damaged. */
  onDamage: () => void;
  /** Milliseconds before it begins; tests have less. */
  delay?: number | undefined;
}): DataCheck {
  const { dataDir, clock, log, load, onDamage, delay = usualDelay } = options;
  const thread = new TaskThread<CheckTask, CheckResult>({
    file: workerFile({ source: './check.worker.ts', built: 'check-worker.js' }, import.meta.url),
    name: 'perito check',
    memory: 64,
    patience,
  });
  const damaged = new Set<Checked>();
  const inDatabase: CheckPlace = { in: 'database', from: scanStart };
  const inJournal: CheckPlace = { in: 'journal', from: beforeFirst };
  let place: CheckPlace | null = null;

  const note = (checked: Checked, detail: string) => {
    if (damaged.has(checked)) return;
    damaged.add(checked);
    log.error({ checked, detail }, sentences[checked](dataDir));
    onDamage();
  };
  const finish = () => {
    if (damaged.size > 0) return;
    noteChecked(dataDir, clock.now());
    log.info({}, 'What is kept was read through and is whole.');
  };

  const loop = createBackgroundLoop({
    clock,
    async run() {
      if (place === null) {
        place = inDatabase;
        return { after: delay };
      }
      if (load.isRush()) return { after: rushMilliseconds };
      const begun = performance.now();
      const { damage, next } = await thread.run({ dataDir, place });
      if (loop.isStopped) return null;
      if (damage !== null) note(place.in, damage);
      const following = next ?? (place.in === 'database' ? inJournal : null);
      if (following === null) {
        finish();
        return null;
      }
      place = following;
      return { after: Math.max(leastRest, restShare * (performance.now() - begun)) };
    },
    onError(failure) {
      log.error({ err: failure }, 'What is kept could not be read through; it is tried again.');
      place = null;
      return { after: retryMilliseconds };
    },
  });

  return {
    damaged: () => [...damaged],
    note,
    start() {
      if (isCheckDue(dataDir, clock.now())) loop.start();
    },
    async stop() {
      const stopped = loop.stop();
      await thread.close();
      await stopped;
    },
  };
}

const sentences: Readonly<Record<Checked, (dataDir: string) => string>> = {
  database: (dataDir) =>
    `The database in ${dataDir} is damaged. What arrived is in the journal: close Perito and run "perito rebuild --data ${dataDir}", or restore a backup.`,
  journal: (dataDir) =>
    `The journal in ${dataDir} is damaged: what arrived is not all as it came. Close Perito and restore a backup.`,
  audit: (dataDir) =>
    `The log of what people and Perito did in ${dataDir} is not the one that was written: entries were changed or removed, or an older backup was restored. "perito verify --data ${dataDir}" says which.`,
};

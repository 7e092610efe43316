/** Entry of the thread that reads through what is kept, a short step at a time. */
import { constants, setPriority } from 'node:os';
import { verifyStretch } from '../audit/index.ts';
import type { JournalWalk } from '../journal/index.ts';
import {
  type JournalReading,
  openJournalReading,
  openScan,
  type Scan,
  type ScanPlace,
} from '../store/index.ts';
import { answerTasks } from '../task-thread.ts';
import type { CheckResult, CheckTask } from './messages.ts';

// Of this thread alone; other systems know a priority of the whole process only.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

/** How long a step may read, and how many groups of the journal it takes. */
const stepMilliseconds = 50;
const stepGroups = 16;

let scan: Scan | null = null;
let journal: JournalReading | null = null;

answerTasks<CheckTask, CheckResult>(({ dataDir, place }) =>
  place.in === 'database' ? scanDatabase(dataDir, place.from) : walkOn(dataDir, place.from),
);

function scanDatabase(dataDir: string, from: ScanPlace): CheckResult {
  scan ??= openScan(dataDir);
  const { damage, next } = scan.step(from, stepMilliseconds);
  return { damage, next: next && { in: 'database', from: next } };
}

async function walkOn(dataDir: string, from: JournalWalk): Promise<CheckResult> {
  journal ??= openJournalReading(dataDir);
  const { reached, verification } = await verifyStretch(journal, from, stepGroups);
  if (verification === null) return { damage: null, next: { in: 'journal', from: reached } };
  const { intact, brokenAt, what } = verification;
  return { damage: intact ? null : `entry ${brokenAt}: ${what}`, next: null };
}

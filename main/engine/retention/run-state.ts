/** A run as its row keeps it, so that a start after a SIGKILL goes on, or undoes it. */
import * as z from 'zod';
import { retentionFailure, retentionLast } from '#shared/contract/retention.ts';
import {
  findLatestRetentionRun,
  type ReadTransaction,
  setRetentionRun,
  type WriteTransaction,
} from '../store/index.ts';

const chosenClaim = z.object({
  claimNumber: z.string(),
  lastSeq: z.int(),
  lastActivity: z.int(),
  records: z.array(z.object({ id: z.int(), revision: z.int() })),
});

/** The bundle that is under way. */
const currentBundle = z.object({
  file: z.string(),
  secondFile: z.string().nullable(),
  /** The last entry of the audit log when its claims were chosen. */
  auditId: z.int(),
  claims: z.array(chosenClaim),
  /** Null until it was read back whole wherever it is to lie: nothing leaves before. */
  verified: z.object({ root: z.string(), madeAt: z.int(), bytes: z.int() }).nullable(),
  /** Records that this run has taken out of the database since. */
  removed: z.int(),
});
export type CurrentBundle = z.infer<typeof currentBundle>;

const runDetail = z.object({
  folder: z.string(),
  secondFolder: z.string().nullable(),
  /** Milliseconds since 1970. */
  closedBefore: z.int(),
  /** Claims up to this place were chosen. */
  afterSeq: z.int(),
  claims: z.int(),
  records: z.int(),
  bundles: z.int(),
  current: currentBundle.nullable(),
  failure: retentionFailure.nullable(),
  /** The last one before it that took anything out. */
  last: retentionLast.nullable(),
});
type RunDetail = z.infer<typeof runDetail>;

export interface RetentionRun {
  id: number;
  /** When it was begun, in milliseconds since 1970. */
  at: number;
  state: 'running' | 'done' | 'failed';
  detail: RunDetail;
}

/** The newest run; null where there was none, or it cannot be read. */
export async function readLatestRun(tx: ReadTransaction): Promise<RetentionRun | null> {
  const row = await findLatestRetentionRun(tx);
  if (row === undefined) return null;
  const state = z.enum(['running', 'done', 'failed']).safeParse(row.state);
  const detail = runDetail.safeParse(JSON.parse(row.detail));
  return state.success && detail.success
    ? { id: row.id, at: row.at, state: state.data, detail: detail.data }
    : null;
}

export async function saveRun(tx: WriteTransaction, { id, state, detail }: RetentionRun): Promise<void> {
  await setRetentionRun(tx, { id, state, detail: JSON.stringify(detail) });
}

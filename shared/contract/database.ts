import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';

const rebuildPhase = z.enum(['checking', 'deriving', 'examining', 'rechecking', 'comparing']);
export type RebuildPhase = z.infer<typeof rebuildPhase>;

/** What a rebuild does at present, and how much of it is done: entries of the journal, reports to look at again, or tables. */
export const rebuildProgress = z.object({
  phase: rebuildPhase,
  done: z.int().nonnegative(),
  all: z.int().nonnegative(),
  /** When the rebuild began, and when this phase did. */
  since: instant,
  phaseSince: instant,
  /** Whether somebody asked that it be ended. */
  isEnding: z.boolean(),
});
export type RebuildProgress = z.infer<typeof rebuildProgress>;

/** Why it did not come to its end; the screen holds the text of each code. */
export const rebuildFailure = z.object({
  code: z.enum(['diskFull', 'journalDamaged', 'otherVersion', 'other']),
  /** For whoever looks after the computer; never part of a sentence. */
  detail: z.string(),
});
export type RebuildFailure = z.infer<typeof rebuildFailure>;

/** What stood in the place of the new database. */
const databaseBefore = z.enum(['readable', 'missing', 'empty', 'unreadable']);

/** A database that was made anew from the journal, and stands in the place of the old one. */
export const rebuilt = z.object({
  /** When it began, and when the new one was in its place. */
  since: instant,
  at: instant,
  /** Entries of the journal, and records that they became. */
  entries: z.int(),
  records: z.int(),
  before: databaseBefore,
  /** Where the old one lies now; null where there was none. */
  aside: z.string().nullable(),
  /** What people made and could not be kept, by table. `lost` null: rows that could not be read, nobody knows how many. */
  lost: z.array(z.object({ table: z.string(), kept: z.int(), lost: z.int().nullable() })),
  /** In how many rows the old one said otherwise where it could be read, what it had not come to apart. */
  differences: z.int(),
  /** Cancellations about which something was decided that could not be repeated, by their ids. */
  notRepeated: z.array(z.int()),
  /** Entries that could not be listed, through a fault of ours. */
  notDerived: z.int(),
});
export type Rebuilt = z.infer<typeof rebuilt>;

/** Answered by the shell where there is no engine, and by the engine where there is one. */
export const databaseContract = {
  /**
   * Has the database made anew from what arrived, beside the old one; calls are answered meanwhile, and there is no engine.
   * Resolves before it begins; where one is under way nothing is begun. How far it is stands in `EngineAway`, what came of it in
   * the status.
   */
  rebuild: oc,
  /** Ends it; nothing was changed then. Nothing happens where none is under way. */
  stopRebuild: oc,
};

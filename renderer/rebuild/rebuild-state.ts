/** What the screen makes of a rebuild: its phases, and what came of it. */
import type { RebuildFailure, RebuildPhase, Rebuilt } from '#shared/contract/database.ts';
import type { Status } from '#shared/contract/status.ts';

/** In their order. */
export const rebuildPhases: readonly RebuildPhase[] = [
  'checking',
  'deriving',
  'examining',
  'rechecking',
  'comparing',
];

/** What came of the last rebuild, and when. */
export type RebuildOutcome =
  | { type: 'made'; at: string; rebuilt: Rebuilt }
  | { type: 'failed'; at: string; failure: RebuildFailure }
  | { type: 'stopped'; at: string };

/** Null where there was none, or it was no rebuild that the engine was away for last and that did not come to its end. */
export function outcomeOf(
  engine: Pick<Status['engine'], 'lastInterruption' | 'rebuilt' | 'rebuildFailure'>,
): RebuildOutcome | null {
  const { lastInterruption: last, rebuilt, rebuildFailure: failure } = engine;
  if (last?.cause === 'rebuilding') {
    if (failure !== null) return { type: 'failed', at: last.until, failure };
    if (rebuilt === null || Date.parse(rebuilt.at) < Date.parse(last.from))
      return { type: 'stopped', at: last.until };
  }
  return rebuilt === null ? null : { type: 'made', at: rebuilt.at, rebuilt };
}

/** How much of what people made was kept: all, all but some, or nothing but what the journal has as well. */
export function keptOf({ before, lost, notRepeated, notDerived }: Rebuilt): 'all' | 'part' | 'journalOnly' {
  if (before !== 'readable') return 'journalOnly';
  return lost.length + notRepeated.length + notDerived === 0 ? 'all' : 'part';
}

/** The tables with what people made, for which the screen has words. */
export const keptTables = [
  'record',
  'note',
  'claim_note',
  'mention',
  'reminder',
  'claim_assignment',
  'saved_view',
  'person',
  'provider_identity',
  'sign_in',
  'invitation',
  'wrong_secret',
  'cancellation',
  'verdict_proposal',
  'acknowledgement',
  'decision',
  'attachment_mark',
  'rejected_delivery',
  'setting',
  'receiver_key',
  'policy',
  'policy_vehicle',
  'policy_book',
  'policy_import',
  'policy_import_problem',
  'policy_mapping',
  'policy_folder_file',
  'attachment',
  'attachment_host',
  'content',
  'pdf_text',
  'perceptual_hash_quarter',
  'similar_content',
  'reference_list',
  'bundle',
  'retention_run',
  'not_examined',
  'audit',
  'audit_head',
  'absence',
  'installation',
  'sequence',
] as const;
type KeptTable = (typeof keptTables)[number];

export const isKeptTable = (table: string): table is KeptTable => keptTables.some((known) => known === table);

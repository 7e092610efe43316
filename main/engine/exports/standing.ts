/** What is decided on an invoice and whose a record is, in the words of a file. */
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#shared/contract/contract.ts';
import type { DecisionEntry, DecisionsOfRecord } from '#shared/contract/decisions.ts';
import type { RecordRow } from '#shared/contract/records.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Words } from './words.ts';

/** What counts at an invoice, or the payment that waits for a second person. */
export interface Standing {
  /** In words; an earlier revision's says so. */
  decision: string;
  /** The prepared reason, and what was written for the office. */
  reason: string | null;
  entry: DecisionEntry;
}

/** Null where nobody has decided, and where nothing is decided. */
export function standingOf(
  { standing, proposal, record }: DecisionsOfRecord,
  reasons: Settings['reasons'],
  words: Words,
): Standing | null {
  const entry = proposal ?? standing;
  if (entry === null) return null;
  const name = words.decision[proposal === null ? entry.decision : 'proposed'];
  return {
    decision: entry.revision < record.revision ? `${name} · ${words.decision.earlier}` : name,
    reason: reasonOf(entry, reasons, words),
    entry,
  };
}

/** A reason's code where the settings have it no more. */
export function reasonOf(
  { decision, reasonCode, comment }: DecisionEntry,
  reasons: Settings['reasons'],
  { locale }: Words,
): string | null {
  const reason = decision === 'pay' ? undefined : reasons[decision].find(({ code }) => code === reasonCode);
  const said = reason === undefined ? reasonCode : (locale === 'en' && reason.en) || reason.es;
  return [said, comment].filter(Boolean).join(' · ') || null;
}

export type DecidedRow = RecordRow & { standing: Standing | null };

/** Rows with what stands at each: who decided and why is read only of those that somebody decided on. */
export async function withStanding(
  rows: readonly RecordRow[],
  reading: Pick<ContractRouterClient<Contract>, 'decisions'>,
  reasons: Settings['reasons'],
  words: Words,
): Promise<DecidedRow[]> {
  const decided: DecidedRow[] = [];
  for (const row of rows) {
    // One that was removed meanwhile has none.
    const decisions =
      row.decision === null ? null : await reading.decisions.get({ recordId: row.id }).catch(() => null);
    decided.push({ ...row, standing: decisions && standingOf(decisions, reasons, words) });
  }
  return decided;
}

/** The names of all accounts, by id. */
export async function personNames(
  reading: Pick<ContractRouterClient<Contract>, 'people'>,
): Promise<ReadonlyMap<number, string>> {
  const { people } = await reading.people.list();
  return new Map(people.map(({ id, name }) => [id, name]));
}

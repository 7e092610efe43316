/**
 * What people decide on invoices: pay, hold or dispute. Every act is a row that is never edited; what stands of them is at
 * the document, for lists. A payment above the limit of who decides is proposed, and counts once somebody else confirms it.
 * It stands as of the revision that was decided on: a later one asks for a new look, and changes nothing by itself.
 */
import * as z from 'zod';
import { recordHeading } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { type AmountAtStake, isSamePerson, isWithinLimit } from '#shared/rules/authority.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import type { InvoiceDecision } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { type Authority, doerOf, type NotTheirs, refusalToSecond } from '../second-person/index.ts';
import {
  appendAudit,
  countProposedPayments,
  type DecisionRow,
  findRecord,
  insertDecision,
  isLeaving,
  listDecisions,
  listProposedPayments,
  listRecordsByIds,
  type ReadTransaction,
  type RecordListRow,
  type Store,
  setRecordDecision,
  type WriteTransaction,
} from '../store/index.ts';

/** Why nothing can be decided on a record. */
type Lack = 'notAnInvoice' | 'creditNote' | 'archived';

export interface DecisionsOfRecord {
  record: RecordListRow;
  lack: Lack | null;
  standing: DecisionRow | null;
  proposal: DecisionRow | null;
  /** The newest first. */
  entries: DecisionRow[];
  lastId: number | null;
}

/** Why nothing was done, as data. */
type NotFound = { outcome: 'notFound' } | { outcome: 'notDecidable'; reason: Lack };
type Changed = { outcome: 'changed'; last: DecisionRow | null };
type NewerRevision = { outcome: 'newerRevision'; revision: number };
type NotProposed = { outcome: 'notProposed' };
type Done = { outcome: 'done'; decisions: DecisionsOfRecord };

interface AskedDecision {
  recordId: number;
  /** The revision that whoever decides has read, and the newest act that they have seen. */
  revision: number;
  lastId: number | null;
  decision: InvoiceDecision;
  reasonCode?: string | undefined;
  comment?: string | undefined;
  request?: string | undefined;
}
type DecideRefusal =
  | Changed
  | NewerRevision
  | { outcome: 'proposed'; who: string; at: number }
  | { outcome: 'reasonRequired' }
  /** A payment beside so many open findings. */
  | { outcome: 'payReasonRequired'; findings: number };

/** Acts that are shown of one document. */
const maxEntries = 200;

export type Decisions = ReturnType<typeof createDecisions>;

export function createDecisions({ store, clock, changes }: { store: Store; clock: Clock; changes: Changes }) {
  /** Runs one act; a job that gives null has done it. */
  const act = async <Refusal extends { outcome: string }>(
    recordId: number,
    job: (tx: WriteTransaction, at: number) => Promise<Refusal | null>,
  ): Promise<Refusal | NotFound | Done> => {
    const at = clock.now();
    const done = await store.write(async (tx): Promise<Refusal | NotFound | Done> => {
      const refusal = await job(tx, at);
      if (refusal !== null) return refusal;
      const decisions = await decisionsOf(tx, recordId);
      return decisions === null ? { outcome: 'notFound' } : { outcome: 'done', decisions };
    });
    if (done.outcome === 'done')
      changes.publish({ topic: 'records', kind: 'financialDocument', ids: [recordId] });
    return done;
  };

  return {
    get: (recordId: number) => store.read((tx) => decisionsOf(tx, recordId)),

    /** Documents whose payment waits for a second person, the newest first, below an id. */
    proposed: (belowId: number, limit: number): Promise<RecordListRow[]> =>
      store.read(async (tx) => listRecordsByIds(tx, await listProposedPayments(tx, belowId, limit), {})),
    /** Counts them, up to `limit`. */
    countProposed: (limit: number): Promise<number> => store.read((tx) => countProposedPayments(tx, limit)),

    /** Decides, or proposes a payment that is above the person's limit. */
    decide: (asked: AskedDecision, by: Authority) =>
      act<NotFound | DecideRefusal>(asked.recordId, async (tx, at) => {
        const found = await findInvoice(tx, asked.recordId);
        if ('outcome' in found) return found;
        const { record } = found;
        const refusal = refusalOf(asked, found);
        if (refusal !== null) return refusal;
        const { decision } = asked;
        const isProposed = decision === 'pay' && !isWithinLimit(by.limit, stakeOf(record));
        await append(tx, record, by, {
          ...{ act: isProposed ? 'proposed' : 'decided', decision, proposalId: null, at },
          ...{ reasonCode: asked.reasonCode ?? null, comment: asked.comment || null },
          request: asked.request || null,
        });
        await setRecordDecision(
          tx,
          record.id,
          isProposed
            ? { decision: record.decision, revision: record.decisionRevision, isProposed }
            : { decision, revision: record.revision, isProposed },
        );
        return null;
      }),

    /** Confirms a proposed payment, of the revision that it was proposed for. */
    confirm: (asked: { recordId: number; proposalId: number }, by: Authority) =>
      act<NewerRevision | NotFound | NotProposed | NotTheirs>(asked.recordId, async (tx, at) => {
        const found = await findProposal(tx, asked);
        if ('outcome' in found) return found;
        const { record, proposal } = found;
        if (proposal.revision !== record.revision)
          return { outcome: 'newerRevision', revision: record.revision };
        const refusal = await refusalToSecond(tx, proposal, by, stakeOf(record));
        if (refusal !== null) return refusal;
        const { decision, reasonCode, request } = proposal;
        await append(tx, record, by, {
          ...{ act: 'confirmed', decision, proposalId: proposal.id, at },
          ...{ reasonCode, comment: null, request },
        });
        await setRecordDecision(tx, record.id, { decision, revision: record.revision, isProposed: false });
        return null;
      }),

    /** Rejects a proposed payment: what stood before stands. */
    reject: (asked: { recordId: number; proposalId: number; comment: string }, by: Authority) =>
      act<NotFound | NotProposed>(asked.recordId, async (tx, at) => {
        const found = await findProposal(tx, asked);
        if ('outcome' in found) return found;
        const { record, proposal } = found;
        await append(tx, record, by, {
          ...{ act: 'rejected', decision: proposal.decision, proposalId: proposal.id, at },
          ...{ reasonCode: null, comment: asked.comment, request: null },
        });
        await setRecordDecision(tx, record.id, {
          ...{ decision: record.decision, revision: record.decisionRevision, isProposed: false },
        });
        return null;
      }),

    /** Takes back the proposal that waits, else what stands. */
    withdraw: (
      asked: { recordId: number; lastId: number | null; comment?: string | undefined },
      by: Authority,
    ) =>
      act<Changed | NotFound | { outcome: 'notDecided' } | { outcome: 'otherPerson' }>(
        asked.recordId,
        async (tx, at) => {
          const found = await findInvoice(tx, asked.recordId);
          if ('outcome' in found) return found;
          const { record, last } = found;
          if ((last?.id ?? null) !== asked.lastId) return { outcome: 'changed', last };
          const isProposal = last?.act === 'proposed';
          if (isProposal && !isSamePerson(last, doerOf(by.actor))) return { outcome: 'otherPerson' };
          const decision = isProposal ? last.decision : record.decision;
          if (decision === null) return { outcome: 'notDecided' };
          await append(tx, record, by, {
            ...{ act: 'withdrawn', decision, proposalId: null, at },
            ...{ reasonCode: null, comment: asked.comment || null, request: null },
          });
          await setRecordDecision(tx, record.id, leftStanding(record, isProposal));
          return null;
        },
      ),
  };
}

/** What stands once a proposal is withdrawn, or what stood is. */
const leftStanding = ({ decision, decisionRevision }: RecordListRow, isProposal: boolean) =>
  isProposal
    ? { decision, revision: decisionRevision, isProposed: false }
    : { decision: null, revision: null, isProposed: false };

/** Why an invoice is not decided on as it was asked; null where it is. */
function refusalOf(
  { revision, lastId, decision, reasonCode, comment = '' }: AskedDecision,
  { record, last }: { record: RecordListRow; last: DecisionRow | null },
): DecideRefusal | null {
  if (revision !== record.revision) return { outcome: 'newerRevision', revision: record.revision };
  if ((last?.id ?? null) !== lastId) return { outcome: 'changed', last };
  if (last?.act === 'proposed') return { outcome: 'proposed', who: last.who, at: last.at };
  if (decision === 'pay') {
    // No reason has a code that pays: it is said in words.
    const isUnexplained = record.attentionCount > 0 && comment === '';
    return isUnexplained ? { outcome: 'payReasonRequired', findings: record.attentionCount } : null;
  }
  return reasonCode === undefined && comment === '' ? { outcome: 'reasonRequired' } : null;
}

/** Everything about one document; null where no record has this id. */
async function decisionsOf(tx: ReadTransaction, recordId: number): Promise<DecisionsOfRecord | null> {
  const record = await findRecord(tx, recordId);
  if (record === undefined) return null;
  const entries = await listDecisions(tx, recordId, maxEntries);
  const [last] = entries;
  // What a proposal that was withdrawn or rejected left standing came before it.
  const standing =
    record.decision === null
      ? undefined
      : entries.find(({ act }) => act === 'confirmed' || act === 'decided');
  return {
    record,
    lack: await lackOf(tx, record),
    standing: standing ?? null,
    proposal: last?.act === 'proposed' ? last : null,
    entries,
    lastId: last?.id ?? null,
  };
}

async function lackOf(tx: ReadTransaction, record: RecordListRow): Promise<Lack | null> {
  const heading = headingOf(record);
  if (heading === null) return 'notAnInvoice';
  if (isCreditNote(heading)) return 'creditNote';
  return record.archivedRevision === record.revision || (await isLeaving(tx, record.id)) ? 'archived' : null;
}

function headingOf({ heading }: RecordListRow) {
  const read = recordHeading.parse(JSON.parse(heading ?? 'null'));
  return read?.kind === 'financialDocument' ? read : null;
}

/** The total of a document, in what it says or in pesos. */
function stakeOf(record: RecordListRow): AmountAtStake {
  const value = z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .safeParse(record.total);
  return { value: value.data ?? null, currency: currencyCode(headingOf(record)?.currency ?? null) };
}

async function findInvoice(
  tx: ReadTransaction,
  recordId: number,
): Promise<NotFound | { record: RecordListRow; last: DecisionRow | null }> {
  const record = await findRecord(tx, recordId);
  if (record === undefined) return { outcome: 'notFound' };
  const lack = await lackOf(tx, record);
  if (lack !== null) return { outcome: 'notDecidable', reason: lack };
  const [last = null] = await listDecisions(tx, recordId, 1);
  return { record, last };
}

async function findProposal(
  tx: ReadTransaction,
  { recordId, proposalId }: { recordId: number; proposalId: number },
): Promise<NotFound | NotProposed | { record: RecordListRow; proposal: DecisionRow }> {
  const found = await findInvoice(tx, recordId);
  if ('outcome' in found) return found;
  const { record, last } = found;
  if (last?.act !== 'proposed' || last.id !== proposalId) return { outcome: 'notProposed' };
  return { record, proposal: last };
}

async function append(
  tx: WriteTransaction,
  record: RecordListRow,
  by: Authority,
  row: Pick<DecisionRow, 'act' | 'decision' | 'proposalId' | 'reasonCode' | 'comment' | 'request' | 'at'>,
): Promise<void> {
  const { value: amount, currency } = stakeOf(record);
  const { id: recordId, revision } = record;
  const { actor } = by;
  const id = await insertDecision(tx, { ...row, recordId, revision, amount, currency, ...doerOf(actor) });
  const { at, act, ...detail } = row;
  await appendAudit(tx, {
    at,
    actor,
    action: `invoice.${act}`,
    subject: `record:${recordId}`,
    detail: { entry: id, ...detail, revision, amount, currency },
  });
}

import { maxKeptBodyBytes } from '#shared/contract/common.ts';
import {
  findingPlace,
  type Note,
  type PartyRule,
  type RecordDetail,
  type RecordHeading,
  type RecordRow,
  type Reminder,
} from '#shared/contract/records.ts';
import { byConsequence } from '#shared/finding-terms.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { cancellationState } from '#shared/terms.ts';
import type { Attachments } from '../attachments/index.ts';
import {
  bundlesOfRevisions,
  contentOfRevision,
  filterOf,
  findingOf,
  headingOf,
  type Records,
  recordsPage,
} from '../records/index.ts';
import {
  cappedTotal,
  countAcknowledgedFindings,
  countPartyRules,
  findAcknowledgement,
  findRecord,
  findRevision,
  findRevisionBytes,
  listFindings,
  listMentions,
  listNotes,
  listPartyRules,
  listRecordsByIds,
  listReminders,
  listRevisions,
  type NoteRow,
  type PartyRuleRow,
  type ReadTransaction,
  type RecordListRow,
  type ReminderRow,
  type Store,
} from '../store/index.ts';
import { attachmentsShown } from './attachments.ts';
import { actorOf, instantOf, os } from './base.ts';
import { bodyPartOf, partFrom } from './body-part.ts';
import { cursorAt, cursorBelow, idBelow, newestFirst, pageOf, place, placeOf } from './cursor.ts';
import { refuseBelow } from './people.ts';

export function recordProcedures({
  store,
  records,
  attachments,
}: {
  store: Store;
  records: Records;
  attachments: Pick<Attachments, 'active' | 'namedBy'>;
}) {
  return {
    list: os.records.list.handler(async ({ input }) => {
      const { kind, search, order = newestFirst, limit, cursor } = input;
      const query = {
        kind,
        search,
        filter: { ...filterOf(input), ids: input.ids },
        order,
        after: placeOf(cursor, place),
        limit,
      };
      await records.countAll();
      const page = await store.read((tx) => recordsPage(tx, query, records.count));
      return {
        rows: page.rows.map(rowOf),
        nextCursor: page.next === null ? null : cursorAt(page.next),
        total: page.total,
        totalIsCapped: page.totalIsCapped,
      };
    }),
    rows: os.records.rows.handler(async ({ input }) =>
      (await store.read((tx) => listRecordsByIds(tx, input.ids, {}))).map(rowOf),
    ),
    get: os.records.get.handler(async ({ input, errors }) => {
      const detail = await store.read((tx) => detailOf(tx, input.id, input.revision, attachments));
      if (detail === null) throw errors.NOT_FOUND();
      return detail;
    }),
    body: os.records.body.handler(async ({ input, errors }) => {
      const { id, revision, from } = input;
      const part = await store.read(async (tx) => {
        const wanted = revision ?? (await findRecord(tx, id))?.revision ?? 0;
        return findRevisionBytes(tx, id, wanted, partFrom(from));
      });
      if (part === undefined) throw errors.NOT_FOUND();
      return bodyPartOf(part, from);
    }),
    addNote: os.records.addNote.handler(async ({ input, context, errors }) => {
      const { id, text, mentions } = input;
      const note = await records.addNote(id, text, actorOf(context), mentions);
      if (note === null) throw errors.NOT_FOUND();
      return noteOf(note, note.mentions);
    }),
    acknowledgeFinding: os.records.acknowledgeFinding.handler(async ({ input, context, errors }) => {
      if (input.scope === 'party') refuseBelow(context, 'supervisor');
      const done = await records.acknowledge(input, actorOf(context));
      switch (done.outcome) {
        case 'acknowledged':
          return { id: done.id, record: rowOf(done.row) };
        case 'noRecord':
          throw errors.NOT_FOUND();
        case 'noFinding':
          throw errors.NO_FINDING();
        case 'noParty':
          throw errors.NO_PARTY();
      }
    }),
    withdrawAcknowledgement: os.records.withdrawAcknowledgement.handler(
      async ({ input, context, errors }) => {
        const known = await store.read((tx) => findAcknowledgement(tx, input.id));
        if (known?.scope === 'party') refuseBelow(context, 'supervisor');
        const row = await records.withdrawAcknowledgement(input.id, actorOf(context));
        if (row === null) throw errors.NOT_FOUND();
        return rowOf(row);
      },
    ),
    partyRules: os.records.partyRules.handler(async ({ input }) => {
      const { limit, cursor } = input;
      const { rows, total } = await store.read(async (tx) => {
        const found = await listPartyRules(tx, idBelow(cursor), limit + 1);
        const shown: PartyRule[] = [];
        for (const row of found)
          shown.push(ruleOf(row, await countAcknowledgedFindings(tx, row.id, maxCount)));
        return { rows: shown, total: await countPartyRules(tx, maxCount + 1) };
      });
      const { shown, nextCursor } = pageOf(rows, limit, ({ id }) => cursorBelow(id));
      return {
        rows: shown,
        nextCursor,
        ...cappedTotal(total, maxCount),
      };
    }),
    examineAgain: os.records.examineAgain.handler(async ({ input, context, errors }) => {
      const done = await records.examineAgain(input.id, actorOf(context));
      const row = await store.read((tx) => findRecord(tx, input.id));
      if (done === null || row === undefined) throw errors.NOT_FOUND();
      if (done.outcome === 'wasExamined') throw errors.WAS_EXAMINED();
      return { reason: done.outcome === 'notExamined' ? done.reason : null, record: rowOf(row) };
    }),
    setReviewed: os.records.setReviewed.handler(async ({ input, context, errors }) => {
      const actor = actorOf(context);
      const done = await records.setReviewed(input.id, input.reviewed ? input.revision : null, actor);
      if (done === null) throw errors.NOT_FOUND();
      const { row, isNewer } = done;
      if (isNewer) throw errors.NEWER_REVISION({ data: { revision: row.revision } });
      return rowOf(row);
    }),
    setManyReviewed: os.records.setManyReviewed.handler(async ({ input, context }) => {
      const marks = new Map<number, number | null>(
        input.reviewed
          ? input.records.map(({ id, revision }) => [id, revision] as const)
          : input.ids.map((id) => [id, null] as const),
      );
      const { rows, ...done } = await records.setManyReviewed(marks, actorOf(context));
      return { rows: rows.map(rowOf), ...done };
    }),
    choices: os.records.choices.handler(async ({ input }) => ({
      choices: (await records.choices(input)).map(({ value, label }) => ({ value, label })),
    })),
  };
}

/** Nothing is counted further than this. */
const maxCount = 1000;

function ruleOf(row: PartyRuleRow, heldFor: number): PartyRule {
  return {
    id: row.id,
    code: row.code,
    partyTaxId: row.partyTaxId ?? '',
    partyName: row.partyName,
    example: findingPlace.parse(JSON.parse(row.example)),
    reason: row.reason,
    at: instantOf(row.at),
    who: row.who,
    record: { id: row.recordId, kind: row.recordKind, number: row.recordNumber },
    heldFor,
  };
}

async function detailOf(
  tx: ReadTransaction,
  id: number,
  wanted: number | undefined,
  attachments: Pick<Attachments, 'active' | 'namedBy'>,
): Promise<RecordDetail | null> {
  const row = await findRecord(tx, id);
  if (row === undefined) return null;
  const revision = wanted ?? row.revision;
  const read = await findRevision(tx, id, revision);
  const body = await findRevisionBytes(tx, id, revision, { from: 0, limit: maxKeptBodyBytes });
  if (read === undefined || body === undefined) return null;
  const bundleOf = await bundlesOfRevisions(tx, row);
  return {
    ...rowOf(row),
    body: wholeCharacters(body.bytes),
    bodyBytes: body.total,
    content: contentOfRevision(read),
    revisions: (await listRevisions(tx, id)).map((one) => ({
      revision: one.revision,
      receivedAt: instantOf(one.receivedAt),
      bytes: one.bytes,
      archivedIn: bundleOf(one.revision),
      sha256: Buffer.from(one.sha256).toString('hex'),
      keyLabel: one.keyLabel,
    })),
    findings: (await listFindings(tx, id, revision)).map(findingOf).sort(byConsequence),
    attachments: await attachmentsShown(tx, id, revision, attachments),
    notes: await notesOf(tx, 'note', await listNotes(tx, id)),
    reminders: (await listReminders(tx, { recordId: id })).map(reminderOf),
    reviewedBy: row.reviewedBy,
    assignedAt: instantOf(row.assignedAt),
    assignedBy: row.assignedBy,
    flaggedBy: row.flaggedBy,
  };
}

/** Bytes as text, without a character at their end that is cut in two. */
function wholeCharacters(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** A record as every list of the contract shows it. */
export function rowOf(row: RecordListRow): RecordRow {
  const heading = headingOf(row);
  const isCredit = heading?.kind === 'financialDocument' && isCreditNote(heading);
  return {
    id: row.id,
    kind: row.kind,
    marketplaceId: row.marketplaceId,
    number: row.number,
    claimNumber: row.claimNumber,
    requestId: row.requestId,
    firstItem: row.firstItem,
    itemCount: row.itemCount,
    partyName: row.partyName,
    about: aboutOf(row, heading),
    total: row.total,
    heading,
    receivedAt: instantOf(row.receivedAt),
    revision: row.revision,
    findingCount: row.findingCount,
    attentionCount: row.attentionCount,
    reviewedAt: instantOf(row.reviewedAt),
    assignedTo: row.assignedTo,
    flaggedAt: instantOf(row.flaggedAt),
    flagWord: row.flagWord,
    cancellation:
      row.cancellationId === null
        ? null
        : { id: row.cancellationId, state: cancellationState.parse(row.cancellationState) },
    // A revision may have made a credit note of an invoice.
    decision:
      (row.decision === null && row.decisionProposed === 0) || isCredit
        ? null
        : {
            decision: row.decision,
            revision: row.decisionRevision,
            isPaymentProposed: row.decisionProposed === 1,
          },
    archivedIn: row.archivedRevision === row.revision ? row.archivedBundle : null,
    archivedRevisions: row.archivedRevision ?? 0,
  };
}

function aboutOf(row: RecordListRow, heading: RecordHeading): RecordRow['about'] {
  const ofClaim = {
    policyNumber: row.claimPolicy,
    vehicle: row.claimVehicle,
    vin: row.claimVin,
    plate: row.claimPlate,
    workshop: row.claimWorkshop,
  };
  switch (row.kind) {
    case 'purchaseOrder':
      return { ...ofClaim, workshop: row.workshopName ?? row.claimWorkshop };
    case 'serviceOrder':
      return { ...ofClaim, workshop: row.partyName };
    case 'financialDocument':
      return { ...ofClaim, policyNumber: heading?.policyNumber?.trim() || row.claimPolicy };
    case 'incidentReport': {
      const own = heading?.kind === 'incidentReport' ? heading : null;
      const { policyNumber = null, vehicle = null, vin = null } = own ?? {};
      return { policyNumber, vehicle, vin, plate: null, workshop: row.partyName };
    }
  }
}

/** Notes of a record, or of a claim, with whom they mention. */
export async function notesOf(
  tx: ReadTransaction,
  of: 'note' | 'claimNote',
  rows: readonly NoteRow[],
): Promise<Note[]> {
  const mentions = await listMentions(
    tx,
    of,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => noteOf(row, mentions.get(row.id) ?? []));
}

export function noteOf(row: NoteRow, mentions: readonly number[]): Note {
  return { ...row, at: instantOf(row.at), mentions: [...new Set(mentions)] };
}

export function reminderOf(row: ReminderRow): Reminder {
  const { id, recordId, claimNumber, forPerson, text, who, doneBy } = row;
  return {
    ...{ id, recordId, claimNumber, forPerson, text, who, doneBy },
    on: row.dueOn,
    time: row.dueTime,
    dueAt: instantOf(row.dueAt),
    at: instantOf(row.at),
    doneAt: instantOf(row.doneAt),
  };
}

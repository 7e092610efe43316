import type { Actor } from '#shared/contract/common.ts';
import type { AcknowledgementScope } from '#shared/contract/records.ts';
import type { FindingCode } from '#shared/finding-terms.ts';
import type { Clock } from '../clock.ts';
import {
  type AcknowledgedFindingRow,
  appendAudit,
  enqueueRecheck,
  findAcknowledgement,
  findingFingerprint,
  findLatestRevision,
  findRecord,
  insertAcknowledgement,
  insertMention,
  insertNote,
  isLeaving,
  listFindings,
  listPeopleHere,
  listRecordsByIds,
  type NoteRow,
  type ReadTransaction,
  type RecordListRow,
  type Store,
  setAcknowledgementWithdrawn,
  setRecordReviewed,
  updateFindingAcknowledgements,
  type WriteTransaction,
} from '../store/index.ts';

/** Adds a note beside a record, with whom it mentions of those who work here; null where there is no such record. */
export async function addNote(
  deps: { store: Store; clock: Clock },
  recordId: number,
  text: string,
  actor: Actor,
  mentions: readonly number[],
): Promise<(NoteRow & { mentions: number[] }) | null> {
  const at = deps.clock.now();
  return deps.store.write(async (tx) => {
    if ((await findRecord(tx, recordId)) === undefined) return null;
    const note = { at, who: actor.person, personId: actor.personId ?? null, text };
    const id = await insertNote(tx, { recordId, ...note });
    const mentioned = await listPeopleHere(tx, mentions);
    for (const personId of mentioned) await insertMention(tx, { recordId, noteId: id }, { personId, at });
    await appendAudit(tx, {
      at,
      actor,
      action: 'record.noted',
      subject: `record:${recordId}`,
      detail: { note: id, text, ...(mentioned.length === 0 ? {} : { mentions: mentioned }) },
    });
    return { id, ...note, mentions: mentioned };
  });
}

/** The revision of a record that somebody has seen and marks as reviewed; null takes the mark back. */
export type Seen = number | null;

/** How a record stands after a mark; `isNewer` where another revision is there than was seen, so that it stays unmarked. */
export interface Reviewed {
  row: RecordListRow;
  isNewer: boolean;
}

/** Marks a record as reviewed, or takes the mark back; null where there is no such record. */
export async function setReviewed(
  deps: { store: Store; clock: Clock },
  recordId: number,
  seen: Seen,
  actor: Actor,
): Promise<Reviewed | null> {
  const at = deps.clock.now();
  return deps.store.write((tx) => review(tx, recordId, seen, actor, at));
}

/**
 * Marks several in one job: the rows of those that are here, newest first, which of them it changed, and which it left since
 * another revision is there than was seen.
 */
export async function setManyReviewed(
  deps: { store: Store; clock: Clock },
  marks: ReadonlyMap<number, Seen>,
  actor: Actor,
): Promise<{ rows: RecordListRow[]; changed: number[]; newer: number[] }> {
  const at = deps.clock.now();
  const ids = [...marks.keys()];
  return deps.store.write(async (tx) => {
    const changed: number[] = [];
    const newer: number[] = [];
    for (const { id, reviewedAt } of await listRecordsByIds(tx, ids, {})) {
      const after = await review(tx, id, marks.get(id) ?? null, actor, at);
      if (after === null) continue;
      if (after.isNewer) newer.push(id);
      if ((after.row.reviewedAt !== null) !== (reviewedAt !== null)) changed.push(id);
    }
    return { rows: await listRecordsByIds(tx, ids, {}), changed, newer };
  });
}

async function review(
  tx: WriteTransaction,
  recordId: number,
  seen: Seen,
  actor: Actor,
  at: number,
): Promise<Reviewed | null> {
  const before = await findRecord(tx, recordId);
  if (before === undefined) return null;
  // The first mark stands: marking again changes neither who nor when. What lies in a bundle, or is on its way there, is marked there.
  const isThere = before.archivedRevision === before.revision || (await isLeaving(tx, recordId));
  const reviewed = seen !== null;
  if ((before.reviewedAt !== null) === reviewed || isThere) return { row: before, isNewer: false };
  if (reviewed && seen !== before.revision) return { row: before, isNewer: true };
  await setRecordReviewed(tx, recordId, reviewed ? { at, by: actor.person } : null);
  await appendAudit(tx, {
    at,
    actor,
    action: reviewed ? 'record.reviewed' : 'record.unreviewed',
    subject: `record:${recordId}`,
    detail: { revision: before.revision },
  });
  return { row: (await findRecord(tx, recordId)) ?? before, isNewer: false };
}

/**
 * Notes that a record which could not be examined is to be tried once more, before it is: whether it is to be; null where
 * there is no such record.
 */
export async function noteExaminingAgain(
  deps: { store: Store; clock: Clock },
  recordId: number,
  actor: Actor,
): Promise<boolean | null> {
  return deps.store.write(async (tx) => {
    const latest = await findLatestRevision(tx, recordId);
    if (latest === undefined) return null;
    if (latest.notExamined === null) return false;
    await appendAudit(tx, {
      at: deps.clock.now(),
      actor,
      action: 'record.examinedAgain',
      subject: `record:${recordId}`,
      detail: { revision: latest.revision, reason: latest.notExamined },
    });
    return true;
  });
}

/** What somebody says of findings of a record. */
export interface Acknowledgement {
  recordId: number;
  code: FindingCode;
  /** Only the finding that begins there. */
  pointer?: string | undefined;
  scope: AcknowledgementScope;
  reason: string;
}

export type Acknowledged =
  | { outcome: 'acknowledged'; id: number; row: RecordListRow }
  | { outcome: 'noRecord' | 'noFinding' | 'noParty' };

interface Dependencies {
  store: Store;
  clock: Clock;
}

/** Acknowledges findings of a record's latest revision. What is acknowledged already stays as it is. */
export async function acknowledge(
  deps: Dependencies,
  asked: Acknowledgement,
  actor: Actor,
): Promise<Acknowledged> {
  const at = deps.clock.now();
  return deps.store.write(async (tx) => {
    const { recordId, code } = asked;
    const before = await findRecord(tx, recordId);
    if (before === undefined) return { outcome: 'noRecord' };
    const revision = { recordId, revision: before.revision };
    const meant = await listMeant(tx, asked, before);
    const unacknowledged = meant.filter(({ scope }) => scope === null);
    const [first] = unacknowledged;
    if (first === undefined) {
      // Two people at once: the first one's reason stands.
      const known = meant[0]?.acknowledgementId ?? null;
      return known === null ? { outcome: 'noFinding' } : { outcome: 'acknowledged', id: known, row: before };
    }
    const party = asked.scope === 'party' ? before.partyTaxId : null;
    if (asked.scope === 'party' && party === null) return { outcome: 'noParty' };
    const example = exampleOf(first);
    const acknowledgement = { recordId, code, example, reason: asked.reason, at, who: actor.person };
    const rule =
      party === null
        ? null
        : await insertAcknowledgement(tx, {
            ...acknowledgement,
            scope: 'party',
            partyTaxId: party,
            partyName: before.partyName,
          });
    // A party's that is known already came after this record: here it is said of the record alone.
    const id = rule ?? (await insertForRecord(tx, acknowledgement, unacknowledged));
    await updateFindingAcknowledgements(tx, revision);
    await appendAudit(tx, {
      at,
      actor,
      action: 'finding.acknowledged',
      subject: `record:${recordId}`,
      detail: {
        acknowledgement: id,
        code,
        ...(rule === null
          ? { scope: 'record', pointers: unacknowledged.map((finding) => finding.pointer) }
          : { scope: 'party', partyTaxId: party }),
        revision: before.revision,
        reason: asked.reason,
      },
    });
    return { outcome: 'acknowledged', id, row: (await findRecord(tx, recordId)) ?? before };
  });
}

/** The findings of a record that somebody means; none where it is being moved to a bundle, and they go. */
async function listMeant(
  tx: ReadTransaction,
  { recordId, code, pointer }: Acknowledgement,
  { revision }: RecordListRow,
): Promise<AcknowledgedFindingRow[]> {
  if (await isLeaving(tx, recordId)) return [];
  return (await listFindings(tx, recordId, revision)).filter(
    (finding) => finding.code === code && (pointer === undefined || finding.pointer === pointer),
  );
}

/** What a finding says, so that a list can say what was meant. */
function exampleOf({ pointer, parameters }: AcknowledgedFindingRow): string {
  const said: unknown = JSON.parse(parameters);
  return JSON.stringify({ pointer, parameters: said });
}

async function insertForRecord(
  tx: WriteTransaction,
  acknowledgement: Pick<
    Parameters<typeof insertAcknowledgement>[1],
    'recordId' | 'code' | 'example' | 'reason' | 'at' | 'who'
  >,
  findings: readonly AcknowledgedFindingRow[],
): Promise<number> {
  const fingerprints = findings.map(findingFingerprint);
  const id = await insertAcknowledgement(tx, { ...acknowledgement, scope: 'record', fingerprints });
  if (id === null) throw new Error('an acknowledgement of a record is always new');
  return id;
}

/**
 * Takes an acknowledgement back, at its record at once; what a party's holds for elsewhere is looked at again in the
 * background. Null where there is none; one that was taken back already stays so.
 */
export async function withdraw(deps: Dependencies, id: number, actor: Actor): Promise<RecordListRow | null> {
  const at = deps.clock.now();
  return deps.store.write(async (tx) => {
    const acknowledgement = await findAcknowledgement(tx, id);
    if (acknowledgement === undefined) return null;
    const recordId = acknowledgement.recordId;
    if (acknowledgement.scope === 'record' && (await isLeaving(tx, recordId))) return null;
    if (acknowledgement.withdrawnAt === null) {
      await setAcknowledgementWithdrawn(tx, id, { at, who: actor.person });
      const before = await findRecord(tx, recordId);
      if (before !== undefined)
        await updateFindingAcknowledgements(tx, { recordId, revision: before.revision });
      if (acknowledgement.scope === 'party')
        await enqueueRecheck(tx, { name: 'acknowledgement', value: String(id) });
      await appendAudit(tx, {
        at,
        actor,
        action: 'finding.acknowledgementWithdrawn',
        subject: `record:${recordId}`,
        detail: { acknowledgement: id, code: acknowledgement.code, scope: acknowledgement.scope },
      });
    }
    return (await findRecord(tx, recordId)) ?? null;
  });
}

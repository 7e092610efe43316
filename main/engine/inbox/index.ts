/** What waits for a person, from everywhere: put together for each call from what is open, so that nothing of it is kept twice. */
import type { InboxArrived, InboxWorked } from '#shared/contract/inbox.ts';
import type { Finding } from '#shared/contract/records.ts';
import { leastOf, mayDo } from '#shared/contract/roles.ts';
import { byConsequence } from '#shared/finding-terms.ts';
import { stakeOfOrder } from '#shared/rules/authority.ts';
import { dominicanDay, dominicanInstant } from '#shared/rules/dominican-time.ts';
import { recordKinds } from '#shared/terms.ts';
import { statedClaim } from '../cancellations/index.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { findingOf } from '../records/index.ts';
import { type Authority, refusalToSecond } from '../second-person/index.ts';
import {
  type AskedCancellationRow,
  countArrivedAfter,
  findInboxVisit,
  findJournalHead,
  findLastEntryUntil,
  findReminder,
  listAskedCancellations,
  listAssignedUnreviewed,
  listDueReminders,
  listFindings,
  listOpenMentions,
  listPeople,
  listRecordsByIds,
  listSeriousUnreviewed,
  listWaitingApprovals,
  listWaitingPayments,
  type OpenMentionRow,
  type ProposedCancellationRow,
  type ProposedPaymentRow,
  type ReadTransaction,
  type RecordListRow,
  type ReminderRow,
  type Store,
  setMentionsDone,
  upsertInboxVisit,
} from '../store/index.ts';

/** So many of each reason are looked at. */
const most = 200;
/** So many unreviewed records of each kind with something to look at are asked for an error. */
const walkedForErrors = 150;
/** No more deliveries are counted. */
const mostCounted = 2000;
/** After so long without a look, the next one is another visit. */
const visitMilliseconds = 30 * 60_000;

/** Why an entry is there; instants in milliseconds since 1970. */
export type StoredReason =
  | { why: 'assigned'; at: number; by: string }
  | { why: 'mentioned'; id: number; at: number; who: string; text: string }
  | { why: 'reminder'; id: number; dueAt: number; time: string | null; text: string; who: string }
  /** A payment that somebody proposed waits for this person; of an earlier revision it can only be rejected. */
  /** `lacksSecond` where nobody who works here may confirm it, so that an administrator is called. */
  | { why: 'proposed'; at: number; who: string; isOutdated: boolean; lacksSecond: boolean }
  | { why: 'serious'; at: number; isNew: boolean; finding: Finding | null; count: number };

interface Common {
  key: string;
  isMine: boolean;
  since: number;
}
type RecordEntry = Common & { kind: 'record'; record: RecordListRow; reasons: StoredReason[] };
type ClaimEntry = Common & { kind: 'claim'; claimNumber: string; reasons: StoredReason[] };
type CancellationEntry = Common & {
  kind: 'cancellation';
  asked: AskedCancellationRow;
  record: RecordListRow | null;
  /** The approval that somebody proposed, and that waits for this person. */
  proposal: { at: number; who: string } | null;
};
export type StoredEntry = RecordEntry | ClaimEntry | CancellationEntry;

interface StoredGroup {
  key: string;
  claimNumber: string | null;
  isMine: boolean;
  entries: StoredEntry[];
}

/** Whose inbox it is. */
export interface InboxReader {
  personId: number;
  authority: Authority;
  /** What their role lets them confirm. */
  mayConfirm: { approvals: boolean; payments: boolean };
  /** Whether their role lets them decide and review: who only reads is not called to what others do. */
  mayWork: boolean;
  /** Whether they may give others a higher limit: what nobody may confirm waits for them. */
  isAdministrator: boolean;
}

type WaitingPayment = ProposedPaymentRow & { lacksSecond: boolean };

/** Where a group stands among all: held calls, then one's own, then nobody's; then by how long it has waited. */
export interface GroupPlace {
  rank: number;
  since: number;
  key: string;
}

interface InboxPage {
  groups: StoredGroup[];
  /** Where the next page begins; null at the end. */
  next: GroupPlace | null;
  total: number;
  isCapped: boolean;
  lastVisitAt: number | null;
  since: InboxArrived | null;
  today: InboxArrived;
}

export interface Inbox {
  list(reader: InboxReader, page: { after: GroupPlace | null; limit: number }): Promise<InboxPage>;
  /** The person looks at the inbox. */
  visit(personId: number): Promise<void>;
  /** What is to be worked off at an entry; null where it is not there, is a cancellation, or holds nothing that they may work off. */
  find(reader: InboxReader, key: string): Promise<InboxWorked | null>;
  /** Mentions of the person are worked off, or are open again. */
  setMentionsDone(personId: number, ids: readonly number[], done: boolean): Promise<void>;
  /** Whether all of these reminders are for the person. */
  areRemindersOf(personId: number, ids: readonly number[]): Promise<boolean>;
}

export function createInbox({
  store,
  clock,
  changes,
}: {
  store: Store;
  clock: Clock;
  changes: Changes;
}): Inbox {
  return {
    list: (reader, { after, limit }) =>
      store.read(async (tx) => {
        const now = clock.now();
        const visit = await findInboxVisit(tx, reader.personId);
        const { entries, isCapped } = await entriesOf(tx, reader, now, visit?.beforeSeq ?? null);
        const { groups, next } = pageOf(groupsOf(entries), after, limit);
        for (const group of groups) for (const entry of group.entries) await addFindings(tx, entry);
        return {
          groups,
          next,
          total: entries.length,
          isCapped,
          lastVisitAt: visit?.beforeAt ?? null,
          since: visit?.beforeSeq == null ? null : await arrivedAfter(tx, visit.beforeSeq),
          today: await arrivedToday(tx, now),
        };
      }),
    visit: (personId) =>
      store.write(async (tx) => {
        const now = clock.now();
        const known = await findInboxVisit(tx, personId);
        const isAnother = known !== null && now - known.lastAt > visitMilliseconds;
        await upsertInboxVisit(tx, personId, {
          lastAt: now,
          lastSeq: (await findJournalHead(tx)).seq,
          beforeAt: isAnother ? known.lastAt : (known?.beforeAt ?? null),
          beforeSeq: isAnother ? known.lastSeq : (known?.beforeSeq ?? null),
        });
      }),
    find: (reader, key) =>
      store.read(async (tx) => {
        const { entries } = await entriesOf(tx, reader, clock.now(), null);
        const entry = entries.find((one) => one.key === key);
        if (entry === undefined || entry.kind === 'cancellation') return null;
        const idsOf = (wanted: 'mentioned' | 'reminder') =>
          entry.reasons.flatMap((reason) => (reason.why === wanted ? [reason.id] : []));
        const isToReview = entry.reasons.some(({ why }) => why === 'assigned' || why === 'serious');
        const isTheirs = entry.reasons.some(({ why }) => why === 'mentioned' || why === 'reminder');
        // Who only reads is done with what was said to them, and does nothing else.
        if (!reader.mayWork && !isTheirs) return null;
        return {
          mentions: idsOf('mentioned'),
          reminders: idsOf('reminder'),
          recordId: entry.kind === 'record' && isToReview ? entry.record.id : null,
        };
      }),
    async setMentionsDone(personId, ids, done) {
      if (ids.length === 0) return;
      await store.write((tx) => setMentionsDone(tx, personId, ids, done ? clock.now() : null));
      changes.publish({ topic: 'work' });
    },
    areRemindersOf: (personId, ids) =>
      store.read(async (tx) => {
        for (const id of ids) if ((await findReminder(tx, id))?.forPerson !== personId) return false;
        return true;
      }),
  };
}

/** What is open of everything that an inbox shows, with the records that it is about. */
interface Open {
  assigned: readonly number[];
  mentions: readonly OpenMentionRow[];
  reminders: readonly ReminderRow[];
  asked: readonly AskedCancellationRow[];
  approvals: readonly ProposedCancellationRow[];
  payments: readonly ProposedPaymentRow[];
  /** Records with an error. */
  serious: readonly number[];
  records: ReadonlyMap<number, RecordListRow>;
}

async function readOpen(tx: ReadTransaction, personId: number, now: number): Promise<Open> {
  const assigned = (await listAssignedUnreviewed(tx, personId, most)).map(({ id }) => id);
  const mentions = await listOpenMentions(tx, personId, most);
  const reminders = await listDueReminders(tx, personId, now, most);
  const asked: AskedCancellationRow[] = [];
  for (const state of ['waiting', 'deferred', 'unmatched'] as const)
    asked.push(...(await listAskedCancellations(tx, state, most)));
  const approvals = await listWaitingApprovals(tx, most);
  const payments = await listWaitingPayments(tx, most);
  const serious: number[] = [];
  for (const kind of recordKinds)
    serious.push(...(await listSeriousUnreviewed(tx, kind, walkedForErrors)).map(({ id }) => id));
  const ids = new Set([...assigned, ...serious]);
  for (const { recordId } of [...mentions, ...reminders, ...asked, ...approvals, ...payments])
    if (recordId !== null) ids.add(recordId);
  const rows = await listRecordsByIds(tx, [...ids], {});
  return {
    assigned,
    mentions,
    reminders,
    asked,
    approvals,
    payments,
    serious,
    records: new Map(rows.map((row) => [row.id, row])),
  };
}

/** All entries of a person, in no order. */
async function entriesOf(
  tx: ReadTransaction,
  reader: InboxReader,
  now: number,
  beforeSeq: number | null,
): Promise<{ entries: StoredEntry[]; isCapped: boolean }> {
  const { personId } = reader;
  const open = await readOpen(tx, personId, now);
  const entries: StoredEntry[] = [];
  const payments = await paymentsOf(tx, reader, open);
  for (const [key, reasons] of reasonsOf(
    { ...open, payments, ...(reader.mayWork ? {} : { assigned: [], serious: [] }) },
    personId,
    beforeSeq,
  )) {
    const common = {
      key,
      isMine: reasons.some(({ why }) => why !== 'serious' && why !== 'proposed'),
      since: Math.min(...reasons.map((reason) => (reason.why === 'reminder' ? reason.dueAt : reason.at))),
      reasons,
    };
    const [kind, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
    const record = open.records.get(Number(name));
    if (kind === 'claim') entries.push({ kind: 'claim', ...common, claimNumber: name });
    else if (record !== undefined) entries.push({ kind: 'record', ...common, record });
  }
  entries.push(...(await cancellationEntries(tx, reader, open)));
  const lists = [open.assigned, open.mentions, open.reminders, open.asked, open.approvals, open.payments];
  return { entries, isCapped: lists.some(({ length }) => length >= most) };
}

/** Cancellations that nobody proposed to approve, for who may decide them, and what this person may confirm. */
async function cancellationEntries(
  tx: ReadTransaction,
  reader: InboxReader,
  open: Open,
): Promise<CancellationEntry[]> {
  const entries: CancellationEntry[] = [];
  const approvals = await approvalsOf(tx, reader, open);
  const proposed = new Set(open.approvals.flatMap((row) => (isOutdated(row, open) ? [] : [row.id])));
  for (const asked of reader.mayWork ? open.asked : []) {
    if (proposed.has(asked.id)) continue;
    const record = open.records.get(asked.recordId ?? 0) ?? null;
    if (!isSomebodyElses(record, reader.personId))
      entries.push({
        kind: 'cancellation',
        key: `cancellation:${asked.id}`,
        isMine: record?.assignedTo === reader.personId,
        since: asked.heldUntil ?? asked.askedAt,
        asked,
        record,
        proposal: null,
      });
  }
  for (const { proposedAt, who, ...asked } of approvals)
    entries.push({
      kind: 'cancellation',
      key: `cancellation:${asked.id}`,
      isMine: false,
      since: asked.heldUntil ?? proposedAt,
      asked,
      record: open.records.get(asked.recordId ?? 0) ?? null,
      proposal: { at: proposedAt, who },
    });
  return entries;
}

/** Whether a newer revision came since; what was proposed then is decided anew. */
const isOutdated = (row: { recordId: number | null; revision: number }, { records }: Open) =>
  (records.get(row.recordId ?? 0)?.revision ?? row.revision) !== row.revision;

/** The approvals that wait for this person as the second one; what is outdated waits for anybody's verdict. */
async function approvalsOf(
  tx: ReadTransaction,
  { authority, mayConfirm }: InboxReader,
  open: Open,
): Promise<ProposedCancellationRow[]> {
  const theirs: ProposedCancellationRow[] = [];
  for (const row of mayConfirm.approvals ? open.approvals : [])
    if (
      !isOutdated(row, open) &&
      (await refusalToSecond(tx, row, authority, stakeOfOrder(row.amount))) === null
    )
      theirs.push(row);
  return theirs;
}

/** The payments that wait for this person as the second one; for an administrator those too that nobody may confirm. */
async function paymentsOf(
  tx: ReadTransaction,
  { authority, mayConfirm, isAdministrator }: InboxReader,
  open: Open,
): Promise<WaitingPayment[]> {
  const theirs: WaitingPayment[] = [];
  for (const row of mayConfirm.payments ? open.payments : [])
    if ((await refusalToSecond(tx, row, authority, { value: row.amount, currency: row.currency })) === null)
      theirs.push({ ...row, lacksSecond: false });
    else if (isAdministrator && !(await hasSecond(tx, row))) theirs.push({ ...row, lacksSecond: true });
  return theirs;
}

/** Whether anybody who works here may confirm a payment. */
async function hasSecond(tx: ReadTransaction, row: ProposedPaymentRow): Promise<boolean> {
  const stake = { value: row.amount, currency: row.currency };
  for (const { id, name, role, verdictLimit, endedAt } of await listPeople(tx)) {
    if (endedAt !== null || !mayDo(role, leastOf(['decisions', 'confirm']))) continue;
    const second: Authority = { actor: { person: name, personId: id, via: 'engine' }, limit: verdictLimit };
    if ((await refusalToSecond(tx, row, second, stake)) === null) return true;
  }
  return false;
}

/** Why each record and claim is there, by the key of its entry. */
function reasonsOf(
  open: Omit<Open, 'payments'> & { payments: readonly WaitingPayment[] },
  personId: number,
  beforeSeq: number | null,
): Map<string, StoredReason[]> {
  const reasons = new Map<string, StoredReason[]>();
  const add = (key: string, reason: StoredReason) => reasons.set(key, [...(reasons.get(key) ?? []), reason]);
  const keyOf = (of: { recordId: number | null; claimNumber: string | null }) =>
    of.recordId === null ? `claim:${of.claimNumber}` : `record:${of.recordId}`;
  for (const { recordId, claimNumber, ...mention } of open.mentions)
    add(keyOf({ recordId, claimNumber }), { why: 'mentioned', ...mention });
  for (const row of open.reminders) {
    const { id, dueAt, dueTime: time, text, who } = row;
    add(keyOf(row), { why: 'reminder', id, dueAt, time, text, who });
  }
  for (const row of open.payments) {
    const { recordId, at, who, lacksSecond } = row;
    add(`record:${recordId}`, { why: 'proposed', at, who, isOutdated: isOutdated(row, open), lacksSecond });
  }
  for (const id of open.assigned) {
    const row = open.records.get(id);
    const at = row?.assignedAt ?? row?.receivedAt ?? 0;
    add(`record:${id}`, { why: 'assigned', at, by: row?.assignedBy ?? '' });
  }
  for (const id of open.serious) {
    const row = open.records.get(id);
    if (row === undefined || isSomebodyElses(row, personId)) continue;
    const isNew = beforeSeq !== null && id > beforeSeq;
    add(`record:${id}`, { why: 'serious', at: row.receivedAt, isNew, finding: null, count: 1 });
  }
  return reasons;
}

/** What a colleague was given is in no other inbox, unless somebody mentions it there. */
const isSomebodyElses = (record: RecordListRow | null, personId: number) =>
  record !== null && record.assignedTo !== null && record.assignedTo !== personId;

/** The order of a claim's groups, and of the entries in each. */
function groupsOf(entries: readonly StoredEntry[]): StoredGroup[] {
  const groups = new Map<string, StoredGroup>();
  for (const entry of entries) {
    const claimNumber = claimOf(entry);
    const key = claimNumber === null ? entry.key : `claim:${claimNumber}`;
    const group = groups.get(key) ?? { key, claimNumber, isMine: false, entries: [] };
    group.entries.push(entry);
    group.isMine ||= entry.isMine;
    groups.set(key, group);
  }
  for (const group of groups.values())
    group.entries.sort(
      (one, other) =>
        rankOf(one) - rankOf(other) || one.since - other.since || one.key.localeCompare(other.key),
    );
  return [...groups.values()].sort((one, other) => comparePlaces(placeOf(one), placeOf(other)));
}

/** Of a cancellation whose order never came, the claim that its calls name. */
function claimOf(entry: StoredEntry): string | null {
  if (entry.kind === 'claim') return entry.claimNumber;
  if (entry.kind === 'record' || entry.record !== null) return entry.record?.claimNumber ?? null;
  return statedClaim(entry.asked.orderReferences);
}

const rankOf = (entry: StoredEntry) => {
  if (entry.kind === 'cancellation' && entry.asked.state === 'waiting') return 0;
  return entry.isMine || isProposed(entry) ? 1 : 2;
};

/** Few may confirm what others propose: it stands with one's own. */
const isProposed = (entry: StoredEntry) =>
  entry.kind === 'cancellation'
    ? entry.proposal !== null
    : entry.reasons.some(({ why }) => why === 'proposed');

function placeOf({ key, entries, isMine }: StoredGroup): GroupPlace {
  const ranks = entries.map(rankOf);
  const held = entries.filter((entry) => rankOf(entry) === 0);
  const counted = held.length > 0 ? held : entries;
  return {
    rank: Math.min(isMine ? 1 : 2, ...ranks),
    since: Math.min(...counted.map(({ since }) => since)),
    key,
  };
}

const comparePlaces = (one: GroupPlace, other: GroupPlace) =>
  one.rank - other.rank ||
  one.since - other.since ||
  (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);

/** The groups behind a place, and where the next page begins. */
function pageOf(
  all: readonly StoredGroup[],
  after: GroupPlace | null,
  limit: number,
): Pick<InboxPage, 'groups' | 'next'> {
  const left = after === null ? all : all.filter((group) => comparePlaces(placeOf(group), after) > 0);
  const groups = left.slice(0, limit);
  const last = groups.at(-1);
  return { groups, next: left.length > limit && last !== undefined ? placeOf(last) : null };
}

/** Says of an entry with errors which is the gravest. */
async function addFindings(tx: ReadTransaction, entry: StoredEntry): Promise<void> {
  if (entry.kind !== 'record') return;
  for (const reason of entry.reasons) {
    if (reason.why !== 'serious') continue;
    const errors = (await listFindings(tx, entry.record.id, entry.record.revision))
      .map(findingOf)
      .filter(({ severity, acknowledgement }) => severity === 'error' && acknowledgement === null)
      .sort(byConsequence);
    reason.finding = errors[0] ?? null;
    reason.count = errors.length;
  }
}

async function arrivedToday(tx: ReadTransaction, now: number): Promise<InboxArrived> {
  const beginning = dominicanInstant(dominicanDay(now), '00:00');
  const { seq } = await findJournalHead(tx);
  return arrivedAfter(tx, await findLastEntryUntil(tx, beginning - 1, seq));
}

async function arrivedAfter(tx: ReadTransaction, seq: number): Promise<InboxArrived> {
  const counts = await countArrivedAfter(tx, seq, mostCounted);
  const of = (kind: string) => counts.find((one) => one.kind === kind)?.count ?? 0;
  return {
    purchaseOrder: of('purchaseOrder'),
    serviceOrder: of('serviceOrder'),
    incidentReport: of('incidentReport'),
    financialDocument: of('financialDocument'),
    isCapped: counts.reduce((sum, { count }) => sum + count, 0) >= mostCounted,
  };
}

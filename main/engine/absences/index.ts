/**
 * When nothing was received: noted as the receiver tells of it, and what the marketplace may have called meanwhile. That is no
 * knowledge but a hint, from what usually comes at such hours and from gaps among the marketplace's ids.
 */

import { maxAbsences } from '#shared/contract/absences.ts';
import type { Actor } from '#shared/contract/common.ts';
import { type CallKind, callKinds, type RecordKind, recordKinds } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  type AbsenceRow,
  appendAudit,
  countEntriesBetween,
  countUnseenAbsences,
  findAbsence,
  findFirstEntryAt,
  findJournalHead,
  findLastEntryUntil,
  insertAbsence,
  listAbsences,
  listNewIdsBetween,
  type ReadTransaction,
  type Store,
  setAbsenceSeen,
} from '../store/index.ts';

const day = 24 * 3_600_000;
const week = 7 * day;
/** So many weeks before are looked at. */
const weeksBefore = 4;
/** So many entries on either side are looked at for ids of the marketplace. */
const entriesAround = 2000;
/** Of fewer ids nothing is said about gaps. */
const leastIds = 3;

/** What came on an average of the weeks before, at the same hours of the same days. */
interface Usual {
  /** How many of the weeks before there is something of, 1 to 4. */
  weeks: number;
  /** Kinds that came at all; calls a week, with fractions. */
  calls: { kind: CallKind; count: number }[];
}

/** Ids of the marketplace between the last record before and the first one after. */
interface Gap {
  kind: RecordKind;
  lastBefore: number;
  firstAfter: number;
  /** How many there are between both; the marketplace may have given them to others. */
  missing: number;
  /** How many were missing between two on an average before. */
  usually: number;
}

interface AbsenceDetail {
  /** Null where nothing came before that could be compared. */
  usual: Usual | null;
  gaps: Gap[];
}

export interface Absences {
  /** Notes what the receiver tells of; one that is noted already is left as it is. */
  keep(absences: readonly { from: number; until: number; why: AbsenceRow['why'] }[]): Promise<void>;
  /** The newest first, and how many nobody has read of. */
  list(): Promise<{ rows: AbsenceRow[]; unseen: number }>;
  find(id: number): Promise<(AbsenceRow & AbsenceDetail) | null>;
  /** Marks it and all before it as read; null where there is none of this id. */
  setSeen(id: number, actor: Actor): Promise<AbsenceRow | null>;
}

export function createAbsences({
  store,
  clock,
  changes,
}: {
  store: Store;
  clock: Clock;
  changes: Changes;
}): Absences {
  return {
    async keep(absences) {
      await store.write(async (tx) => {
        for (const { from, until, why } of absences)
          await insertAbsence(tx, { fromAt: from, untilAt: until, why });
      });
      changes.publish({ topic: 'absences' });
    },
    list: () =>
      store.read(async (tx) => ({
        rows: await listAbsences(tx, maxAbsences),
        unseen: await countUnseenAbsences(tx, maxAbsences),
      })),
    find: (id) =>
      store.read(async (tx) => {
        const row = await findAbsence(tx, id);
        return row === undefined ? null : { ...row, ...(await detailOf(tx, row)) };
      }),
    async setSeen(id, actor) {
      const row = await store.write(async (tx) => {
        const before = await findAbsence(tx, id);
        if (before === undefined) return null;
        if (before.seenAt !== null) return before;
        await setAbsenceSeen(tx, id, clock.now(), actor.person);
        const { fromAt: from, untilAt: until, why } = before;
        await appendAudit(tx, {
          at: clock.now(),
          actor,
          action: 'absence.seen',
          subject: `absence:${id}`,
          detail: { from, until, why },
        });
        return (await findAbsence(tx, id)) ?? null;
      });
      if (row !== null) changes.publish({ topic: 'absences' });
      return row;
    },
  };
}

async function detailOf(tx: ReadTransaction, { fromAt, untilAt }: AbsenceRow): Promise<AbsenceDetail> {
  const last = (await findJournalHead(tx)).seq;
  const placeOf = (at: number) => findLastEntryUntil(tx, at, last);
  return {
    usual: await usualAt(tx, fromAt, untilAt, placeOf),
    gaps: await gapsAt(tx, await placeOf(fromAt), await placeOf(untilAt), last),
  };
}

/** Of what is longer than a week the last week is compared, which stands for each of the others. */
async function usualAt(
  tx: ReadTransaction,
  fromAt: number,
  untilAt: number,
  placeOf: (at: number) => Promise<number>,
): Promise<Usual | null> {
  const firstAt = await findFirstEntryAt(tx);
  if (firstAt === null) return null;
  const length = Math.min(untilAt - fromAt, week);
  const times = (untilAt - fromAt) / length;
  const sums = new Map<CallKind, number>();
  let weeks = 0;
  for (let back = 1; back <= weeksBefore; back++) {
    const from = fromAt - back * week;
    // Of a week that had only begun a part would be taken for the whole.
    if (from < firstAt) break;
    weeks += 1;
    const counted = await countEntriesBetween(tx, await placeOf(from), await placeOf(from + length));
    for (const kind of callKinds) {
      const count = counted.find((one) => one.kind === kind)?.count ?? 0;
      sums.set(kind, (sums.get(kind) ?? 0) + count);
    }
  }
  if (weeks === 0) return null;
  const calls = [...sums].map(([kind, sum]) => ({ kind, count: (sum / weeks) * times }));
  return { weeks, calls: calls.filter(({ count }) => count > 0) };
}

async function gapsAt(tx: ReadTransaction, before: number, after: number, last: number): Promise<Gap[]> {
  const earlier = await listNewIdsBetween(tx, before - entriesAround, before);
  const later = await listNewIdsBetween(tx, after, Math.min(last, after + entriesAround));
  return recordKinds.flatMap((kind) => gapOf(kind, idsOf(kind, earlier), idsOf(kind, later)));
}

const idsOf = (kind: RecordKind, rows: readonly { kind: RecordKind; marketplaceId: number }[]): number[] =>
  rows.filter((row) => row.kind === kind).map(({ marketplaceId }) => marketplaceId);

/** None where the marketplace's ids do not grow as its records come. */
function gapOf(kind: RecordKind, earlier: readonly number[], later: readonly number[]): Gap[] {
  if (earlier.length < leastIds || later.length === 0) return [];
  const [lowest, lastBefore] = [Math.min(...earlier), Math.max(...earlier)];
  const firstAfter = Math.min(...later);
  const missing = firstAfter - lastBefore - 1;
  const usually = (lastBefore - lowest + 1 - earlier.length) / (earlier.length - 1);
  return missing > 0 ? [{ kind, lastBefore, firstAfter, missing, usually }] : [];
}

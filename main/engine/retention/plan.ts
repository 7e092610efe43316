import { fiscalYears, keptBackReasons, type RetentionPlan } from '#shared/contract/retention.ts';
import { readSettings } from '../settings/index.ts';
import { listRecordStandings, listRecordsAfter } from '../store/index.ts';
import {
  agedClaims,
  type KeptBackReason,
  PlaceSet,
  type Reading,
  sharedWithOthers,
} from './closed-claims.ts';

/** The most examples of each that are named. */
const maxExamples = 20;
/** Records that are looked at in one read. */
const pageRecords = 500;

/** Counts what would leave if it began at `now`, milliseconds since 1970. Seconds, where there is much. */
export async function planRetention(store: Reading, years: number, now: number): Promise<RetentionPlan> {
  const closedBefore = yearsBefore(now, years);
  const fiscalFrom = yearsBefore(now, fiscalYears);
  const { findings: thresholds } = await store.read(readSettings);
  const kept = new Map<KeptBackReason, { claims: number; examples: string[] }>();
  const ofClaims = new PlaceSet();
  const leaving = { claims: 0, records: 0, bytes: 0, oldest: Number.POSITIVE_INFINITY, newest: 0 };
  const examples: RetentionPlan['examples'] = [];
  for await (const claim of agedClaims(store, { closedBefore, now, thresholds })) {
    const { claimNumber, lastActivity, reason, records } = claim;
    for (const { id } of records) ofClaims.add(id);
    if (reason !== null) {
      const known = kept.get(reason) ?? { claims: 0, examples: [] };
      kept.set(reason, known);
      known.claims += 1;
      if (known.examples.length < maxExamples) known.examples.push(claimNumber);
      continue;
    }
    leaving.claims += 1;
    leaving.records += records.length;
    leaving.bytes += records.reduce((sum, { bytes }) => sum + bytes, 0);
    leaving.oldest = Math.min(leaving.oldest, lastActivity);
    leaving.newest = Math.max(leaving.newest, lastActivity);
    if (examples.length < maxExamples)
      examples.push({ claimNumber, lastActivity: instantOf(lastActivity), records: records.length });
  }
  const { claims, records, bytes, oldest, newest } = leaving;
  return {
    ...{ asOf: instantOf(now), closedBefore: instantOf(closedBefore), claims, records, bytes, examples },
    oldest: claims === 0 ? null : instantOf(oldest),
    newest: claims === 0 ? null : instantOf(newest),
    keptBack: keptBackReasons.flatMap((reason) => {
      const found = kept.get(reason);
      return found === undefined ? [] : [{ reason, ...found }];
    }),
    withoutClaim: await countWithoutClaim(store, closedBefore, ofClaims),
    isUnderFiscalYears: claims > 0 && newest >= fiscalFrom,
  };
}

/** Counts records of that age which are here, carry no claim number and are in no claim's file. */
async function countWithoutClaim(store: Reading, before: number, ofClaims: PlaceSet): Promise<number> {
  const none = new PlaceSet();
  let count = 0;
  for (let afterId = 0; ; ) {
    const page = await store.read((tx) => listRecordsAfter(tx, afterId, pageRecords));
    const last = page.at(-1);
    if (last === undefined) return count;
    afterId = last.id;
    const alone = page.filter(
      ({ id, claimNumber, receivedAt }) => claimNumber === null && receivedAt < before && !ofClaims.has(id),
    );
    const standings = await store.read((tx) =>
      listRecordStandings(
        tx,
        alone.map(({ id }) => id),
      ),
    );
    const ids = standings.filter(({ isArchived }) => isArchived === 0).map(({ id }) => id);
    const ofYounger = await store.read((tx) =>
      sharedWithOthers(tx, ids, { claimNumber: null, closed: none }),
    );
    count += ids.length - ofYounger.size;
  }
}

/** The same day and time so many calendar years before; of 29 February the day after it where there is none. */
export function yearsBefore(time: number, years: number): number {
  const date = new Date(time);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}

const instantOf = (time: number): string => new Date(time).toISOString();

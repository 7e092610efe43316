import type { TimelineEntry } from '#shared/contract/claims.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { headingOf, valuesOf } from '../records/index.ts';
import {
  listPolicyLookups,
  listRecordEvents,
  type PolicyLookupRowStored,
  type ReadTransaction,
  type RecordEvent,
  type RecordListRow,
} from '../store/index.ts';
import type { ClaimFileRecord } from './claim-records.ts';

/** An entry of the contract, with the time in milliseconds. */
export type TimelineStored = Omit<TimelineEntry, 'at'> & { at: number };

/** Policies and vehicles whose lookups are told, and lookups of each. */
const maxKeys = 3;
const maxLookups = 50;

/** What happened to the records of a claim file, in order of when it did. */
export async function timelineOf(
  tx: ReadTransaction,
  records: readonly ClaimFileRecord[],
): Promise<TimelineStored[]> {
  const kinds = new Map(records.map(({ row }) => [row.id, row.kind]));
  const entries = records.flatMap(arrivalOf);
  for (const event of await listRecordEvents(tx, [...kinds.keys()])) {
    entries.push({
      at: event.at,
      event: event.event,
      recordId: event.recordId,
      kind: kinds.get(event.recordId) ?? null,
      text: textOf(event),
      who: 'who' in event ? event.who : null,
    });
  }
  entries.push(...(await lookupsOf(tx, records)));
  // Of one instant, what was found first comes first: the incident before its report.
  return entries.sort((a, b) => a.at - b.at);
}

function arrivalOf({ row }: ClaimFileRecord): TimelineStored[] {
  const entry = { recordId: row.id, kind: row.kind, text: null, who: null };
  const entries: TimelineStored[] = [];
  const happened = incidentTime(row);
  if (happened !== null) entries.push({ ...entry, at: happened, event: 'incident' });
  entries.push({ ...entry, at: row.receivedAt, event: 'record' });
  if (row.reviewedAt !== null) {
    entries.push({ ...entry, at: row.reviewedAt, event: 'reviewed', who: row.reviewedBy });
  }
  return entries;
}

function textOf(event: RecordEvent): string | null {
  switch (event.event) {
    case 'revision':
      return String(event.revision);
    case 'decided':
      return event.verdict;
    case 'invoiceDecision':
      return `${event.act} ${event.decision}`;
    case 'cancelled':
      return null;
    default:
      return event.text;
  }
}

function incidentTime(row: RecordListRow): number | null {
  const heading = headingOf(row);
  return heading?.kind === 'incidentReport' ? (readDominicanTime(heading.incidentAt)?.at ?? null) : null;
}

/** Lookups of the policies and vehicles of the records; of a policy with many vehicles only those of these. */
async function lookupsOf(
  tx: ReadTransaction,
  records: readonly ClaimFileRecord[],
): Promise<TimelineStored[]> {
  const links = records.flatMap(({ links: own }) => own);
  const vins = valuesOf(links, 'vin');
  const found = new Map<number, PolicyLookupRowStored>();
  const filters = [
    ...[...valuesOf(links, 'policy')].slice(0, maxKeys).map((numberKey) => ({ numberKey })),
    ...[...vins].slice(0, maxKeys).map((vinKey) => ({ vinKey })),
  ];
  for (const filter of filters) {
    const query = { filter, belowId: Number.MAX_SAFE_INTEGER, limit: maxLookups };
    for (const row of await listPolicyLookups(tx, query)) {
      const isOtherVehicle = row.vin !== null && vins.size > 0 && !vins.has(row.vin.trim().toUpperCase());
      if (!isOtherVehicle) found.set(row.id, row);
    }
  }
  return [...found.values()].map((row) => ({
    at: row.at,
    event: row.kind === 'balance' ? ('balance' as const) : ('lookup' as const),
    recordId: null,
    kind: null,
    text: [row.insurancePolicyNumber, row.vin]
      .filter((part) => part !== null)
      .map((part) => part.trim())
      .join(' · '),
    who: row.keyLabel,
  }));
}

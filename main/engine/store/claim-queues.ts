/** Filters and orders of lists of claims as SQL: what each condition asks of a row `k` of `claim_summary`, and its indexes (`queues.ts`). */
import type { ClaimOrder } from '#shared/contract/claims.ts';
import type { Severity } from '#shared/terms.ts';
import { type ClaimStored, claimColumns } from './claims.ts';
import {
  assignedTo,
  type Condition,
  type Conditions,
  type Drive,
  driveOf,
  type IndexList,
  isAmongIds,
  isIn,
  type KeyBounds,
  type QueueTable,
  says,
} from './queues.ts';
import { policyLinkSql, rankOfError } from './record-queues.ts';
import type { ReadTransaction, SqlValue } from './transaction.ts';

/** Which claims a list shows: those for which all that is said holds. An empty list says nothing. */
export interface ClaimFilter {
  /** Of these revisions, each the newest of its claim. */
  lastSeqs?: readonly number[] | undefined;
  /** Whether all of its records were reviewed. */
  reviewed?: boolean | undefined;
  /** Whether any finding of its records asks for a look. */
  withFindings?: boolean | undefined;
  /** At least; of what nobody acknowledged. An information alone is told of records, not of claims. */
  severity?: Exclude<Severity, 'info'> | undefined;
  /** When something last came, in milliseconds since 1970: from the first on, before the second. */
  receivedFrom?: number | undefined;
  receivedBefore?: number | undefined;
  /** The day of its incident, `YYYY-MM-DD`, both included. */
  datedFrom?: string | undefined;
  datedUntil?: string | undefined;
  /** What was ordered, in hundredths of a peso, both included. */
  amountFrom?: number | undefined;
  amountUntil?: number | undefined;
  /** Digits of an RNC or Cédula of a supplier, workshop or issuer. */
  parties?: readonly string[] | undefined;
  /** In lower case and without accents. */
  makes?: readonly string[] | undefined;
  /** Ids of persons. */
  assignedTo?: readonly (number | 'nobody')[] | undefined;
  /** Whether any of its records has a flag. */
  flagged?: boolean | undefined;
  /** Whether a cancellation of its orders waits for a verdict. */
  waiting?: boolean | undefined;
  /** The number of its policy, or of one that its documents name, as `policyKey` has it. */
  policyKey?: string | undefined;
  /** The chassis number or plate of its vehicle, as `vehicleKey` has it. */
  vehicleKey?: string | undefined;
  /** The beginning of the name of its insured, in lower case and without accents. */
  insured?: string | undefined;
}

/** What an order sorts by, but for `received`, which is that of the newest revision of each claim. */
export type ClaimKeyedOrder = Exclude<ClaimOrder['by'], 'received'>;

/** Claims, with what each order sorts them by. A claim's id is the row id of the newest revision of any of its records. */
export const claimTable: QueueTable<ClaimKeyedOrder> = {
  from: 'claim_summary k',
  id: 'k.last_seq',
  receivedAt: 'k.last_received_at',
  orders: {
    dated: { key: 'k.incident_on', has: 'k.incident_on IS NOT NULL', group: null },
    amount: { key: 'k.ordered', has: 'k.ordered > 0', group: null },
    records: { key: 'k.records', has: 'true', group: null },
    attention: { key: 'k.attention_rank', has: 'k.attention_rank > 0', group: null },
  },
};

type ConditionName = keyof ClaimFilter | 'received' | 'dated' | 'amount';
type AddCondition = (name: ConditionName, sql: string, ...parameters: SqlValue[]) => void;

const rankSql = {
  warning: 'k.attention_rank > 0',
  error: `k.attention_rank >= ${rankOfError}`,
} as const;

const stateSql = (filter: Pick<ClaimFilter, 'reviewed'>) =>
  filter.reviewed === true ? 'k.open_records = 0' : 'k.open_records > 0';

/** The conditions of a filter. */
export function claimConditions(filter: ClaimFilter): Conditions {
  const conditions = new Map<ConditionName, Condition>();
  const add: AddCondition = (name, sql, ...parameters) => conditions.set(name, { sql, parameters });
  if (filter.lastSeqs !== undefined)
    add('lastSeqs', isAmongIds('k.last_seq'), JSON.stringify(filter.lastSeqs));
  if (filter.reviewed !== undefined) add('reviewed', stateSql(filter));
  if (filter.withFindings !== undefined)
    add('withFindings', filter.withFindings ? 'k.attention_rank > 0' : 'k.attention_rank = 0');
  if (filter.severity !== undefined) add('severity', rankSql[filter.severity]);
  if (filter.flagged !== undefined) add('flagged', `k.flagged_records ${filter.flagged ? '>' : '='} 0`);
  if (filter.waiting !== undefined) add('waiting', `k.waiting ${filter.waiting ? '>' : '='} 0`);
  if (says(filter.assignedTo)) add('assignedTo', ...assignedTo('k.assigned_to', filter.assignedTo));
  addBounds(filter, add);
  addBelongings(filter, add);
  return conditions;
}

/** Days and amounts. */
function addBounds(filter: ClaimFilter, add: AddCondition): void {
  if (filter.receivedFrom !== undefined || filter.receivedBefore !== undefined)
    add(
      'received',
      'k.last_received_at >= ? AND k.last_received_at < ?',
      filter.receivedFrom ?? 0,
      filter.receivedBefore ?? Number.MAX_SAFE_INTEGER,
    );
  const dated = claimKeyBounds('dated', filter);
  if (dated !== null) add('dated', 'k.incident_on >= ? AND k.incident_on <= ?', dated.from, dated.until);
  const amount = claimKeyBounds('amount', filter);
  if (amount !== null)
    add('amount', 'k.ordered > 0 AND k.ordered >= ? AND k.ordered <= ?', amount.from, amount.until);
}

/** With whom, of which vehicle, policy and person. */
function addBelongings(filter: ClaimFilter, add: AddCondition): void {
  if (says(filter.makes)) add('makes', isIn('k.make'), JSON.stringify(filter.makes));
  if (says(filter.parties)) {
    const parties = JSON.stringify(filter.parties);
    add(
      'parties',
      ofRecordsSql(
        'JOIN record r ON r.id = l.record_id',
        `(${isIn('r.party_tax_id')} OR ${isIn('r.workshop_tax_id')})`,
      ),
      parties,
      parties,
    );
  }
  if (filter.policyKey !== undefined)
    add(
      'policyKey',
      `(${ofSubjectSql('s.policy_key = ?')} OR ${ofRecordsSql(
        `JOIN record_link p ON p.record_id = l.record_id AND ${policyLinkSql('p')}`,
      )})`,
      filter.policyKey,
      filter.policyKey,
    );
  if (filter.vehicleKey !== undefined)
    add('vehicleKey', ofSubjectSql('(s.vin = ? OR s.plate = ?)'), filter.vehicleKey, filter.vehicleKey);
  if (filter.insured !== undefined)
    add(
      'insured',
      ofSubjectSql('s.insured_order >= ? AND s.insured_order < ?'),
      filter.insured,
      behindAll(filter.insured),
    );
}

/** Behind all texts that begin so. */
const behindAll = (beginning: string): string => `${beginning}\u{10ffff}`;

/** What the claim is about fulfils a condition of `claim_subject s`. */
const ofSubjectSql = (condition: string): string =>
  `EXISTS (SELECT 1 FROM claim_subject s WHERE s.claim_number = k.claim_number AND ${condition})`;

/** Any of its records, linked by `l`, fulfils a condition of what is joined to them. */
const ofRecordsSql = (joined: string, condition = 'true'): string =>
  `EXISTS (SELECT 1 FROM record_link l ${joined}
    WHERE l.name = 'claimNumber' AND l.value = k.claim_number AND ${condition})`;

/** The bounds that a filter sets to the key of an order; null where it sets none. */
export function claimKeyBounds(by: ClaimKeyedOrder, filter: ClaimFilter): KeyBounds | null {
  const { datedFrom, datedUntil, amountFrom, amountUntil } = filter;
  if (by === 'dated' && (datedFrom !== undefined || datedUntil !== undefined))
    return { group: null, from: datedFrom ?? '', until: datedUntil ?? '9999-12-31' };
  if (by === 'amount' && (amountFrom !== undefined || amountUntil !== undefined))
    return { group: null, from: amountFrom ?? 1, until: amountUntil ?? Number.MAX_SAFE_INTEGER };
  return null;
}

const ofClaim = (where: string, ...parameters: SqlValue[]): IndexList => ({
  sql: `FROM claim_summary k WHERE ${where}`,
  id: 'k.last_seq',
  parameters,
});

/** The claims that what is walked before them names, in no order. */
const claimsOf = (
  walked: string,
  named: 'l.value' | 's.claim_number',
  where: string,
  ...parameters: SqlValue[]
): IndexList => ({
  sql: `${walked} CROSS JOIN claim_summary k ON k.claim_number = ${named} WHERE ${where}`,
  id: 'k.last_seq',
  repeats: true,
  parameters,
});
const ofSubjects = (where: string, ...parameters: SqlValue[]) =>
  claimsOf('FROM claim_subject s', 's.claim_number', where, ...parameters);

/** All claims, or those of a half of them. */
export const driveOfClaims = (filter: Pick<ClaimFilter, 'reviewed'>): Drive =>
  filter.reviewed === undefined
    ? driveOf([ofClaim('true')], [])
    : driveOf([ofClaim(stateSql(filter))], ['reviewed']);

const byKey = { isSorted: false, isByKey: true };
const unsorted = { isSorted: false, overlaps: true };

/** Every way to come by a filter's claims through an index, but for the walk of all of them. */
export function drivesOfClaims(filter: ClaimFilter): Drive[] {
  const drives: Drive[] = [];
  if (filter.lastSeqs !== undefined)
    drives.push(driveOf([ofClaim(isAmongIds('k.last_seq'), JSON.stringify(filter.lastSeqs))], ['lastSeqs']));
  if (filter.withFindings === true || filter.severity === 'warning')
    drives.push(driveOf([ofClaim(rankSql.warning)], severityCovered(filter)));
  if (filter.severity === 'error')
    drives.push(
      driveOf(
        [ofClaim(rankSql.error)],
        ['severity', ...(filter.withFindings === true ? ['withFindings'] : [])],
      ),
    );
  if (filter.flagged === true) drives.push(driveOf([ofClaim('k.flagged_records > 0')], ['flagged']));
  if (filter.waiting === true) drives.push(driveOf([ofClaim('k.waiting > 0')], ['waiting']));
  if (says(filter.assignedTo) && !filter.assignedTo.includes('nobody')) {
    const halves =
      filter.reviewed === undefined ? ['k.open_records > 0', 'k.open_records = 0'] : [stateSql(filter)];
    drives.push(
      driveOf(
        filter.assignedTo.flatMap((person) =>
          halves.map((half) => ofClaim(`k.assigned_to = ? AND ${half}`, person)),
        ),
        ['assignedTo', 'reviewed'],
      ),
    );
  }
  if (says(filter.makes))
    drives.push(
      driveOf(
        filter.makes.map((make) => ofClaim('k.make = ?', make)),
        ['makes'],
      ),
    );
  for (const by of ['dated', 'amount'] as const) {
    const bounds = claimKeyBounds(by, filter);
    const { key, has } = claimTable.orders[by];
    if (bounds !== null)
      drives.push(
        driveOf([ofClaim(`${has} AND ${key} >= ? AND ${key} <= ?`, bounds.from, bounds.until)], [by], byKey),
      );
  }
  return [...drives, ...belongingDrives(filter)];
}

const severityCovered = ({ severity, withFindings }: ClaimFilter): ConditionName[] => [
  ...(severity === 'warning' ? (['severity'] as const) : []),
  ...(withFindings === true ? (['withFindings'] as const) : []),
];

function belongingDrives({ parties, policyKey, vehicleKey, insured }: ClaimFilter): Drive[] {
  const drives: Drive[] = [];
  const linked = "JOIN record_link l ON l.record_id = r.id AND l.name = 'claimNumber'";
  if (says(parties)) {
    const lists = parties.flatMap((taxId) =>
      ['r.party_tax_id', 'r.workshop_tax_id'].map((column) =>
        claimsOf(`FROM record r CROSS ${linked}`, 'l.value', `${column} = ?`, taxId),
      ),
    );
    drives.push(driveOf(lists, ['parties'], unsorted));
  }
  if (policyKey !== undefined) {
    const named = "JOIN record_link l ON l.record_id = p.record_id AND l.name = 'claimNumber'";
    const lists = [
      ofSubjects('s.policy_key = ?', policyKey),
      claimsOf(`FROM record_link p CROSS ${named}`, 'l.value', policyLinkSql('p'), policyKey),
    ];
    drives.push(driveOf(lists, ['policyKey'], unsorted));
  }
  if (vehicleKey !== undefined) {
    const lists = [ofSubjects('s.vin = ?', vehicleKey), ofSubjects('s.plate = ?', vehicleKey)];
    drives.push(driveOf(lists, ['vehicleKey'], unsorted));
  }
  if (insured !== undefined) {
    const list = ofSubjects('s.insured_order >= ? AND s.insured_order < ?', insured, behindAll(insured));
    drives.push(driveOf([list], ['insured'], { isSorted: false }));
  }
  return drives;
}

/** A claim with what it is listed and filtered by. */
export interface ClaimListed extends ClaimStored {
  records: number;
  openRecords: number;
  flaggedRecords: number;
  attentionRank: number;
  /** In hundredths of a peso. */
  ordered: number;
  waiting: number;
  incidentOn: string | null;
}

/** The claims whose newest revisions these are, in no order. */
export async function listClaimsBySeqs(
  tx: ReadTransaction,
  lastSeqs: readonly number[],
): Promise<ClaimListed[]> {
  return tx.all<ClaimListed>(
    `SELECT ${claimColumns('c')}, k.records, k.open_records AS "openRecords", k.flagged_records AS "flaggedRecords",
        k.attention_rank AS "attentionRank", k.ordered, k.waiting, k.incident_on AS "incidentOn"
      FROM json_each(?) seqs CROSS JOIN claim_summary k ON k.last_seq = CAST(seqs.value AS BIGINT)
        CROSS JOIN claim c ON c.claim_number = k.claim_number`,
    JSON.stringify(lastSeqs),
  );
}

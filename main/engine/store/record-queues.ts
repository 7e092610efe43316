/** Filters and orders of lists of records as SQL: what each condition asks of a row `r` of `record`, and its indexes (`queues.ts`). */
import type { RecordOrder } from '#shared/contract/records.ts';
import type { FindingCode } from '#shared/finding-terms.ts';
import { documentTypes } from '#shared/marketplace/financial-document.ts';
import {
  type CancellationState,
  type InvoiceDecision,
  type RecordKind,
  recordKinds,
  type Severity,
} from '#shared/terms.ts';
import { claimKeySql } from './claims.ts';
import type { Link } from './links.ts';
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
import { type ReadTransaction, type SqlValue, selected, type WriteTransaction } from './transaction.ts';

/** Which records a list shows: those for which all that is said holds. An empty list says nothing. */
export interface RecordFilter {
  /** Of these alone. */
  ids?: readonly number[] | undefined;
  reviewed?: boolean | undefined;
  /** Whether any of its findings asks for a look: is a warning or an error. */
  withFindings?: boolean | undefined;
  /** At least; of what nobody acknowledged. */
  severity?: Severity | undefined;
  /** Any of them, in the latest revision, which nobody acknowledged. */
  findings?: readonly FindingCode[] | undefined;
  /** Milliseconds since 1970: from the first on, before the second. */
  receivedFrom?: number | undefined;
  receivedBefore?: number | undefined;
  /** `YYYY-MM-DD`, both included. */
  datedFrom?: string | undefined;
  datedUntil?: string | undefined;
  /** Digits of an RNC or Cédula. */
  parties?: readonly string[] | undefined;
  /** In hundredths of `currency`, both included. */
  amountFrom?: number | undefined;
  amountUntil?: number | undefined;
  currency?: string | undefined;
  /** Digits of the RNC of a purchase order's workshop. */
  workshops?: readonly string[] | undefined;
  /** In lower case and without accents; of a report's vehicle, or its claim's. */
  makes?: readonly string[] | undefined;
  /** Ids of persons. */
  assignedTo?: readonly (number | 'nobody')[] | undefined;
  flagged?: boolean | undefined;
  /** All of them. */
  links?: readonly Link[] | undefined;
  /** The number of its claim, as `claimKey` has it. */
  claimKey?: string | undefined;
  /** All numbers of claims that are compared as `claimKey`, where they were looked up. */
  claimNumbers?: readonly string[] | undefined;
  /** The number of the policy that it names, or its claim is of, without hyphens and spaces. */
  policyKey?: string | undefined;
  /** A chassis number or plate, without hyphens and spaces, in capitals; the same of both. */
  vehicleKey?: string | undefined;
  cancellation?: readonly CancellationState[] | undefined;
  /** What stands of a document, that a payment is proposed, or that neither is so. */
  decision?: readonly DecisionState[] | undefined;
}

/** What a document is filtered by that people decide on. */
type DecisionState = InvoiceDecision | 'proposed' | 'none';

/** Names of conditions, and `kind`, which a list of an index may stand for. */
type ConditionName = keyof RecordFilter | 'kind' | 'received' | 'dated' | 'amount';

/** An error among the findings counts so much in `attention_rank`. */
export const rankOfError = 1000;

/** The conditions of a filter. */
export function conditionsOf(filter: RecordFilter, kinds: readonly RecordKind[] = recordKinds): Conditions {
  const conditions = new Map<ConditionName, Condition>();
  const add: AddCondition = (name, sql, ...parameters) => conditions.set(name, { sql, parameters });
  if (says(filter.ids)) add('ids', isAmongIds('r.id'), JSON.stringify(filter.ids));
  if (kinds.length < recordKinds.length) add('kind', isIn('r.kind'), JSON.stringify(kinds));
  addStates(filter, add);
  addBounds(filter, add);
  addBelongings(filter, add);
  return conditions;
}

type AddCondition = (name: ConditionName, sql: string, ...parameters: SqlValue[]) => void;

/** What was found of it and what people did with it. */
function addStates(filter: RecordFilter, add: AddCondition): void {
  if (filter.reviewed !== undefined)
    add('reviewed', `r.reviewed_at IS ${filter.reviewed ? 'NOT NULL' : 'NULL'}`);
  if (filter.withFindings !== undefined)
    add('withFindings', filter.withFindings ? 'r.attention_count > 0' : 'r.attention_count = 0');
  if (filter.severity !== undefined) add('severity', severitySql[filter.severity]);
  if (says(filter.findings))
    add(
      'findings',
      `EXISTS (SELECT 1 FROM finding f WHERE f.record_id = r.id AND f.revision = r.revision
        AND f.acknowledgement_id IS NULL AND ${isIn('f.code')})`,
      JSON.stringify(filter.findings),
    );
  if (says(filter.assignedTo)) add('assignedTo', ...assignedTo('r.assigned_to', filter.assignedTo));
  if (filter.flagged !== undefined) add('flagged', `r.flagged_at IS ${filter.flagged ? 'NOT NULL' : 'NULL'}`);
  if (says(filter.cancellation))
    add(
      'cancellation',
      isIn('(SELECT c.state FROM cancellation c WHERE c.record_id = r.id ORDER BY c.id DESC LIMIT 1)'),
      JSON.stringify(filter.cancellation),
    );
  if (says(filter.decision)) {
    const others = filter.decision.flatMap((state) => (isStanding(state) ? [] : [decisionSql[state]]));
    const sql = [isIn('r.decision'), ...others].join(' OR ');
    add('decision', `(${sql})`, JSON.stringify(filter.decision.filter(isStanding)));
  }
}

const decisionSql = {
  proposed: 'r.decision_proposed = 1',
  // Credit notes are not decided on.
  none: `(r.kind = 'financialDocument' AND r.decision IS NULL AND r.decision_proposed = 0
    AND CAST(json_extract(r.heading, '$.documentTypeId') AS BIGINT) IS DISTINCT FROM ${documentTypes.creditNote})`,
};
const isStanding = (state: DecisionState): state is InvoiceDecision =>
  state !== 'proposed' && state !== 'none';

/** Days and amounts. */
function addBounds(filter: RecordFilter, add: AddCondition): void {
  const { receivedFrom, receivedBefore } = filter;
  if (receivedFrom !== undefined || receivedBefore !== undefined)
    add(
      'received',
      'r.received_at >= ? AND r.received_at < ?',
      receivedFrom ?? 0,
      receivedBefore ?? Number.MAX_SAFE_INTEGER,
    );
  const dated = datedBounds(filter);
  if (dated !== null) add('dated', 'r.dated_on >= ? AND r.dated_on <= ?', dated.from, dated.until);
  const amount = amountBounds(filter);
  if (amount !== null)
    add(
      'amount',
      'r.currency = ? AND r.amount >= ? AND r.amount <= ?',
      amount.group,
      amount.from,
      amount.until,
    );
}

/** With whom, of which vehicle, policy and claim. */
function addBelongings(filter: RecordFilter, add: AddCondition): void {
  if (says(filter.parties)) {
    const parties = JSON.stringify(filter.parties);
    add('parties', `(${isIn('r.party_tax_id')} OR ${isIn('r.workshop_tax_id')})`, parties, parties);
  }
  if (says(filter.workshops)) add('workshops', isIn('r.workshop_tax_id'), JSON.stringify(filter.workshops));
  if (says(filter.makes)) {
    const makes = JSON.stringify(filter.makes);
    add('makes', `(${isIn('r.make')} OR ${isIn('r.claim_make')})`, makes, makes);
  }
  if (says(filter.links)) {
    const linked = filter.links.map(
      () => 'EXISTS (SELECT 1 FROM record_link l WHERE l.record_id = r.id AND l.name = ? AND l.value = ?)',
    );
    add('links', linked.join(' AND '), ...filter.links.flatMap(({ name, value }) => [name, value]));
  }
  if (filter.claimKey !== undefined)
    add(
      'claimKey',
      `EXISTS (SELECT 1 FROM record_link l WHERE l.record_id = r.id AND l.name = 'claimNumber'
        AND ${claimKeySql('l.value')} = ?)`,
      filter.claimKey,
    );
  if (filter.policyKey !== undefined)
    add(
      'policyKey',
      `(EXISTS (SELECT 1 FROM record_link l WHERE l.record_id = r.id AND ${policyLinkSql('l')}) OR ${ofClaimSql('s.policy_key = ?')})`,
      filter.policyKey,
      filter.policyKey,
    );
  if (filter.vehicleKey !== undefined) {
    const { vehicleKey } = filter;
    add(
      'vehicleKey',
      `(EXISTS (SELECT 1 FROM record_link l WHERE l.record_id = r.id AND l.name IN ('vin', 'plate') AND l.value = ?)
        OR ${ofClaimSql('(s.vin = ? OR s.plate = ?)')})`,
      ...[vehicleKey, vehicleKey, vehicleKey],
    );
  }
}

/** What its claim is about fulfils a condition of `claim_subject s`. */
const ofClaimSql = (condition: string): string => `EXISTS (SELECT 1 FROM record_link l
  JOIN claim_subject s ON s.claim_number = l.value WHERE l.record_id = r.id AND l.name = 'claimNumber' AND ${condition})`;

/** The records of claims whose subject fulfils a condition that an index has, in no order of their ids. */
const ofClaims = (condition: string, parameter: string): IndexList => ({
  sql: `FROM claim_subject s CROSS JOIN record_link l ON l.name = 'claimNumber' AND l.value = s.claim_number WHERE ${condition}`,
  id: 'l.record_id',
  repeats: true,
  parameters: [parameter],
});

/** A link of a policy's number, as the index has it. */
export const policyLinkSql = (link: string): string =>
  `${link}.name = 'policy' AND replace(replace(${link}.value, '-', ''), ' ', '') = ?`;

const severitySql: Record<Severity, string> = {
  info: 'r.finding_count > 0',
  warning: 'r.attention_count > 0',
  error: `r.attention_rank >= ${rankOfError}`,
};

function datedBounds({ datedFrom, datedUntil }: RecordFilter): { from: string; until: string } | null {
  if (datedFrom === undefined && datedUntil === undefined) return null;
  return { from: datedFrom ?? '', until: datedUntil ?? '9999-12-31' };
}

export const defaultCurrency = 'DOP';

function amountBounds({ amountFrom, amountUntil, currency }: RecordFilter) {
  if (amountFrom === undefined && amountUntil === undefined && currency === undefined) return null;
  return {
    group: currency ?? defaultCurrency,
    from: amountFrom ?? -Number.MAX_SAFE_INTEGER,
    until: amountUntil ?? Number.MAX_SAFE_INTEGER,
  };
}

/** The bounds that a filter sets to the key of an order; null where it sets none. */
export function keyBounds(by: RecordOrder['by'], filter: RecordFilter): KeyBounds | null {
  if (by === 'amount') return amountBounds(filter);
  const dated = by === 'dated' ? datedBounds(filter) : null;
  return dated === null ? null : { group: null, ...dated };
}

const ofRecord = (where: string, ...parameters: SqlValue[]): IndexList => ({
  sql: `FROM record r WHERE ${where}`,
  id: 'r.id',
  parameters,
});

/** Reviewed or not are two lists, each with its index: an index over both would be one more to write for every order that arrives. */
const halves = (reviewed: boolean | undefined): string[] => {
  const unreviewed = 'r.reviewed_at IS NULL';
  const done = 'r.reviewed_at IS NOT NULL';
  return reviewed === undefined ? [unreviewed, done] : [reviewed ? done : unreviewed];
};

/** All records of these kinds, or of a half of them. */
export function driveOfKinds(filter: RecordFilter, kinds: readonly RecordKind[]): Drive {
  if (kinds.length === recordKinds.length && filter.reviewed === undefined)
    return { lists: [ofRecord('true')], isSorted: true, covers: [], overlaps: false };
  return {
    lists: kinds.flatMap((kind) =>
      halves(filter.reviewed).map((half) => ofRecord(`r.kind = ? AND ${half}`, kind)),
    ),
    isSorted: true,
    covers: filter.reviewed === undefined ? ['kind'] : ['kind', 'reviewed'],
    overlaps: false,
  };
}

/** Every way to come by a filter's records through an index, but for the walk of all of their kinds. */
export function drivesOf(filter: RecordFilter, kinds: readonly RecordKind[]): Drive[] {
  const eachKind = (where: string, ...parameters: SqlValue[]) =>
    kinds.map((kind) => ofRecord(`r.kind = ? AND ${where}`, kind, ...parameters));
  return [
    ...(says(filter.ids)
      ? [driveOf([ofRecord(isAmongIds('r.id'), JSON.stringify(filter.ids))], ['ids'])]
      : []),
    ...stateDrives(filter, kinds, eachKind),
    ...boundDrives(filter, eachKind),
    ...belongingDrives(filter, kinds),
  ];
}

type EachKind = (where: string, ...parameters: SqlValue[]) => IndexList[];

const byKey = { isSorted: false, isByKey: true };

function stateDrives(filter: RecordFilter, kinds: readonly RecordKind[], eachKind: EachKind): Drive[] {
  const drives: Drive[] = [];
  if (filter.reviewed !== undefined) drives.push(driveOfKinds(filter, kinds));
  if (filter.withFindings === true || filter.severity === 'warning' || filter.severity === 'error') {
    const asking = halves(filter.reviewed).map((half) => `${half} AND r.attention_count > 0`);
    const covered: ConditionName[] = filter.severity === 'warning' ? ['severity'] : [];
    if (filter.withFindings === true) covered.push('withFindings');
    const lists = asking.flatMap((where) => eachKind(where));
    drives.push(driveOf(lists, ['kind', 'reviewed', ...covered]));
  }
  if (filter.severity === 'error') {
    const lists = eachKind(`r.attention_rank >= ${rankOfError} AND r.attention_rank > 0`);
    drives.push(driveOf(lists, ['kind', 'severity'], byKey));
  }
  if (says(filter.findings)) {
    const sql = 'FROM finding f WHERE f.code = ? AND f.acknowledgement_id IS NULL';
    const lists = filter.findings.map((code) => ({
      sql,
      id: 'f.record_id',
      repeats: true,
      parameters: [code],
    }));
    drives.push(driveOf(lists, []));
  }
  if (says(filter.assignedTo) && !filter.assignedTo.includes('nobody')) {
    const lists = filter.assignedTo.flatMap((person) =>
      halves(filter.reviewed).map((half) => ofRecord(`r.assigned_to = ? AND ${half}`, person)),
    );
    drives.push(driveOf(lists, ['assignedTo', 'reviewed']));
  }
  if (filter.flagged === true)
    drives.push(driveOf(eachKind('r.flagged_at IS NOT NULL'), ['kind', 'flagged']));
  if (says(filter.cancellation)) {
    const sql = 'FROM cancellation c WHERE c.state = ? AND c.record_id IS NOT NULL';
    const lists = filter.cancellation.map((state) => ({
      sql,
      id: 'c.record_id',
      repeats: true,
      parameters: [state],
    }));
    drives.push(driveOf(lists, []));
  }
  if (says(filter.decision) && !filter.decision.includes('none')) {
    const lists = filter.decision.map((state) =>
      isStanding(state) ? ofRecord('r.decision = ?', state) : ofRecord(decisionSql.proposed),
    );
    // A payment may be proposed beside what stands.
    drives.push(driveOf(lists, ['decision'], { overlaps: filter.decision.includes('proposed') }));
  }
  return drives;
}

function boundDrives(filter: RecordFilter, eachKind: EachKind): Drive[] {
  const drives: Drive[] = [];
  const dated = datedBounds(filter);
  if (dated !== null) {
    const lists = eachKind('r.dated_on >= ? AND r.dated_on <= ?', dated.from, dated.until);
    drives.push(driveOf(lists, ['kind', 'dated'], byKey));
  }
  const amount = amountBounds(filter);
  if (amount !== null) {
    const { group, from, until } = amount;
    const lists = eachKind('r.currency = ? AND r.amount >= ? AND r.amount <= ?', group, from, until);
    drives.push(driveOf(lists, ['kind', 'amount'], byKey));
  }
  return drives;
}

function belongingDrives(
  { parties, workshops, makes, claimKey, claimNumbers, policyKey, vehicleKey, links = [] }: RecordFilter,
  kinds: readonly RecordKind[],
): Drive[] {
  const drives: Drive[] = [];
  if (says(parties)) {
    const lists = parties.flatMap((taxId) => [
      ofRecord('r.party_tax_id = ?', taxId),
      ofRecord('r.workshop_tax_id = ?', taxId),
    ]);
    drives.push(driveOf(lists, ['parties'], { overlaps: true }));
  }
  if (says(workshops))
    drives.push(
      driveOf(
        workshops.map((taxId) => ofRecord('r.workshop_tax_id = ?', taxId)),
        ['workshops'],
      ),
    );
  if (says(makes))
    drives.push(
      driveOf(
        makes.flatMap((make) => [
          ...(kinds.includes('incidentReport') ? [ofRecord('r.make = ?', make)] : []),
          ...kinds
            .filter((kind) => kind !== 'incidentReport')
            .map((kind) => ofRecord('r.kind = ? AND r.claim_make = ?', kind, make)),
        ]),
        // Reports alone have a make of their own.
        ['kind', 'makes'],
      ),
    );
  if (claimKey !== undefined && claimNumbers !== undefined) {
    const sql = `FROM record_link l WHERE l.name = 'claimNumber' AND l.value = ?`;
    const lists = claimNumbers.map((number) => ({ sql, id: 'l.record_id', parameters: [number] }));
    drives.push(driveOf(lists, ['claimKey']));
  } else if (claimKey !== undefined) {
    // Few, though a number may be written in several ways.
    const sql = `FROM claim k CROSS JOIN record_link l ON l.name = 'claimNumber' AND l.value = k.claim_number
      WHERE ${claimKeySql('k.claim_number')} = ?`;
    const list = { sql, id: 'l.record_id', parameters: [claimKey] };
    drives.push(driveOf([list], ['claimKey'], { isSorted: false }));
  }
  if (policyKey !== undefined) {
    const list = {
      sql: `FROM record_link l WHERE ${policyLinkSql('l')}`,
      id: 'l.record_id',
      parameters: [policyKey],
    };
    const own = { ...list, repeats: true };
    const isOwnAlone = kinds.every((kind) => kind === 'incidentReport');
    drives.push(
      isOwnAlone
        ? driveOf([own], ['policyKey'])
        : driveOf([own, ofClaims('s.policy_key = ?', policyKey)], ['policyKey'], {
            ...{ isSorted: false, overlaps: true },
          }),
    );
  }
  if (vehicleKey !== undefined) {
    const own = (name: string): IndexList => ({
      sql: 'FROM record_link l WHERE l.name = ? AND l.value = ?',
      id: 'l.record_id',
      parameters: [name, vehicleKey],
    });
    const lists = [
      ...[own('vin'), own('plate')],
      ...[ofClaims('s.vin = ?', vehicleKey), ofClaims('s.plate = ?', vehicleKey)],
    ];
    drives.push(driveOf(lists, ['vehicleKey'], { isSorted: false, overlaps: true }));
  }
  for (const { name, value } of links) {
    const sql = 'FROM record_link l WHERE l.name = ? AND l.value = ?';
    const list = { sql, id: 'l.record_id', parameters: [name, value] };
    drives.push(driveOf([list], links.length === 1 ? ['links'] : []));
  }
  return drives;
}

/** What an order sorts by, but for `received`, which is the order of ids. */
export type KeyedOrder = Exclude<RecordOrder['by'], 'received'>;

/** Records, with what each order sorts them by. */
export const recordTable: QueueTable<KeyedOrder> = {
  from: 'record r',
  id: 'r.id',
  receivedAt: 'r.received_at',
  orders: {
    dated: { key: 'r.dated_on', has: 'r.dated_on IS NOT NULL', group: null },
    amount: { key: 'r.amount', has: 'r.amount IS NOT NULL', group: 'r.currency' },
    party: { key: 'r.party_order', has: 'r.party_order IS NOT NULL', group: null },
    claim: { key: 'r.claim_number', has: 'r.claim_number IS NOT NULL', group: null },
    attention: { key: 'r.attention_rank', has: 'r.attention_rank > 0', group: null },
  },
};

/** The records of a kind, as the index of each order begins. */
export const partOfKind = (kind: RecordKind): Condition => ({ sql: 'r.kind = ?', parameters: [kind] });

/** The first currency behind one in which records of a kind have amounts; null where there is none. */
export async function nextCurrency(
  tx: ReadTransaction,
  kind: RecordKind,
  after: string,
): Promise<string | null> {
  const row = await tx.get<{ currency: string }>(
    `SELECT r.currency FROM record r WHERE r.kind = ? AND r.currency > ? AND r.amount IS NOT NULL
      ORDER BY r.currency LIMIT 1`,
    kind,
    after,
  );
  return row?.currency ?? null;
}

/** A value that a filter offers, with what people know it by. */
export interface FilterChoice {
  name: 'party' | 'make';
  value: string;
  label: string;
  /** In lower case and without accents. */
  labelOrder: string;
}

/** Upserts what a filter offers; the label that came last stands. */
export async function upsertFilterChoice(tx: WriteTransaction, choice: FilterChoice): Promise<void> {
  await tx.run(
    `INSERT INTO filter_choice (name, value, label, label_order) VALUES (?, ?, ?, ?)
      ON CONFLICT (name, value) DO UPDATE SET label = excluded.label, label_order = excluded.label_order
      WHERE filter_choice.label <> excluded.label`,
    choice.name,
    choice.value,
    choice.label,
    choice.labelOrder,
  );
}

/** What a filter offers of these values. */
export async function listChoicesOf(
  tx: ReadTransaction,
  name: FilterChoice['name'],
  values: readonly string[],
): Promise<FilterChoice[]> {
  const found: FilterChoice[] = [];
  for (const value of values) {
    const choice = await tx.get<FilterChoice>(
      `SELECT ${selected<FilterChoice>('', ['name', 'value', 'label', 'labelOrder'])} FROM filter_choice
        WHERE name = ? AND value = ?`,
      name,
      value,
    );
    if (choice !== undefined) found.push(choice);
  }
  return found;
}

/** What a filter offers whose label, or whose value, begins with a text; by label. */
export async function listFilterChoices(
  tx: ReadTransaction,
  { name, beginning, limit }: { name: FilterChoice['name']; beginning: string; limit: number },
): Promise<FilterChoice[]> {
  const find = (column: 'label_order' | 'value') =>
    tx.all<FilterChoice>(
      `SELECT ${selected<FilterChoice>('', ['name', 'value', 'label', 'labelOrder'])} FROM filter_choice
        WHERE name = ? AND ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ?`,
      name,
      beginning,
      // Behind all that begins so.
      `${beginning}\u{10ffff}`,
      limit,
    );
  const found = new Map<string, FilterChoice>();
  for (const choice of await find('label_order')) found.set(choice.value, choice);
  if (beginning !== '') for (const choice of await find('value')) found.set(choice.value, choice);
  return [...found.values()].slice(0, limit);
}

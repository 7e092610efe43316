/** What is asked of the engine of a large data directory: calls of the contract, with values that its records have. */
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../shared/contract/contract.ts';
import type { RecordFilter, RecordOrder } from '../../shared/contract/records.ts';
import { type RecordKind, recordKinds } from '../../shared/terms.ts';
import { searchQueriesOf } from './search-queries.ts';
import { largestClaim } from './years-of-records.ts';

export type Client = ContractRouterClient<Contract>;

/** One call, in a group whose figures are shown together. */
export interface Case {
  group: string;
  name: string;
  call(client: Client): Promise<unknown>;
}

type Filter = Omit<RecordFilter, 'kind' | 'search'>;
type Filters = ReadonlyMap<string, Filter>;

const pageSize = 50;
/** So many pages deep. */
const deep = 100;
export const orders = ['received', 'dated', 'amount', 'party', 'claim', 'attention'] as const;

/** One order after the other, both ways. */
export const nthOrder = (nth: number): RecordOrder => ({
  by: orders[nth % orders.length] ?? 'received',
  descending: nth % 2 === 0,
});

/** All cases of a data directory whose group has this in its name, in their groups; nothing is asked for the others. */
export async function casesOf(client: Client, only = ''): Promise<Case[]> {
  const ofFilters = ['one filter', 'one order', 'a filter in an order', 'two filters', 'three filters'];
  const makers: readonly [groups: readonly string[], make: () => Case[] | Promise<Case[]>][] = [
    [['first page'], firstPages],
    [ofFilters, async () => casesOfFilters(await filtersOf(client))],
    [['the hundredth page'], () => deepPages(client)],
    [otherGroups, () => otherLists(client)],
    [['figures of 36 months'], () => figureCases(client)],
    [['a search', 'suggestions while typing', 'a filter of words'], () => searchCases(client)],
  ];
  const cases: Case[] = [];
  for (const [groups, make] of makers)
    if (groups.some((group) => group.includes(only)))
      cases.push(...(await make()).filter(({ group }) => group.includes(only)));
  return cases;
}

const casesOfFilters = (filters: Filters): Case[] => [
  ...filterCases(filters),
  ...orderCases(filters),
  ...pairs(filters),
  ...triples(filters),
];

const list = (group: string, name: string, input: Parameters<Client['records']['list']>[0]): Case => ({
  group,
  name,
  call: (client) => client.records.list({ limit: pageSize, ...input }),
});

const firstPages = (): Case[] => [
  ...recordKinds.map((kind) => list('first page', kind, { kind })),
  list('first page', 'all kinds', {}),
];

/** Each condition with a value of many records, of some and of few, where it has such. */
export async function filtersOf(client: Client): Promise<Filters> {
  const { rows } = await client.records.list({ kind: 'purchaseOrder', limit: 200 });
  const newest = rows[0]?.receivedAt.slice(0, 10) ?? '';
  const day = (before: number) =>
    new Date(Date.parse(newest) - before * 86_400_000).toISOString().slice(0, 10);
  const until = newest.slice(0, 7);
  const { rows: parties } = await client.figures.scorecards({ from: day(700).slice(0, 7), until });
  const party = (nth: number) => parties[Math.min(nth, parties.length - 1)]?.party ?? '';
  const { people } = await client.people.choices();
  const person = people.find(({ name }) => name.startsWith('Persona de prueba'));
  const claimNumber = rows.find((row) => row.claimNumber !== null)?.claimNumber ?? '';
  const policy = (await client.policies.list({ limit: 1 })).rows[0]?.insurancePolicyNumber ?? '';
  return new Map<string, Filter>([
    ['reviewed', { reviewed: true }],
    ['not reviewed', { reviewed: false }],
    ['with findings', { withFindings: true }],
    ['without findings', { withFindings: false }],
    ['errors', { severity: 'error' }],
    ['warnings or errors', { severity: 'warning' }],
    ['a frequent finding', { findings: ['price.aboveMaximum'] }],
    ['a rare finding', { findings: ['policy.excluded'] }],
    ['two findings', { findings: ['price.aboveMaximum', 'order.overInvoiced'] }],
    ['received this week', { receivedFrom: day(7), receivedUntil: day(0) }],
    ['received in a month two years ago', { receivedFrom: day(760), receivedUntil: day(730) }],
    ['dated this week', { datedFrom: day(7), datedUntil: day(0) }],
    ['dated in a month two years ago', { datedFrom: day(760), datedUntil: day(730) }],
    ['dated before last year', { datedUntil: day(365) }],
    ['the largest party', { parties: [party(0)] }],
    ['a middling party', { parties: [party(20)] }],
    ['a small party', { parties: [party(199)] }],
    ['three parties', { parties: [party(0), party(20), party(100)] }],
    ['a high amount', { amountFrom: '90000' }],
    ['a usual amount', { amountFrom: '10000', amountUntil: '30000' }],
    ['dollars', { currency: 'USD', amountFrom: '0' }],
    ['a make', { makes: ['toyota'] }],
    ['two makes', { makes: ['toyota', 'kia'] }],
    ['a policy', { policy }],
    ['a claim', { claimNumber }],
    ['the largest claim', { claimNumber: largestClaim }],
    ['of a person', { assignedTo: [person?.id ?? 1] }],
    ['of nobody', { assignedTo: ['nobody'] }],
    ['flagged', { flagged: true }],
    ['not flagged', { flagged: false }],
    ['waits for a verdict', { cancellation: ['waiting', 'deferred'] }],
    ['refused', { cancellation: ['refused'] }],
    ['to be paid', { decision: ['pay'] }],
    ['held', { decision: ['hold'] }],
    ['not decided', { decision: ['none'] }],
  ]);
}

const filterCases = (filters: Filters): Case[] =>
  [...filters].flatMap(([name, filter]) => [
    ...recordKinds.map((kind) => list('one filter', `${name}, ${kind}`, { kind, ...filter })),
    list('one filter', `${name}, all kinds`, filter),
  ]);

/** Each order both ways, of each queue; and with each filter. */
function orderCases(filters: Filters): Case[] {
  const both = orders.flatMap((by) => [true, false].map((descending) => ({ by, descending })));
  const nameOf = ({ by, descending }: (typeof both)[number]) => `${descending ? '-' : ''}${by}`;
  return [
    ...recordKinds.flatMap((kind) =>
      both.map((order) => list('one order', `${nameOf(order)}, ${kind}`, { kind, order })),
    ),
    ...[...filters].flatMap(([name, filter]) =>
      both.map((order) =>
        list('a filter in an order', `${name}, ${nameOf(order)}, ${kindFor(filter)}`, {
          ...{ kind: kindFor(filter), order },
          ...filter,
        }),
      ),
    ),
  ];
}

/** The kind of record that has what is filtered by. */
export function kindFor({ decision, currency, makes }: Filter): RecordKind {
  if (decision !== undefined || currency === 'USD') return 'financialDocument';
  return makes === undefined ? 'purchaseOrder' : 'incidentReport';
}

/** Every two conditions that can hold together. */
function pairs(filters: Filters): Case[] {
  const all = [...filters];
  return all.flatMap(([name, filter], index) =>
    all.slice(index + 1).flatMap(([otherName, other]) => {
      const isOther = Object.keys(other).every((field) => !(field in filter));
      if (!isOther) return [];
      const both = { ...filter, ...other };
      return [list('two filters', `${name}; ${otherName}`, { kind: kindFor(both), ...both })];
    }),
  );
}

/** What people ask for. */
function triples(filters: Filters): Case[] {
  const asked: readonly (readonly string[])[] = [
    ['not reviewed', 'errors', 'of a person'],
    ['not reviewed', 'warnings or errors', 'the largest party'],
    ['not reviewed', 'of nobody', 'received this week'],
    ['a frequent finding', 'the largest party', 'a high amount'],
    ['to be paid', 'the largest party', 'received in a month two years ago'],
    ['not decided', 'a high amount', 'of a person'],
    ['held', 'a middling party', 'with findings'],
    ['a make', 'not reviewed', 'a rare finding'],
    ['waits for a verdict', 'the largest party', 'a usual amount'],
    ['flagged', 'of a person', 'not reviewed'],
    ['reviewed', 'without findings', 'dated before last year'],
    ['a small party', 'a usual amount', 'reviewed'],
  ];
  return asked.map((names) => {
    const filter: Filter = Object.assign({}, ...names.map((name) => filters.get(name)));
    return list('three filters', names.join('; '), { kind: kindFor(filter), ...filter });
  });
}

async function deepPages(client: Client): Promise<Case[]> {
  const wanted: [string, Parameters<Client['records']['list']>[0]][] = [
    ...recordKinds.map((kind): [string, { kind: RecordKind }] => [kind, { kind }]),
    ['by amount', { kind: 'purchaseOrder', order: { by: 'amount', descending: true } }],
    ['by findings', { kind: 'purchaseOrder', order: { by: 'attention', descending: true } }],
    ['by party', { kind: 'financialDocument', order: { by: 'party', descending: false } }],
    ['not reviewed', { kind: 'purchaseOrder', reviewed: false }],
    ['reviewed', { kind: 'financialDocument', reviewed: true }],
  ];
  const cases: Case[] = [];
  for (const [name, input] of wanted) {
    let cursor: string | undefined;
    for (let page = 1; page < deep; page += 1) {
      const { nextCursor } = await client.records.list({
        limit: pageSize,
        ...input,
        ...(cursor && { cursor }),
      });
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    cases.push(list('the hundredth page', name, { ...input, ...(cursor && { cursor }) }));
  }
  return cases;
}

const otherGroups = [
  'counts',
  'inbox',
  'list of claims',
  'a claim file',
  'a record',
  'what belongs to a record',
  'cancellations',
  'log',
  'policies',
  'lookups',
];

async function otherLists(client: Client): Promise<Case[]> {
  const { rows } = await client.claims.list({ limit: 200 });
  const of = (nth: number) => rows[nth]?.claimNumber ?? '';
  const record = (await client.records.list({ kind: 'purchaseOrder', limit: 1 })).rows[0]?.id ?? 1;
  const largest = (await client.records.list({ claimNumber: largestClaim, limit: 1 })).rows[0]?.id ?? 1;
  const one = (group: string, name: string, call: Case['call']): Case => ({ group, name, call });
  const claim = (name: string, value: string) =>
    one('a claim file', name, (c) => c.claims.get({ by: 'claimNumber', value }));
  return [
    one('counts', 'of the rail', (c) => c.status.get()),
    one('inbox', 'first page', (c) => c.inbox.list({})),
    one('list of claims', 'first page', (c) => c.claims.list({})),
    one('list of claims', 'searched', (c) => c.claims.list({ search: of(3) })),
    ...[0, 50, 100].map((nth) => claim(`the ${nth + 1}th of the list`, of(nth))),
    claim('with 5,000 records', largestClaim),
    one('a record', 'usual', (c) => c.records.get({ id: record })),
    one('a record', 'of the largest claim', (c) => c.records.get({ id: largest })),
    one('what belongs to a record', 'usual', (c) => c.claims.related({ recordId: record })),
    one('what belongs to a record', 'of the largest claim', (c) => c.claims.related({ recordId: largest })),
    one('cancellations', 'that wait', (c) => c.cancellations.list({ state: 'waiting' })),
    one('cancellations', 'decided', (c) => c.cancellations.list({ state: ['approved', 'refused'] })),
    one('log', 'first page', (c) => c.audit.list({})),
    one('policies', 'first page', (c) => c.policies.list({})),
    one('lookups', 'first page', (c) => c.policyLookups.list({})),
  ];
}

async function searchCases(client: Client): Promise<Case[]> {
  const queries = await searchQueriesOf(client);
  return [
    ...queries.map(({ name, query, kind }) => ({
      group: 'a search',
      name,
      call: (c: Client) => c.search.find({ query, ...(kind === undefined ? {} : { kind }) }),
    })),
    ...queries.map(({ name, query }) => ({
      group: 'suggestions while typing',
      name,
      call: (c: Client) => c.search.suggest({ query }),
    })),
    ...queries
      .slice(0, 8)
      .map(({ name, query }) => list('a filter of words', name, { search: query, reviewed: false })),
  ];
}

async function figureCases(client: Client): Promise<Case[]> {
  const { rows } = await client.records.list({ limit: 1 });
  const newest = new Date(rows[0]?.receivedAt ?? 0);
  const month = (before: number) =>
    new Date(Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - before, 1)).toISOString().slice(0, 7);
  const period = { from: month(35), until: month(0) };
  const { rows: parties } = await client.figures.scorecards(period);
  const party = parties[0]?.party ?? '';
  const one = (name: string, call: Case['call']): Case => ({ group: 'figures of 36 months', name, call });
  return [
    one('intake', (c) => c.figures.intake(period)),
    one('times', (c) => c.figures.times(period)),
    one('money', (c) => c.figures.money(period)),
    one('prices', (c) => c.figures.prices(period)),
    one('findings', (c) => c.figures.findings(period)),
    one('savings', (c) => c.figures.savings(period)),
    one('scorecards', (c) => c.figures.scorecards(period)),
    one('scorecard', (c) => c.figures.scorecard({ ...period, party })),
    one('money of a party', (c) => c.figures.money({ ...period, party })),
    one('times of a party', (c) => c.figures.times({ ...period, party })),
  ];
}

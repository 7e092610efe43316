import type * as z from 'zod';
import { type ClaimFilter, type ClaimOrder, claimFilter, claimOrder } from '#shared/contract/claims.ts';
import { type RecordFilter, type RecordOrder, recordFilter, recordOrder } from '#shared/contract/records.ts';
import type { Listed } from '#shared/contract/views.ts';

const ofRecords = recordFilter.omit({ kind: true, search: true });
const ofClaims = claimFilter.omit({ search: true });
const filterSchema = ofRecords.extend(ofClaims.pick({ waiting: true, insured: true }).shape);
/** What of a queue's records or claims is asked for. */
export type QueueFilter = z.infer<typeof filterSchema>;
type Field = keyof QueueFilter;

export type OrderBy = RecordOrder['by'] | ClaimOrder['by'];
export type QueueOrder = { by: OrderBy; descending: boolean };
export const newestFirst = { by: 'received', descending: true } as const satisfies QueueOrder;

/** The fields that a list can be asked for, and its orders. */
const fieldsOf = (of: Listed): Readonly<Record<string, z.ZodType>> =>
  of === 'claim' ? ofClaims.shape : ofRecords.shape;
const ordersOf = (of: Listed): readonly OrderBy[] =>
  of === 'claim' ? claimOrder.shape.by.unwrap().options : recordOrder.shape.by.unwrap().options;

/** A filter and order as a list of records takes them; what is none of theirs is left out. */
export const recordsAsked = (
  filter: QueueFilter,
  order: QueueOrder,
): { filter: Omit<RecordFilter, 'kind' | 'search'>; order: RecordOrder } => ({
  filter: ofRecords.safeParse(filter).data ?? {},
  order: recordOrder.safeParse(order).data ?? newestFirst,
});

/** The same of a list of claims. */
export const claimsAsked = (
  filter: QueueFilter,
  order: QueueOrder,
): { filter: Omit<ClaimFilter, 'search'>; order: ClaimOrder } => ({
  filter: ofClaims.safeParse(filter).data ?? {},
  order: claimOrder.safeParse(order).data ?? newestFirst,
});

/** What is said of a filter in one chip, in the order in which the chips read as a sentence. */
const fieldsOfCondition = {
  party: ['parties'],
  workshop: ['workshops'],
  make: ['makes'],
  vehicle: ['vehicle'],
  insured: ['insured'],
  claim: ['claimNumber'],
  policy: ['policy'],
  reviewed: ['reviewed'],
  withFindings: ['withFindings'],
  severity: ['severity'],
  finding: ['findings'],
  cancellation: ['cancellation'],
  waiting: ['waiting'],
  decision: ['decision'],
  assigned: ['assignedTo'],
  flagged: ['flagged'],
  amount: ['amountFrom', 'amountUntil', 'currency'],
  received: ['receivedFrom', 'receivedUntil'],
  dated: ['datedFrom', 'datedUntil'],
} as const satisfies Record<string, readonly Field[]>;
export type Condition = keyof typeof fieldsOfCondition;
const conditions = Object.keys(fieldsOfCondition) as readonly Condition[];

/** Whether a condition is all that there is to say: it has no values to choose from. */
export const isValue = (condition: Condition): condition is 'withFindings' => condition === 'withFindings';

/** The conditions that a filter has. */
export const conditionsOf = (filter: QueueFilter): Condition[] =>
  conditions.filter((condition) => fieldsOfCondition[condition].some((field) => filter[field] !== undefined));

/** The filter with a condition as another filter has it, or without it. */
export function withCondition(
  filter: QueueFilter,
  condition: Condition,
  part: QueueFilter = {},
): QueueFilter {
  const changed: QueueFilter = { ...filter };
  for (const field of fieldsOfCondition[condition]) delete changed[field];
  return { ...changed, ...part };
}

const lists: readonly Field[] = [
  'findings',
  'parties',
  'workshops',
  'makes',
  'assignedTo',
  'decision',
  'cancellation',
];
const flags: readonly Field[] = ['reviewed', 'withFindings', 'flagged', 'waiting'];

/** A filter and an order as the query of an address; empty where everything is shown, the newest first. */
export function queryOf(filter: QueueFilter, order: QueueOrder): string {
  const query = new URLSearchParams();
  for (const condition of conditions)
    for (const field of fieldsOfCondition[condition]) {
      const value = filter[field];
      if (Array.isArray(value)) for (const one of value) query.append(field, String(one));
      else if (value !== undefined) query.append(field, String(value));
    }
  if (order.by !== newestFirst.by || order.descending !== newestFirst.descending)
    query.append('order', order.descending ? `-${order.by}` : order.by);
  return query.toString();
}

/** What the query of an address asks a list for; what nobody can make out of it is left out. */
export function readQuery(query: string, of: Listed): { filter: QueueFilter; order: QueueOrder } {
  const given = new URLSearchParams(query);
  const known = fieldsOf(of);
  const found: Record<string, unknown> = {};
  for (const condition of conditions)
    for (const field of fieldsOfCondition[condition]) {
      const texts = given.getAll(field);
      if (texts.length === 0) continue;
      const read = known[field]?.safeParse(readTexts(field, texts));
      if (read?.success === true) found[field] = read.data;
    }
  const [, minus, by] = /^(-?)(.*)$/.exec(given.get('order') ?? '') ?? [];
  const orderBy = ordersOf(of).find((one) => one === by);
  return {
    filter: filterSchema.parse(found),
    order: orderBy === undefined ? newestFirst : { by: orderBy, descending: minus === '-' },
  };
}

function readTexts(field: Field, texts: readonly string[]): unknown {
  if (field === 'assignedTo') return texts.map((text) => (text === 'nobody' ? text : Number(text)));
  if (lists.includes(field)) return [...new Set(texts)];
  const [text] = texts;
  return flags.includes(field) ? (text === 'true' ? true : text === 'false' ? false : text) : text;
}

/** An address with this query. */
export const addressOf = (path: string, query: string) => (query === '' ? path : `${path}?${query}`);

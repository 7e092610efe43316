import { hash } from 'node:crypto';
import type { Actor } from '#shared/contract/common.ts';
import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import { contentHash, type LargeBody, readLargeBody } from '../bodies/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  findComparableContent,
  findRecordByIdentity,
  findRevisionHash,
  insertLargeBody,
  insertRecord,
  insertRevision,
  insertSearchTokens,
  nextInSequence,
  type RecordIdentityRow,
  replaceSearchTokens,
  type Store,
  setRecordRevision,
  type WriteTransaction,
} from '../store/index.ts';
import type { NumberForm } from './numbering.ts';
import { kindToken } from './queries.ts';
import { type Summary, summarise } from './summary.ts';

/** A delivery that passed the receiver's door. */
export interface Delivery {
  kind: RecordKind;
  marketplaceId: number;
  /** The bytes that arrived. */
  body: Uint8Array;
  /** The same, parsed; of a large body what is read of it. */
  json: object;
  /** Of a body that another thread read; a large one is read here otherwise. */
  large?: LargeBody | null;
  keyLabel: string;
}

/** What the writer needs of a delivery, all of it plain data: it may have been prepared in another thread. */
export interface PreparedDelivery {
  kind: RecordKind;
  marketplaceId: number;
  body: Uint8Array;
  keyLabel: string;
  /** Of the body, hexadecimal. */
  sha256: string;
  summary: Summary;
  /** What is read of a large body, to be kept beside its bytes. */
  large: Pick<LargeBody, 'extract' | 'leftOut' | 'contentHash'> | null;
}

/** Does all that needs no database, so that the writer's thread is not kept from writing. */
export function prepareDelivery({
  kind,
  marketplaceId,
  body,
  json,
  large = readHere(body),
  keyLabel,
}: Delivery): PreparedDelivery {
  return {
    kind,
    marketplaceId,
    body,
    keyLabel,
    sha256: large?.sha256 ?? hash('sha256', body, 'hex'),
    summary: summarise(kind, marketplaceId, json),
    large:
      large === null
        ? null
        : { extract: large.extract, leftOut: large.leftOut, contentHash: large.contentHash },
  };
}

function readHere(body: Uint8Array): LargeBody | null {
  if (body.length <= largeBodyBytes) return null;
  const read = readLargeBody(body);
  return read.outcome === 'read' ? read : null;
}

export interface Registered {
  recordId: number;
  number: string;
  outcome: 'new' | 'same' | 'revised';
  /** What was asked about the order before it came; null of anything else. */
  cancellationId: number | null;
}

export interface RegisterDependencies {
  store: Store;
  clock: Clock;
  /** The form of a kind's numbers at an instant. */
  numberForm(kind: RecordKind, at: number): NumberForm;
  /** Joins a new order to what was asked about it before it came; the id of that cancellation, or null. */
  onNewOrder?:
    | ((
        tx: WriteTransaction,
        order: { kind: OrderKind; marketplaceId: number; recordId: number },
        at: number,
      ) => Promise<number | null>)
    | undefined;
}

/**
 * Registers a delivery in one job of the writer, so that number, record, search entry and audit entry are
 * one transaction; resolves once it is synced to disk. The same record again gets the same number; other
 * content under a known id becomes a revision.
 */
export async function register(deps: RegisterDependencies, delivery: PreparedDelivery): Promise<Registered> {
  const at = deps.clock.now();
  const sha256 = Buffer.from(delivery.sha256, 'hex');
  return deps.store.write(async (tx) => {
    const known = await findRecordByIdentity(tx, delivery.kind, delivery.marketplaceId);
    const arrival = { delivery, at, sha256 };
    if (known === undefined) return registerNew(tx, deps, arrival);
    if (await isSame(tx, known, delivery, sha256)) {
      const { id: recordId, number } = known;
      return { recordId, number, outcome: 'same' as const, cancellationId: null };
    }
    return revise(tx, known, arrival);
  });
}

/** Nobody at the desk: the marketplace itself. */
const receiver: Actor = { person: '', via: 'receiver' };

interface Arrival {
  delivery: PreparedDelivery;
  at: number;
  sha256: Uint8Array;
}

async function registerNew(
  tx: WriteTransaction,
  deps: RegisterDependencies,
  arrival: Arrival,
): Promise<Registered> {
  const { delivery, at } = arrival;
  const form = deps.numberForm(delivery.kind, at);
  let number: string;
  let recordId: number | null;
  do {
    // Two templates can meet in one number (`A-{seq}-05` and `A-{mm}-{seq}`); a number is never given twice.
    number = form.numberOf(await nextInSequence(tx, form.sequence));
    recordId = await insertRecord(tx, {
      kind: delivery.kind,
      marketplaceId: delivery.marketplaceId,
      number,
      receivedAt: at,
      summary: delivery.summary.summary,
    });
  } while (recordId === null);
  await saveRevision(tx, arrival, { recordId, number, revision: 1 });
  const { kind, marketplaceId } = delivery;
  const isOrder = kind === 'purchaseOrder' || kind === 'serviceOrder';
  const cancellationId = isOrder
    ? ((await deps.onNewOrder?.(tx, { kind, marketplaceId, recordId }, at)) ?? null)
    : null;
  return { recordId, number, outcome: 'new', cancellationId };
}

async function isSame(
  tx: WriteTransaction,
  known: RecordIdentityRow,
  delivery: PreparedDelivery,
  sha256: Uint8Array,
): Promise<boolean> {
  const before = await findRevisionHash(tx, known.id, known.revision);
  if (before !== undefined && Buffer.compare(before, sha256) === 0) return true;
  const stored = await findComparableContent(tx, known.id, known.revision);
  if (stored === undefined) return false;
  const hashBefore = 'body' in stored ? contentHash(stored.body) : stored.contentHash;
  return hashBefore !== null && hashBefore === (delivery.large?.contentHash ?? contentHash(delivery.body));
}

async function revise(tx: WriteTransaction, known: RecordIdentityRow, arrival: Arrival): Promise<Registered> {
  const revision = known.revision + 1;
  await setRecordRevision(tx, known.id, revision, arrival.delivery.summary.summary);
  await saveRevision(tx, arrival, { recordId: known.id, number: known.number, revision });
  return { recordId: known.id, number: known.number, outcome: 'revised', cancellationId: null };
}

/** What a new record and a new revision have in common: the bytes, the search entry, the audit entry. */
async function saveRevision(
  tx: WriteTransaction,
  { delivery, at, sha256 }: Arrival,
  record: { recordId: number; number: string; revision: number },
): Promise<void> {
  const { recordId, number, revision } = record;
  const revisionId = await insertRevision(tx, {
    recordId,
    revision,
    receivedAt: at,
    keyLabel: delivery.keyLabel,
    sha256,
    body: delivery.body,
  });
  if (delivery.large !== null) await insertLargeBody(tx, revisionId, delivery.large);
  const searchText = `${kindToken(delivery.kind)} ${number} ${delivery.summary.searchText}`;
  if (revision === 1) await insertSearchTokens(tx, recordId, searchText);
  else await replaceSearchTokens(tx, recordId, searchText);
  await appendAudit(tx, {
    at,
    actor: receiver,
    action: revision === 1 ? 'record.received' : 'record.revised',
    subject: `record:${recordId}`,
    detail: {
      kind: delivery.kind,
      marketplaceId: delivery.marketplaceId,
      number,
      revision,
      sha256: delivery.sha256,
    },
  });
}

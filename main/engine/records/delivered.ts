/** Derives records from the deliveries of the journal. */

import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import { type OrderKind, type RecordKind, recordKind } from '#shared/terms.ts';
import { type LargeBodies, type LargeBody, parsedBody } from '../bodies/index.ts';
import type { EngineLog } from '../log.ts';
import {
  assignByClaim,
  type Entry,
  findEntry,
  findRecord,
  findRecordRevision,
  insertLargeBody,
  insertRecord,
  listDeliveriesBefore,
  nothingStands,
  type RecordSummary,
  replaceSearchTerms,
  type Store,
  setRecordDecision,
  setRecordRevision,
  standingOfActs,
  type WriteTransaction,
} from '../store/index.ts';
import { termsOf } from './search-index.ts';
import { type SearchText, textsOfBody } from './search-texts.ts';
import { headingOf, summarise } from './summary.ts';
import { textsBeside } from './texts-beside.ts';

/** A delivery with what its row in lists, and the search, take of its body. */
export interface ReadDelivery {
  entry: DeliveryEntry;
  summary: RecordSummary;
  texts: SearchText[];
  /** What is read of a large body, to be kept beside it. */
  large: LargeBody | null;
}

/** An entry of the journal that is a delivery. */
interface DeliveryEntry extends Entry {
  kind: RecordKind;
  marketplaceId: number;
  revision: number;
  number: string;
}

/** The delivery that an entry is. Throws where it is none: the journal's own rules have it so. */
function deliveryOf(entry: Entry): DeliveryEntry {
  const { marketplaceId, revision, number } = entry;
  const kind = recordKind.safeParse(entry.kind);
  if (!kind.success) throw new Error(`Entry ${entry.seq} of the journal is no delivery.`);
  if (marketplaceId === null || revision === null || number === null)
    throw new Error(`Entry ${entry.seq} of the journal is a delivery without an identity.`);
  return { ...entry, kind: kind.data, marketplaceId, revision, number };
}

interface ReadingDependencies {
  store: Pick<Store, 'read'>;
  bodies: LargeBodies;
  log?: EngineLog | undefined;
}

/**
 * Reads a delivery's body; a large one in a thread of its own. One that cannot be read, though it could when it came, has
 * an empty summary: the examiner says that it could not be read.
 */
export async function readDelivery(
  { store, bodies, log }: ReadingDependencies,
  given: Entry,
): Promise<ReadDelivery> {
  const entry = deliveryOf(given);
  const bytes = (await store.read((tx) => findEntry(tx, entry.seq)))?.bytes ?? null;
  // It lies in a bundle; the entry that says so says what stays of it.
  if (bytes === null) return { entry, ...readObject(entry, {}), large: null };
  let large: LargeBody | null = null;
  let json: unknown = null;
  try {
    large = bytes.length > largeBodyBytes ? await bodies.read(bytes) : null;
    json = large === null ? parsedBody(bytes) : parsedBody(Buffer.from(large.extract), large.leftOut);
  } catch (failure) {
    log?.error({ err: failure, entry: entry.seq }, 'A delivery could not be read for the lists.');
  }
  // It was checked at the door to be an object.
  const object = typeof json === 'object' && json !== null ? json : {};
  return { entry, ...readObject(entry, object), large };
}

const readObject = (entry: DeliveryEntry, object: object): Pick<ReadDelivery, 'summary' | 'texts'> => ({
  summary: summarise(entry.kind, object),
  texts: textsOfBody(entry, object),
});

/** The deliveries of an order that came before a place of the journal and are not derived yet, in their order. */
export async function readDeliveriesBefore(
  dependencies: ReadingDependencies,
  order: { kind: OrderKind; marketplaceId: number },
  seq: number,
): Promise<ReadDelivery[]> {
  const entries = await dependencies.store.read(async (tx) => {
    const found = await listDeliveriesBefore(tx, order.kind, order.marketplaceId, seq);
    const [first] = found;
    const derived = first === undefined ? null : await findRecordRevision(tx, first.subjectId);
    return found.filter(({ revision }) => (revision ?? 0) > (derived ?? 0));
  });
  const read: ReadDelivery[] = [];
  for (const entry of entries) read.push(await readDelivery(dependencies, entry));
  return read;
}

/** Whether a delivery brought a new record or a new revision of one; `known` where it was derived before. */
export type Delivered = 'new' | 'revised' | 'known';

/** Writes a record's row and its terms in the search from a delivery, in the order of its revisions. */
export async function deriveDelivery(
  tx: WriteTransaction,
  { entry, summary, texts, large }: ReadDelivery,
): Promise<Delivered> {
  const { kind, marketplaceId, subjectId: id, number, revision, at } = entry;
  const derived = await findRecordRevision(tx, id);
  if (derived !== null && derived >= revision) return 'known';
  if (derived === null) await insertRecord(tx, { id, kind, marketplaceId, number, receivedAt: at, summary });
  else {
    await setRecordRevision(tx, id, revision, summary);
    if (kind === 'financialDocument') await deriveDecision(tx, id);
  }
  const beside = await textsBeside(tx, id);
  await replaceSearchTerms(tx, { what: 'record', id }, termsOf(kind, [...texts, ...beside]));
  if (large !== null) await insertLargeBody(tx, entry.seq, large);
  const { claimNumber } = summary;
  if (claimNumber !== null) await assignByClaim(tx, { recordId: id, claimNumber, seq: entry.seq, at });
  return derived === null ? 'new' : 'revised';
}

/**
 * Sets what stands of what people decided on a document that came with another revision: a credit note is not paid, held or
 * disputed, whatever it was before; one that is an invoice again has what stood before. What people did stays on record.
 */
async function deriveDecision(tx: WriteTransaction, id: number): Promise<void> {
  const record = await findRecord(tx, id);
  if (record === undefined) return;
  const heading = headingOf(record);
  const isCredit = heading?.kind === 'financialDocument' && isCreditNote(heading);
  const isDecided = record.decision !== null || record.decisionProposed === 1;
  if (isCredit && isDecided) await setRecordDecision(tx, id, nothingStands);
  if (!isCredit && !isDecided) await setRecordDecision(tx, id, await standingOfActs(tx, id));
}

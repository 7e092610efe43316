/** What stays of a record whose deliveries were moved to a bundle: the row that lists show, and what links it to others. */
import * as z from 'zod';
import { recordHeading } from '#shared/contract/records.ts';
import { yieldToEventLoop } from '../background-loop.ts';
import { collectTaxIds, contentHash } from '../bodies/index.ts';
import { figureContent, figuresToKeep } from '../figures/index.ts';
import { archivedDetail } from '../journal/index.ts';
import {
  type ArchivedRow,
  addRecordToClaim,
  deleteArchivedParts,
  type Entry,
  type EntryWithBytes,
  findBundleByRoot,
  findEntry,
  findEntryBytes,
  findLastNote,
  findLatestDelivery,
  findRecord,
  insertBundle,
  insertRecord,
  type Link,
  listArchivedEntries,
  listDeliveriesBefore,
  listLinks,
  type ReadTransaction,
  type RecordListRow,
  replaceLinks,
  replaceSearchTerms,
  type Store,
  type StoredLinkName,
  setRecordArchived,
  setRecordArchivedBefore,
  setRecordTraits,
  upsertPendingShare,
  type WriteTransaction,
} from '../store/index.ts';
import { markClaimSubjects } from './claim-subjects.ts';
import { termsOf } from './search-index.ts';
import { type SearchText, textsOfRow } from './search-texts.ts';
import { textsBeside } from './texts-beside.ts';
import { traitsOfRow } from './traits.ts';

/** Links by which a person is known, and nothing else. */
const ofPeople: ReadonlySet<StoredLinkName> = new Set(['phone', 'identity', 'insured']);

/** More links has no record. */
const maxLinks = 1000;
/** More tax ids are not kept of one. */
const maxTaxIds = 500;
const shortText = z.string().max(20_000);

const stubSchema = z.object({
  number: shortText,
  receivedAt: z.int(),
  claimNumber: shortText.nullable(),
  requestId: z.int().nullable(),
  firstItem: shortText.nullable(),
  itemCount: z.int(),
  partyName: shortText.nullable(),
  partyTaxId: shortText.nullable(),
  datedOn: shortText.nullable(),
  /** Of older bundles not known. */
  workshopTaxId: shortText.nullable().default(null),
  make: shortText.nullable().default(null),
  total: shortText.nullable(),
  heading: recordHeading,
  findingCount: z.int().nonnegative(),
  attentionCount: z.int().nonnegative(),
  /** In older bundles all count as warnings. */
  attentionRank: z.int().nonnegative().optional(),
  reviewedAt: z.int().nullable(),
  reviewedBy: shortText.nullable(),
  links: z
    .array(z.tuple([z.custom<StoredLinkName>((name) => typeof name === 'string'), shortText]))
    .max(maxLinks),
  /** The last note that the bundle has; a later one stays beside the stub. */
  lastNote: z.int().nonnegative(),
  /** RNCs and Cédulas that the deliveries in the bundle name, digits alone. */
  taxIds: z.array(shortText).max(maxTaxIds).default([]),
  /** What figures are made of; of one that left before there were any, nothing. */
  figures: figureContent.nullable().default(null),
});
type Stub = z.infer<typeof stubSchema>;

/** A record as it is about to leave. */
interface Leaving {
  row: RecordListRow;
  /** The entry of its latest delivery. */
  seq: number;
  bytes: Uint8Array;
  /** What its latest delivery is compared by, hexadecimal; null where it cannot be read. */
  contentHash: string | null;
}

/** A body is read, and looked through, in pieces of so many bytes, and of so many characters. */
const readBytes = 1024 * 1024;
const lookCharacters = 64 * 1024;
/** As many characters of a piece are looked at again with the next: a number may be cut. */
const overlap = 256;

/** The tax ids that the deliveries of a record up to a revision name, those that lie in a bundle already left out. */
export async function taxIdsOfDeliveries(
  store: Pick<Store, 'read'>,
  { id, revision }: { id: number; revision: number },
): Promise<string[]> {
  const deliveries = await store.read(async (tx) => {
    const row = await findRecord(tx, id);
    if (row === undefined) return [];
    return listDeliveriesBefore(tx, row.kind, row.marketplaceId, Number.MAX_SAFE_INTEGER);
  });
  const found = collectTaxIds();
  for (const { seq, revision: of } of deliveries) {
    if (of === null || of > revision) continue;
    const decoder = new TextDecoder();
    let tail = '';
    for (let from = 0, total = 1; from < total; from += readBytes) {
      const part = await store.read((tx) => findEntryBytes(tx, seq, { from, limit: readBytes }));
      if (part === undefined) break;
      total = part.total;
      const text = tail + decoder.decode(part.bytes, { stream: true });
      for (let at = 0; at < text.length; at += lookCharacters) {
        if (at > 0) await yieldToEventLoop();
        found.add(text.slice(Math.max(0, at - overlap), at + lookCharacters));
      }
      tail = text.slice(-overlap);
    }
  }
  return found.first(maxTaxIds);
}

/** A record as it stands, for the journal to say what stays of it; null where this revision is not its latest. */
export async function stubOf(
  tx: ReadTransaction,
  { id, revision, taxIds }: { id: number; revision: number; taxIds: string[] },
): Promise<Leaving | null> {
  const row = await findRecord(tx, id);
  if (row === undefined || row.revision !== revision) return null;
  const latest = await findLatestDelivery(tx, row.kind, row.marketplaceId);
  if (latest?.revision !== revision || latest.recordId !== id) return null;
  const stub: Stub = {
    number: row.number,
    receivedAt: row.receivedAt,
    claimNumber: row.claimNumber,
    requestId: row.requestId,
    firstItem: row.firstItem,
    itemCount: row.itemCount,
    partyName: row.partyName,
    partyTaxId: row.partyTaxId,
    datedOn: row.datedOn,
    workshopTaxId: row.workshopTaxId,
    make: row.make,
    total: row.total,
    heading: recordHeading.parse(JSON.parse(row.heading ?? 'null')),
    findingCount: row.findingCount,
    attentionCount: row.attentionCount,
    attentionRank: row.attentionRank,
    reviewedAt: row.reviewedAt,
    reviewedBy: row.reviewedBy,
    // What is of people leaves with what they said.
    links: (await listLinks(tx, id))
      .filter(({ name }) => !ofPeople.has(name))
      .map(({ name, value }) => [name, value]),
    lastNote: await findLastNote(tx, id),
    taxIds,
    figures: await figuresToKeep(tx, id),
  };
  return {
    row,
    seq: latest.seq,
    bytes: Buffer.from(JSON.stringify(stub)),
    contentHash: contentHashOf(latest.detail, await findEntry(tx, latest.seq)),
  };
}

/** Of a large body it was kept when it came. */
function contentHashOf(detail: string | null, entry: EntryWithBytes | undefined): string | null {
  const kept: unknown = detail === null ? null : JSON.parse(detail).contentHash;
  if (typeof kept === 'string') return kept;
  try {
    return entry?.bytes == null ? null : contentHash(entry.bytes);
  } catch {
    return null;
  }
}

/** The rows of the bundles in which revisions of a record lie, by revision. */
export async function bundlesOfRevisions(
  tx: ReadTransaction,
  { id, archivedRevision }: Pick<RecordListRow, 'id' | 'archivedRevision'>,
): Promise<(revision: number) => number | null> {
  if (archivedRevision === null) return () => null;
  const bundles: { upTo: number; id: number | null }[] = [];
  for (const { detail } of await listArchivedEntries(tx, id)) {
    const { revision, bundle } = archivedDetail.parse(JSON.parse(detail ?? 'null'));
    if (revision > archivedRevision) break;
    bundles.push({ upTo: revision, id: (await findBundleByRoot(tx, bundle.root))?.id ?? null });
  }
  return (revision) => bundles.find(({ upTo }) => revision <= upTo)?.id ?? null;
}

/** What an `archived` entry says. Throws where it says nothing that can be read. */
export function readStub({ detail, bytes }: EntryWithBytes): {
  stub: Stub;
  archived: z.infer<typeof archivedDetail>;
} {
  return {
    stub: stubSchema.parse(JSON.parse(Buffer.from(bytes ?? []).toString('utf8'))),
    archived: archivedDetail.parse(JSON.parse(detail ?? 'null')),
  };
}

/** Makes a record the stub that an entry says, in one job; what came of it since stays. */
export async function deriveStub(
  tx: WriteTransaction,
  entry: Entry,
  { stub, archived }: ReturnType<typeof readStub>,
): Promise<void> {
  const { subjectId: id, marketplaceId } = entry;
  const { kind, revision, bundle } = archived;
  if (marketplaceId === null) throw new Error(`Entry ${entry.seq} of the journal names no record.`);
  const bundleId = await insertBundle(tx, { ...bundle, secondFile: null });
  const known = await findRecord(tx, id);
  if (known !== undefined && known.revision > revision) {
    await setRecordArchivedBefore(tx, id, { revision, bundleId });
    return;
  }
  const { links, lastNote, taxIds: _, figures, heading, number, receivedAt, ...columns } = stub;
  const row: ArchivedRow = {
    ...columns,
    attentionRank: columns.attentionRank ?? columns.attentionCount,
    heading: heading === null ? null : JSON.stringify(heading),
  };
  if (known === undefined)
    await insertRecord(tx, { id, kind, marketplaceId, number, receivedAt, summary: row });
  await setRecordArchived(tx, id, row, { revision, bundleId });
  const currency = heading?.kind === 'financialDocument' ? heading.currency : null;
  await setRecordTraits(tx, id, { ...columns, ...traitsOfRow(row, currency) });
  await deleteArchivedParts(tx, { id, lastNote, at: entry.at });
  await linkStub(tx, entry, { kind, marketplaceId, links: links.map(([name, value]) => ({ name, value })) });
  if (figures !== null) await upsertPendingShare(tx, id, JSON.stringify(figures));
  await replaceSearchTerms(
    tx,
    { what: 'record', id },
    termsOfStub({ kind, marketplaceId, stub }, await textsBeside(tx, id)),
  );
}

/** Where all is made anew, its deliveries have linked it to nothing. */
async function linkStub(
  tx: WriteTransaction,
  { seq, subjectId }: Entry,
  {
    kind,
    marketplaceId,
    links,
  }: { kind: RecordListRow['kind']; marketplaceId: number; links: readonly Link[] },
): Promise<void> {
  const { added, removed } = await replaceLinks(tx, subjectId, links);
  await markClaimSubjects(tx, { recordId: subjectId, kind }, { links, added, removed });
  const last = (await listDeliveriesBefore(tx, kind, marketplaceId, seq)).at(-1);
  for (const { name, value } of added) {
    if (name !== 'claimNumber' || last === undefined) continue;
    await addRecordToClaim(tx, { claimNumber: value, kind, seq: last.seq, at: last.at, isNew: true });
  }
}

/** By what a stub is found: identifiers, what its row shows, and what was written beside it since. */
export function termsOfStub(
  { kind, marketplaceId, stub }: { kind: RecordListRow['kind']; marketplaceId: number; stub: Stub },
  beside: readonly SearchText[],
): string {
  const texts = textsOfRow({ ...stub, kind, marketplaceId }, stub.heading, stub);
  return termsOf(kind, [...texts, ...beside]);
}

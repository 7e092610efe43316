import type { DossierKey, LinkName } from '#shared/contract/claims.ts';
import type { OrderKind } from '#shared/terms.ts';
import { orderKinds } from '#shared/terms.ts';
import {
  type Link,
  linkedRecords,
  linksOfRecord,
  linksOfRecords,
  orderLink,
  type ReadTransaction,
  type RecordListRow,
  recordByIdentity,
  recordRowsOf,
  type StoredLinkName,
} from '../store/index.ts';
import { incidentsOfClaim } from './incident-of-claim.ts';

export interface Share {
  by: LinkName;
  value: string;
}

/** A record of a dossier, why it belongs there, and all its links. */
export interface Member {
  row: RecordListRow;
  because: Share[];
  links: Link[];
}

export interface Members {
  /** Newest first. */
  members: Member[];
  isPartial: boolean;
}

/** The most records of a dossier. */
export const memberLimit = 300;
/** Records that one link of another record brings in. */
const stepLimit = 50;

/**
 * The records of a dossier: those with its key; orders that its documents name, documents that name its orders, and
 * documents that name each other; of a claim number besides, records of the same marketplace claim or tender that
 * carry no other claim number, and the reports of its incident.
 */
export async function membersOf(tx: ReadTransaction, by: DossierKey, value: string): Promise<Members> {
  const direct = await linkedRecords(tx, { name: by, value }, memberLimit + 1);
  const found = new Found();
  for (const id of direct.slice(0, memberLimit)) found.add(id, { by, value });
  if (by === 'claimNumber') await addSameClaim(tx, found, value);
  await addNamed(tx, found);
  const ids = found.ids();
  const shown = ids.slice(0, memberLimit);
  const links = new Map<number, Link[]>(shown.map((id) => [id, []]));
  for (const { recordId, name, value: shared } of await linksOfRecords(tx, shown)) {
    links.get(recordId)?.push({ name, value: shared });
  }
  const rows = await recordRowsOf(tx, shown, {});
  return {
    members: rows.map((row) => ({
      row,
      because: found.because(row.id),
      links: links.get(row.id) ?? [],
    })),
    isPartial: direct.length > memberLimit || ids.length > memberLimit,
  };
}

/** Ids with their reasons, in the order in which they were found. */
class Found {
  readonly #reasons = new Map<number, Share[]>();

  add(id: number, share: Share): void {
    const reasons = this.#reasons.get(id) ?? [];
    if (!reasons.some(({ by, value }) => by === share.by && value === share.value)) reasons.push(share);
    this.#reasons.set(id, reasons);
  }

  ids(): number[] {
    return [...this.#reasons.keys()];
  }

  because(id: number): Share[] {
    return this.#reasons.get(id) ?? [];
  }
}

async function addSameClaim(tx: ReadTransaction, found: Found, claimNumber: string): Promise<void> {
  const links = await linksOfRecords(tx, found.ids());
  for (const name of ['claimId', 'requestId'] as const) {
    for (const value of valuesOf(links, name)) {
      for (const id of await linkedRecords(tx, { name, value }, stepLimit)) {
        if (await isOfOtherClaim(tx, id, claimNumber)) continue;
        found.add(id, { by: name, value });
      }
    }
  }
  for (const value of valuesOf(links, 'policy')) {
    for (const { id } of await incidentsOfClaim(tx, claimNumber, value))
      found.add(id, { by: 'policy', value });
  }
}

async function isOfOtherClaim(tx: ReadTransaction, id: number, claimNumber: string): Promise<boolean> {
  const own = (await linksOfRecord(tx, id)).find(({ name }) => name === 'claimNumber');
  return own !== undefined && own.value !== claimNumber;
}

/** Orders and documents that name each other, whatever claim number they carry: they belong together. */
async function addNamed(tx: ReadTransaction, found: Found): Promise<void> {
  const ids = found.ids().slice(0, memberLimit);
  for (const { name, value } of await linksOfRecords(tx, ids)) {
    if (name !== 'order' && name !== 'document') continue;
    const named = await namedRecord(tx, { name, value });
    if (named !== null) found.add(named, { by: name, value });
  }
  for (const { id, kind, marketplace_id } of await recordRowsOf(tx, ids, {})) {
    const naming = linkTo(kind, marketplace_id);
    if (naming === null) continue;
    for (const other of await linkedRecords(tx, naming, stepLimit)) {
      if (other !== id) found.add(other, { by: naming.name, value: naming.value });
    }
  }
}

/** The link that records which name this one have; null where none can. */
export function linkTo(
  kind: RecordListRow['kind'],
  marketplaceId: number,
): (Link & { name: LinkName }) | null {
  if (isOrder(kind)) return { name: 'order', value: orderLink(kind, marketplaceId).value };
  return kind === 'financialDocument' ? { name: 'document', value: String(marketplaceId) } : null;
}

/** The record that a link of another names; null where it never arrived. */
export async function namedRecord(tx: ReadTransaction, { name, value }: Link): Promise<number | null> {
  const [kind, id] = name === 'order' ? value.split(':') : ['financialDocument', value];
  const isKnown = kind === 'financialDocument' || isOrder(kind);
  if (!isKnown) return null;
  return (await recordByIdentity(tx, kind, Number(id)))?.id ?? null;
}

export function isOrder(kind: string | undefined): kind is OrderKind {
  return orderKinds.some((one) => one === kind);
}

export function valuesOf(links: readonly Link[], name: StoredLinkName): Set<string> {
  return new Set(links.filter((link) => link.name === name).map(({ value }) => value));
}

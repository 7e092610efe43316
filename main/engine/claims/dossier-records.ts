import type { DossierKey, LinkName } from '#shared/contract/claims.ts';
import type { OrderKind } from '#shared/terms.ts';
import { orderKinds } from '#shared/terms.ts';
import {
  type Link,
  ledgerBeside,
  linkedRecords,
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

/** The records that `sharesOf` finds, with their rows and links. */
export async function membersOf(tx: ReadTransaction, by: DossierKey, value: string): Promise<Members> {
  const { shares, isPartial } = await sharesOf(tx, by, value, memberLimit);
  const ids = [...shares.keys()];
  const links = new Map<number, Link[]>(ids.map((id) => [id, []]));
  for (const { recordId, name, value: shared } of await linksOfRecords(tx, ids)) {
    links.get(recordId)?.push({ name, value: shared });
  }
  const rows = await recordRowsOf(tx, ids, {});
  return {
    members: rows.map((row) => ({
      row,
      because: shares.get(row.id) ?? [],
      links: links.get(row.id) ?? [],
    })),
    isPartial,
  };
}

/**
 * Which records belong with a key, and why: those that have it; of a claim number besides, records of the same marketplace
 * claim or tender that carry no other claim number, and the reports of its incident; then, whatever claim number they
 * carry, orders that documents name, all documents that name the orders, and documents that name each other.
 *
 * @param limit of the records, which are cut off behind it.
 */
export async function sharesOf(
  tx: ReadTransaction,
  by: DossierKey,
  value: string,
  limit: number,
): Promise<{ shares: ReadonlyMap<number, Share[]>; isPartial: boolean }> {
  const direct = await linkedRecords(tx, { name: by, value }, limit + 1);
  const found = new Found();
  for (const id of direct.slice(0, limit)) found.add(id, { by, value });
  if (by === 'claimNumber') await addSameClaim(tx, found, value);
  for (const { id, name, value: shared } of await ledgerBeside(tx, found.ids().slice(0, limit), limit + 1)) {
    found.add(id, { by: name, value: shared });
  }
  return found.firstOf(limit, direct.length > limit);
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

  firstOf(limit: number, isMore: boolean): { shares: ReadonlyMap<number, Share[]>; isPartial: boolean } {
    return {
      shares: new Map([...this.#reasons].slice(0, limit)),
      isPartial: isMore || this.#reasons.size > limit,
    };
  }
}

async function addSameClaim(tx: ReadTransaction, found: Found, claimNumber: string): Promise<void> {
  const links = await linksOfRecords(tx, found.ids());
  const others: { id: number; share: Share }[] = [];
  for (const name of ['claimId', 'requestId'] as const) {
    for (const value of valuesOf(links, name)) {
      const ids = await linkedRecords(tx, { name, value }, stepLimit);
      others.push(...ids.map((id) => ({ id, share: { by: name, value } })));
    }
  }
  const ofOtherClaim = new Set(
    (
      await linksOfRecords(
        tx,
        others.map(({ id }) => id),
      )
    )
      .filter(({ name, value }) => name === 'claimNumber' && value !== claimNumber)
      .map(({ recordId }) => recordId),
  );
  for (const { id, share } of others) if (!ofOtherClaim.has(id)) found.add(id, share);
  for (const value of valuesOf(links, 'policy')) {
    for (const { id } of await incidentsOfClaim(tx, claimNumber, value))
      found.add(id, { by: 'policy', value });
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

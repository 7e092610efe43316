import type { ClaimFileKey, LinkName } from '#shared/contract/claims.ts';
import { type OrderKind, orderKinds } from '#shared/terms.ts';
import { incidentsOfPolicies, valuesOf } from '../records/index.ts';
import {
  findRecordByIdentity,
  type Link,
  listLedgerRelated,
  listLinkedRecords,
  listLinksOfRecords,
  listRecordsByIds,
  orderLink,
  type ReadTransaction,
  type RecordListRow,
} from '../store/index.ts';

export interface LinkReason {
  by: LinkName;
  value: string;
}

/** A record of a claim file, why it belongs there, and all its links. */
export interface ClaimFileRecord {
  row: RecordListRow;
  because: LinkReason[];
  links: Link[];
}

interface ClaimFileRecords {
  /** Newest first. */
  records: ClaimFileRecord[];
  isPartial: boolean;
}

/** The most records of a claim file. */
export const maxRecords = 300;
/** Records that one link of another record brings in. */
const maxSteps = 50;
/** Documents that name any of the records: far more than claims of one page have. */
const maxBeside = 20_000;

/** The records that `sharesOf` finds, with their rows and links. */
export async function claimFileRecords(
  tx: ReadTransaction,
  by: ClaimFileKey,
  value: string,
): Promise<ClaimFileRecords> {
  const [found] = await recordsByKey(tx, by, [value], maxRecords);
  const { shares, isPartial } = found ?? { shares: new Map<number, LinkReason[]>(), isPartial: false };
  const ids = [...shares.keys()];
  const links = await linksById(tx, ids);
  const rows = await listRecordsByIds(tx, ids, {});
  return {
    records: rows.map((row) => ({
      row,
      because: shares.get(row.id) ?? [],
      links: links.get(row.id) ?? [],
    })),
    isPartial,
  };
}

interface RecordsOfKey {
  shares: ReadonlyMap<number, LinkReason[]>;
  /** Whether there are more. */
  isPartial: boolean;
}

/**
 * Which records belong with a key, and why: those that have it; of a claim number besides, records of the same marketplace
 * claim or tender that carry no other claim number, and the reports of its incident; then, whatever claim number they
 * carry, orders that documents name, all documents that name the orders, and documents that name each other.
 *
 * @param values of one key; what they have in common with others is read for all of them at once.
 * @param limit of the records of each, which are cut off behind it.
 */
export async function recordsByKey(
  tx: ReadTransaction,
  by: ClaimFileKey,
  values: readonly string[],
  limit: number,
): Promise<RecordsOfKey[]> {
  const openings: Opening[] = [];
  for (const value of values) {
    const ids = await listLinkedRecords(tx, { name: by, value }, limit + 1);
    const found = new Found();
    for (const id of ids) found.add(id, { by, value });
    openings.push({ value, found });
  }
  if (by === 'claimNumber') await addSameClaim(tx, openings);
  const ofRecord = new Map<number, Found[]>();
  for (const { found } of openings) {
    for (const id of found.ids()) ofRecord.set(id, [...(ofRecord.get(id) ?? []), found]);
  }
  const beside = await listLedgerRelated(tx, [...ofRecord.keys()], { ofEach: limit + 1, all: maxBeside });
  for (const { id, name, value, relatedTo } of beside) {
    for (const found of new Set(relatedTo.flatMap((own) => ofRecord.get(own) ?? []))) {
      found.add(id, { by: name, value });
    }
  }
  return openings.map(({ found }) => found.firstOf(limit));
}

interface Opening {
  value: string;
  found: Found;
}

/** Ids with their reasons, in the order in which they were found. */
class Found {
  readonly #reasons = new Map<number, LinkReason[]>();

  add(id: number, share: LinkReason): void {
    const reasons = this.#reasons.get(id) ?? [];
    if (!reasons.some(({ by, value }) => by === share.by && value === share.value)) reasons.push(share);
    this.#reasons.set(id, reasons);
  }

  ids(): number[] {
    return [...this.#reasons.keys()];
  }

  firstOf(limit: number): RecordsOfKey {
    return {
      shares: new Map([...this.#reasons].slice(0, limit)),
      isPartial: this.#reasons.size > limit,
    };
  }
}

/** Adds to claims, by their numbers, what is of the same marketplace claim or tender, and the reports of the incident. */
async function addSameClaim(tx: ReadTransaction, claims: readonly Opening[]): Promise<void> {
  const linksOf = await linksById(
    tx,
    claims.flatMap(({ found }) => found.ids()),
  );
  const linked = new Map<string, number[]>();
  const others: { claim: Opening; id: number; share: LinkReason }[] = [];
  const policies: { claim: Opening; policy: string }[] = [];
  for (const claim of claims) {
    const links = claim.found.ids().flatMap((id) => linksOf.get(id) ?? []);
    for (const name of ['claimId', 'requestId'] as const) {
      for (const value of valuesOf(links, name)) {
        const key = `${name} ${value}`;
        const ids = linked.get(key) ?? (await listLinkedRecords(tx, { name, value }, maxSteps));
        linked.set(key, ids);
        others.push(...ids.map((id) => ({ claim, id, share: { by: name, value } })));
      }
    }
    for (const policy of valuesOf(links, 'policy')) policies.push({ claim, policy });
  }
  const linksOfOthers = await linksById(
    tx,
    others.map(({ id }) => id),
  );
  for (const { claim, id, share } of others) {
    const claimNumbers = valuesOf(linksOfOthers.get(id) ?? [], 'claimNumber');
    if (claimNumbers.size === 0 || claimNumbers.has(claim.value)) claim.found.add(id, share);
  }
  const incidents = await incidentsOfPolicies(tx, new Set(policies.map(({ policy }) => policy)));
  for (const { claim, policy } of policies) {
    for (const { id } of incidents.get(policy) ?? []) claim.found.add(id, { by: 'policy', value: policy });
  }
}

async function linksById(tx: ReadTransaction, ids: readonly number[]): Promise<Map<number, Link[]>> {
  return Map.groupBy(await listLinksOfRecords(tx, [...new Set(ids)]), ({ recordId }) => recordId);
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
  return (await findRecordByIdentity(tx, kind, Number(id)))?.id ?? null;
}

export function isOrder(kind: string | undefined): kind is OrderKind {
  return orderKinds.some((one) => one === kind);
}

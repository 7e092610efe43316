import { recordHeading } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import {
  addRecordToClaim,
  type Link,
  linkedRecords,
  linksOfRecord,
  orderLink,
  queueRecheck,
  recordByIdentity,
  recordRowsOf,
  removeRecordFromClaim,
  setLinks,
  setRecordParty,
  type UnexaminedRow,
  type WriteTransaction,
} from '../store/index.ts';
import type { Examined } from './examination.ts';

/**
 * Links a record by its revision, keeps its claim's counts, and has those looked at again whose findings hang on it.
 * Revisions are linked in the order of arrival, so the latest stands at the end.
 */
export async function link(tx: WriteTransaction, row: UnexaminedRow, examined: Examined): Promise<void> {
  const { links, party } = examined;
  await setRecordParty(tx, row.record_id, party);
  const { added, removed } = await setLinks(tx, row.record_id, links);
  for (const { name, value } of removed)
    if (name === 'claimNumber') await removeRecordFromClaim(tx, value, row.kind);
  for (const one of links) {
    if (one.name !== 'claimNumber') continue;
    await addRecordToClaim(tx, {
      claimNumber: one.value,
      kind: row.kind,
      revisionId: row.id,
      at: row.received_at,
      isNew: added.includes(one),
    });
  }
  for (const one of await affectedBy(tx, row, examined, removed)) {
    if ((await linkedRecords(tx, one, 1)).length > 0) await queueRecheck(tx, one);
  }
}

/**
 * The links under which other records may now have other findings. What arrives last is judged beside what came
 * before; only what comes into the middle changes a judgement that was made: an order after its invoice, a document
 * after the one that names it, a credit note, an invoice after its credit note, and any new revision.
 */
async function affectedBy(
  tx: WriteTransaction,
  row: UnexaminedRow,
  { links, ...examined }: Examined,
  removed: readonly Link[],
): Promise<Link[]> {
  switch (row.kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      return [
        orderLink(row.kind, row.marketplace_id),
        ...(row.revision === 1 ? [] : named([...links, ...removed], ['guid'])),
      ];
    case 'incidentReport':
      return row.revision === 1 ? [] : named([...links, ...removed], ['vehicleAndDate', 'guid']);
    case 'financialDocument': {
      const naming: Link = { name: 'document', value: String(row.marketplace_id) };
      const own = row.revision > 1 ? [...links, ...removed] : links;
      const receipts = row.revision > 1 ? named(own, ['receipt', 'guid']) : [];
      const orders = named(own, ['order']);
      if (row.revision > 1 || examined.isCreditNote) {
        // Others that credit the same document, and those of its order, which this one may not name.
        const related = named(own, ['document']);
        return [naming, ...receipts, ...orders, ...related, ...(await ordersOf(tx, related))];
      }
      const credited: Link[] = [];
      for (const order of orders) if (await hasCreditNote(tx, order)) credited.push(order);
      return [naming, ...credited];
    }
  }
}

/** The orders that the documents under these links name. */
async function ordersOf(tx: WriteTransaction, documents: readonly Link[]): Promise<Link[]> {
  const orders: Link[] = [];
  for (const { value } of documents) {
    const known = await recordByIdentity(tx, 'financialDocument', Number(value));
    if (known !== undefined) orders.push(...named(await linksOfRecord(tx, known.id), ['order']));
  }
  return orders;
}

/** The latest documents of an order that are looked at for a credit note. */
const creditNotesSought = 50;

async function hasCreditNote(tx: WriteTransaction, order: Link): Promise<boolean> {
  const ids = await linkedRecords(tx, order, creditNotesSought);
  return (await recordRowsOf(tx, ids, {})).some(({ heading }) => {
    const read = heading === null ? null : recordHeading.parse(JSON.parse(heading));
    return read?.kind === 'financialDocument' && isCreditNote(read);
  });
}

function named(links: readonly Link[], names: readonly Link['name'][]): Link[] {
  return links.filter(({ name }) => names.includes(name));
}

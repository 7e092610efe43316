import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import {
  type Link,
  leaveClaim,
  linkedRecords,
  orderLink,
  queueRecheck,
  setLinks,
  setRecordParty,
  touchClaim,
  type WriteTransaction,
} from '../store/index.ts';
import type { Examined } from './examination.ts';
import { partyOf } from './party.ts';

/**
 * Links a record by its revision, keeps its claim's counts, and has those looked at again whose findings hang on it.
 * Revisions are linked in the order of arrival, so the latest stands at the end.
 */
export async function link(tx: WriteTransaction, examined: Examined): Promise<void> {
  const { row, links } = examined;
  await setRecordParty(tx, row.record_id, partyOf(examined.content));
  const { added, removed } = await setLinks(tx, row.record_id, links);
  for (const { name, value } of removed) if (name === 'claimNumber') await leaveClaim(tx, value, row.kind);
  for (const one of links) {
    if (one.name !== 'claimNumber') continue;
    await touchClaim(tx, {
      claimNumber: one.value,
      kind: row.kind,
      revisionId: row.id,
      at: row.received_at,
      isNew: added.includes(one),
    });
  }
  for (const one of affectedBy(examined, removed)) {
    if ((await linkedRecords(tx, one, 1)).length > 0) await queueRecheck(tx, one);
  }
}

/**
 * The links under which other records may now have other findings. What arrives last is judged beside what came
 * before; only what comes into the middle changes a judgement that was made: an order after its invoice, a document
 * after the one that names it, a credit note, and any new revision.
 */
function affectedBy({ row, content, links }: Examined, removed: readonly Link[]): Link[] {
  switch (content.kind) {
    case 'purchaseOrder':
    case 'serviceOrder':
      return [orderLink(content.kind, row.marketplace_id)];
    case 'incidentReport':
      return row.revision === 1 ? [] : named([...links, ...removed], ['vehicleAndDate']);
    case 'financialDocument': {
      const naming: Link = { name: 'document', value: String(row.marketplace_id) };
      if (row.revision > 1) return [naming, ...named([...links, ...removed], ['order', 'receipt'])];
      return isCreditNote(content.document) ? [naming, ...named(links, ['order'])] : [naming];
    }
  }
}

function named(links: readonly Link[], names: readonly Link['name'][]): Link[] {
  return links.filter(({ name }) => names.includes(name));
}

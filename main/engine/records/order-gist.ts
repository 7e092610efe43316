import { member } from '#shared/marketplace/member.ts';
import type { OrderKind } from '#shared/terms.ts';
import type { Gist } from './gist.ts';
import {
  cutWords,
  integerOf,
  isFull,
  join,
  joinMembers,
  lengthOf,
  listOf,
  short,
  textOf,
} from './gist-parts.ts';
import { purchaseTotal, serviceTotal } from './order-total.ts';

export function orderGist(kind: OrderKind, marketplaceId: number, json: object): Gist {
  const items = listOf(member(json, 'items'));
  const isPurchase = kind === 'purchaseOrder';
  const partyName = textOf(member(json, isPurchase ? 'supplierName' : 'workshopPersonName'));
  const claimNumber = textOf(member(json, 'insuranceClaimNumber'));
  const requestId = integerOf(member(json, 'requestId'));
  let words = join(String(marketplaceId), claimNumber, requestId, partyName);
  words = joinMembers(words, json, searchedTexts);
  for (const item of items) {
    if (isFull(words)) break;
    words = join(words, textOf(member(item, 'itemName')), textOf(member(item, 'itemCode')));
    if (!isPurchase) words = join(words, textOf(member(item, 'workshopServiceName')));
  }
  return {
    summary: {
      claimNumber: short(claimNumber),
      requestId,
      firstItem: short(firstNameOf(items[0])),
      itemCount: lengthOf(member(json, 'items')),
      partyName: short(partyName),
      total: isPurchase ? purchaseTotal(items) : serviceTotal(json),
      heading: null,
    },
    words: cutWords(words),
  };
}

const searchedTexts = [
  'claimId',
  'workshopName',
  'workshopTaxId',
  'workshopPersonTaxId',
  'supplierTaxId',
  'createdByDisplayName',
  'createdByEmailAddress',
  'deliverTo',
  'comments',
] as const;

function firstNameOf(item: object | undefined): string | null {
  if (item === undefined) return null;
  return (
    textOf(member(item, 'itemName')) ??
    textOf(member(item, 'workshopServiceName')) ??
    textOf(member(item, 'itemCode'))
  );
}

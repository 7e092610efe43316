import type { RecordHeading } from '#shared/contract/records.ts';
import { decimalText, member } from '#shared/marketplace/member.ts';
import type { Gist } from './gist.ts';
import {
  cutWords,
  integerOf,
  join,
  joinLists,
  joinMembers,
  lengthOf,
  listOf,
  objectOf,
  short,
  textOf,
} from './gist-parts.ts';

export function documentGist(marketplaceId: number, json: object): Gist {
  const items = listOf(member(json, 'items'));
  const issuer = objectOf(json, 'createdBy');
  const receipt = objectOf(json, 'taxReceipt');
  const claimNumber = textOf(member(json, 'insuranceClaimNumber'));
  const requestId = integerOf(member(json, 'requestId'));
  const partyName = textOf(member(issuer, 'personName'));
  const heading: RecordHeading = {
    kind: 'financialDocument',
    documentTypeId: integerOf(member(json, 'documentTypeId')),
    entityTypeId: integerOf(member(json, 'entityTypeId')),
    taxReceiptNumber: short(textOf(member(receipt, 'taxReceiptNumber'))),
    documentDate: short(textOf(member(json, 'documentDate'))),
    currency: short(textOf(member(objectOf(json, 'currency'), 'code'))),
    policyNumber: short(textOf(member(json, 'insurancePolicyNumber'))),
  };
  let words = join(String(marketplaceId), claimNumber, requestId, partyName);
  words = joinMembers(words, json, documentTexts);
  words = joinMembers(words, receipt, receiptTexts);
  words = joinMembers(words, issuer, ['identification']);
  words = joinMembers(words, objectOf(json, 'createdTo'), ['personName', 'identification']);
  words = joinLists(words, items, ['documentItemName']);
  words = joinLists(words, listOf(member(json, 'attachments')), ['attachmentFilename']);
  const firstName = items[0] === undefined ? null : textOf(member(items[0], 'documentItemName'));
  return {
    summary: {
      claimNumber: short(claimNumber),
      requestId,
      firstItem: short(firstName),
      itemCount: lengthOf(member(json, 'items')),
      partyName: short(partyName),
      total: decimalText(member(json, 'totalAmount')),
      heading: JSON.stringify(heading),
    },
    words: cutWords(words),
  };
}

const documentTexts = [
  'insurancePolicyNumber',
  'purchaseOrderId',
  'serviceOrderId',
  'relatedDocumentId',
  'documentGuid',
  'documentTypeName',
  'entityTypeName',
  'documentStatusName',
  'createdByDisplayName',
  'comments',
] as const;
const receiptTexts = ['taxReceiptNumber', 'relatedTaxReceiptNumber', 'taxReceiptTypeName'] as const;

/** What records say together: claims, claim files, and orders beside their invoices and credit notes. */

export type { StoredMatch } from './amounts.ts';
export { invoicedOfOrder } from './amounts.ts';
export type { StoredOverview } from './claim-file.ts';
export {
  claimFileOf,
  relatedTo,
  type StoredClaimFile,
  type StoredRelated,
  type Subject,
  subjectOfOrder,
} from './claim-file.ts';
export { type ClaimSummary, type ClaimsPage, claimsPage } from './claim-list.ts';
export type { TimelineStored } from './timeline.ts';

/** What records say together: claims, claim files, and orders beside their invoices and credit notes. */

export type { StoredMatch } from './amounts.ts';
export { invoicedOfOrder } from './amounts.ts';
export type { StoredOverview } from './claim-file.ts';
export {
  claimFileOf,
  relatedTo,
  type StoredClaimFile,
  subjectOfOrder,
} from './claim-file.ts';
export { type ClaimSummary, claimFilterOf, claimsPage } from './claim-list.ts';
export { recordsByKey } from './claim-records.ts';
export { elsewhereOf } from './elsewhere.ts';

/** What records say together: claims, dossiers, and orders beside their invoices and credit notes. */

export type { StoredMatch } from './amounts.ts';
export { invoicedOfOrder } from './amounts.ts';
export type { StoredFace } from './claim-file.ts';
export {
  dossierOf,
  relatedTo,
  type StoredDossier,
  type StoredRelated,
  type Subject,
  subjectOfOrder,
} from './claim-file.ts';
export { type ClaimSummary, type ClaimsPage, claimsPage } from './claim-list.ts';
export type { TimelineStored } from './timeline.ts';

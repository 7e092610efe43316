/** What records say together: claims, dossiers, and orders beside their invoices and credit notes. */
export { dossierOf, type StoredDossier } from './dossier.ts';
export type { StoredFace } from './face.ts';
export { invoicedOfOrder } from './invoiced-of-order.ts';
export { type ClaimSummary, type ClaimsPage, claimsPage } from './list.ts';
export type { StoredMatch } from './order-match.ts';
export { relatedTo, type StoredRelated } from './related.ts';
export { type Subject, subjectOfOrder } from './subject-of-order.ts';
export type { TimelineStored } from './timeline.ts';

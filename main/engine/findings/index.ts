export { cancelCallFindings } from './cancel-call.ts';
export { contentFindings } from './content.ts';
export { dayOf } from './dates.ts';
export { decimal } from './decimal.ts';
export {
  type Allowance,
  type DocumentFacts,
  documentFindings,
  mostInvoiced,
  type OrderOfDocument,
  type RelatedDocument,
  roundingOf,
} from './document.ts';
export type { FindingThresholds, GatheredFinding, NewFinding } from './finding.ts';
export { gather } from './finding.ts';
export { formFindings, notAlways } from './form.ts';
export { guidOf } from './identities.ts';
export { type IncidentFacts, incidentFindings } from './incident.ts';
export { photoFindings } from './photo.ts';
export { revisionChanges } from './revision-changes.ts';

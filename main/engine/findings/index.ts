export { cancelCallFindings } from './cancel-call-findings.ts';
export { type ContentContext, contentFindings } from './content-findings.ts';
export { dayOf } from './dates.ts';
export {
  type DocumentFacts,
  documentFindings,
  type OrderOfDocument,
  type RelatedDocument,
} from './document-findings.ts';
export { formFindings, notAlways } from './form-findings.ts';
export { createFindingCollector, gather } from './gather.ts';
export { guidOf } from './identifiers.ts';
export { type IncidentFacts, incidentFindings } from './incident-findings.ts';
export type { FindingThresholds, GatheredFinding, NewFinding } from './new-finding.ts';
export { photoFindings } from './photo-findings.ts';
export { revisionChanges } from './revision-changes.ts';
export { type Allowance, mostInvoiced, roundingOf } from './rounding.ts';
export { severityOf } from './severity.ts';

/** The simulator's front door. */

export { makeClaim } from './claim.ts';
export { faultsOf } from './deliveries.ts';
export { eventText } from './event-text.ts';
export type {
  MarketplaceEvent,
  RecordEvent,
} from './events.ts';
export {
  type BehaviourRef,
  behaviourPath,
  type FileBehaviourName,
  type Files,
  type FilesOptions,
  fileBehaviourNames,
  fileBehaviours,
  makeReport,
  makeReportOfBehaviours,
  openFiles,
  unapprovedHost,
} from './files/index.ts';
export {
  type IncidentReportBody,
  makeIncidentReport,
} from './incident-report.ts';
export { sampleBookSize } from './insured-vehicle.ts';
export { everyLookup, lookupFaultNames, lookupOf } from './lookups.ts';
export type { Marketplace, SentOrder, SentRecord } from './marketplace.ts';
export { openMarketplace } from './marketplace.ts';
export { insurerClient } from './marketplace-client.ts';
export {
  makePurchaseOrder,
  purchaseOrderTotal,
} from './orders.ts';
export {
  openPlatform,
  type Platform,
  type PlatformBehaviour,
  type PlatformBehaviours,
} from './platform.ts';
export { policiesAsCsv, type SamplePolicy, samplePolicies } from './policy-book.ts';
export { sampleCoverageOfIncident, sampleTaxId } from './sample-data.ts';
export {
  openClaimFile,
  playClaim,
  type ScenarioName,
  scenarioNames,
  scenarios,
} from './scenarios/index.ts';
export { generateTraffic } from './traffic.ts';
export { applyBodyVariants, type BodyVariant, bodyVariants, callVariants } from './variants.ts';

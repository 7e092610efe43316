/** The simulator's front door. */

export { makeClaim } from './claim.ts';
export { faultsOf } from './deliveries.ts';
export { describeEvent } from './describe.ts';
export type {
  MarketplaceEvent,
  RecordEvent,
} from './events.ts';
export { type Oddity, oddities, withOddities } from './faults.ts';
export {
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
  type WrittenBehaviour,
} from './files/index.ts';

export {
  type IncidentReportBody,
  makeIncidentReport,
} from './incident-report.ts';
export { sampleBookSize } from './insured-vehicle.ts';
export { openMarketplace } from './marketplace.ts';
export {
  callOddities,
  everyLookup,
  insurerClient,
  lookupFaultNames,
  lookupOf,
} from './marketplace-client.ts';
export type { KnownOrder, KnownRecord, Marketplace } from './marketplace-terms.ts';
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
  runScenario,
  type StoryName,
  stories,
  storyNames,
} from './scenarios/index.ts';
export { generateTraffic } from './traffic.ts';

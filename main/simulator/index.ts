/** The simulator's front door. */
export {
  type CallOddity,
  callOddities,
  callOddityTable,
  withCallOddities,
} from './marketplace-client.ts';
export { type Caller, type Calling, generateTraffic } from './traffic.ts';
export type { CancellationWords, OrderToCancel } from './cancellation.ts';
export { makeClaim, type SampleClaim } from './claim.ts';
export { insurerClient, type ProblemDocument } from './marketplace-client.ts';
export { describeEvent } from './describe.ts';
export type {
  BalanceEvent,
  CancellationEvent,
  DeliveryEvent,
  DeliveryFailure,
  FaultyDeliveryEvent,
  FaultyLookupEvent,
  LookupEvent,
  MarketplaceEvent,
  OrderEvent,
  RecordEvent,
} from './events.ts';
export { type Fault, faults, faultsOf } from './deliveries.ts';
export {
  behaviourPath,
  type FileBehaviour,
  type FileBehaviourName,
  type Files,
  type FilesOptions,
  fileBehaviourNames,
  fileBehaviours,
  type Hold,
  type HoldOptions,
  makeReport,
  makeReportOfBehaviours,
  openFiles,
  type SeenRequest,
  unapprovedHost,
  type WrittenBehaviour,
  withBehaviours,
} from './files/index.ts';
export {
  type FinancialDocumentBody,
  type MakingDocument,
  makeCreditNote,
  makeInvoice,
} from './financial-document.ts';
export {
  type IncidentReportBody,
  type MakingIncidentReport,
  makeIncidentReport,
} from './incident-report.ts';
export {
  type InsuredVehicle,
  insuredVehicle,
  type PolicyState,
  policyStates,
  sampleBookSize,
} from './insured-vehicle.ts';
export {
  balanceOf,
  everyLookup,
  type LookupFault,
  lookupFaultNames,
  lookupFaults,
  lookupOf,
} from './marketplace-client.ts';
export { openMarketplace } from './marketplace.ts';
export type { KnownOrder, KnownRecord, Marketplace, MarketplaceOptions } from './marketplace-terms.ts';
export { type Oddity, oddities, oddityTable, withOddities } from './faults.ts';
export {
  behaviours,
  openPlatform,
  type Platform,
  type PlatformBehaviour,
  type PlatformBehaviours,
  type PlatformOptions,
} from './platform.ts';
export { policiesAsCsv, type SamplePolicy, samplePolicies, spanishHeadings } from './policy-book.ts';
export { makePurchaseOrder, type PurchaseOrderBody, purchaseOrderTotal } from './orders.ts';
export { editedPicture, pictureAt, samePicture, withPicturesOf } from './incident-report.ts';
export { sampleCoverageOfIncident } from './sample-data.ts';
export { sampleTaxId } from './sample-data.ts';
export { makeServiceOrder, type ServiceOrderBody } from './orders.ts';
export {
  openClaimFile,
  playClaim,
  runScenario,
  type ScenarioContext,
  type Story,
  type StoryName,
  stories,
  storyNames,
  type WholeClaim,
} from './scenarios/index.ts';

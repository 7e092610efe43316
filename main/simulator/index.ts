/** The simulator's front door. */

export type { CancellationWords, OrderToCancel } from './cancellation.ts';
export { makeClaim, type SampleClaim } from './claim.ts';
export { type Fault, faults, faultsOf } from './deliveries.ts';
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
export { type Oddity, oddities, oddityTable, withOddities } from './faults.ts';
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
  editedPicture,
  type IncidentReportBody,
  type MakingIncidentReport,
  makeIncidentReport,
  pictureAt,
  samePicture,
  withPicturesOf,
} from './incident-report.ts';
export {
  type InsuredVehicle,
  insuredVehicle,
  type PolicyState,
  policyStates,
  sampleBookSize,
} from './insured-vehicle.ts';
export { openMarketplace } from './marketplace.ts';
export {
  balanceOf,
  type CallOddity,
  callOddities,
  callOddityTable,
  everyLookup,
  insurerClient,
  type LookupFault,
  lookupFaultNames,
  lookupFaults,
  lookupOf,
  type ProblemDocument,
  withCallOddities,
} from './marketplace-client.ts';
export type { KnownOrder, KnownRecord, Marketplace, MarketplaceOptions } from './marketplace-terms.ts';
export {
  makePurchaseOrder,
  makeServiceOrder,
  type PurchaseOrderBody,
  purchaseOrderTotal,
  type ServiceOrderBody,
} from './orders.ts';
export {
  behaviours,
  openPlatform,
  type Platform,
  type PlatformBehaviour,
  type PlatformBehaviours,
  type PlatformOptions,
} from './platform.ts';
export { policiesAsCsv, type SamplePolicy, samplePolicies, spanishHeadings } from './policy-book.ts';
export { sampleCoverageOfIncident, sampleTaxId } from './sample-data.ts';
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
export { type Caller, type Calling, generateTraffic } from './traffic.ts';

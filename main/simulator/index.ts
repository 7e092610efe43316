/** The simulator's front door. */
export { type Caller, type Calling, keepCalling } from './calling.ts';
export type { CancellationWords, OrderToCancel } from './cancellation.ts';
export { insurerClient, type ProblemDocument } from './client.ts';
export { describeEvent } from './describe.ts';
export type {
  CancellationEvent,
  FaultyDeliveryEvent,
  MarketplaceEvent,
  OrderEvent,
  Trouble,
} from './events.ts';
export { type Fault, faults } from './faulty-delivery.ts';
export {
  type KnownOrder,
  type Marketplace,
  type MarketplaceOptions,
  openMarketplace,
} from './marketplace.ts';
export { type Oddity, oddities, withOddities } from './oddities.ts';
export { makePurchaseOrder, type PurchaseOrderBody } from './purchase-order.ts';
export { sampleTaxId } from './sample-data.ts';
export { makeServiceOrder, type ServiceOrderBody } from './service-order.ts';

/** The library of stories: what a marketplace has to tell, from a plain claim to every trouble that it can have. */
import { claimStories } from './claims.ts';
import { documentStories } from './documents.ts';
import { fileStories } from './files.ts';
import { policyStories } from './policies.ts';
import type { ScenarioContext, Story } from './story.ts';

export { openClaimFile } from './claim-file.ts';
export type { ScenarioContext, Story } from './story.ts';
export { playClaim, type WholeClaim } from './whole-claim.ts';

const library = { ...claimStories, ...policyStories, ...documentStories, ...fileStories };

export type StoryName = keyof typeof library;
export const stories: Readonly<Record<StoryName, Story>> = library;
export const storyNames: readonly StoryName[] = [
  'plain',
  'threeWayMatch',
  'overInvoiced',
  'invoiceOfCancelledOrder',
  'invoiceForUnknownOrder',
  'invoiceOfOtherClaim',
  'sameVehicleAndDate',
  'policyExpired',
  'vehicleExcluded',
  'premiumUnpaid',
  'noCoverage',
  'policyUnknown',
  'wrongArithmetic',
  'priceOverMarket',
  'badReceipt',
  'expiredReceipt',
  'receiptOfOtherType',
  'creditNoteWithoutReceipt',
  'changedContent',
  'lateOrder',
  'importedInDollars',
  'samePhoto',
  'editedPhoto',
  'filesElsewhere',
  'troubledFiles',
];

/** Tells a story with claims, orders and documents of its own; the number of the claim that it is about. */
export function runScenario(name: StoryName, teller: ScenarioContext): Promise<string> {
  return stories[name].tell(teller);
}

/** What a story of the library is: records that together show one thing. */
import type { FindingCode } from '#shared/finding-terms.ts';
import type { Locale } from '#shared/terms.ts';
import type { Marketplace } from '../marketplace-terms.ts';
import type { AtTheDesk } from './claim-file.ts';

export interface ScenarioContext {
  marketplace: Marketplace;
  /** Staff approve the cancellation of an order while its call is held. */
  approve: AtTheDesk;
  /** Staff refuse it, since the order was invoiced. */
  refuse: AtTheDesk;
}

export interface Story {
  /** What it shows, in a few words. */
  title: Record<Locale, string>;
  /** The findings that it is made to bring about; empty where all is as it should be. */
  findings: readonly FindingCode[];
  /** Those that come once the files that it names were fetched and looked at. */
  findingsOfFiles?: readonly FindingCode[];
  /** The number of the claim that it is about. */
  tell(teller: ScenarioContext): Promise<string>;
}

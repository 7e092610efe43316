import type { Settings } from '#shared/contract/settings.ts';
import type { FindingAmount, FindingCode, FindingParameters } from '#shared/finding-terms.ts';

/** Where a fault is, what its text is filled with there, and what is at stake there. */
export interface Told {
  /** RFC 6901 pointer into the body. */
  pointer: string;
  parameters: FindingParameters;
  amount?: FindingAmount | null;
}

/** A fault in one place, as a check finds it. */
export interface NewFinding extends Told {
  code: FindingCode;
}

/** One fault with all its places: a finding that no record has yet. */
export interface GatheredFinding {
  code: FindingCode;
  /** Those of the first place. */
  pointer: string;
  parameters: FindingParameters;
  /** The first of them, at most `placeLimit`; at least one. */
  places: { pointer: string; parameters: FindingParameters }[];
  count: number;
  /** Summed over all places. */
  amount: FindingAmount | null;
}

/** Tolerance of sums and percents of prices, as the settings have them. */
export type FindingThresholds = Settings['findings'];

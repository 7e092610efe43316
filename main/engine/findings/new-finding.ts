import type { Settings } from '#shared/contract/settings.ts';
import type { Oddity } from '#shared/marketplace/read.ts';

/** A finding that no record has yet: code, RFC 6901 pointer into the body, and what its text is filled with. */
export type NewFinding = Oddity;

/** Tolerance of sums and percents of prices, as the settings have them. */
export type FindingThresholds = Settings['findings'];

import type { RecordFilter as AskedFilter } from '#shared/contract/records.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { claimKey, type RecordFilter } from '../store/index.ts';
import { policyKey, taxIdValue, vehicleKey } from './links.ts';
import { hundredthsOf, nameKey } from './traits.ts';

/** When a day begins in the Dominican Republic, in milliseconds since 1970. */
export const dayBegin = (day: string): number => readDominicanTime(day)?.at ?? Number.NaN;

const dayLength = 86_400_000;

/** A filter of the contract as the store compares it; its kind and its search are asked apart. */
export function filterOf(asked: Omit<AskedFilter, 'kind' | 'search'>): RecordFilter {
  const { reviewed, withFindings, severity, findings, datedFrom, datedUntil, flagged, cancellation } = asked;
  return {
    ...{ reviewed, withFindings, severity, datedFrom, datedUntil, flagged },
    receivedFrom: asked.receivedFrom === undefined ? undefined : dayBegin(asked.receivedFrom),
    receivedBefore: asked.receivedUntil === undefined ? undefined : dayBegin(asked.receivedUntil) + dayLength,
    findings: unique(findings),
    cancellation: unique(cancellation),
    decision: unique(asked.decision),
    assignedTo: unique(asked.assignedTo),
    // What is no tax id is nobody's.
    parties: unique(asked.parties?.map((text) => taxIdValue(text) ?? '')),
    workshops: unique(asked.workshops?.map((text) => taxIdValue(text) ?? '')),
    makes: unique(asked.makes?.map((text) => nameKey(text) ?? '')),
    amountFrom: asked.amountFrom === undefined ? undefined : (hundredthsOf(asked.amountFrom) ?? undefined),
    amountUntil: asked.amountUntil === undefined ? undefined : (hundredthsOf(asked.amountUntil) ?? undefined),
    currency: asked.currency === undefined ? undefined : currencyCode(asked.currency),
    policyKey: asked.policy === undefined ? undefined : policyKey(asked.policy),
    vehicleKey: asked.vehicle === undefined ? undefined : vehicleKey(asked.vehicle),
    claimKey: asked.claimNumber === undefined ? undefined : claimKey(asked.claimNumber),
  };
}

const unique = <Value>(values: readonly Value[] | undefined): Value[] | undefined =>
  values === undefined ? undefined : [...new Set(values)];

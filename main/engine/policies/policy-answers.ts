import type { BalanceQuery, PolicyQuery } from '#shared/marketplace/insurance-policy.ts';

/**
 * What the receiver asks of the policy book. Each answer is the JSON that goes out, and resolves once the lookup is in
 * the log, synced to disk; rejects with a `StoreProblem` where it could not be.
 */
export interface PolicyAnswers {
  /** A JSON array of InsurancePolicyDetails; `[]` where nothing is found. */
  lookup(query: PolicyQuery, keyLabel: string): Promise<string>;
  /** BalanceDetails; null where the policy has no such vehicle, which is logged as well. */
  balance(query: BalanceQuery, keyLabel: string): Promise<string | null>;
}

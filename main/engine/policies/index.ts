export type { VerdictQuery } from './lookup/verdict.ts';
export { createPolicies, type Policies } from './policies.ts';
export type { PolicyAnswers } from './policy-answers.ts';

/** Claims that are closed and old: moved to bundles, verified there, and only then taken out of the database. */
export { planRetention } from './plan.ts';
export { type PolicyRefusal, policyRefusal, readPolicy } from './policy.ts';
export { createRetention, type Retention, type SettledRun } from './retention.ts';
export { whereBundleLies } from './where-bundle-lies.ts';

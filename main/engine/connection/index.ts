export { ownAddresses } from './addresses.ts';
export { findFirewall } from './firewall.ts';
export { findPortHolder } from './port-holder.ts';
export { checkReach, type ReachOptions } from './reach.ts';
export { callListening, testCalls } from './test-call.ts';

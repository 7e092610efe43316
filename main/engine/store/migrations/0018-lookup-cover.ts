/** Whether cover was checked in a lookup; null of balances, and of lookups that were logged before. */
export const lookupCover = `
ALTER TABLE policy_lookup ADD COLUMN cover TEXT;
`;

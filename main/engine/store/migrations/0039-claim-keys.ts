/** Claims are found by their number without its hyphens and spaces, in capitals or not. */
export const claimKeys = `
CREATE INDEX claim_by_key ON claim (upper(replace(replace(claim_number, '-', ''), ' ', '')));
`;

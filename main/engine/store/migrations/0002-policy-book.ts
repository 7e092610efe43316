/** The policy book, its imports, and the log of lookups. */
export const policyBook = `
`;

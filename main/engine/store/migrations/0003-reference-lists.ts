/** The last good copy of each list of the platform configuration API. */
export const referenceLists = `
`;

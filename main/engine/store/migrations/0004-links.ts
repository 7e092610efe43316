/** What records share with each other, claims, and what lists show of incidents and documents. */
export const links = `
ALTER TABLE record ADD COLUMN heading TEXT;

-- Everything that arrived before is examined again, so that it is linked too.
DELETE FROM setting WHERE name = 'examinedRevision';
`;

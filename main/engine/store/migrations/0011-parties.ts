/** With whom the money of an order or document stands, and its day, as they are examined. */
export const parties = `
-- Digits of the RNC of the supplier or workshop of an order, or of the issuer of a document.
ALTER TABLE record ADD COLUMN party_tax_id TEXT;
-- YYYY-MM-DD: the Dominican day on which an order was made, or the date of a document.
ALTER TABLE record ADD COLUMN dated_on TEXT;

-- Everything that arrived before is examined again, so that it has them too.
DELETE FROM setting WHERE name = 'examinedRevision';
`;

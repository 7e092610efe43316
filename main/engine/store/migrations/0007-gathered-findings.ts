/** Findings with all their places and what is at stake; records counted by what asks for a look. */
export const gatheredFindings = `
ALTER TABLE finding ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
-- JSON list of {pointer, parameters}; null where its own is the only one.
ALTER TABLE finding ADD COLUMN places TEXT;
-- Decimal text and ISO 4217 code; both null where no money is at stake.
ALTER TABLE finding ADD COLUMN amount TEXT;
ALTER TABLE finding ADD COLUMN currency TEXT;

-- Findings of the latest revision that are more than information.
ALTER TABLE record ADD COLUMN attention_count INTEGER NOT NULL DEFAULT 0;
UPDATE finding SET severity = 'info' WHERE code = 'revision.changed';
UPDATE record SET attention_count = (
  SELECT count(*) FROM finding f WHERE f.record_id = record.id AND f.revision = record.revision AND f.severity <> 'info'
) WHERE finding_count > 0;
DROP INDEX record_with_findings;
DROP INDEX record_unreviewed_with_findings;
DROP INDEX record_reviewed_with_findings;
CREATE INDEX record_unreviewed_with_attention ON record (kind) WHERE reviewed_at IS NULL AND attention_count > 0;
CREATE INDEX record_reviewed_with_attention ON record (kind) WHERE reviewed_at IS NOT NULL AND attention_count > 0;
`;

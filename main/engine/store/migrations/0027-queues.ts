/** What lists of records are filtered and sorted by, each with its index. */
export const queues = `
-- The RNC of the workshop of a purchase order, digits alone; of the others the workshop is the party.
ALTER TABLE record ADD COLUMN workshop_tax_id TEXT;
-- The make of a report's vehicle, in lower case and without accents.
ALTER TABLE record ADD COLUMN make TEXT;
-- The party's name as lists are sorted by it: in lower case and without accents.
ALTER TABLE record ADD COLUMN party_order TEXT;
-- The total in hundredths, rounded, and its currency as ISO 4217 has it; both null where there is no total.
ALTER TABLE record ADD COLUMN currency TEXT;
ALTER TABLE record ADD COLUMN amount INTEGER;
-- A thousand for each error among its findings, and one for each warning, of those that nobody acknowledged.
ALTER TABLE record ADD COLUMN attention_rank INTEGER NOT NULL DEFAULT 0;
UPDATE record SET attention_rank = attention_count + 999 * (SELECT count(*) FROM finding f
    WHERE f.record_id = record.id AND f.revision = record.revision AND f.acknowledgement_id IS NULL AND f.severity = 'error')
  WHERE attention_count > 0;
-- Of what lies in a bundle only the row is left; all else is examined again, below.
UPDATE record SET party_order = lower(substr(party_name, 1, 60)),
    currency = CASE WHEN total IS NULL THEN NULL ELSE coalesce(upper(trim(json_extract(heading, '$.currency'))), 'DOP') END,
    amount = CASE WHEN total IS NULL THEN NULL WHEN abs(CAST(total AS REAL)) < 9e13 THEN CAST(round(CAST(total AS REAL) * 100) AS BIGINT)
      WHEN substr(total, 1, 1) = '-' THEN -9007199254740991 ELSE 9007199254740991 END
  WHERE archived_revision = revision;

CREATE INDEX record_by_dated ON record (kind, dated_on) WHERE dated_on IS NOT NULL;
CREATE INDEX record_by_amount ON record (kind, currency, amount) WHERE amount IS NOT NULL;
CREATE INDEX record_by_party ON record (kind, party_order) WHERE party_order IS NOT NULL;
CREATE INDEX record_by_claim ON record (kind, claim_number) WHERE claim_number IS NOT NULL;
CREATE INDEX record_by_attention ON record (kind, attention_rank) WHERE attention_rank > 0;
CREATE INDEX record_of_party ON record (party_tax_id) WHERE party_tax_id IS NOT NULL;
CREATE INDEX record_of_workshop ON record (workshop_tax_id) WHERE workshop_tax_id IS NOT NULL;
CREATE INDEX record_of_make ON record (make) WHERE make IS NOT NULL;
-- Those of them that nobody has reviewed are in record_assigned.
CREATE INDEX record_assigned_reviewed ON record (assigned_to) WHERE assigned_to IS NOT NULL AND reviewed_at IS NOT NULL;
CREATE INDEX finding_of_code ON finding (code, record_id) WHERE acknowledgement_id IS NULL;
CREATE INDEX cancellation_of_state ON cancellation (state, record_id) WHERE record_id IS NOT NULL;

-- What filters offer to choose from: parties by their tax id, with the name that came last, and makes.
CREATE TABLE filter_choice (
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  label TEXT NOT NULL,
  -- The label in lower case and without accents.
  label_order TEXT NOT NULL,
  PRIMARY KEY (name, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX filter_choice_by_label ON filter_choice (name, label_order);

-- A view that somebody saved of a list: its filter and its columns, JSON.
CREATE TABLE saved_view (
  id INTEGER PRIMARY KEY,
  person_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  screen TEXT NOT NULL,
  filter TEXT NOT NULL,
  columns TEXT NOT NULL,
  is_shared INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_view_of_person ON saved_view (person_id, screen);
CREATE INDEX saved_view_shared ON saved_view (screen) WHERE is_shared = 1;

-- Everything that arrived before is examined again, so that it has them too.
DELETE FROM setting WHERE name = 'examinedEntry';
`;

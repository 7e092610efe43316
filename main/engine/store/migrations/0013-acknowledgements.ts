/** Findings that somebody acknowledged: of one record, or of a party from then on. */
export const acknowledgements = `
CREATE TABLE acknowledgement (
  id INTEGER PRIMARY KEY,
  scope TEXT NOT NULL,
  -- Where it was given.
  record_id INTEGER NOT NULL REFERENCES record (id),
  code TEXT NOT NULL,
  -- Of a record: JSON list of the fingerprints of the findings that it holds for.
  fingerprints TEXT,
  -- Of a party: digits of its RNC or Cédula, and what it was called then.
  party_tax_id TEXT,
  party_name TEXT,
  -- JSON of pointer and parameters: what the first of its findings said then.
  example TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  withdrawn_at INTEGER,
  withdrawn_by TEXT,
  CHECK (scope IN ('record', 'party')),
  CHECK ((scope = 'record') = (fingerprints IS NOT NULL) AND (scope = 'party') = (party_tax_id IS NOT NULL)),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
) STRICT;
CREATE INDEX acknowledgement_of_record ON acknowledgement (record_id)
  WHERE scope = 'record' AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX acknowledgement_of_party ON acknowledgement (party_tax_id, code)
  WHERE scope = 'party' AND withdrawn_at IS NULL;
CREATE INDEX acknowledgement_rules ON acknowledgement (id) WHERE scope = 'party' AND withdrawn_at IS NULL;

CREATE TRIGGER acknowledgement_kept BEFORE UPDATE OF scope, record_id, code, fingerprints, party_tax_id, party_name,
  example, reason, at, who ON acknowledgement
  BEGIN SELECT RAISE(ABORT, 'an acknowledgement is never edited'); END;
CREATE TRIGGER acknowledgement_not_deleted BEFORE DELETE ON acknowledgement
  BEGIN SELECT RAISE(ABORT, 'an acknowledgement is never deleted'); END;

ALTER TABLE finding ADD COLUMN acknowledgement_id INTEGER REFERENCES acknowledgement (id);
CREATE INDEX finding_acknowledged ON finding (acknowledgement_id, record_id) WHERE acknowledgement_id IS NOT NULL;
`;

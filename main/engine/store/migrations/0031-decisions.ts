/** What people decide on invoices: every act as a row that is never edited, and at the document what stands. */
export const decisions = `
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  -- The document as it was read by whoever decided.
  revision INTEGER NOT NULL,
  act TEXT NOT NULL,
  decision TEXT NOT NULL,
  -- The proposal that was confirmed or rejected.
  proposal_id INTEGER REFERENCES decision (id),
  reason_code TEXT,
  -- Why, for the office.
  comment TEXT,
  -- What was asked of whoever issued the invoice.
  request TEXT,
  -- Decimal text and ISO 4217, as the document said then.
  amount TEXT,
  currency TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  person_id INTEGER,
  CHECK (act IN ('decided', 'proposed', 'confirmed', 'rejected', 'withdrawn')),
  CHECK (decision IN ('pay', 'hold', 'dispute')),
  CHECK ((act IN ('confirmed', 'rejected')) = (proposal_id IS NOT NULL))
) STRICT;
CREATE INDEX decision_of_record ON decision (record_id, id);
CREATE INDEX decision_of_proposal ON decision (proposal_id) WHERE proposal_id IS NOT NULL;

CREATE TRIGGER decision_kept BEFORE UPDATE ON decision
  BEGIN SELECT RAISE(ABORT, 'a decision is never edited'); END;
-- What was decided on a document goes with it to the bundle.
CREATE TRIGGER decision_not_deleted BEFORE DELETE ON decision
  WHEN NOT EXISTS (SELECT 1 FROM record r WHERE r.id = OLD.record_id AND r.archived_revision >= OLD.revision)
  BEGIN SELECT RAISE(ABORT, 'a decision is never deleted'); END;

-- What stands, of which revision, and 1 where a payment is proposed that somebody else has to confirm.
ALTER TABLE record ADD COLUMN decision TEXT;
ALTER TABLE record ADD COLUMN decision_revision INTEGER;
ALTER TABLE record ADD COLUMN decision_proposed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX record_of_decision ON record (decision) WHERE decision IS NOT NULL;
CREATE INDEX record_proposed ON record (id) WHERE decision_proposed = 1;
`;

/** Approvals above a person's limit, which wait for a second person; and the code of the reason of a verdict. */
export const verdictProposals = `
ALTER TABLE cancellation ADD COLUMN reason_code TEXT;

CREATE TABLE verdict_proposal (
  id INTEGER PRIMARY KEY,
  cancellation_id INTEGER NOT NULL REFERENCES cancellation (id),
  -- What the marketplace's user is to read.
  response_text TEXT,
  reason_code TEXT,
  -- The order as it was read by whoever proposed it: its revision, and its total as decimal text in RD$.
  revision INTEGER NOT NULL,
  amount TEXT,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  person_id INTEGER,
  -- What became of it; all NULL while it waits. Nobody ends one that a verdict, or a later proposal, overtook.
  ending TEXT,
  ended_at INTEGER,
  ended_by TEXT,
  ended_by_id INTEGER,
  comment TEXT,
  CHECK ((ending IS NULL) = (ended_at IS NULL)),
  CHECK (ending IN ('confirmed', 'rejected', 'withdrawn', 'overtaken'))
) STRICT;
-- One waits at a time.
CREATE UNIQUE INDEX verdict_proposal_waiting ON verdict_proposal (cancellation_id) WHERE ending IS NULL;
CREATE INDEX verdict_proposal_of_cancellation ON verdict_proposal (cancellation_id, id);

CREATE TRIGGER verdict_proposal_kept BEFORE UPDATE ON verdict_proposal WHEN OLD.ending IS NOT NULL
  OR (NEW.cancellation_id, NEW.response_text, NEW.reason_code, NEW.revision, NEW.amount, NEW.at, NEW.who, NEW.person_id)
    IS NOT (OLD.cancellation_id, OLD.response_text, OLD.reason_code, OLD.revision, OLD.amount, OLD.at, OLD.who, OLD.person_id)
  BEGIN SELECT RAISE(ABORT, 'a proposal is ended once, and never edited'); END;
CREATE TRIGGER verdict_proposal_not_deleted BEFORE DELETE ON verdict_proposal
  BEGIN SELECT RAISE(ABORT, 'a proposal is never deleted'); END;
`;

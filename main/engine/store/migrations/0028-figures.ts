/**
 * Sums by day and month of what records count for, and which records are to be counted anew. Whatever changes what a record
 * counts for says so itself: what people do, what is found, and what becomes of a cancellation comes from many rooms.
 */
export const figures = `
-- Decimal texts and counts; a party of '' is all of them.
CREATE TABLE figure (
  measure TEXT NOT NULL,
  party TEXT NOT NULL,
  -- A Dominican day or month.
  period TEXT NOT NULL,
  detail TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (measure, party, period, detail)
) STRICT, WITHOUT ROWID;
CREATE INDEX figure_of_parties ON figure (measure, period, party, detail, count) WHERE party <> '';

-- Prices and what the market's average says for the same, in hundredths; a part of '' is all of them.
CREATE TABLE price_figure (
  party TEXT NOT NULL,
  month TEXT NOT NULL,
  part TEXT NOT NULL,
  lines INTEGER NOT NULL,
  price INTEGER NOT NULL,
  market INTEGER NOT NULL,
  PRIMARY KEY (party, month, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX price_figure_of_parties ON price_figure (month, party, lines, price, market) WHERE part = '' AND party <> '';

-- What a party is called by the newest of its records.
CREATE TABLE figure_party (
  party TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  record_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- JSON of what a record's latest revision says and is not counted yet, and of what it was counted for.
CREATE TABLE figure_share (
  record_id INTEGER PRIMARY KEY,
  pending TEXT,
  counted TEXT
) STRICT;
CREATE TABLE figure_stale (record_id INTEGER PRIMARY KEY) STRICT;

CREATE TRIGGER figure_stale_record AFTER INSERT ON record
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_revised AFTER UPDATE OF revision, total, heading, party_tax_id, party_name, dated_on,
  archived_revision ON record
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_examined AFTER UPDATE OF pending ON figure_share WHEN NEW.pending IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_examined_first AFTER INSERT ON figure_share WHEN NEW.pending IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_found AFTER INSERT ON finding
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_not_found AFTER DELETE ON finding
  BEGIN INSERT INTO figure_stale (record_id) VALUES (OLD.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_acknowledged AFTER UPDATE OF acknowledgement_id ON finding
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_linked AFTER INSERT ON record_link WHEN NEW.name IN ('order', 'document', 'receipt')
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_unlinked AFTER DELETE ON record_link WHEN OLD.name IN ('order', 'document', 'receipt')
  BEGIN INSERT INTO figure_stale (record_id) VALUES (OLD.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_asked AFTER INSERT ON cancellation WHEN NEW.record_id IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_decided AFTER UPDATE OF record_id, state, verdict, decided_at ON cancellation
  WHEN NEW.record_id IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_looked_at AFTER INSERT ON audit WHEN NEW.subject LIKE 'record:%'
  BEGIN INSERT INTO figure_stale (record_id) VALUES (CAST(substr(NEW.subject, 8) AS INTEGER))
    ON CONFLICT (record_id) DO NOTHING; END;

INSERT INTO figure_stale (record_id) SELECT id FROM record;
`;

/**
 * The search over beginnings: every term of a record, among those of its kind, and what is to be entered anew. What is there is
 * entered in the background.
 */
export const search = `
DROP TABLE search;
DROP TABLE search_word;
-- Rows are records; the note of a claim has its id below zero.
CREATE VIRTUAL TABLE search USING fts5 (
  terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- 'record' or 'claimNote', and its id.
CREATE TABLE search_stale (
  what TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (what, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER search_stale_note AFTER INSERT ON note
  BEGIN INSERT INTO search_stale (what, id) VALUES ('record', NEW.record_id) ON CONFLICT (what, id) DO NOTHING; END;
CREATE TRIGGER search_stale_claim_note AFTER INSERT ON claim_note
  BEGIN INSERT INTO search_stale (what, id) VALUES ('claimNote', NEW.id) ON CONFLICT (what, id) DO NOTHING; END;

INSERT INTO search_stale (what, id) SELECT 'record', id FROM record;
INSERT INTO search_stale (what, id) SELECT 'claimNote', id FROM claim_note;
`;

/**
 * What arrived lies in the journal, and only there: rows name the entry of it (`seq`) where their bytes are. Rows of before
 * find theirs by `moved_id`, which the journal has of what was moved into it.
 */
export const journalApart = `
-- What is read of a large body, and what could not be examined, by the entry of the delivery.
CREATE TABLE large_body_of_entry (
  seq INTEGER PRIMARY KEY,
  -- JSON of what is read of it, and a JSON list of what was left out: {pointer, what, length}.
  extract BLOB NOT NULL,
  left_out TEXT NOT NULL
) STRICT;
INSERT INTO large_body_of_entry SELECT m.seq, l.extract, l.left_out FROM large_body l
  JOIN moved_id m ON m.kind = 'revision' AND m.id = l.revision_id;
DROP TABLE large_body;
ALTER TABLE large_body_of_entry RENAME TO large_body;
CREATE TABLE not_examined_entry (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
INSERT INTO not_examined_entry SELECT m.seq, n.reason, n.at FROM not_examined n
  JOIN moved_id m ON m.kind = 'revision' AND m.id = n.revision_id;
DROP TABLE not_examined;
ALTER TABLE not_examined_entry RENAME TO not_examined;

-- Entries that could not be derived through a fault of ours, and were set aside.
CREATE TABLE not_derived (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL) STRICT;

ALTER TABLE claim RENAME COLUMN last_revision_id TO last_seq;
UPDATE claim SET last_seq = coalesce(
  (SELECT m.seq FROM moved_id m WHERE m.kind = 'revision' AND m.id = claim.last_seq), last_seq);

-- How far the examiner came, and what is derived: all that was moved.
UPDATE setting SET value = CAST(coalesce(
    (SELECT m.seq FROM moved_id m WHERE m.kind = 'revision' AND m.id = CAST(setting.value AS INTEGER)), 0) AS TEXT)
  WHERE name = 'examinedRevision';
UPDATE setting SET name = 'examinedEntry' WHERE name = 'examinedRevision';
-- An empty database is made anew from its journal, if that has anything.
INSERT INTO setting (name, value)
  SELECT 'derivedArrivals', CAST(seq AS TEXT) FROM journal_head WHERE EXISTS (SELECT 1 FROM installation);
INSERT INTO setting (name, value)
  SELECT 'derivedCalls', CAST(seq AS TEXT) FROM journal_head WHERE EXISTS (SELECT 1 FROM installation);
-- The numbers of records go on in the journal.
DELETE FROM sequence WHERE instr(name, '{seq}') > 0;

DROP TRIGGER revision_kept;
DROP TRIGGER revision_not_deleted;
DROP TABLE revision;

DROP TRIGGER ask_kept;
ALTER TABLE ask ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE ask SET seq = coalesce((SELECT m.seq FROM moved_id m WHERE m.kind = 'ask' AND m.id = ask.id), 0);
ALTER TABLE ask DROP COLUMN body;
ALTER TABLE ask DROP COLUMN body_bytes;
DROP TABLE ask_body;
CREATE TRIGGER ask_kept BEFORE UPDATE OF received_at, key_label, reason, comments, asked_by, seq ON ask
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;

DROP TRIGGER rejected_kept;
ALTER TABLE rejected_delivery ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE rejected_delivery SET seq =
  coalesce((SELECT m.seq FROM moved_id m WHERE m.kind = 'rejected' AND m.id = rejected_delivery.id), 0);
ALTER TABLE rejected_delivery DROP COLUMN body;
DROP TABLE rejected_body;
-- Their order stays; the entries of what comes from now on are behind all of them.
DROP INDEX rejected_by_arrival;
UPDATE rejected_delivery SET arrival_sequence = o.place
  FROM (SELECT id, row_number() OVER (ORDER BY arrival_sequence) AS place FROM rejected_delivery) o
  WHERE o.id = rejected_delivery.id;
CREATE UNIQUE INDEX rejected_by_arrival ON rejected_delivery (arrival_sequence);
CREATE TRIGGER rejected_kept BEFORE UPDATE OF received_at, method, path, content_type, status, title, reason, errors,
  key_label, received_bytes, kept_bytes, seq ON rejected_delivery
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;

DROP TRIGGER rejected_repeat_kept;
ALTER TABLE rejected_repeat ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rejected_repeat ADD COLUMN kept_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE rejected_repeat SET kept_bytes = length(body), seq =
  coalesce((SELECT m.seq FROM moved_id m WHERE m.kind = 'rejectedRepeat' AND m.id = rejected_repeat.id), 0);
ALTER TABLE rejected_repeat DROP COLUMN body;
CREATE TRIGGER rejected_repeat_kept BEFORE UPDATE OF rejected_id, content_hash, received_at, path, content_type,
  received_bytes, kept_bytes, seq ON rejected_repeat
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;

DROP TRIGGER policy_lookup_kept;
ALTER TABLE policy_lookup ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE policy_lookup SET seq =
  coalesce((SELECT m.seq FROM moved_id m WHERE m.kind = 'lookup' AND m.id = policy_lookup.id), 0);
ALTER TABLE policy_lookup DROP COLUMN answer;
CREATE TRIGGER policy_lookup_kept BEFORE UPDATE ON policy_lookup
  BEGIN SELECT RAISE(ABORT, 'a lookup is never edited'); END;
`;

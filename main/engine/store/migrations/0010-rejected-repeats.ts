/**
 * A sender that repeats itself is one rejected delivery with a count: the code of its problem, how often and when last it
 * came, and what it brought each time, where that differs.
 */
export const rejectedRepeats = `
-- The problem's code; null where the delivery was kept before codes were.
ALTER TABLE rejected_delivery ADD COLUMN code TEXT;
ALTER TABLE rejected_delivery ADD COLUMN count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0);
ALTER TABLE rejected_delivery ADD COLUMN last_received_at INTEGER NOT NULL DEFAULT 0;
-- Grows with every delivery and every repeat of one: the order of lists, whatever the clock does.
ALTER TABLE rejected_delivery ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
-- Hash of what its repeats have in common with it, and of what it brought; null in those kept before.
ALTER TABLE rejected_delivery ADD COLUMN common_hash BLOB;
ALTER TABLE rejected_delivery ADD COLUMN content_hash BLOB;
UPDATE rejected_delivery SET last_received_at = received_at, turn = id;
CREATE UNIQUE INDEX rejected_by_turn ON rejected_delivery (turn);
DROP INDEX rejected_unseen;
CREATE INDEX rejected_unseen ON rejected_delivery (turn) WHERE seen_at IS NULL;
CREATE INDEX rejected_common ON rejected_delivery (common_hash, id) WHERE common_hash IS NOT NULL;

-- What a repeat brought that differs from what came before it.
CREATE TABLE rejected_repeat (
  id INTEGER PRIMARY KEY,
  rejected_id INTEGER NOT NULL REFERENCES rejected_delivery (id),
  content_hash BLOB NOT NULL,
  received_at INTEGER NOT NULL,
  last_received_at INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0),
  path TEXT NOT NULL,
  content_type TEXT,
  received_bytes INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX rejected_repeat_of ON rejected_repeat (rejected_id, content_hash);
CREATE TRIGGER rejected_repeat_kept BEFORE UPDATE OF rejected_id, content_hash, received_at, path, content_type,
  received_bytes, body ON rejected_repeat
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;
`;

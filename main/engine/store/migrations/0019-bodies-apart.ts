/**
 * Long bodies of cancel calls and rejected deliveries stand in tables of their own: to read a column behind a body, SQLite
 * walks all of it, and lists of them are read by the thread that others wait for.
 */
export const bodiesApart = `
-- The whole body where a row of ask has its beginning only.
CREATE TABLE ask_body (
  ask_id INTEGER PRIMARY KEY REFERENCES ask (id),
  body BLOB NOT NULL
) STRICT;
INSERT INTO ask_body SELECT id, body FROM ask WHERE length(body) > 16384;
DROP TRIGGER ask_kept;
-- Of the whole.
ALTER TABLE ask ADD COLUMN body_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE ask SET body_bytes = length(body);
UPDATE ask SET body = substr(body, 1, 16384) WHERE body_bytes > 16384;
CREATE TRIGGER ask_kept BEFORE UPDATE OF received_at, key_label, reason, comments, asked_by, body, body_bytes ON ask
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;
CREATE TRIGGER ask_body_kept BEFORE UPDATE ON ask_body
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;
CREATE TRIGGER ask_body_not_deleted BEFORE DELETE ON ask_body
  BEGIN SELECT RAISE(ABORT, 'an ask is never deleted'); END;

-- The whole body where a row of rejected_delivery has its beginning only.
CREATE TABLE rejected_body (
  rejected_id INTEGER PRIMARY KEY REFERENCES rejected_delivery (id),
  body BLOB NOT NULL
) STRICT;
INSERT INTO rejected_body SELECT id, body FROM rejected_delivery WHERE head IS NOT NULL;
DROP TRIGGER rejected_kept;
ALTER TABLE rejected_delivery ADD COLUMN kept_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE rejected_delivery SET kept_bytes = length(body);
UPDATE rejected_delivery SET body = head WHERE head IS NOT NULL;
ALTER TABLE rejected_delivery DROP COLUMN head;
CREATE TRIGGER rejected_kept BEFORE UPDATE OF received_at, method, path, content_type, status, title, reason, errors,
  key_label, received_bytes, kept_bytes, body ON rejected_delivery
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;
CREATE TRIGGER rejected_body_kept BEFORE UPDATE ON rejected_body
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;
`;

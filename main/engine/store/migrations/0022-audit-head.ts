/** The end of the audit log: the id of its last entry, which is the number of entries, and the hash of that entry. */
export const auditHead = `
CREATE TABLE audit_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_id INTEGER NOT NULL,
  -- Null of an empty log.
  hash BLOB
) STRICT;
INSERT INTO audit_head (id, last_id, hash)
  SELECT 1, coalesce(max(id), 0), (SELECT hash FROM audit ORDER BY id DESC LIMIT 1) FROM audit;
CREATE TRIGGER audit_head_not_deleted BEFORE DELETE ON audit_head
  BEGIN SELECT RAISE(ABORT, 'the log is never edited'); END;
`;

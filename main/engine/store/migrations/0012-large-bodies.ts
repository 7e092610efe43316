/** What is read of bodies that are too large to be parsed by a thread that others wait for; what could not be examined. */
export const largeBodies = `
CREATE TABLE large_body (
  revision_id INTEGER PRIMARY KEY REFERENCES revision (id),
  -- JSON of what is read of it, and a JSON list of what was left out: {pointer, what, length}.
  extract BLOB NOT NULL,
  left_out TEXT NOT NULL,
  -- SHA-256 of its canonical content.
  content_hash BLOB NOT NULL
) STRICT;

-- Revisions that brought the examiner down: they are not tried again.
CREATE TABLE not_examined (
  revision_id INTEGER PRIMARY KEY REFERENCES revision (id),
  reason TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
`;

/** When nothing was received, which no delivery tells of. */
export const absences = `
CREATE TABLE absence (
  id INTEGER PRIMARY KEY,
  -- Milliseconds since 1970.
  from_at INTEGER NOT NULL,
  until_at INTEGER NOT NULL,
  why TEXT NOT NULL,
  -- Who has read of it, and when.
  seen_at INTEGER,
  seen_by TEXT,
  CHECK (until_at >= from_at),
  CHECK ((seen_at IS NULL) = (seen_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX absence_from ON absence (from_at);
CREATE INDEX absence_unseen ON absence (from_at) WHERE seen_at IS NULL;
`;

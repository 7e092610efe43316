/** Photos and papers: the queue of their downloads, what is stored of them, marks beside them, and hosts. */
export const attachments = `
CREATE TABLE attachment (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  -- Makes it the same one in a later revision: role, id of the marketplace, address.
  identity TEXT NOT NULL,
  role TEXT NOT NULL,
  position INTEGER NOT NULL,
  pointer TEXT NOT NULL,
  marketplace_id INTEGER,
  filename TEXT NOT NULL,
  caption TEXT,
  says_type TEXT,
  says_bytes INTEGER,
  first_revision INTEGER NOT NULL,
  last_revision INTEGER NOT NULL,
  url TEXT,
  address_source TEXT,
  -- Whose approval it needs: the host of its address, or the one that this redirects to.
  host TEXT,
  state TEXT NOT NULL,
  problem TEXT,
  problem_detail TEXT,
  problem_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Null where it is not tried again by itself.
  next_attempt_at INTEGER,
  sha256 BLOB,
  stored_at INTEGER
) STRICT;
CREATE UNIQUE INDEX attachment_identity ON attachment (record_id, identity);
-- What is due, by host, so that a host with a long queue hides no other.
CREATE INDEX attachment_due ON attachment (host, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL AND state IN ('queued', 'failed');
CREATE INDEX attachment_of_host ON attachment (host, state, id) WHERE state <> 'stored';
CREATE INDEX attachment_waiting ON attachment (state, id) WHERE state <> 'stored';
CREATE INDEX attachment_not_here ON attachment (id) WHERE state <> 'stored';
CREATE INDEX attachment_content ON attachment (sha256, record_id) WHERE sha256 IS NOT NULL;

-- The bytes themselves lie in a folder, each file named by its SHA-256.
CREATE TABLE content (
  sha256 BLOB PRIMARY KEY,
  bytes INTEGER NOT NULL,
  stored_at INTEGER NOT NULL,
  -- Version of the decoder that looked at it; 0 while none has.
  examined_by INTEGER NOT NULL DEFAULT 0,
  examine_attempts INTEGER NOT NULL DEFAULT 0,
  media_type TEXT,
  shown_as TEXT,
  problem TEXT,
  problem_detail TEXT,
  width INTEGER,
  height INTEGER,
  has_previews INTEGER NOT NULL DEFAULT 0,
  photo TEXT,
  -- Of 64 bits, as 16 hexadecimal digits; null where it has too little in it to be compared.
  likeness TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX content_unexamined ON content (examine_attempts, stored_at) WHERE examined_by = 0;

-- The four quarters of each likeness, by which near ones are found.
CREATE TABLE content_likeness (
  quarter INTEGER NOT NULL,
  value INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  PRIMARY KEY (quarter, value, sha256)
) STRICT, WITHOUT ROWID;

-- Contents that look alike, both ways; found once, when the later of the two is looked at.
CREATE TABLE like_content (
  sha256 BLOB NOT NULL,
  other BLOB NOT NULL,
  distance INTEGER NOT NULL,
  PRIMARY KEY (sha256, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE attachment_mark (
  id INTEGER PRIMARY KEY,
  attachment_id INTEGER NOT NULL REFERENCES attachment (id),
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  shape TEXT NOT NULL,
  text TEXT NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE INDEX attachment_mark_shown ON attachment_mark (attachment_id, id) WHERE removed_at IS NULL;

CREATE TABLE attachment_host (
  host TEXT PRIMARY KEY,
  standing TEXT NOT NULL,
  allow_http INTEGER NOT NULL,
  decided_at INTEGER NOT NULL,
  decided_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Everything that arrived before is examined again, so that its attachments are fetched too.
DELETE FROM setting WHERE name = 'examinedRevision';
`;

/** The SQL of each version of the journal's schema, in order. Never edit one that was released. */
export const journalMigrations: readonly string[] = [
  `
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  marketplace_id INTEGER,
  subject_id INTEGER NOT NULL,
  revision INTEGER,
  number TEXT,
  at INTEGER NOT NULL,
  key_label TEXT NOT NULL,
  sha256 BLOB,
  detail TEXT,
  -- Of the last entry of a commit: SHA-256 over the hash of the commit before and the content of its entries.
  chain BLOB,
  -- Last, so that the other columns are read without walking the pages of a long body.
  bytes BLOB,
  CHECK ((revision IS NULL) = (number IS NULL))
) STRICT;
CREATE UNIQUE INDEX entry_delivery ON entry (kind, marketplace_id, revision) WHERE revision IS NOT NULL;
-- Two templates can meet in one number; a number is never given twice.
CREATE UNIQUE INDEX entry_number ON entry (number) WHERE revision = 1;
CREATE INDEX entry_call ON entry (seq) WHERE kind IN ('ask', 'answer', 'outcome');

-- Where the journal ends. Its one row is read and written once a commit.
CREATE TABLE journal_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL,
  hash BLOB NOT NULL,
  at INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  -- JSON: the last number that was given of each sequence, by its name.
  numbers TEXT NOT NULL
) STRICT;
INSERT INTO journal_head (id, seq, hash, at, epoch, numbers) VALUES (1, 0, x'', 0, 0, '{}');

-- Cancel calls without an outcome. After a start nobody holds them any more.
CREATE TABLE open_ask (ask_id INTEGER PRIMARY KEY, marketplace_id INTEGER NOT NULL, answer TEXT) STRICT;

-- Where what an older version kept in its database stands here, by what it was and its id there.
CREATE TABLE moved_id (kind TEXT NOT NULL, id INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, id))
  STRICT, WITHOUT ROWID;

-- What the receiver has to know to take calls by itself, JSON each.
CREATE TABLE receiver_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TRIGGER entry_kept BEFORE UPDATE ON entry
  BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never edited'); END;
CREATE TRIGGER entry_not_deleted BEFORE DELETE ON entry
  BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never deleted'); END;
`,
  `
-- Which deliveries of a record lie in a bundle, as the \`archived\` entries say: up to this revision. Each row stands for an entry.
CREATE TABLE archived_record (
  record_id INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  -- Of the entry.
  seq INTEGER NOT NULL,
  PRIMARY KEY (record_id, revision)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX archived_record_entry ON archived_record (seq);
CREATE TRIGGER archived_record_kept BEFORE UPDATE ON archived_record
  BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never edited'); END;
CREATE TRIGGER archived_record_not_deleted BEFORE DELETE ON archived_record
  BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never deleted'); END;

-- The last \`archived\` entry whose deliveries gave up their bytes, and how many bytes were given up since the file was made.
-- Most bodies stand within pages that others share: those pages stay in use, and no free page tells of them.
ALTER TABLE journal_head ADD COLUMN released_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal_head ADD COLUMN released_bytes INTEGER NOT NULL DEFAULT 0;

-- An entry is never edited, but that a delivery gives up its bytes where a later entry says that they lie in a bundle.
DROP TRIGGER entry_kept;
CREATE TRIGGER entry_kept BEFORE UPDATE ON entry
  WHEN NEW.bytes IS NOT NULL OR OLD.revision IS NULL
    OR (NEW.seq, NEW.kind, NEW.marketplace_id, NEW.subject_id, NEW.revision, NEW.number, NEW.at, NEW.key_label, NEW.sha256,
        NEW.detail, NEW.chain)
      IS NOT (OLD.seq, OLD.kind, OLD.marketplace_id, OLD.subject_id, OLD.revision, OLD.number, OLD.at, OLD.key_label,
        OLD.sha256, OLD.detail, OLD.chain)
    OR NOT EXISTS (SELECT 1 FROM archived_record a JOIN entry x ON x.seq = a.seq
      WHERE a.record_id = OLD.subject_id AND a.revision >= OLD.revision AND a.seq > OLD.seq
        AND x.kind = 'archived' AND x.subject_id = a.record_id AND json_extract(x.detail, '$.revision') = a.revision)
  BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never edited'); END;
`,
];

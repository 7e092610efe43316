/** Orders, revisions, findings, notes, rejected deliveries, cancellations, keys, settings, the audit log. */
export const firstLight = `
CREATE TABLE installation (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sample_data INTEGER NOT NULL
) STRICT;

CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE receiver_key (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL,
  email TEXT NOT NULL,
  salt BLOB NOT NULL,
  verifier BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  retired_at INTEGER
) STRICT;

CREATE TABLE sequence (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  marketplace_id INTEGER NOT NULL,
  number TEXT NOT NULL,
  claim_number TEXT,
  request_id INTEGER,
  first_item TEXT,
  item_count INTEGER NOT NULL,
  party_name TEXT,
  total TEXT,
  received_at INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  finding_count INTEGER NOT NULL DEFAULT 0,
  reviewed_at INTEGER,
  reviewed_by TEXT
) STRICT;
CREATE UNIQUE INDEX record_identity ON record (kind, marketplace_id);
CREATE UNIQUE INDEX record_number ON record (number);
CREATE INDEX record_unreviewed ON record (kind) WHERE reviewed_at IS NULL;
CREATE INDEX record_reviewed ON record (kind) WHERE reviewed_at IS NOT NULL;
CREATE INDEX record_with_findings ON record (kind) WHERE finding_count > 0;
CREATE INDEX record_unreviewed_with_findings ON record (kind) WHERE reviewed_at IS NULL AND finding_count > 0;
CREATE INDEX record_reviewed_with_findings ON record (kind) WHERE reviewed_at IS NOT NULL AND finding_count > 0;

CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  revision INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  key_label TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX revision_of_record ON revision (record_id, revision);

CREATE TABLE finding (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  revision INTEGER NOT NULL,
  code TEXT NOT NULL,
  severity TEXT NOT NULL,
  pointer TEXT NOT NULL,
  parameters TEXT NOT NULL
) STRICT;
CREATE INDEX finding_of_record ON finding (record_id, revision);

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX note_of_record ON note (record_id);

CREATE VIRTUAL TABLE search USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 2'
);

-- Words without digits, for completing the last word of a search.
CREATE TABLE search_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE rejected_delivery (
  id INTEGER PRIMARY KEY,
  received_at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  content_type TEXT,
  status INTEGER NOT NULL,
  title TEXT NOT NULL,
  reason TEXT NOT NULL,
  errors TEXT NOT NULL,
  key_label TEXT NOT NULL,
  received_bytes INTEGER NOT NULL,
  seen_at INTEGER,
  -- The beginning of a large body, so that a list need not read it whole; null where the body is short.
  head BLOB,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX rejected_unseen ON rejected_delivery (id) WHERE seen_at IS NULL;

CREATE TABLE cancellation (
  id INTEGER PRIMARY KEY,
  order_kind TEXT NOT NULL,
  marketplace_id INTEGER NOT NULL,
  record_id INTEGER REFERENCES record (id),
  state TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  last_asked_at INTEGER NOT NULL,
  held_until INTEGER,
  verdict TEXT,
  response_text TEXT,
  decided_at INTEGER,
  decided_by TEXT,
  delivered_at INTEGER,
  CHECK ((verdict IS NULL) = (decided_at IS NULL) AND (verdict IS NULL) = (decided_by IS NULL)),
  CHECK ((verdict IS NULL) = (state IN ('waiting', 'deferred', 'unmatched'))),
  CHECK ((state = 'waiting') = (held_until IS NOT NULL)),
  CHECK (state <> 'approved' OR (verdict = 'approve' AND delivered_at IS NULL)),
  CHECK (state <> 'cancelled' OR (verdict = 'approve' AND delivered_at IS NOT NULL)),
  CHECK (state <> 'refused' OR (verdict = 'refuse' AND response_text IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX cancellation_open ON cancellation (order_kind, marketplace_id)
  WHERE delivered_at IS NULL AND state <> 'unmatched';
CREATE UNIQUE INDEX cancellation_unmatched ON cancellation (order_kind, marketplace_id)
  WHERE state = 'unmatched';
CREATE INDEX cancellation_of_order ON cancellation (order_kind, marketplace_id);
CREATE INDEX cancellation_of_record ON cancellation (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX cancellation_by_state ON cancellation (state);
CREATE INDEX cancellation_by_time_left ON cancellation (held_until) WHERE held_until IS NOT NULL;
CREATE INDEX cancellation_undelivered ON cancellation (id)
  WHERE verdict IS NOT NULL AND delivered_at IS NULL;

CREATE TABLE ask (
  id INTEGER PRIMARY KEY,
  cancellation_id INTEGER NOT NULL REFERENCES cancellation (id),
  received_at INTEGER NOT NULL,
  held_until INTEGER,
  key_label TEXT NOT NULL,
  reason TEXT,
  comments TEXT,
  asked_by TEXT,
  body BLOB NOT NULL,
  answer TEXT,
  answered_at INTEGER,
  delivery TEXT NOT NULL,
  CHECK (delivery <> 'held' OR answer IS NULL),
  CHECK (delivery NOT IN ('answering', 'delivered') OR answer IS NOT NULL)
) STRICT;
CREATE INDEX ask_of_cancellation ON ask (cancellation_id);
CREATE INDEX ask_open ON ask (cancellation_id, delivery, answer, held_until)
  WHERE delivery IN ('held', 'answering');
CREATE INDEX ask_unknown ON ask (cancellation_id, answer) WHERE delivery = 'unknown';

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE INDEX audit_of_subject ON audit (subject);

-- What arrived is never edited, and the log only grows.
CREATE TRIGGER revision_kept BEFORE UPDATE ON revision
  BEGIN SELECT RAISE(ABORT, 'a revision is never edited'); END;
CREATE TRIGGER revision_not_deleted BEFORE DELETE ON revision
  BEGIN SELECT RAISE(ABORT, 'a revision is never deleted'); END;
CREATE TRIGGER rejected_kept BEFORE UPDATE OF received_at, method, path, content_type, status, title, reason, errors,
  key_label, received_bytes, head, body ON rejected_delivery
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;
CREATE TRIGGER ask_kept BEFORE UPDATE OF received_at, key_label, reason, comments, asked_by, body ON ask
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;
CREATE TRIGGER ask_not_deleted BEFORE DELETE ON ask
  BEGIN SELECT RAISE(ABORT, 'an ask is never deleted'); END;
CREATE TRIGGER cancellation_final BEFORE UPDATE OF state, verdict, response_text, decided_at, decided_by, delivered_at
  ON cancellation WHEN OLD.delivered_at IS NOT NULL AND (NEW.state, NEW.verdict, NEW.response_text, NEW.decided_at,
    NEW.decided_by, NEW.delivered_at) IS NOT (OLD.state, OLD.verdict, OLD.response_text, OLD.decided_at, OLD.decided_by,
    OLD.delivered_at)
  BEGIN SELECT RAISE(ABORT, 'a delivered verdict is final'); END;
CREATE TRIGGER cancellation_not_deleted BEFORE DELETE ON cancellation
  BEGIN SELECT RAISE(ABORT, 'a cancellation is never deleted'); END;
CREATE TRIGGER audit_kept BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'the log is never edited'); END;
CREATE TRIGGER audit_not_deleted BEFORE DELETE ON audit
  BEGIN SELECT RAISE(ABORT, 'the log is never edited'); END;
`;

import type { WholeSchema } from '../connection.ts';

/** Written by `vitest run tests/engine/store/whole-schema.test.ts -u`, never by hand. */
export const wholeSchema: WholeSchema = {
  version: 44,
  sql: `
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
CREATE TABLE sequence (name TEXT PRIMARY KEY, last_number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
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
, heading TEXT, attention_count INTEGER NOT NULL DEFAULT 0, party_tax_id TEXT, dated_on TEXT, archived_revision INTEGER, archived_bundle INTEGER REFERENCES bundle (id), assigned_to INTEGER, assigned_at INTEGER, assigned_by TEXT, flagged_at INTEGER, flagged_by TEXT, flag_word TEXT, workshop_tax_id TEXT, make TEXT, party_order TEXT, currency TEXT, amount INTEGER, attention_rank INTEGER NOT NULL DEFAULT 0, decision TEXT, decision_revision INTEGER, decision_proposed INTEGER NOT NULL DEFAULT 0, claim_make TEXT) STRICT;
CREATE UNIQUE INDEX record_identity ON record (kind, marketplace_id);
CREATE UNIQUE INDEX record_number ON record (number);
CREATE INDEX record_unreviewed ON record (kind) WHERE reviewed_at IS NULL;
CREATE INDEX record_reviewed ON record (kind) WHERE reviewed_at IS NOT NULL;
CREATE TABLE finding (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  revision INTEGER NOT NULL,
  code TEXT NOT NULL,
  severity TEXT NOT NULL,
  pointer TEXT NOT NULL,
  parameters TEXT NOT NULL
, count INTEGER NOT NULL DEFAULT 1, places TEXT, amount TEXT, currency TEXT, acknowledgement_id INTEGER REFERENCES acknowledgement (id)) STRICT;
CREATE INDEX finding_of_record ON finding (record_id, revision);
CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  text TEXT NOT NULL
, person_id INTEGER) STRICT;
CREATE INDEX note_of_record ON note (record_id);
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
  code TEXT, count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0), last_received_at INTEGER NOT NULL DEFAULT 0, arrival_sequence INTEGER NOT NULL DEFAULT 0, repeat_hash BLOB, content_hash BLOB, kept_bytes INTEGER NOT NULL DEFAULT 0, seq INTEGER NOT NULL DEFAULT 0) STRICT;
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
  delivered_at INTEGER, order_references TEXT, closed_at INTEGER, closed_by TEXT, closed_reason TEXT, reason_code TEXT,
  CHECK ((verdict IS NULL) = (decided_at IS NULL) AND (verdict IS NULL) = (decided_by IS NULL)),
  CHECK ((verdict IS NULL) = (state IN ('waiting', 'deferred', 'unmatched'))),
  CHECK ((state = 'waiting') = (held_until IS NOT NULL)),
  CHECK (state <> 'approved' OR (verdict = 'approve' AND delivered_at IS NULL)),
  CHECK (state <> 'cancelled' OR (verdict = 'approve' AND delivered_at IS NOT NULL)),
  CHECK (state <> 'refused' OR (verdict = 'refuse' AND response_text IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX cancellation_open ON cancellation (order_kind, marketplace_id)
  WHERE delivered_at IS NULL AND state <> 'unmatched';
CREATE INDEX cancellation_of_order ON cancellation (order_kind, marketplace_id);
CREATE INDEX cancellation_of_record ON cancellation (record_id) WHERE record_id IS NOT NULL;
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
  answer TEXT,
  answered_at INTEGER,
  delivery TEXT NOT NULL, content TEXT, seq INTEGER NOT NULL DEFAULT 0,
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
CREATE TABLE policy_book (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version INTEGER NOT NULL,
  -- The last version that an import was given, whether it came in force or not.
  last_version INTEGER NOT NULL,
  -- The version that an import is writing; null while none is.
  pending_version INTEGER,
  CHECK (version <= last_version AND pending_version > version)
) STRICT;
CREATE TABLE policy (
  id INTEGER PRIMARY KEY,
  number_key TEXT NOT NULL,
  insurance_policy_number TEXT NOT NULL,
  person_type_id INTEGER NOT NULL,
  company_tax_id TEXT,
  company_name TEXT,
  identification TEXT,
  identification_type_id INTEGER,
  first_name TEXT,
  last_name TEXT,
  phone_number TEXT NOT NULL,
  display_name TEXT NOT NULL,
  email_address TEXT NOT NULL,
  address TEXT NOT NULL,
  from_version INTEGER NOT NULL,
  until_version INTEGER,
  edited_in_version INTEGER,
  -- The words of its vehicles are to be entered anew.
  needs_reindex INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX policy_open ON policy (number_key) WHERE until_version IS NULL;
CREATE INDEX policy_of_number ON policy (number_key);
CREATE INDEX policy_ended ON policy (until_version) WHERE until_version IS NOT NULL;
CREATE TABLE policy_vehicle (
  id INTEGER PRIMARY KEY,
  -- The same over all versions; what the console calls the row's id.
  vehicle_id INTEGER NOT NULL,
  number_key TEXT NOT NULL,
  vin TEXT NOT NULL,
  make_name TEXT NOT NULL,
  model_name TEXT NOT NULL,
  year INTEGER,
  -- JSON: [[code, name], ...].
  coverages TEXT NOT NULL,
  account_balance TEXT NOT NULL,
  deductible_amount TEXT NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  excluded INTEGER NOT NULL,
  premium_unpaid INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  from_version INTEGER NOT NULL,
  until_version INTEGER,
  edited_in_version INTEGER
, vehicle_value TEXT) STRICT;
CREATE UNIQUE INDEX policy_vehicle_open ON policy_vehicle (number_key, vin) WHERE until_version IS NULL;
CREATE INDEX policy_vehicle_in_order ON policy_vehicle (number_key, vin, from_version, until_version, valid_to);
CREATE INDEX policy_vehicle_of_vin ON policy_vehicle (vin, number_key);
CREATE INDEX policy_vehicle_identity ON policy_vehicle (vehicle_id);
CREATE INDEX policy_vehicle_excluded ON policy_vehicle (number_key, vin) WHERE excluded = 1;
CREATE INDEX policy_vehicle_unpaid ON policy_vehicle (number_key, vin) WHERE premium_unpaid = 1;
CREATE INDEX policy_vehicle_ended ON policy_vehicle (until_version) WHERE until_version IS NOT NULL;
CREATE VIRTUAL TABLE policy_search USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TABLE policy_import (
  id INTEGER PRIMARY KEY,
  filename TEXT NOT NULL,
  via TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  started_by TEXT NOT NULL,
  state TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  received_bytes INTEGER NOT NULL,
  -- JSON of the mapping that was checked, and the sheet it was of.
  mapping TEXT,
  sheet TEXT,
  rows_done INTEGER NOT NULL DEFAULT 0,
  rows_total INTEGER,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  bad INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER,
  failure_code TEXT,
  failure_detail TEXT,
  -- The version that it wrote, and the last rows that were there before: where undoing begins.
  version INTEGER,
  last_policy_id_before INTEGER,
  last_vehicle_id_before INTEGER, warned INTEGER NOT NULL DEFAULT 0,
  CHECK ((failure_code IS NULL) = (state <> 'failed'))
) STRICT;
CREATE INDEX policy_import_open ON policy_import (id) WHERE finished_at IS NULL;
CREATE INDEX policy_import_of_version ON policy_import (version) WHERE version IS NOT NULL;
CREATE TABLE policy_import_problem (
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES policy_import (id),
  line INTEGER NOT NULL,
  column_name TEXT,
  code TEXT NOT NULL,
  value TEXT NOT NULL
, is_warning INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE policy_mapping (
  headings TEXT PRIMARY KEY,
  mapping TEXT NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE policy_folder_file (
  sha256 BLOB PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES policy_import (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE policy_lookup (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  key_label TEXT NOT NULL,
  insurance_policy_number TEXT,
  vin TEXT,
  number_key TEXT,
  vin_key TEXT,
  incident_type_id INTEGER,
  incident_date TEXT,
  intermediary_tax_id TEXT,
  report_category_id INTEGER,
  policies INTEGER NOT NULL,
  vehicles INTEGER NOT NULL,
  rules TEXT NOT NULL,
  status INTEGER NOT NULL,
  cover TEXT, seq INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX policy_lookup_of_number ON policy_lookup (number_key) WHERE number_key IS NOT NULL;
CREATE INDEX policy_lookup_of_vin ON policy_lookup (vin_key) WHERE vin_key IS NOT NULL;
CREATE TRIGGER policy_lookup_not_deleted BEFORE DELETE ON policy_lookup
  BEGIN SELECT RAISE(ABORT, 'a lookup is never deleted'); END;
CREATE TABLE reference_list (
  list TEXT PRIMARY KEY NOT NULL,
  tried_at INTEGER,
  -- Why the last try failed, JSON; null where it did not.
  problem TEXT,
  -- Tries that failed since the last that did not; 0 as well where nothing is set up to be tried.
  failures INTEGER NOT NULL DEFAULT 0,
  fetched_at INTEGER,
  body TEXT, suspicious_at INTEGER, suspicious_body TEXT
  CHECK ((suspicious_at IS NULL) = (suspicious_body IS NULL) AND (suspicious_at IS NULL OR fetched_at IS NOT NULL)),
  CHECK ((fetched_at IS NULL) = (body IS NULL)),
  CHECK (failures = 0 OR problem IS NOT NULL)
) STRICT;
CREATE INDEX reference_list_failed ON reference_list (list) WHERE failures > 0;
CREATE TABLE record_link (
  record_id INTEGER NOT NULL REFERENCES record (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (record_id, name, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_link_shared ON record_link (name, value, record_id);
CREATE TABLE claim (
  claim_number TEXT PRIMARY KEY,
  last_seq INTEGER NOT NULL,
  last_received_at INTEGER NOT NULL,
  purchase_orders INTEGER NOT NULL DEFAULT 0,
  service_orders INTEGER NOT NULL DEFAULT 0,
  incident_reports INTEGER NOT NULL DEFAULT 0,
  financial_documents INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_latest ON claim (last_seq);
CREATE TABLE "link_recheck" (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  below_id INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX recheck_of_link ON "link_recheck" (name, value);
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
  declared_type TEXT,
  declared_size INTEGER,
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
, is_dropped INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE UNIQUE INDEX attachment_identity ON attachment (record_id, identity);
CREATE INDEX attachment_due ON attachment (host, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL AND state IN ('queued', 'failed');
CREATE INDEX attachment_of_host ON attachment (host, state, id) WHERE state <> 'stored';
CREATE INDEX attachment_waiting ON attachment (state, id) WHERE state <> 'stored';
CREATE INDEX attachment_not_here ON attachment (id) WHERE state <> 'stored';
CREATE INDEX attachment_content ON attachment (sha256, record_id) WHERE sha256 IS NOT NULL;
CREATE TABLE content (
  sha256 BLOB PRIMARY KEY,
  bytes INTEGER NOT NULL,
  stored_at INTEGER NOT NULL,
  -- Version of the decoder that looked at it; 0 while none has.
  decoder_version INTEGER NOT NULL DEFAULT 0,
  examination_attempts INTEGER NOT NULL DEFAULT 0,
  media_type TEXT,
  shown_as TEXT,
  problem TEXT,
  problem_detail TEXT,
  width INTEGER,
  height INTEGER,
  has_previews INTEGER NOT NULL DEFAULT 0,
  photo TEXT,
  -- Of 64 bits, as 16 hexadecimal digits; null where it has too little in it to be compared.
  perceptual_hash TEXT
, pdf_reader_version INTEGER NOT NULL DEFAULT 0, pdf_reading_attempts INTEGER NOT NULL DEFAULT 0, pdf_outcome TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX content_unexamined ON content (examination_attempts, stored_at) WHERE decoder_version = 0;
CREATE TABLE "perceptual_hash_quarter" (
  quarter INTEGER NOT NULL,
  value INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  PRIMARY KEY (quarter, value, sha256)
) STRICT, WITHOUT ROWID;
CREATE TABLE "similar_content" (
  sha256 BLOB NOT NULL,
  similar_sha256 BLOB NOT NULL,
  distance INTEGER NOT NULL,
  PRIMARY KEY (sha256, similar_sha256)
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
  decision TEXT NOT NULL,
  allow_http INTEGER NOT NULL,
  decided_at INTEGER NOT NULL,
  decided_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_failed ON attachment (id) WHERE state = 'failed' AND is_dropped = 0;
CREATE INDEX record_unreviewed_with_attention ON record (kind) WHERE reviewed_at IS NULL AND attention_count > 0;
CREATE INDEX record_reviewed_with_attention ON record (kind) WHERE reviewed_at IS NOT NULL AND attention_count > 0;
CREATE INDEX ask_unread ON ask (id) WHERE content IS NULL;
CREATE UNIQUE INDEX cancellation_unmatched ON cancellation (order_kind, marketplace_id)
  WHERE state = 'unmatched' AND closed_at IS NULL;
CREATE INDEX cancellation_by_state ON cancellation (state) WHERE closed_at IS NULL;
CREATE INDEX cancellation_closed ON cancellation (id) WHERE closed_at IS NOT NULL;
CREATE TRIGGER cancellation_closed_final BEFORE UPDATE OF state, record_id, closed_at, closed_by, closed_reason
  ON cancellation WHEN OLD.closed_at IS NOT NULL AND (NEW.state, NEW.record_id, NEW.closed_at, NEW.closed_by,
    NEW.closed_reason) IS NOT (OLD.state, OLD.record_id, OLD.closed_at, OLD.closed_by, OLD.closed_reason)
  BEGIN SELECT RAISE(ABORT, 'a closed cancellation is final'); END;
CREATE INDEX policy_vehicle_of_coverages ON policy_vehicle (coverages, from_version, until_version);
CREATE INDEX rejected_unseen ON rejected_delivery (arrival_sequence) WHERE seen_at IS NULL;
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
  seq INTEGER NOT NULL DEFAULT 0, kept_bytes INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE UNIQUE INDEX rejected_repeat_of ON rejected_repeat (rejected_id, content_hash);
CREATE TABLE acknowledgement (
  id INTEGER PRIMARY KEY,
  scope TEXT NOT NULL,
  -- Where it was given.
  record_id INTEGER NOT NULL REFERENCES record (id),
  code TEXT NOT NULL,
  -- Of a record: JSON list of the fingerprints of the findings that it holds for.
  fingerprints TEXT,
  -- Of a party: digits of its RNC or Cédula, and what it was called then.
  party_tax_id TEXT,
  party_name TEXT,
  -- JSON of pointer and parameters: what the first of its findings said then.
  example TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  withdrawn_at INTEGER,
  withdrawn_by TEXT,
  CHECK (scope IN ('record', 'party')),
  CHECK ((scope = 'record') = (fingerprints IS NOT NULL) AND (scope = 'party') = (party_tax_id IS NOT NULL)),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX acknowledgement_of_party ON acknowledgement (party_tax_id, code)
  WHERE scope = 'party' AND withdrawn_at IS NULL;
CREATE INDEX acknowledgement_rules ON acknowledgement (id) WHERE scope = 'party' AND withdrawn_at IS NULL;
CREATE TRIGGER acknowledgement_kept BEFORE UPDATE OF scope, record_id, code, fingerprints, party_tax_id, party_name,
  example, reason, at, who ON acknowledgement
  BEGIN SELECT RAISE(ABORT, 'an acknowledgement is never edited'); END;
CREATE INDEX finding_acknowledged ON finding (acknowledgement_id, record_id) WHERE acknowledgement_id IS NOT NULL;
CREATE INDEX reference_list_suspicious ON reference_list (list) WHERE suspicious_at IS NOT NULL;
CREATE INDEX policy_import_problem_by_line ON policy_import_problem (import_id, is_warning, line, id);
CREATE TRIGGER ask_content_kept BEFORE UPDATE OF content ON ask WHEN OLD.content IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;
CREATE INDEX policy_to_reindex ON policy (id) WHERE needs_reindex = 1;
CREATE INDEX rejected_by_repeat_hash ON rejected_delivery (repeat_hash, id) WHERE repeat_hash IS NOT NULL;
CREATE TABLE audit_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_id INTEGER NOT NULL,
  -- Null of an empty log.
  hash BLOB
) STRICT;
CREATE TRIGGER audit_head_not_deleted BEFORE DELETE ON audit_head
  BEGIN SELECT RAISE(ABORT, 'the log is never edited'); END;
CREATE TABLE "large_body" (
  seq INTEGER PRIMARY KEY,
  -- JSON of what is read of it, and a JSON list of what was left out: {pointer, what, length}.
  extract BLOB NOT NULL,
  left_out TEXT NOT NULL
) STRICT;
CREATE TABLE "not_examined" (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE not_derived (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TRIGGER ask_kept BEFORE UPDATE OF received_at, key_label, reason, comments, asked_by, seq ON ask
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;
CREATE UNIQUE INDEX rejected_by_arrival ON rejected_delivery (arrival_sequence);
CREATE TRIGGER rejected_kept BEFORE UPDATE OF received_at, method, path, content_type, status, title, reason, errors,
  key_label, received_bytes, kept_bytes, seq ON rejected_delivery
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;
CREATE TRIGGER rejected_repeat_kept BEFORE UPDATE OF rejected_id, content_hash, received_at, path, content_type,
  received_bytes, kept_bytes, seq ON rejected_repeat
  BEGIN SELECT RAISE(ABORT, 'a rejected delivery is never edited'); END;
CREATE TRIGGER policy_lookup_kept BEFORE UPDATE ON policy_lookup
  BEGIN SELECT RAISE(ABORT, 'a lookup is never edited'); END;
CREATE TABLE bundle (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of the list of all its parts, in hexadecimal.
  root TEXT NOT NULL,
  -- Where it was last seen; its name alone where nothing else is known of it.
  file TEXT NOT NULL,
  second_file TEXT,
  made_at INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  claims INTEGER NOT NULL,
  records INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX bundle_root ON bundle (root);
CREATE TABLE retention_run (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX record_of_bundle ON record (archived_bundle) WHERE archived_bundle IS NOT NULL;
CREATE TRIGGER acknowledgement_not_deleted BEFORE DELETE ON acknowledgement
  WHEN OLD.scope <> 'record' OR NOT EXISTS (SELECT 1 FROM record r WHERE r.id = OLD.record_id AND r.archived_revision = r.revision)
  BEGIN SELECT RAISE(ABORT, 'an acknowledgement is never deleted'); END;
CREATE INDEX acknowledgement_of_record ON acknowledgement (record_id) WHERE scope = 'record';
CREATE INDEX attachment_mark_of_attachment ON attachment_mark (attachment_id);
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
CREATE INDEX record_assigned ON record (assigned_to) WHERE assigned_to IS NOT NULL AND reviewed_at IS NULL;
CREATE INDEX record_flagged ON record (kind) WHERE flagged_at IS NOT NULL;
CREATE INDEX record_of_claim ON record (claim_number) WHERE claim_number IS NOT NULL;
CREATE TABLE claim_assignment (
  claim_number TEXT PRIMARY KEY,
  person_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  after_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_assignment_of_person ON claim_assignment (person_id, claim_number);
CREATE TABLE claim_note (
  id INTEGER PRIMARY KEY,
  claim_number TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  person_id INTEGER,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX claim_note_of_claim ON claim_note (claim_number);
CREATE TABLE mention (
  id INTEGER PRIMARY KEY,
  person_id INTEGER NOT NULL,
  record_id INTEGER REFERENCES record (id),
  note_id INTEGER,
  claim_note_id INTEGER REFERENCES claim_note (id),
  at INTEGER NOT NULL,
  done_at INTEGER,
  CHECK ((note_id IS NULL) = (record_id IS NULL) AND (note_id IS NULL) <> (claim_note_id IS NULL))
) STRICT;
CREATE INDEX mention_of_note ON mention (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX mention_of_claim_note ON mention (claim_note_id) WHERE claim_note_id IS NOT NULL;
CREATE INDEX mention_open ON mention (person_id, at) WHERE done_at IS NULL;
CREATE TABLE reminder (
  id INTEGER PRIMARY KEY,
  record_id INTEGER REFERENCES record (id),
  claim_number TEXT,
  -- Who is to be reminded.
  for_person INTEGER NOT NULL,
  -- A Dominican day, \`YYYY-MM-DD\`, and the time of it, \`HH:MM\`; without one from the beginning of the day. \`due_at\` is both.
  due_on TEXT NOT NULL,
  due_time TEXT,
  due_at INTEGER NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  person_id INTEGER,
  done_at INTEGER,
  done_by TEXT,
  CHECK ((record_id IS NULL) <> (claim_number IS NULL)),
  CHECK ((done_at IS NULL) = (done_by IS NULL))
) STRICT;
CREATE INDEX reminder_open ON reminder (for_person, due_at) WHERE done_at IS NULL;
CREATE INDEX reminder_of_record ON reminder (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX reminder_of_claim ON reminder (claim_number) WHERE claim_number IS NOT NULL;
CREATE INDEX record_by_dated ON record (kind, dated_on) WHERE dated_on IS NOT NULL;
CREATE INDEX record_by_amount ON record (kind, currency, amount) WHERE amount IS NOT NULL;
CREATE INDEX record_by_party ON record (kind, party_order) WHERE party_order IS NOT NULL;
CREATE INDEX record_by_claim ON record (kind, claim_number) WHERE claim_number IS NOT NULL;
CREATE INDEX record_by_attention ON record (kind, attention_rank) WHERE attention_rank > 0;
CREATE INDEX record_of_party ON record (party_tax_id) WHERE party_tax_id IS NOT NULL;
CREATE INDEX record_of_workshop ON record (workshop_tax_id) WHERE workshop_tax_id IS NOT NULL;
CREATE INDEX record_of_make ON record (make) WHERE make IS NOT NULL;
CREATE INDEX record_assigned_reviewed ON record (assigned_to) WHERE assigned_to IS NOT NULL AND reviewed_at IS NOT NULL;
CREATE INDEX finding_of_code ON finding (code, record_id) WHERE acknowledgement_id IS NULL;
CREATE INDEX cancellation_of_state ON cancellation (state, record_id) WHERE record_id IS NOT NULL;
CREATE TABLE filter_choice (
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  label TEXT NOT NULL,
  -- The label in lower case and without accents.
  label_order TEXT NOT NULL,
  PRIMARY KEY (name, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX filter_choice_by_label ON filter_choice (name, label_order);
CREATE TABLE saved_view (
  id INTEGER PRIMARY KEY,
  person_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  screen TEXT NOT NULL,
  filter TEXT NOT NULL,
  columns TEXT NOT NULL,
  is_shared INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_view_of_person ON saved_view (person_id, screen);
CREATE INDEX saved_view_shared ON saved_view (screen) WHERE is_shared = 1;
CREATE TABLE figure (
  measure TEXT NOT NULL,
  party TEXT NOT NULL,
  -- A Dominican day or month.
  period TEXT NOT NULL,
  detail TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (measure, party, period, detail)
) STRICT, WITHOUT ROWID;
CREATE INDEX figure_of_parties ON figure (measure, period, party, detail, count) WHERE party <> '';
CREATE TABLE price_figure (
  party TEXT NOT NULL,
  month TEXT NOT NULL,
  part TEXT NOT NULL,
  lines INTEGER NOT NULL,
  price INTEGER NOT NULL,
  market INTEGER NOT NULL,
  PRIMARY KEY (party, month, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX price_figure_of_parties ON price_figure (month, party, lines, price, market) WHERE part = '' AND party <> '';
CREATE TABLE figure_party (
  party TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  record_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE figure_share (
  record_id INTEGER PRIMARY KEY,
  pending TEXT,
  counted TEXT
) STRICT;
CREATE TABLE figure_stale (record_id INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER figure_stale_record AFTER INSERT ON record
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_revised AFTER UPDATE OF revision, total, heading, party_tax_id, party_name, dated_on,
  archived_revision ON record
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_examined AFTER UPDATE OF pending ON figure_share WHEN NEW.pending IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_examined_first AFTER INSERT ON figure_share WHEN NEW.pending IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_found AFTER INSERT ON finding
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_not_found AFTER DELETE ON finding
  BEGIN INSERT INTO figure_stale (record_id) VALUES (OLD.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_acknowledged AFTER UPDATE OF acknowledgement_id ON finding
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_linked AFTER INSERT ON record_link WHEN NEW.name IN ('order', 'document', 'receipt')
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_unlinked AFTER DELETE ON record_link WHEN OLD.name IN ('order', 'document', 'receipt')
  BEGIN INSERT INTO figure_stale (record_id) VALUES (OLD.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_asked AFTER INSERT ON cancellation WHEN NEW.record_id IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_decided AFTER UPDATE OF record_id, state, verdict, decided_at ON cancellation
  WHEN NEW.record_id IS NOT NULL
  BEGIN INSERT INTO figure_stale (record_id) VALUES (NEW.record_id) ON CONFLICT (record_id) DO NOTHING; END;
CREATE TRIGGER figure_stale_looked_at AFTER INSERT ON audit WHEN NEW.subject LIKE 'record:%'
  BEGIN INSERT INTO figure_stale (record_id) VALUES (CAST(substr(NEW.subject, 8) AS INTEGER))
    ON CONFLICT (record_id) DO NOTHING; END;
CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  -- Decimal text in RD$; NULL where there is no limit.
  verdict_limit TEXT,
  -- A slow hash with its cost; NULL where there is none.
  secret TEXT,
  -- Milliseconds since 1970; NULL of the first, who was there from the start.
  created_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE TABLE sign_in (
  -- SHA-256 of the token, which is kept nowhere.
  token_hash BLOB PRIMARY KEY,
  person_id INTEGER NOT NULL,
  -- Milliseconds since 1970.
  begun_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  locked_at INTEGER
, address TEXT, agent TEXT, way TEXT) STRICT;
CREATE INDEX sign_in_of_person ON sign_in (person_id);
CREATE INDEX sign_in_used ON sign_in (used_at);
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  record_id INTEGER NOT NULL REFERENCES record (id),
  -- The document as it was read by whoever decided.
  revision INTEGER NOT NULL,
  act TEXT NOT NULL,
  decision TEXT NOT NULL,
  -- The proposal that was confirmed or rejected.
  proposal_id INTEGER REFERENCES decision (id),
  reason_code TEXT,
  -- Why, for the office.
  comment TEXT,
  -- What was asked of whoever issued the invoice.
  request TEXT,
  -- Decimal text and ISO 4217, as the document said then.
  amount TEXT,
  currency TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  person_id INTEGER,
  CHECK (act IN ('decided', 'proposed', 'confirmed', 'rejected', 'withdrawn')),
  CHECK (decision IN ('pay', 'hold', 'dispute')),
  CHECK ((act IN ('confirmed', 'rejected')) = (proposal_id IS NOT NULL))
) STRICT;
CREATE INDEX decision_of_record ON decision (record_id, id);
CREATE INDEX decision_of_proposal ON decision (proposal_id) WHERE proposal_id IS NOT NULL;
CREATE TRIGGER decision_kept BEFORE UPDATE ON decision
  BEGIN SELECT RAISE(ABORT, 'a decision is never edited'); END;
CREATE TRIGGER decision_not_deleted BEFORE DELETE ON decision
  WHEN NOT EXISTS (SELECT 1 FROM record r WHERE r.id = OLD.record_id AND r.archived_revision >= OLD.revision)
  BEGIN SELECT RAISE(ABORT, 'a decision is never deleted'); END;
CREATE INDEX record_of_decision ON record (decision) WHERE decision IS NOT NULL;
CREATE INDEX record_proposed ON record (id) WHERE decision_proposed = 1;
CREATE TABLE verdict_proposal (
  id INTEGER PRIMARY KEY,
  cancellation_id INTEGER NOT NULL REFERENCES cancellation (id),
  -- What the marketplace's user is to read.
  response_text TEXT,
  reason_code TEXT,
  -- The order as it was read by whoever proposed it: its revision, and its total as decimal text in RD$.
  revision INTEGER NOT NULL,
  amount TEXT,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  person_id INTEGER,
  -- What became of it; all NULL while it waits. Nobody ends one that a verdict, or a later proposal, overtook.
  ending TEXT,
  ended_at INTEGER,
  ended_by TEXT,
  ended_by_id INTEGER,
  comment TEXT,
  CHECK ((ending IS NULL) = (ended_at IS NULL)),
  CHECK (ending IN ('confirmed', 'rejected', 'withdrawn', 'overtaken'))
) STRICT;
CREATE UNIQUE INDEX verdict_proposal_waiting ON verdict_proposal (cancellation_id) WHERE ending IS NULL;
CREATE INDEX verdict_proposal_of_cancellation ON verdict_proposal (cancellation_id, id);
CREATE TRIGGER verdict_proposal_kept BEFORE UPDATE ON verdict_proposal WHEN OLD.ending IS NOT NULL
  OR (NEW.cancellation_id, NEW.response_text, NEW.reason_code, NEW.revision, NEW.amount, NEW.at, NEW.who, NEW.person_id)
    IS NOT (OLD.cancellation_id, OLD.response_text, OLD.reason_code, OLD.revision, OLD.amount, OLD.at, OLD.who, OLD.person_id)
  BEGIN SELECT RAISE(ABORT, 'a proposal is ended once, and never edited'); END;
CREATE TRIGGER verdict_proposal_not_deleted BEFORE DELETE ON verdict_proposal
  BEGIN SELECT RAISE(ABORT, 'a proposal is never deleted'); END;
CREATE VIRTUAL TABLE search USING fts5 (
  terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE TABLE search_stale (
  what TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (what, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER search_stale_note AFTER INSERT ON note
  BEGIN INSERT INTO search_stale (what, id) VALUES ('record', NEW.record_id) ON CONFLICT (what, id) DO NOTHING; END;
CREATE TRIGGER search_stale_claim_note AFTER INSERT ON claim_note
  BEGIN INSERT INTO search_stale (what, id) VALUES ('claimNote', NEW.id) ON CONFLICT (what, id) DO NOTHING; END;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_people ON audit (at)
  WHERE CASE WHEN json_valid(actor) THEN json_extract(actor, '$.via') END NOT IN ('engine', 'receiver');
CREATE INDEX audit_of_account ON audit (CASE WHEN json_valid(actor) THEN json_extract(actor, '$.personId') END, at)
  WHERE CASE WHEN json_valid(actor) THEN json_extract(actor, '$.personId') END IS NOT NULL;
CREATE INDEX audit_of_name ON audit (CASE WHEN json_valid(actor) THEN json_extract(actor, '$.person') END, at)
  WHERE CASE WHEN json_valid(actor) THEN json_extract(actor, '$.personId') END IS NULL;
CREATE INDEX audit_of_area ON audit (substr(action, 1, instr(action, '.') - 1), at);
CREATE INDEX record_link_policy ON record_link (replace(replace(value, '-', ''), ' ', ''), record_id) WHERE name = 'policy';
CREATE INDEX content_unread ON content (pdf_reading_attempts, stored_at DESC) WHERE shown_as = 'pdf' AND pdf_reader_version = 0;
CREATE TABLE pdf_text (
  sha256 BLOB PRIMARY KEY REFERENCES content (sha256),
  text TEXT NOT NULL CHECK (text <> '')
) STRICT;
CREATE TRIGGER search_stale_pdf_read AFTER INSERT ON pdf_text
  BEGIN
    INSERT INTO search_stale (what, id) SELECT DISTINCT 'record', record_id FROM attachment WHERE sha256 = NEW.sha256
      ON CONFLICT (what, id) DO NOTHING;
  END;
CREATE TRIGGER search_stale_pdf_of_record AFTER UPDATE OF sha256, last_revision ON attachment
  WHEN (NEW.sha256, NEW.last_revision) IS NOT (OLD.sha256, OLD.last_revision)
    AND EXISTS (SELECT 1 FROM pdf_text WHERE sha256 IN (OLD.sha256, NEW.sha256))
  BEGIN INSERT INTO search_stale (what, id) VALUES ('record', NEW.record_id) ON CONFLICT (what, id) DO NOTHING; END;
CREATE TRIGGER search_stale_reminder AFTER INSERT ON reminder
  BEGIN
    INSERT INTO search_stale (what, id) VALUES (iif(NEW.record_id IS NULL, 'claimReminder', 'record'), coalesce(NEW.record_id, NEW.id))
      ON CONFLICT (what, id) DO NOTHING;
  END;
CREATE TRIGGER search_stale_reminder_text AFTER UPDATE OF text ON reminder WHEN NEW.text <> OLD.text
  BEGIN
    INSERT INTO search_stale (what, id) VALUES (iif(NEW.record_id IS NULL, 'claimReminder', 'record'), coalesce(NEW.record_id, NEW.id))
      ON CONFLICT (what, id) DO NOTHING;
  END;
CREATE TRIGGER search_stale_reminder_deleted AFTER DELETE ON reminder
  BEGIN
    INSERT INTO search_stale (what, id) VALUES (iif(OLD.record_id IS NULL, 'claimReminder', 'record'), coalesce(OLD.record_id, OLD.id))
      ON CONFLICT (what, id) DO NOTHING;
  END;
CREATE INDEX claim_by_key ON claim (upper(replace(replace(claim_number, '-', ''), ' ', '')));
CREATE TABLE invitation (
  -- Only the last of a person holds.
  person_id INTEGER PRIMARY KEY REFERENCES person (id),
  -- SHA-256 of the token, which is kept nowhere.
  token_hash BLOB NOT NULL UNIQUE,
  -- Milliseconds since 1970.
  made_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
CREATE TABLE wrong_secret (
  person_id INTEGER PRIMARY KEY REFERENCES person (id),
  count INTEGER NOT NULL,
  -- Milliseconds since 1970.
  until INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;
CREATE TABLE figure_part (
  -- As \`price_figure\` has it.
  part TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- The newest record that names it.
  record_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE claim_subject (
  claim_number TEXT PRIMARY KEY,
  policy_number TEXT,
  -- Without hyphens and spaces, in capitals.
  policy_key TEXT,
  insured TEXT,
  -- Make, model and year.
  vehicle TEXT,
  -- In lower case and without accents.
  make TEXT,
  vin TEXT,
  plate TEXT,
  workshop TEXT,
  -- 1 where a report says it, else 0: the policy book may say more later.
  is_of_report INTEGER NOT NULL
, incident_on TEXT, insured_order TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX claim_subject_of_policy ON claim_subject (policy_key) WHERE policy_key IS NOT NULL;
CREATE INDEX claim_subject_of_vin ON claim_subject (vin) WHERE vin IS NOT NULL;
CREATE INDEX claim_subject_of_plate ON claim_subject (plate) WHERE plate IS NOT NULL;
CREATE INDEX claim_subject_without_report ON claim_subject (claim_number) WHERE is_of_report = 0;
CREATE TABLE claim_stale (
  claim_number TEXT PRIMARY KEY,
  walked_to TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX record_of_claim_make ON record (kind, claim_make) WHERE claim_make IS NOT NULL;
CREATE INDEX claim_subject_of_insured ON claim_subject (insured_order) WHERE insured_order IS NOT NULL;
CREATE TABLE claim_summary (
  id INTEGER PRIMARY KEY,
  claim_number TEXT NOT NULL UNIQUE,
  -- As the claim has them; NULL until it is there.
  last_seq INTEGER,
  last_received_at INTEGER,
  records INTEGER NOT NULL,
  -- Of them those that nobody has reviewed, and those with a flag.
  open_records INTEGER NOT NULL,
  flagged_records INTEGER NOT NULL,
  -- The sum of theirs.
  attention_rank INTEGER NOT NULL,
  -- The totals of its orders, cancelled ones included, in hundredths of a peso.
  ordered INTEGER NOT NULL,
  -- Cancellations of its orders that wait for a verdict.
  waiting INTEGER NOT NULL,
  assigned_to INTEGER,
  make TEXT,
  incident_on TEXT
) STRICT;
CREATE INDEX claim_summary_latest ON claim_summary (last_seq);
CREATE INDEX claim_summary_open ON claim_summary (last_seq) WHERE open_records > 0;
CREATE INDEX claim_summary_done ON claim_summary (last_seq) WHERE open_records = 0;
CREATE INDEX claim_summary_assigned ON claim_summary (assigned_to, last_seq) WHERE assigned_to IS NOT NULL AND open_records > 0;
CREATE INDEX claim_summary_assigned_done ON claim_summary (assigned_to, last_seq)
  WHERE assigned_to IS NOT NULL AND open_records = 0;
CREATE INDEX claim_summary_flagged ON claim_summary (last_seq) WHERE flagged_records > 0;
CREATE INDEX claim_summary_waiting ON claim_summary (last_seq) WHERE waiting > 0;
CREATE INDEX claim_summary_asking ON claim_summary (last_seq) WHERE attention_rank > 0;
CREATE INDEX claim_summary_with_errors ON claim_summary (last_seq) WHERE attention_rank >= 1000;
CREATE INDEX claim_summary_of_make ON claim_summary (make, last_seq) WHERE make IS NOT NULL;
CREATE INDEX claim_summary_by_attention ON claim_summary (attention_rank, last_seq) WHERE attention_rank > 0;
CREATE INDEX claim_summary_by_dated ON claim_summary (incident_on, last_seq) WHERE incident_on IS NOT NULL;
CREATE INDEX claim_summary_by_amount ON claim_summary (ordered, last_seq) WHERE ordered > 0;
CREATE INDEX claim_summary_by_records ON claim_summary (records, last_seq);
CREATE TRIGGER claim_summary_linked AFTER INSERT ON record_link WHEN NEW.name = 'claimNumber'
  BEGIN
    INSERT INTO claim_summary (claim_number, last_seq, last_received_at, records, open_records, flagged_records, attention_rank, ordered, waiting,
    assigned_to, make, incident_on) SELECT l.value, c.last_seq, c.last_received_at,
    1 AS records, CASE WHEN r.reviewed_at IS NULL THEN 1 ELSE 0 END AS open_records, CASE WHEN r.flagged_at IS NULL THEN 0 ELSE 1 END AS flagged_records, r.attention_rank AS attention_rank,
    CASE WHEN r.kind NOT IN ('purchaseOrder', 'serviceOrder') OR r.amount IS NULL OR r.amount < 0 THEN 0
    WHEN r.amount > 10000000000000 THEN 10000000000000 ELSE r.amount END AS ordered, (SELECT count(*) FROM cancellation x WHERE x.record_id = r.id AND (x.record_id IS NOT NULL AND x.state IN ('waiting', 'deferred') AND x.closed_at IS NULL)) AS waiting, a.person_id, s.make, s.incident_on
  FROM record_link l JOIN record r ON r.id = l.record_id
    LEFT JOIN claim c ON c.claim_number = l.value
    LEFT JOIN claim_assignment a ON a.claim_number = l.value
    LEFT JOIN claim_subject s ON s.claim_number = l.value
  WHERE l.name = 'claimNumber' AND l.record_id = NEW.record_id AND l.value = NEW.value
      ON CONFLICT (claim_number) DO UPDATE SET
        records = claim_summary.records + excluded.records, open_records = claim_summary.open_records + excluded.open_records, flagged_records = claim_summary.flagged_records + excluded.flagged_records, attention_rank = claim_summary.attention_rank + excluded.attention_rank, ordered = claim_summary.ordered + excluded.ordered, waiting = claim_summary.waiting + excluded.waiting;
  END;
CREATE TRIGGER claim_summary_unlinked AFTER DELETE ON record_link WHEN OLD.name = 'claimNumber'
  BEGIN
    UPDATE claim_summary SET records = records - 1, open_records = open_records - own.open_share,
        flagged_records = flagged_records - own.flagged_share, attention_rank = attention_rank - own.rank_share,
        ordered = ordered - own.ordered_share, waiting = waiting - own.waiting_share
      FROM (SELECT CASE WHEN r.reviewed_at IS NULL THEN 1 ELSE 0 END AS open_share, CASE WHEN r.flagged_at IS NULL THEN 0 ELSE 1 END AS flagged_share, r.attention_rank AS rank_share,
        CASE WHEN r.kind NOT IN ('purchaseOrder', 'serviceOrder') OR r.amount IS NULL OR r.amount < 0 THEN 0
    WHEN r.amount > 10000000000000 THEN 10000000000000 ELSE r.amount END AS ordered_share, (SELECT count(*) FROM cancellation x WHERE x.record_id = r.id AND (x.record_id IS NOT NULL AND x.state IN ('waiting', 'deferred') AND x.closed_at IS NULL)) AS waiting_share FROM record r WHERE r.id = OLD.record_id) AS own
      WHERE claim_number = OLD.value;
    DELETE FROM claim_summary WHERE claim_number = OLD.value AND records <= 0;
  END;
CREATE TRIGGER claim_summary_record AFTER UPDATE OF reviewed_at, flagged_at, attention_rank, amount ON record
  WHEN (OLD.reviewed_at IS NULL) <> (NEW.reviewed_at IS NULL) OR (OLD.flagged_at IS NULL) <> (NEW.flagged_at IS NULL)
    OR OLD.attention_rank <> NEW.attention_rank OR OLD.amount IS DISTINCT FROM NEW.amount
  BEGIN
    UPDATE claim_summary SET open_records = open_records + (CASE WHEN NEW.reviewed_at IS NULL THEN 1 ELSE 0 END) - (CASE WHEN OLD.reviewed_at IS NULL THEN 1 ELSE 0 END),
        flagged_records = flagged_records + (CASE WHEN NEW.flagged_at IS NULL THEN 0 ELSE 1 END) - (CASE WHEN OLD.flagged_at IS NULL THEN 0 ELSE 1 END), attention_rank = attention_rank + (NEW.attention_rank) - (OLD.attention_rank),
        ordered = ordered + (CASE WHEN NEW.kind NOT IN ('purchaseOrder', 'serviceOrder') OR NEW.amount IS NULL OR NEW.amount < 0 THEN 0
    WHEN NEW.amount > 10000000000000 THEN 10000000000000 ELSE NEW.amount END) - (CASE WHEN OLD.kind NOT IN ('purchaseOrder', 'serviceOrder') OR OLD.amount IS NULL OR OLD.amount < 0 THEN 0
    WHEN OLD.amount > 10000000000000 THEN 10000000000000 ELSE OLD.amount END)
      WHERE claim_number IN (SELECT l.value FROM record_link l WHERE l.record_id = NEW.id AND l.name = 'claimNumber');
  END;
CREATE TRIGGER claim_summary_asked AFTER INSERT ON cancellation WHEN (NEW.record_id IS NOT NULL AND NEW.state IN ('waiting', 'deferred') AND NEW.closed_at IS NULL)
  BEGIN UPDATE claim_summary SET waiting = waiting + 1 WHERE claim_number IN (SELECT l.value FROM record_link l WHERE l.record_id = NEW.record_id AND l.name = 'claimNumber'); END;
CREATE TRIGGER claim_summary_asked_before AFTER DELETE ON cancellation WHEN (OLD.record_id IS NOT NULL AND OLD.state IN ('waiting', 'deferred') AND OLD.closed_at IS NULL)
  BEGIN UPDATE claim_summary SET waiting = waiting - 1 WHERE claim_number IN (SELECT l.value FROM record_link l WHERE l.record_id = OLD.record_id AND l.name = 'claimNumber'); END;
CREATE TRIGGER claim_summary_decided AFTER UPDATE OF record_id, state, closed_at ON cancellation
  WHEN (OLD.record_id IS NOT NULL AND OLD.state IN ('waiting', 'deferred') AND OLD.closed_at IS NULL) <> (NEW.record_id IS NOT NULL AND NEW.state IN ('waiting', 'deferred') AND NEW.closed_at IS NULL) OR OLD.record_id IS DISTINCT FROM NEW.record_id
  BEGIN
    UPDATE claim_summary SET waiting = waiting - 1 WHERE (OLD.record_id IS NOT NULL AND OLD.state IN ('waiting', 'deferred') AND OLD.closed_at IS NULL) AND claim_number IN (SELECT l.value FROM record_link l WHERE l.record_id = OLD.record_id AND l.name = 'claimNumber');
    UPDATE claim_summary SET waiting = waiting + 1 WHERE (NEW.record_id IS NOT NULL AND NEW.state IN ('waiting', 'deferred') AND NEW.closed_at IS NULL) AND claim_number IN (SELECT l.value FROM record_link l WHERE l.record_id = NEW.record_id AND l.name = 'claimNumber');
  END;
CREATE TRIGGER claim_summary_came AFTER INSERT ON claim
  BEGIN
    UPDATE claim_summary SET last_seq = NEW.last_seq, last_received_at = NEW.last_received_at
      WHERE claim_number = NEW.claim_number;
  END;
CREATE TRIGGER claim_summary_came_again AFTER UPDATE OF last_seq, last_received_at ON claim
  WHEN OLD.last_seq <> NEW.last_seq OR OLD.last_received_at <> NEW.last_received_at
  BEGIN
    UPDATE claim_summary SET last_seq = NEW.last_seq, last_received_at = NEW.last_received_at
      WHERE claim_number = NEW.claim_number;
  END;
CREATE TRIGGER claim_summary_assigned AFTER INSERT ON claim_assignment
  BEGIN UPDATE claim_summary SET assigned_to = NEW.person_id WHERE claim_number = NEW.claim_number; END;
CREATE TRIGGER claim_summary_reassigned AFTER UPDATE OF person_id ON claim_assignment
  BEGIN UPDATE claim_summary SET assigned_to = NEW.person_id WHERE claim_number = NEW.claim_number; END;
CREATE TRIGGER claim_summary_unassigned AFTER DELETE ON claim_assignment
  BEGIN UPDATE claim_summary SET assigned_to = NULL WHERE claim_number = OLD.claim_number; END;
CREATE TRIGGER claim_summary_known AFTER INSERT ON claim_subject
  BEGIN
    UPDATE claim_summary SET make = NEW.make, incident_on = NEW.incident_on WHERE claim_number = NEW.claim_number;
  END;
CREATE TRIGGER claim_summary_known_otherwise AFTER UPDATE OF make, incident_on ON claim_subject
  BEGIN
    UPDATE claim_summary SET make = NEW.make, incident_on = NEW.incident_on WHERE claim_number = NEW.claim_number;
  END;
CREATE TRIGGER claim_summary_not_known AFTER DELETE ON claim_subject
  BEGIN UPDATE claim_summary SET make = NULL, incident_on = NULL WHERE claim_number = OLD.claim_number; END;
CREATE TABLE provider_identity (
  person_id INTEGER NOT NULL REFERENCES person (id),
  -- Both together name one user of one provider for good (OpenID Connect Core 1.0, 5.7).
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- As the provider had it when they were bound.
  email TEXT NOT NULL,
  -- Milliseconds since 1970.
  bound_at INTEGER NOT NULL,
  -- 1 where the provider is the only way in.
  password_off INTEGER NOT NULL,
  PRIMARY KEY (person_id, issuer),
  UNIQUE (issuer, subject)
) STRICT;
INSERT INTO policy_book (only, version, last_version, pending_version) VALUES (1, 1, 1, NULL);
INSERT INTO audit_head (id, last_id, hash) VALUES (1, 0, NULL);
INSERT INTO person (id, name, email, role, verdict_limit, secret, created_at, ended_at) VALUES (1, '', '', 'administrator', NULL, NULL, NULL, NULL);
`,
};

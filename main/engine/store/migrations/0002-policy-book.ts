/**
 * The policy book, its imports, and the log of lookups.
 *
 * The book in force is a version. A row of it is in force from `from_version` on and until `until_version`, which it
 * no longer is; an import writes the rows of the version after, and one small transaction brings that in force. Rows
 * that a person changes while an import is under way carry its version in `touched_in`: the import leaves them alone.
 */
export const policyBook = `
CREATE TABLE policy_book (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  version INTEGER NOT NULL,
  -- The last version that an import was given, whether it came in force or not.
  last_version INTEGER NOT NULL,
  -- The version that an import is writing; null while none is.
  pending_version INTEGER,
  CHECK (version <= last_version AND pending_version > version)
) STRICT;
INSERT INTO policy_book (only, version, last_version) VALUES (1, 1, 1);

-- A policy and its owner.
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
  touched_in INTEGER,
  -- The words of its vehicles are to be entered anew.
  words_due INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX policy_open ON policy (number_key) WHERE until_version IS NULL;
CREATE INDEX policy_of_number ON policy (number_key);
CREATE INDEX policy_ended ON policy (until_version) WHERE until_version IS NOT NULL;
CREATE INDEX policy_words_due ON policy (id) WHERE words_due = 1;

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
  touched_in INTEGER
) STRICT;
CREATE UNIQUE INDEX policy_vehicle_open ON policy_vehicle (number_key, vin) WHERE until_version IS NULL;
CREATE INDEX policy_vehicle_in_order ON policy_vehicle (number_key, vin, from_version, until_version, valid_to);
CREATE INDEX policy_vehicle_of_vin ON policy_vehicle (vin, number_key);
CREATE INDEX policy_vehicle_identity ON policy_vehicle (vehicle_id);
CREATE INDEX policy_vehicle_excluded ON policy_vehicle (number_key, vin) WHERE excluded = 1;
CREATE INDEX policy_vehicle_unpaid ON policy_vehicle (number_key, vin) WHERE premium_unpaid = 1;
CREATE INDEX policy_vehicle_ended ON policy_vehicle (until_version) WHERE until_version IS NOT NULL;

-- Words of vehicle and owner, by the id of the vehicle's row.
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
  policy_before INTEGER,
  vehicle_before INTEGER,
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
) STRICT;
CREATE INDEX policy_import_problem_by_line ON policy_import_problem (import_id, line, id);

-- How the headings of a file were mapped the last time, by the set of them.
CREATE TABLE policy_mapping (
  headings TEXT PRIMARY KEY,
  mapping TEXT NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Files of the watched folder that were dealt with, by their content.
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
  answer TEXT NOT NULL
) STRICT;
CREATE INDEX policy_lookup_of_number ON policy_lookup (number_key) WHERE number_key IS NOT NULL;
CREATE INDEX policy_lookup_of_vin ON policy_lookup (vin_key) WHERE vin_key IS NOT NULL;
CREATE TRIGGER policy_lookup_kept BEFORE UPDATE ON policy_lookup
  BEGIN SELECT RAISE(ABORT, 'a lookup is never edited'); END;
CREATE TRIGGER policy_lookup_not_deleted BEFORE DELETE ON policy_lookup
  BEGIN SELECT RAISE(ABORT, 'a lookup is never deleted'); END;
`;

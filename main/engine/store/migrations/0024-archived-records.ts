/**
 * Records whose deliveries were moved to a bundle stay as stubs: the row that lists show, and what links them. Bundles and the
 * runs that wrote them.
 */
export const archivedRecords = `
-- A file to which records were moved.
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

-- A run that moves claims to bundles: how far it is, and JSON of what it needs to go on.
CREATE TABLE retention_run (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

-- Up to this revision its deliveries lie in bundles, the last of them in this one.
ALTER TABLE record ADD COLUMN archived_revision INTEGER;
ALTER TABLE record ADD COLUMN archived_bundle INTEGER REFERENCES bundle (id);
CREATE INDEX record_of_bundle ON record (archived_bundle) WHERE archived_bundle IS NOT NULL;

-- What is said of one record goes with it to the bundle.
DROP TRIGGER acknowledgement_not_deleted;
CREATE TRIGGER acknowledgement_not_deleted BEFORE DELETE ON acknowledgement
  WHEN OLD.scope <> 'record' OR NOT EXISTS (SELECT 1 FROM record r WHERE r.id = OLD.record_id AND r.archived_revision = r.revision)
  BEGIN SELECT RAISE(ABORT, 'an acknowledgement is never deleted'); END;
-- Those that were withdrawn are found by it as well.
DROP INDEX acknowledgement_of_record;
CREATE INDEX acknowledgement_of_record ON acknowledgement (record_id) WHERE scope = 'record';
-- A mark that was removed is found by its attachment as well.
CREATE INDEX attachment_mark_of_attachment ON attachment_mark (attachment_id);
`;

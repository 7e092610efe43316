/** The last good copy of each list of the platform configuration API, and how the last try went. */
export const referenceLists = `
CREATE TABLE reference_list (
  list TEXT PRIMARY KEY NOT NULL,
  tried_at INTEGER,
  -- Why the last try failed, JSON; null where it did not.
  problem TEXT,
  -- Tries that failed since the last that did not; 0 as well where nothing is set up to be tried.
  failures INTEGER NOT NULL DEFAULT 0,
  fetched_at INTEGER,
  body TEXT,
  CHECK ((fetched_at IS NULL) = (body IS NULL)),
  CHECK (failures = 0 OR problem IS NOT NULL)
) STRICT;
CREATE INDEX reference_list_failed ON reference_list (list) WHERE failures > 0;
`;

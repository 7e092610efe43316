/** What records share with each other, claims, and what lists show of incidents and documents. */
export const links = `
ALTER TABLE record ADD COLUMN heading TEXT;

-- What a record's latest revision shares with others: a claim number, a tender, the order that it names.
CREATE TABLE record_link (
  record_id INTEGER NOT NULL REFERENCES record (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (record_id, name, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_link_shared ON record_link (name, value, record_id);

-- One row a claim number, kept as records are linked; the newest revision of any of them orders the list.
CREATE TABLE claim (
  claim_number TEXT PRIMARY KEY,
  last_revision INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  purchase_orders INTEGER NOT NULL DEFAULT 0,
  service_orders INTEGER NOT NULL DEFAULT 0,
  incident_reports INTEGER NOT NULL DEFAULT 0,
  financial_documents INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_latest ON claim (last_revision);

-- Records with this link are still to be looked at again, those below an id.
CREATE TABLE recheck (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  below_id INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX recheck_of_link ON recheck (name, value);

-- Everything that arrived before is examined again, so that it is linked too.
DELETE FROM setting WHERE name = 'examinedRevision';
`;

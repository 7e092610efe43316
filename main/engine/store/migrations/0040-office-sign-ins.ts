/** Of an office whose desks sign in over the network: from where, by which invitation, and which account is slowed down. */
export const officeSignIns = `
-- As the connection says it; NULL of this computer itself, and of what began before.
ALTER TABLE sign_in ADD COLUMN address TEXT;
-- What the browser says of itself.
ALTER TABLE sign_in ADD COLUMN agent TEXT;

CREATE TABLE invitation (
  -- Only the last of a person holds.
  person_id INTEGER PRIMARY KEY REFERENCES person (id),
  -- SHA-256 of the token, which is kept nowhere.
  token_hash BLOB NOT NULL UNIQUE,
  -- Milliseconds since 1970.
  made_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;

-- Wrong secrets in a row, which a restart must not forgive.
CREATE TABLE wrong_secret (
  person_id INTEGER PRIMARY KEY REFERENCES person (id),
  count INTEGER NOT NULL,
  -- Milliseconds since 1970.
  until INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;
`;

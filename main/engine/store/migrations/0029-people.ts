/** Who works here, and their sign-ins; the first person is who the settings named. */
export const people = `
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
) STRICT;
CREATE INDEX sign_in_of_person ON sign_in (person_id);
CREATE INDEX sign_in_used ON sign_in (used_at);
INSERT INTO person (id, name, email, role)
  SELECT 1, coalesce((SELECT json_extract(value, '$.name') FROM setting WHERE name = 'person'), ''), '', 'administrator';
DELETE FROM setting WHERE name = 'person';
`;

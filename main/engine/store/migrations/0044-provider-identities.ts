/** Of an office whose people sign in by a provider: who they are there, and how a sign-in was made. */
export const providerIdentities = `
-- NULL of what began before.
ALTER TABLE sign_in ADD COLUMN way TEXT;

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
`;

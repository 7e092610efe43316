/** What a claim is about, by which its orders and documents are listed and filtered. */
export const claimSubjects = `
-- Derived from the report of its incident, the documents of the claim and the policy book; no row where nothing is known.
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
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_subject_of_policy ON claim_subject (policy_key) WHERE policy_key IS NOT NULL;
CREATE INDEX claim_subject_of_vin ON claim_subject (vin) WHERE vin IS NOT NULL;
CREATE INDEX claim_subject_of_plate ON claim_subject (plate) WHERE plate IS NOT NULL;
CREATE INDEX claim_subject_without_report ON claim_subject (claim_number) WHERE is_of_report = 0;

-- Claims whose subject is to be derived anew. The empty number: of all that no report tells of, behind the one in walked_to.
CREATE TABLE claim_stale (
  claim_number TEXT PRIMARY KEY,
  walked_to TEXT
) STRICT, WITHOUT ROWID;

-- The make of its claim's vehicle; of an order or a document, which name none themselves.
ALTER TABLE record ADD COLUMN claim_make TEXT;
CREATE INDEX record_of_claim_make ON record (kind, claim_make) WHERE claim_make IS NOT NULL;

INSERT INTO claim_stale (claim_number) SELECT claim_number FROM claim WHERE claim_number <> '';
`;

/** Whose a record or a claim is, what is flagged, who was mentioned in a note, and what people are to be reminded of. */
export const work = `
-- Of each of them \`_at\` alone says whether somebody did it: a record that was taken from a person has \`assigned_at\`, and nobody in
-- \`assigned_to\`, so that a claim's person does not get it again when all is derived anew.
ALTER TABLE record ADD COLUMN assigned_to INTEGER;
ALTER TABLE record ADD COLUMN assigned_at INTEGER;
ALTER TABLE record ADD COLUMN assigned_by TEXT;
ALTER TABLE record ADD COLUMN flagged_at INTEGER;
ALTER TABLE record ADD COLUMN flagged_by TEXT;
ALTER TABLE record ADD COLUMN flag_word TEXT;
CREATE INDEX record_assigned ON record (assigned_to) WHERE assigned_to IS NOT NULL AND reviewed_at IS NULL;
CREATE INDEX record_flagged ON record (kind) WHERE flagged_at IS NOT NULL;
CREATE INDEX record_of_claim ON record (claim_number) WHERE claim_number IS NOT NULL;

-- A claim's open records went to this person, and so does what is derived from an entry behind \`after_seq\`.
CREATE TABLE claim_assignment (
  claim_number TEXT PRIMARY KEY,
  person_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  after_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_assignment_of_person ON claim_assignment (person_id, claim_number);

ALTER TABLE note ADD COLUMN person_id INTEGER;
CREATE TABLE claim_note (
  id INTEGER PRIMARY KEY,
  claim_number TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  person_id INTEGER,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX claim_note_of_claim ON claim_note (claim_number);

-- A colleague who was mentioned in a note, of a record or of a claim; seen once he worked it off.
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
`;

/** Of a record what it adds to the sums of its claim: open, flagged, findings, what was ordered (a hundredth of a peso is one). */
const shareOf = (row: string) => ({
  open: `CASE WHEN ${row}.reviewed_at IS NULL THEN 1 ELSE 0 END`,
  flagged: `CASE WHEN ${row}.flagged_at IS NULL THEN 0 ELSE 1 END`,
  rank: `${row}.attention_rank`,
  // Bounded, so that no number of absurd totals leaves an integer.
  ordered: `CASE WHEN ${row}.kind NOT IN ('purchaseOrder', 'serviceOrder') OR ${row}.amount IS NULL OR ${row}.amount < 0 THEN 0
    WHEN ${row}.amount > 10000000000000 THEN 10000000000000 ELSE ${row}.amount END`,
});
const isWaiting = (row: string) =>
  `(${row}.record_id IS NOT NULL AND ${row}.state IN ('waiting', 'deferred') AND ${row}.closed_at IS NULL)`;
const waitingOf = (record: string) =>
  `(SELECT count(*) FROM cancellation x WHERE x.record_id = ${record} AND ${isWaiting('x')})`;

const ofRecord = shareOf('r');
const select = (link: string, where: string) => `SELECT ${link}.value, c.last_seq, c.last_received_at,
    1 AS records, ${ofRecord.open} AS open_records, ${ofRecord.flagged} AS flagged_records, ${ofRecord.rank} AS attention_rank,
    ${ofRecord.ordered} AS ordered, ${waitingOf('r.id')} AS waiting, a.person_id, s.make, s.incident_on
  FROM record_link ${link} JOIN record r ON r.id = ${link}.record_id
    LEFT JOIN claim c ON c.claim_number = ${link}.value
    LEFT JOIN claim_assignment a ON a.claim_number = ${link}.value
    LEFT JOIN claim_subject s ON s.claim_number = ${link}.value
  WHERE ${link}.name = 'claimNumber'${where}`;

const columns = `claim_number, last_seq, last_received_at, records, open_records, flagged_records, attention_rank, ordered, waiting,
    assigned_to, make, incident_on`;
const summed = ['records', 'open_records', 'flagged_records', 'attention_rank', 'ordered', 'waiting'];

const claimsOf = (record: string) =>
  `claim_number IN (SELECT l.value FROM record_link l WHERE l.record_id = ${record} AND l.name = 'claimNumber')`;
/** How much the share of a record changed with an update of it. */
const change = (field: keyof ReturnType<typeof shareOf>) =>
  `(${shareOf('NEW')[field]}) - (${shareOf('OLD')[field]})`;

/**
 * What claims are listed and filtered by. Sums over their records, whose they are and when something last came are kept by the
 * statements that change them, whichever room they are of, so that they are true in the same transaction.
 */
export const claimSummaries = `
ALTER TABLE claim_subject ADD COLUMN incident_on TEXT;
-- The insured as lists find it: in lower case and without accents.
ALTER TABLE claim_subject ADD COLUMN insured_order TEXT;
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

INSERT INTO claim_summary (${columns})
  SELECT value, last_seq, last_received_at, sum(records), sum(open_records), sum(flagged_records), sum(attention_rank), sum(ordered),
    sum(waiting), person_id, make, incident_on
  FROM (${select('l', '')}) AS linked
  GROUP BY value, last_seq, last_received_at, person_id, make, incident_on;

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
    INSERT INTO claim_summary (${columns}) ${select('l', ' AND l.record_id = NEW.record_id AND l.value = NEW.value')}
      ON CONFLICT (claim_number) DO UPDATE SET
        ${summed.map((column) => `${column} = claim_summary.${column} + excluded.${column}`).join(', ')};
  END;
CREATE TRIGGER claim_summary_unlinked AFTER DELETE ON record_link WHEN OLD.name = 'claimNumber'
  BEGIN
    UPDATE claim_summary SET records = records - 1, open_records = open_records - own.open_share,
        flagged_records = flagged_records - own.flagged_share, attention_rank = attention_rank - own.rank_share,
        ordered = ordered - own.ordered_share, waiting = waiting - own.waiting_share
      FROM (SELECT ${ofRecord.open} AS open_share, ${ofRecord.flagged} AS flagged_share, ${ofRecord.rank} AS rank_share,
        ${ofRecord.ordered} AS ordered_share, ${waitingOf('r.id')} AS waiting_share FROM record r WHERE r.id = OLD.record_id) AS own
      WHERE claim_number = OLD.value;
    DELETE FROM claim_summary WHERE claim_number = OLD.value AND records <= 0;
  END;
CREATE TRIGGER claim_summary_record AFTER UPDATE OF reviewed_at, flagged_at, attention_rank, amount ON record
  WHEN (OLD.reviewed_at IS NULL) <> (NEW.reviewed_at IS NULL) OR (OLD.flagged_at IS NULL) <> (NEW.flagged_at IS NULL)
    OR OLD.attention_rank <> NEW.attention_rank OR OLD.amount IS DISTINCT FROM NEW.amount
  BEGIN
    UPDATE claim_summary SET open_records = open_records + ${change('open')},
        flagged_records = flagged_records + ${change('flagged')}, attention_rank = attention_rank + ${change('rank')},
        ordered = ordered + ${change('ordered')}
      WHERE ${claimsOf('NEW.id')};
  END;
CREATE TRIGGER claim_summary_asked AFTER INSERT ON cancellation WHEN ${isWaiting('NEW')}
  BEGIN UPDATE claim_summary SET waiting = waiting + 1 WHERE ${claimsOf('NEW.record_id')}; END;
CREATE TRIGGER claim_summary_asked_before AFTER DELETE ON cancellation WHEN ${isWaiting('OLD')}
  BEGIN UPDATE claim_summary SET waiting = waiting - 1 WHERE ${claimsOf('OLD.record_id')}; END;
CREATE TRIGGER claim_summary_decided AFTER UPDATE OF record_id, state, closed_at ON cancellation
  WHEN ${isWaiting('OLD')} <> ${isWaiting('NEW')} OR OLD.record_id IS DISTINCT FROM NEW.record_id
  BEGIN
    UPDATE claim_summary SET waiting = waiting - 1 WHERE ${isWaiting('OLD')} AND ${claimsOf('OLD.record_id')};
    UPDATE claim_summary SET waiting = waiting + 1 WHERE ${isWaiting('NEW')} AND ${claimsOf('NEW.record_id')};
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

-- What claims are about says more now.
INSERT INTO claim_stale (claim_number) SELECT claim_number FROM claim_subject WHERE true ON CONFLICT (claim_number) DO NOTHING;
`;

/** What each cancel call says, in fields; unmatched cancellations that were closed, or whose order arrived. */
export const cancelCalls = `
-- JSON of what the call says (shared/marketplace/cancellation.ts); null until a call of an older version was read.
ALTER TABLE ask ADD COLUMN said TEXT;
CREATE INDEX ask_unread ON ask (id) WHERE said IS NULL;
CREATE TRIGGER ask_said_kept BEFORE UPDATE OF said ON ask WHEN OLD.said IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'an ask is never edited'); END;

-- JSON of what all its calls say of their order, each value once.
ALTER TABLE cancellation ADD COLUMN said TEXT;
ALTER TABLE cancellation ADD COLUMN closed_at INTEGER;
-- Empty where no person closed it: the order had been asked about again by then.
ALTER TABLE cancellation ADD COLUMN closed_by TEXT;
ALTER TABLE cancellation ADD COLUMN closed_reason TEXT;

DROP INDEX cancellation_unmatched;
CREATE UNIQUE INDEX cancellation_unmatched ON cancellation (order_kind, marketplace_id)
  WHERE state = 'unmatched' AND closed_at IS NULL;
DROP INDEX cancellation_by_state;
CREATE INDEX cancellation_by_state ON cancellation (state) WHERE closed_at IS NULL;
CREATE INDEX cancellation_closed ON cancellation (id) WHERE closed_at IS NOT NULL;

-- Those whose order arrived since are decided as any other; where it was asked about again, that is the one to decide.
UPDATE cancellation SET state = 'deferred', record_id = (
    SELECT r.id FROM record r WHERE r.kind = cancellation.order_kind AND r.marketplace_id = cancellation.marketplace_id)
  WHERE state = 'unmatched'
    AND EXISTS (SELECT 1 FROM record r
      WHERE r.kind = cancellation.order_kind AND r.marketplace_id = cancellation.marketplace_id)
    AND NOT EXISTS (SELECT 1 FROM cancellation o WHERE o.order_kind = cancellation.order_kind
      AND o.marketplace_id = cancellation.marketplace_id AND o.state <> 'unmatched');
UPDATE cancellation SET closed_at = unixepoch() * 1000, closed_by = ''
  WHERE state = 'unmatched' AND EXISTS (SELECT 1 FROM record r
    WHERE r.kind = cancellation.order_kind AND r.marketplace_id = cancellation.marketplace_id);

CREATE TRIGGER cancellation_closed_final BEFORE UPDATE OF state, record_id, closed_at, closed_by, closed_reason
  ON cancellation WHEN OLD.closed_at IS NOT NULL AND (NEW.state, NEW.record_id, NEW.closed_at, NEW.closed_by,
    NEW.closed_reason) IS NOT (OLD.state, OLD.record_id, OLD.closed_at, OLD.closed_by, OLD.closed_reason)
  BEGIN SELECT RAISE(ABORT, 'a closed cancellation is final'); END;
`;

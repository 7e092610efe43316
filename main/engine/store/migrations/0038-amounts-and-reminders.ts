/**
 * A record is found by its total, by the amounts of its lines, and by its reminders; a claim by its reminders too. What is there is
 * entered in the background.
 */
export const amountsAndReminders = `
-- Of a record its own terms; of a claim, 'claimReminder' in search_stale.
CREATE TRIGGER search_stale_reminder AFTER INSERT ON reminder
  BEGIN
    INSERT INTO search_stale (what, id) VALUES (iif(NEW.record_id IS NULL, 'claimReminder', 'record'), coalesce(NEW.record_id, NEW.id))
      ON CONFLICT (what, id) DO NOTHING;
  END;
CREATE TRIGGER search_stale_reminder_text AFTER UPDATE OF text ON reminder WHEN NEW.text <> OLD.text
  BEGIN
    INSERT INTO search_stale (what, id) VALUES (iif(NEW.record_id IS NULL, 'claimReminder', 'record'), coalesce(NEW.record_id, NEW.id))
      ON CONFLICT (what, id) DO NOTHING;
  END;
CREATE TRIGGER search_stale_reminder_deleted AFTER DELETE ON reminder
  BEGIN
    INSERT INTO search_stale (what, id) VALUES (iif(OLD.record_id IS NULL, 'claimReminder', 'record'), coalesce(OLD.record_id, OLD.id))
      ON CONFLICT (what, id) DO NOTHING;
  END;

INSERT INTO search_stale (what, id) SELECT 'record', id FROM record WHERE true ON CONFLICT (what, id) DO NOTHING;
INSERT INTO search_stale (what, id) SELECT 'claimReminder', id FROM reminder WHERE record_id IS NULL
  ON CONFLICT (what, id) DO NOTHING;
`;

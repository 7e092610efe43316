/** Which attachments the newest revision of their record no longer names. */
export const droppedAttachments = `
ALTER TABLE attachment ADD COLUMN is_dropped INTEGER NOT NULL DEFAULT 0;
UPDATE attachment SET is_dropped = 1
  WHERE last_revision < (SELECT revision FROM record WHERE record.id = attachment.record_id);
-- Those that failed and that somebody should know of.
CREATE INDEX attachment_failed ON attachment (id) WHERE state = 'failed' AND is_dropped = 0;
`;

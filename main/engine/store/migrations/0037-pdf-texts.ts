/**
 * The words of PDFs, for the search: read once for each content, in the background, from what is there as well. A record is entered
 * anew where what its PDFs say changes: one was read, one was stored that was read before, one is gone, or another revision names it.
 */
export const pdfTexts = `
-- Version of the reader that read its words; 0 of a PDF that waits, and of all else.
ALTER TABLE content ADD COLUMN pdf_reader_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE content ADD COLUMN pdf_reading_attempts INTEGER NOT NULL DEFAULT 0;
-- 'read', 'locked', 'damaged', 'tooLong' or 'ended'; NULL while it waits.
ALTER TABLE content ADD COLUMN pdf_outcome TEXT;
CREATE INDEX content_unread ON content (pdf_reading_attempts, stored_at DESC) WHERE shown_as = 'pdf' AND pdf_reader_version = 0;

-- Of one that was scanned there is none.
CREATE TABLE pdf_text (
  sha256 BLOB PRIMARY KEY REFERENCES content (sha256),
  text TEXT NOT NULL CHECK (text <> '')
) STRICT;

CREATE TRIGGER search_stale_pdf_read AFTER INSERT ON pdf_text
  BEGIN
    INSERT INTO search_stale (what, id) SELECT DISTINCT 'record', record_id FROM attachment WHERE sha256 = NEW.sha256
      ON CONFLICT (what, id) DO NOTHING;
  END;
CREATE TRIGGER search_stale_pdf_of_record AFTER UPDATE OF sha256, last_revision ON attachment
  WHEN (NEW.sha256, NEW.last_revision) IS NOT (OLD.sha256, OLD.last_revision)
    AND EXISTS (SELECT 1 FROM pdf_text WHERE sha256 IN (OLD.sha256, NEW.sha256))
  BEGIN INSERT INTO search_stale (what, id) VALUES ('record', NEW.record_id) ON CONFLICT (what, id) DO NOTHING; END;
`;

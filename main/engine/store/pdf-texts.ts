/** The words of PDFs: which are to be read, what was read, and what the PDFs of a record say. */
import { countRows, type ReadTransaction, type WriteTransaction } from './transaction.ts';

export interface UnreadPdf {
  sha256: Uint8Array;
  attempts: number;
}

/** The next PDF whose words are to be read, the least tried first, then the newest; undefined where none was tried fewer times. */
export async function findNextUnreadPdf(
  tx: ReadTransaction,
  maxAttempts: number,
): Promise<UnreadPdf | undefined> {
  return tx.get<UnreadPdf>(
    `SELECT sha256 FROM content
      WHERE shown_as = 'pdf' AND pdf_reader_version = 0 AND pdf_reading_attempts < ?
      ORDER BY pdf_reading_attempts, stored_at DESC LIMIT 1`,
    maxAttempts,
  );
}

/** Counts the PDFs whose words are to be read, up to `cap`. */
export async function countUnreadPdfs(
  tx: ReadTransaction,
  maxAttempts: number,
  cap: number,
): Promise<number> {
  return countRows(
    tx,
    `SELECT 1 FROM content WHERE shown_as = 'pdf' AND pdf_reader_version = 0 AND pdf_reading_attempts < ? LIMIT ?`,
    maxAttempts,
    cap,
  );
}

/** Counts a try, or with -1 takes one back that says nothing about the PDF. */
export async function addPdfReadingAttempt(
  tx: WriteTransaction,
  sha256: Uint8Array,
  by: 1 | -1,
): Promise<void> {
  await tx.run(
    'UPDATE content SET pdf_reading_attempts = pdf_reading_attempts + ? WHERE sha256 = ?',
    by,
    sha256,
  );
}

/** What came of reading the words of a PDF: `read` also of one that has none. */
export type PdfOutcome = 'read' | 'locked' | 'damaged' | 'tooLong' | 'ended';

/** Sets what was read of a PDF, unless its bytes are gone; the records that have it are entered anew in the search. */
export async function updatePdfText(
  tx: WriteTransaction,
  sha256: Uint8Array,
  { outcome, text, readerVersion }: { outcome: PdfOutcome; text: string; readerVersion: number },
): Promise<void> {
  const { changes } = await tx.run(
    'UPDATE content SET pdf_reader_version = ?, pdf_outcome = ? WHERE sha256 = ?',
    readerVersion,
    outcome,
    sha256,
  );
  await deletePdfText(tx, sha256);
  if (changes === 0 || text === '') return;
  await tx.run('INSERT INTO pdf_text (sha256, text) VALUES (?, ?)', sha256, text);
}

export async function deletePdfText(tx: WriteTransaction, sha256: Uint8Array): Promise<void> {
  await tx.run('DELETE FROM pdf_text WHERE sha256 = ?', sha256);
}

/** What a PDF says that the latest revision of a record names. */
export interface PdfTextOfRecord {
  attachmentId: number;
  filename: string;
  text: string;
}

/** In the order in which the record names them; those of the same bytes once. */
export async function listPdfTexts(
  tx: ReadTransaction,
  recordId: number,
  limit: number,
): Promise<PdfTextOfRecord[]> {
  return tx.all<PdfTextOfRecord>(
    `SELECT a.id AS "attachmentId", a.filename, t.text
      FROM (SELECT min(a.id) AS id, min(a.position) AS position
        FROM attachment a JOIN record r ON r.id = a.record_id
        WHERE a.record_id = ? AND a.last_revision >= r.revision GROUP BY a.sha256) AS named
      JOIN attachment a ON a.id = named.id JOIN pdf_text t ON t.sha256 = a.sha256
      ORDER BY named.position, named.id LIMIT ?`,
    recordId,
    limit,
  );
}

/** The PDFs that records have, of every revision, by the attachments' ids after one; `text` is null where nothing was read in it. */
export async function listPdfsAfter(
  tx: ReadTransaction,
  afterId: number,
  limit: number,
): Promise<{ id: number; recordId: number; text: string | null }[]> {
  return tx.all(
    `SELECT a.id, a.record_id AS "recordId", t.text
      FROM attachment a CROSS JOIN content c ON c.sha256 = a.sha256 AND c.shown_as = 'pdf'
        LEFT JOIN pdf_text t ON t.sha256 = a.sha256
      WHERE a.id > ? ORDER BY a.id LIMIT ?`,
    afterId,
    limit,
  );
}

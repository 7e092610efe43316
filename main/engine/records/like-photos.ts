import {
  type AttachmentOfRecord,
  attachmentsOfRecord,
  attachmentViewsOfContent,
  contentsLike,
  type ReadTransaction,
} from '../store/index.ts';

/** A photograph of a report, and those of other reports that are the same or look like it. */
export interface PhotoBeside {
  attachmentId: number;
  filename: string;
  /** RFC 6901 pointer into the body. */
  pointer: string;
  /** In the order of arrival. */
  same: readonly OtherPhoto[];
  /** Nearest first. */
  similar: readonly (OtherPhoto & { distance: number })[];
}

export interface OtherPhoto {
  attachmentId: number;
  recordId: number;
  number: string;
  filename: string;
  caption: string | null;
}

const mostOthers = 20;

/** The photographs of a report that other reports have too; those of its present revision. */
export async function photosBeside(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<PhotoBeside[]> {
  const found: PhotoBeside[] = [];
  for (const row of await attachmentsOfRecord(tx, recordId, revision)) {
    if (row.role !== 'picture' || row.sha256 === null) continue;
    const { same, similar } = await photosLike(tx, recordId, row.sha256);
    if (same.length + similar.length === 0) continue;
    found.push({ attachmentId: row.id, filename: row.filename, pointer: row.pointer, same, similar });
  }
  return found;
}

/** Photographs of other reports that are the same bytes, or look like them. */
export async function photosLike(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
): Promise<Pick<PhotoBeside, 'same' | 'similar'>> {
  const same = await othersOf(tx, recordId, sha256);
  const similar: (OtherPhoto & { distance: number })[] = [];
  for (const { other, distance } of await contentsLike(tx, sha256)) {
    if (similar.length >= mostOthers) break;
    for (const photo of await othersOf(tx, recordId, other)) similar.push({ ...photo, distance });
  }
  return { same, similar };
}

async function othersOf(tx: ReadTransaction, recordId: number, sha256: Uint8Array): Promise<OtherPhoto[]> {
  const rows = await attachmentViewsOfContent(tx, sha256, mostOthers);
  return rows
    .filter((row) => row.role === 'picture' && row.record_id !== recordId)
    .map((row: AttachmentOfRecord) => ({
      attachmentId: row.id,
      recordId: row.record_id,
      number: row.record_number,
      filename: row.filename,
      caption: row.caption,
    }));
}

import {
  alikePictures,
  type PictureRow,
  type ReadTransaction,
  samePictures,
  storedPictures,
} from '../store/index.ts';

/** A photograph of a report, and those of other reports that are the same or look like it. */
export interface SimilarPhotos {
  attachmentId: number;
  filename: string;
  /** RFC 6901 pointer into the body. */
  pointer: string;
  /** In the order of arrival. */
  same: readonly PictureRow[];
  /** Nearest first. */
  similar: readonly (PictureRow & { distance: number })[];
}

const maxOthers = 20;

/** The photographs of a report that other reports have too; those of its present revision, and of theirs. */
export async function similarPhotosOfRecord(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<SimilarPhotos[]> {
  const found: SimilarPhotos[] = [];
  const pictures = await storedPictures(tx, recordId, revision);
  for (const { id, sha256, filename, pointer, hasSame, hasAlike } of pictures) {
    const same = hasSame === 1 ? await samePictures(tx, recordId, sha256, maxOthers) : [];
    const similar = hasAlike === 1 ? await alikePictures(tx, recordId, sha256, maxOthers) : [];
    if (same.length + similar.length === 0) continue;
    found.push({ attachmentId: id, filename, pointer, same, similar });
  }
  return found;
}

/** Photographs of other reports that are the same bytes, or look like them. */
export async function photosSimilarTo(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
): Promise<Pick<SimilarPhotos, 'same' | 'similar'>> {
  return {
    same: await samePictures(tx, recordId, sha256, maxOthers),
    similar: await alikePictures(tx, recordId, sha256, maxOthers),
  };
}

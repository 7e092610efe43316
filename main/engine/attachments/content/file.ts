import { stat } from 'node:fs/promises';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { AttachmentFile } from '../../file-of-attachment.ts';
import { attachmentView, type Store } from '../../store/index.ts';
import { type ContentFolders, contentPath, previewPath } from './folders.ts';
import { hasCode } from './has-code.ts';
import type { PendingMoves } from './moves.ts';

/** Images that a browser decodes by itself. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** A file that should be there and is not: `original` where the bytes themselves are gone. */
export type Missing = { missing: 'original' | 'previews'; sha256: Uint8Array };

/** Where the file of an attachment lies in one of its forms; null where there is none. */
export async function fileOf(
  room: { store: Store; folders: ContentFolders; moves: PendingMoves },
  attachmentId: number,
  variant: ContentVariant,
): Promise<AttachmentFile | Missing | null> {
  const row = await room.store.read((tx) => attachmentView(tx, attachmentId));
  if (row === undefined || row.sha256 === null) return null;
  const sha256 = Buffer.from(row.sha256).toString('hex');
  const isPreview = variant === 'thumbnail' || variant === 'preview';
  if (isPreview && row.has_previews !== 1) return null;
  const path = isPreview ? previewPath(room.folders, sha256, variant) : contentPath(room.folders, sha256);
  await room.moves.settled(sha256);
  const found = await stat(path).catch((failure: unknown) =>
    hasCode(failure, 'ENOENT') ? null : 'unreadable',
  );
  // A folder that cannot be read now has lost nothing.
  if (found === 'unreadable') return null;
  if (found === null) return { missing: isPreview ? 'previews' : 'original', sha256: row.sha256 };
  const isShown =
    isPreview ||
    (variant === 'original' &&
      ((row.shown_as === 'image' && shownTypes.includes(row.media_type ?? '')) || row.shown_as === 'pdf'));
  return {
    path,
    bytes: found.size,
    mediaType: isPreview ? 'image/jpeg' : isShown ? (row.media_type ?? '') : 'application/octet-stream',
    isShown,
    filename: row.filename,
    tag: sha256,
  };
}

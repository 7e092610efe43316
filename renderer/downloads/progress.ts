import type { Attachment, Downloads } from '#shared/contract/attachments.ts';

export type Progress = { bytes: number; total: number | null };

/** How far an attachment is: what is told of all downloads is newer than what came with the attachment. */
export function progressOf(
  { id, state, progress }: Pick<Attachment, 'id' | 'state' | 'progress'>,
  downloads: Pick<Downloads, 'active'> | undefined,
): Progress | null {
  if (state !== 'downloading') return null;
  return downloads?.active.find((one) => one.attachmentId === id) ?? progress ?? { bytes: 0, total: null };
}

/** 0 to 1; null where the server did not say how long the file is. */
export const shareOf = ({ bytes, total }: Progress): number | null =>
  total === null || total <= 0 ? null : Math.min(1, bytes / total);

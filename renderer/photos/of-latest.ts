import type { Attachment } from '#shared/contract/attachments.ts';

/**
 * Of all that a record ever named, those of a kind that its latest delivery names; all of the kind, where the one wanted
 * is an older one.
 */
export function ofLatest(
  attachments: readonly Attachment[],
  isOfKind: (attachment: Attachment) => boolean,
  wanted: number | null,
): Attachment[] {
  const all = attachments.filter(isOfKind);
  const latest = Math.max(0, ...attachments.map(({ lastRevision }) => lastRevision));
  const named = all.filter(({ lastRevision }) => lastRevision === latest);
  return wanted === null || named.some(({ id }) => id === wanted) ? named : all;
}

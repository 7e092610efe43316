import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';

/** Where a stored file is served to this page; its content's SHA-256 lets the browser keep what it has. */
export function fileAddress(file: Pick<Attachment, 'id' | 'content'>, variant: ContentVariant): string {
  const version = file.content === null ? '' : `?v=${file.content.sha256.slice(0, 12)}`;
  return `/attachments/${file.id}/${variant}${version}`;
}

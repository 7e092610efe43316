import type { Finding } from '#shared/contract/records.ts';
import { besidePath } from '../photos/paths.ts';

const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;

/** Where the two photos of a finding's place are seen side by side, over the screen at `path`; null where it names no two. */
export function likenessPath(
  { code, parameters }: Pick<Finding, 'code' | 'parameters'>,
  path: string,
): string | null {
  if (code !== 'photo.same' && code !== 'photo.similar') return null;
  const photo = idOf(parameters['attachmentId']);
  const other = idOf(parameters['otherAttachmentId']);
  return photo === null || other === null ? null : besidePath(path, photo, other);
}

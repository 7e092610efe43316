import type { RetentionBundle } from '#shared/contract/retention.ts';
import { rootOfBundle } from '../archive/index.ts';

/** The file of a bundle, where it was last seen or else its copy; null where neither is there, or another bundle is. */
export async function whereBundleLies(
  bundle: Pick<RetentionBundle, 'file' | 'secondFile' | 'root'>,
): Promise<string | null> {
  for (const file of [bundle.file, bundle.secondFile])
    if (file !== null && (await rootOfBundle(file)) === bundle.root) return file;
  return null;
}

import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentPlace } from './content-place.ts';
import type { BroughtContent, PlacedContent } from './driver.ts';

/**
 * Brings a content into a file of its own in the incoming folder, with its hash compared, and has `use` do something with it, which
 * may move it away; afterwards it is gone. What `use` made of it, or how the place has none that is whole. Rejects with a
 * `ContentPlaceProblem` where that cannot be known now, and with what `use` rejects with.
 */
export async function withBroughtFile<Result>(
  place: Pick<ContentPlace, 'get'>,
  incoming: string,
  content: PlacedContent,
  use: (path: string) => Promise<Result>,
): Promise<Result | Exclude<BroughtContent, 'brought'>> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const path = join(incoming, `${content.sha256}.${randomUUID()}.brought`);
  try {
    const found = await place.get(content, path);
    return found === 'brought' ? await use(path) : found;
  } finally {
    await rm(path, { force: true });
  }
}

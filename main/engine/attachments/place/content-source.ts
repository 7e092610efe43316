import { readMarker } from '../../store/index.ts';
import { contentFolders } from '../content/content-store.ts';
import { withBroughtFile } from './brought-file.ts';
import { type ContentPlace, openContentPlace } from './content-place.ts';

/** What the place has of contents that a data directory has no copy of, for whoever reads beside the engine. */
export interface ContentSource {
  /** Null where there is no place besides the directory. */
  readonly place: ContentPlace | null;
  /**
   * Has `use` do something with a content, `sha256` in hexadecimal, in a file whose hash was compared and that is gone afterwards; null
   * where there is no place, or it does not have it whole. Rejects with a `ContentPlaceProblem` where that cannot be known now.
   */
  withFile<Result>(sha256: string, use: (path: string) => Promise<Result>): Promise<Result | null>;
  close(): Promise<void>;
}

/** Opens nothing before something is asked of it. */
export function openContentSource(dataDir: string): ContentSource {
  const known = readMarker(dataDir)?.attachments ?? null;
  let opened: ContentPlace | null = null;
  const place = () => {
    if (known !== null) opened ??= openContentPlace(known);
    return opened;
  };
  return {
    get place() {
      return place();
    },
    async withFile(sha256, use) {
      const from = place();
      const bytes = (await from?.sizeOf(sha256)) ?? null;
      if (from === null || bytes === null) return null;
      const { incoming } = contentFolders(dataDir);
      const found = await withBroughtFile(from, incoming, { sha256, bytes }, async (path) => ({
        made: await use(path),
      }));
      return typeof found === 'object' ? found.made : null;
    },
    close: async () => opened?.close(),
  };
}

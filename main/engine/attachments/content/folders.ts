import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the bytes of attachments lie below the data directory. All on one file system: files are renamed between them. */
export interface ContentFolders {
  /** Whole files that no row names yet, `<attachment>.<sha256>`, and parts of files that are arriving. */
  landing: string;
  /** `<first two digits>/<sha256>`, as they arrived. */
  content: string;
  /** `<first two digits>/<sha256>-thumbnail.jpg` and `-preview.jpg`; made anew where they are missing. */
  previews: string;
  /** Files that no longer are what their name says, kept for who wants to look into it. */
  damaged: string;
  /** Files that no row names, as they lay in their folder; not served, never deleted. */
  orphaned: string;
}

export function contentFolders(dataDir: string): ContentFolders {
  const root = join(dataDir, 'attachments');
  return {
    landing: join(root, 'landing'),
    content: join(root, 'content'),
    previews: join(root, 'previews'),
    damaged: join(root, 'damaged'),
    orphaned: join(root, 'orphaned'),
  };
}

export async function makeFolders(folders: ContentFolders): Promise<void> {
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The file of a content; `sha256` in hexadecimal. */
export function contentPath({ content }: ContentFolders, sha256: string): string {
  return join(content, sha256.slice(0, 2), sha256);
}

export function previewPath(
  { previews }: ContentFolders,
  sha256: string,
  size: 'thumbnail' | 'preview',
): string {
  return join(previews, sha256.slice(0, 2), `${sha256}-${size}.jpg`);
}

export const landedName = /^(\d+)\.([\da-f]{64})$/;

/** Makes the names in a folder durable; a system that cannot open folders keeps them durable by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Which photos and papers a second copy has. */
import type { InstallationFolder } from '../place.ts';
import { attachmentFrame, type SecondCopyFiles } from './format.ts';
import { framesOfFiles } from './frames.ts';

export interface AttachmentEnd {
  /** How many bytes each has, by its SHA-256. */
  copied: Map<string, number>;
  /** The last file that is whole at its beginning, and where it ends; null where there is none. */
  last: { file: number; end: number } | null;
  /** Files behind that one. */
  torn: string[];
  /** The file in which something is not what was written, so that more may have been copied; null where none is. */
  damaged: string | null;
}

export async function findAttachmentEnd(
  folder: Pick<InstallationFolder, 'secondCopy' | 'installationId'>,
  files: SecondCopyFiles,
): Promise<AttachmentEnd> {
  const copied = new Map<string, number>();
  const names = files.attachments.map(({ name }) => name);
  const parse = (meta: unknown) => {
    const frame = attachmentFrame.safeParse(meta).data ?? null;
    return frame?.t === 'begin' && frame.installationId !== folder.installationId ? null : frame;
  };
  let last: AttachmentEnd['last'] = null;
  const frames = framesOfFiles(folder.secondCopy, names, parse);
  let damaged: string | null = null;
  for (let next = await frames.next(); ; next = await frames.next()) {
    if (next.done === true) {
      damaged = next.value === null || next.value.isTorn ? null : next.value.name;
      break;
    }
    const { meta, name, end } = next.value;
    last = { file: files.attachments[names.indexOf(name)]?.file ?? 1, end };
    if (meta.t === 'file') copied.set(meta.sha256, meta.bytes);
  }
  const torn = files.attachments.filter(({ file }) => last === null || file > last.file);
  return { copied, last, torn: torn.map(({ name }) => name), damaged };
}

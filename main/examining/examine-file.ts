import { readFile } from 'node:fs/promises';
import type { FileExamination, FileToExamine } from '../engine/file-examination.ts';
import { makePreviews } from './previews.ts';

type Examined = Extract<FileExamination, { outcome: 'examined' }>;

const nothingFound: Examined = {
  outcome: 'examined',
  mediaType: null,
  shownAs: 'downloadOnly',
  problem: null,
  detail: null,
  width: null,
  height: null,
  hasPreviews: false,
  photo: null,
  likeness: null,
};

/** Looks at one file and makes its previews. Never rejects. */
export async function examineFile(file: FileToExamine): Promise<FileExamination> {
  try {
    const bytes = await readFile(file.path);
    const mediaType = typeOf(bytes);
    if (mediaType === null) return { ...nothingFound, problem: 'unknownType' };
    if (mediaType === 'application/pdf') return { ...nothingFound, mediaType, shownAs: 'pdf' };
    const size = await makePreviews(bytes, file);
    if (size === null) return { ...nothingFound, mediaType, problem: 'notDecodable' };
    return { ...nothingFound, mediaType, shownAs: 'image', ...size, hasPreviews: true };
  } catch (failure) {
    return { outcome: 'notDone', detail: failure instanceof Error ? failure.message : String(failure) };
  }
}

function typeOf(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  return head.startsWith('%PDF-') ? 'application/pdf' : null;
}

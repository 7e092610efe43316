import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileExamination } from '../../main/engine/file-examination.ts';
import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';

/** The real process; one for all files of tests that share a process. */
const examiner = openFileExaminer(() => forkExaminer());

type Examined = Extract<FileExamination, { outcome: 'examined' }>;
export interface ExaminedFile extends Examined {
  /** Null where it was not made. */
  thumbnail: Buffer | null;
  preview: Buffer | null;
}

/** What the process finds in these bytes, and the previews that it made; fails where it could not look at them. */
export async function examined(
  bytes: Buffer | string,
  declaredType: string | null = null,
): Promise<ExaminedFile> {
  const folder = temporaryFolder();
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const [thumbnailPath, previewPath] = [join(folder, 'thumbnail.jpg'), join(folder, 'preview.jpg')];
  const examination = await examiner.examine({ path, declaredType, thumbnailPath, previewPath });
  if (examination.outcome !== 'examined') throw new Error(`${examination.outcome}: ${examination.detail}`);
  const left = readdirSync(folder).filter((name) => !['file', 'thumbnail.jpg', 'preview.jpg'].includes(name));
  if (left.length > 0) throw new Error(`It left ${left.join(', ')} behind.`);
  const contentOf = (file: string) => (existsSync(file) ? readFileSync(file) : null);
  return { ...examination, thumbnail: contentOf(thumbnailPath), preview: contentOf(previewPath) };
}

export const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

import { open } from 'node:fs/promises';
import type { FileExamination, FileToExamine } from '../engine/file-examination.ts';
import { examinePicture } from './examine-picture.ts';
import { downloadOnlyResult, type Examined } from './examined.ts';
import { findEmbeddedContent } from './foreign/in-pdf.ts';
import { pdfNotes } from './formats/pdf.ts';
import { maxBytes } from './limits.ts';
import { declaredTypeMismatch } from './media-types.ts';
import { type Recognised, recognise } from './recognise.ts';

/** Looks at one file and makes its previews. Never rejects. */
export async function examineFile(file: FileToExamine): Promise<FileExamination> {
  try {
    const { bytes, isWhole } = await read(file.path);
    const recognised = await recognise(bytes);
    const found = isWhole ? await examine(bytes, recognised, file) : tooLong(recognised);
    return compared(found, file.declaredType);
  } catch (failure) {
    return { outcome: 'notDone', detail: failure instanceof Error ? failure.message : String(failure) };
  }
}

async function read(path: string): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size <= maxBytes) return { bytes: await handle.readFile(), isWhole: true };
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return { bytes: buffer.subarray(0, bytesRead), isWhole: false };
  } finally {
    await handle.close();
  }
}

async function examine(bytes: Buffer, recognised: Recognised, file: FileToExamine): Promise<Examined> {
  const { mediaType } = recognised;
  switch (recognised.kind) {
    case 'picture':
      return examinePicture(bytes, recognised.mediaType, file);
    case 'pdf':
      return examinePdf(bytes);
    case 'active':
      return downloadOnlyResult(mediaType, 'activeContent', mediaType);
    case 'pdfBehindOther':
      return downloadOnlyResult(mediaType, 'polyglot', `A PDF begins behind ${mediaType ?? 'other bytes'}.`);
    case 'other':
      return downloadOnlyResult(
        mediaType,
        'unknownType',
        bytes.length === 0 ? 'It is empty.' : (mediaType ?? 'No type that is known.'),
      );
  }
}

/** A PDF is never decoded here: the viewer does that, in the screen's sandbox. */
function examinePdf(bytes: Buffer): Examined {
  const mediaType = 'application/pdf';
  const foreign = findEmbeddedContent(bytes);
  if (foreign !== null) return downloadOnlyResult(mediaType, 'polyglot', foreign);
  return {
    ...downloadOnlyResult(mediaType, 'unknownType', null),
    shownAs: 'pdf',
    problem: null,
    detail: pdfNotes(bytes),
  };
}

function tooLong({ mediaType }: Recognised): Examined {
  return downloadOnlyResult(mediaType, 'unknownType', 'It is too long to be looked at.');
}

/** A wrong type is the weakest of all problems: another that was found stays, and both are told. */
function compared(found: Examined, declaredType: string | null): Examined {
  const said = declaredTypeMismatch(declaredType, found.mediaType);
  if (said === null) return found;
  if (found.problem === null) {
    const words = `${found.mediaType}; its sender says ${said}.`;
    return {
      ...found,
      problem: 'notWhatItSays',
      detail: found.detail === null ? words : `${words} ${found.detail}`,
    };
  }
  const words = found.detail?.replace(/\.$/, '');
  return { ...found, detail: `${words === undefined ? '' : `${words}; `}its sender says ${said}.` };
}

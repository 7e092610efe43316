/** Lists of a place: a line for each file, as `sha256sum -c` reads it in the folder of the installation. */
import { createHash } from 'node:crypto';
import { type FileList, maxListLines, sha256Text } from './manifest.ts';
import { InstallationFolder, openPlainFile, PlaceFailure } from './place.ts';

/** The line of a file, with its end. All have the same length. */
export const lineOf = (sha256: string): string => `${sha256}  ${InstallationFolder.nameOf(sha256)}\n`;

const lineBytes = lineOf('0'.repeat(64)).length;
/** Writes a list into a place; how many bytes were new. Rejects with what the names reject with. */
export async function writeList(
  folder: InstallationFolder,
  files: AsyncIterable<{ sha256: string; bytes: number }> | Iterable<{ sha256: string; bytes: number }>,
): Promise<{ list: FileList; newBytes: number }> {
  const writing = await folder.write();
  try {
    let [count, bytes] = [0, 0];
    let lines: string[] = [];
    const flush = async () => {
      await writing.append(Buffer.from(lines.join('')));
      lines = [];
    };
    for await (const file of files) {
      lines.push(lineOf(file.sha256));
      count += 1;
      bytes += file.bytes;
      if (count > maxListLines) throw new PlaceFailure('other', 'There are too many files for a list.');
      if (lines.length === linesAtOnce) await flush();
    }
    await flush();
    const { sha256, newBytes } = await writing.finish(null);
    return { list: { list: sha256, files: count, bytes }, newBytes };
  } finally {
    await writing.abandon();
  }
}

/** Read at a time: some hundred kilobytes. */
const linesAtOnce = 2000;

/**
 * The SHA-256 of each file that a list names, in their order. What it yields counts once it has come to its end: it rejects
 * with `damaged` where the list is missing, is not what its name says, or has other than so many lines of this form.
 */
export async function* readList(folder: InstallationFolder, list: FileList): AsyncGenerator<string> {
  const damaged = (what: string) => new PlaceFailure('damaged', `The list ${list.list} ${what}.`);
  if (list.files > maxListLines) throw damaged('is too long');
  const handle = await openPlainFile(folder.fileOf(list.list));
  try {
    if ((await handle.stat()).size !== list.files * lineBytes)
      throw damaged('has another length than it had');
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(linesAtOnce * lineBytes);
    for (let line = 0; line < list.files; ) {
      const wanted = Math.min(linesAtOnce, list.files - line) * lineBytes;
      for (let read = 0; read < wanted; ) {
        const { bytesRead } = await handle.read(buffer, read, wanted - read);
        if (bytesRead === 0) throw damaged('became shorter while it was read');
        read += bytesRead;
      }
      hash.update(buffer.subarray(0, wanted));
      const text = buffer.toString('latin1', 0, wanted);
      for (let at = 0; at < wanted; at += lineBytes) {
        const sha256 = text.slice(at, at + 64);
        if (!sha256Text.safeParse(sha256).success || text.slice(at, at + lineBytes) !== lineOf(sha256))
          throw damaged('has a line that is none');
        yield sha256;
      }
      line += wanted / lineBytes;
    }
    if (hash.digest('hex') !== list.list) throw damaged('is not what it was');
  } finally {
    await handle.close();
  }
}

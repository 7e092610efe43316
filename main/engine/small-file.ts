import { readFileSync, statSync } from 'node:fs';

/**
 * The text of a small file that Perito wrote itself, and others may have changed. Throws as the file system does, and a `RangeError`
 * where it has more bytes than `maxBytes`, or is no plain file, such as a pipe that nobody may ever write to: that is not read.
 */
export function readSmallFile(file: string, maxBytes: number): string {
  const found = statSync(file);
  if (!found.isFile()) throw new RangeError(`${file} is no plain file.`);
  if (found.size > maxBytes) throw new RangeError(`${file} has more than ${maxBytes} bytes.`);
  return readFileSync(file, 'utf8');
}

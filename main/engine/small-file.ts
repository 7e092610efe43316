import { readFileSync, statSync } from 'node:fs';

/**
 * The text of a small file that Perito wrote itself, and others may have changed. Throws as the file system does, and a `RangeError`
 * where it has more bytes than `maxBytes`: that is not read.
 */
export function readSmallFile(file: string, maxBytes: number): string {
  if (statSync(file).size > maxBytes) throw new RangeError(`${file} has more than ${maxBytes} bytes.`);
  return readFileSync(file, 'utf8');
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { hasCode } from './has-code.ts';

/** SHA-256 of a file in hexadecimal; null where it is not there. Rejects where it cannot be read. */
export async function hashFile(path: string): Promise<{ sha256: string; bytes: number } | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      const piece: Buffer = chunk;
      hash.update(piece);
      bytes += piece.length;
    }
  } catch (failure) {
    if (hasCode(failure, 'ENOENT')) return null;
    throw failure;
  }
  return { sha256: hash.digest('hex'), bytes };
}

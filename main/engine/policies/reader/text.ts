import { createReadStream } from 'node:fs';
import type { TextEncoding } from './sniff.ts';

/** Windows-1252 where it differs from Latin-1: the characters of 0x80 to 0x9F. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The text of a file in pieces, without its byte order mark. */
export async function* textOf(path: string, encoding: TextEncoding): AsyncGenerator<string, void, void> {
  const decode = decoderOf(encoding);
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = decode(chunk as Buffer);
    yield isFirst ? text.replace(/^\uFEFF/, '') : text;
    if (text !== '') isFirst = false;
  }
  const rest = decode(null);
  if (rest !== '') yield rest;
}

/** Own decoding of Windows-1252: a runtime with little ICU has none, or takes it for Latin-1. */
function decoderOf(encoding: TextEncoding): (chunk: Buffer | null) => string {
  if (encoding === 'windows-1252') {
    return (chunk) =>
      (chunk?.toString('latin1') ?? '').replaceAll(
        /[\x80-\x9f]/g,
        (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character,
      );
  }
  if (encoding === 'utf-16be') return utf16be();
  const decoder = new TextDecoder(encoding);
  return (chunk) => (chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true }));
}

function utf16be(): (chunk: Buffer | null) => string {
  const decoder = new TextDecoder('utf-16le');
  let left: Buffer = Buffer.alloc(0);
  return (chunk) => {
    if (chunk === null) return decoder.decode();
    const bytes = Buffer.concat([left, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    left = bytes.subarray(whole);
    return decoder.decode(Buffer.from(bytes.subarray(0, whole)).swap16(), { stream: true });
  };
}

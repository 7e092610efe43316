import { savedName } from './saved-name.ts';

/** `Content-Disposition` of a file that is only saved (RFC 6266), under a name that does no harm. */
export function savedAs(filename: string): string {
  const name = savedName(filename);
  // What is not plain ASCII is for readers of `filename*`; `%` is taken for an escape by some (RFC 6266, appendix D).
  const plain = name.replace(/[^\x20-\x7E]|[%"\\]/gu, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`;
}

/** As `ext-value` has it (RFC 8187, 3.2.1). */
const extended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

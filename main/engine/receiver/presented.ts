/**
 * The value of the one `X-API-KEY` header among the raw headers. Null where there is none; also where there
 * are two, or two values joined by a comma, since one of them might be meant for somebody else.
 */
export function readApiKeyHeader(rawHeaders: readonly string[]): string | null {
  let found: string | null = null;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name === undefined || name.length !== 9 || name.toLowerCase() !== 'x-api-key') continue;
    if (found !== null) return null;
    found = rawHeaders[index + 1] ?? '';
  }
  return found === null || found.includes(',') ? null : found;
}

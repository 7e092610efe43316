import { type ClaimFileKey, claimFileKey } from '#shared/contract/claims.ts';

/** Where a claim file is shown. */
export const claimFilePath = (by: ClaimFileKey, value: string) =>
  `/claims/${by}/${encodeURIComponent(value)}`;

/** A row holds a longer value cut. */
const longest = 300;

/** Whether a claim file can be opened by this value: blank, or so long that it may be cut, it finds nothing. */
export function isOpenable(value: string): boolean {
  const text = value.trim();
  return text !== '' && text.length < longest;
}

/** The claim file that a path's parts name; null where they name none. */
export function claimFileOfPath(
  by: string | undefined,
  value: string | undefined,
): { by: ClaimFileKey; value: string } | null {
  const known = claimFileKey.safeParse(by);
  if (!known.success || value === undefined || value === '') return null;
  try {
    return { by: known.data, value: decodeURIComponent(value) };
  } catch {
    return { by: known.data, value };
  }
}

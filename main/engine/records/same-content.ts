import { canonicalJson } from '#shared/canonical-json.ts';

/**
 * Whether two bodies say the same: their canonical JSON is equal. A body nested so deeply that it cannot be
 * walked is only equal to its own bytes, which were compared before.
 */
export function hasSameContent(stored: Uint8Array, arrived: object): boolean {
  try {
    const before: unknown = JSON.parse(new TextDecoder().decode(stored));
    return canonicalJson(before) === canonicalJson(arrived);
  } catch (failure) {
    if (failure instanceof RangeError) return false;
    throw failure;
  }
}

import { canonicalJson } from '#shared/canonical-json.ts';

/**
 * Whether two bodies say the same: their canonical JSON is equal. A body nested so deeply that it cannot be
 * walked is only equal to its own bytes, which were compared before.
 */
export function hasSameContent(stored: Uint8Array, arrived: Uint8Array): boolean {
  try {
    return canonicalJson(parsed(stored)) === canonicalJson(parsed(arrived));
  } catch (failure) {
    if (failure instanceof RangeError) return false;
    throw failure;
  }
}

/** Both passed the receiver's door, so they are JSON in UTF-8. */
function parsed(body: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(body));
}

/** The texts of a language by their keys, as `records.filter.all`. */
export function leavesOf(
  words: object,
  at = '',
  found: Map<string, string> = new Map(),
): Map<string, string> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') found.set(`${at}${key}`, value);
    else leavesOf(value, `${at}${key}.`, found);
  }
  return found;
}

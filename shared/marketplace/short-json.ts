const maxChars = 200;

/** JSON of a value, cut short; for one that is nested too deeply to be written, its kind. */
export function shortJson(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'null';
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    text = Array.isArray(value) ? '[…]' : '{…}';
  }
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}

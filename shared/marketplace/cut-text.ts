/**
 * A text of at most `limit` characters: of a longer one, without the spaces around it, its beginning and a fingerprint of
 * the whole, so that two that differ only further on stay different. A text that was cut is not cut again.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const trimmed = text.trim();
  if (trimmed.length <= limit) return trimmed;
  const mark = `…${fingerprint(trimmed)}`;
  return trimmed.slice(0, limit - mark.length).toWellFormed() + mark;
}

/** 64 bits in hexadecimal: two hashes as FNV-1a makes them, over UTF-16 units, each with a prime of its own. */
function fingerprint(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b1];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

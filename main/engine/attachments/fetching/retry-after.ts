const day = 86_400;

/** Seconds until one may come again (RFC 9110, 10.2.3), a day at the most; null where the header does not say. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), day);
  if (!text.endsWith('GMT')) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(Math.ceil((at - now) / 1000), 0), day);
}

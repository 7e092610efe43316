/**
 * A GUID in lower case, as RFC 9562 writes a UUID; null for a text that is none, or that is all zeros and so names nothing.
 */
export function guidValue(text: string): string | null {
  const [, guid] = /^\s*\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?\s*$/i.exec(text) ?? [];
  return guid === undefined || !/[1-9a-f]/i.test(guid) ? null : guid.toLowerCase();
}

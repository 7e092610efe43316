/** The query of a search path, or null on another screen. */
export const queryOfPath = (path: string): string | null => {
  const match = /^\/search\/([^/]+)/.exec(path);
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return match[1];
  }
};

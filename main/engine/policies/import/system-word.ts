/** The system's own word for what failed, such as `ENOENT`; what it said where it has none. */
export function systemWord(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

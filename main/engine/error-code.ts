/** The system's or a library's code of a failure, such as `ENOENT`; null where it has none. */
export const errorCode = (failure: unknown): string | null =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : null;

/** Notes a fault of the desktop's own on the standard error: one line of JSON. */
export function logFault(where: string, cause: unknown): void {
  const text = cause instanceof Error ? cause.stack : String(cause);
  process.stderr.write(
    `${JSON.stringify({ level: 'error', time: new Date().toISOString(), where, text })}\n`,
  );
}

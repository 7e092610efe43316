/** Logs faults of ours as one line of JSON each. Inputs and secrets are never part of a fault. */
export function logFault(tell: (line: string) => void): (where: string, cause: unknown) => void {
  return (where, cause) => {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    tell(JSON.stringify({ level: 'error', time: new Date().toISOString(), where, text }));
  };
}

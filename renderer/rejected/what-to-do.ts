/** Which advice fits the status that was answered. */
export function adviceOf(status: number): 'malformed' | 'tooLarge' | 'method' | 'type' | 'http' | 'busy' {
  if (status === 413) return 'tooLarge';
  if (status === 404 || status === 405) return 'method';
  if (status === 415) return 'type';
  if (status === 417 || status === 501) return 'http';
  if (status >= 500 || status === 429) return 'busy';
  return 'malformed';
}

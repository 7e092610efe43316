/** Bytes of a file, the last one included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part that a `Range` asks for (RFC 9110, 14.1.2 and 14.2): null for the whole, where none is asked for, where it
 * is none that is understood, or where there are several; `unsatisfiable` where it lies beyond the end.
 */
export function rangeOf(header: string | null, bytes: number): ByteRange | null | 'unsatisfiable' {
  const asked = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  const [, from = '', to = ''] = asked ?? [];
  if (asked === null || (from === '' && to === '')) return null;
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return null;
  if (Number(from) >= bytes) return 'unsatisfiable';
  return { first: Number(from), last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

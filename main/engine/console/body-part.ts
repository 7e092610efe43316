/** Of a body at a time: so little that nobody waits for it. */
const partBytes = 512 * 1024;

export const partFrom = (from: number) => ({ from, limit: partBytes });

/** A part of a body as the contract has it. */
export function bodyPartOf(
  { bytes, total }: { bytes: Uint8Array; total: number },
  from: number,
): { bytes: string; next: number | null } {
  const next = from + bytes.length;
  // Behind the end there is nothing, and nothing comes after it.
  const isMore = bytes.length > 0 && next < total;
  return { bytes: Buffer.from(bytes).toString('base64'), next: isMore ? next : null };
}

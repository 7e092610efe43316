import { bytesOf } from './bytes.ts';

export type BodyPart = { bytes: string; next: number | null };

/** All bytes of a body that is asked for in parts. Rejects as the asking does. */
export async function wholeBody(
  part: (from: number) => Promise<BodyPart>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { bytes, next }: BodyPart = await part(from);
    parts.push(bytesOf(bytes));
    from = next;
  }
  return parts;
}

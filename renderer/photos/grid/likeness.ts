import type { Finding } from '#shared/contract/records.ts';

export type Likeness = 'same' | 'similar';

/** By the pointer of each photo that findings say is in another report too; `same` where both are said. */
export function likenessByPointer(findings: readonly Finding[]): ReadonlyMap<string, Likeness> {
  const found = new Map<string, Likeness>();
  for (const { code, places } of findings) {
    for (const { pointer } of places) {
      if (code === 'photo.same') found.set(pointer, 'same');
      else if (code === 'photo.similar' && !found.has(pointer)) found.set(pointer, 'similar');
    }
  }
  return found;
}

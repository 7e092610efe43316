import type { FindingCode } from '#shared/finding-terms.ts';
import type { NewFinding } from './new-finding.ts';

/** The most findings of one code that a record gets; one that is odd in every line says no more with more. */
export const findingLimit = 100;

/** Takes a finding; what it says is worked out only while there is room for it. */
export type Tell = (code: FindingCode, say: () => Omit<NewFinding, 'code'>) => void;

/** Gathers the findings of one record. */
export function gathering(): { tell: Tell; found: NewFinding[] } {
  const counts = new Map<FindingCode, number>();
  const found: NewFinding[] = [];
  const tell: Tell = (code, say) => {
    const count = counts.get(code) ?? 0;
    if (count === findingLimit) return;
    counts.set(code, count + 1);
    found.push({ code, ...say() });
  };
  return { tell, found };
}

import { create } from 'zustand';
import { bareCode, readSubjectKey, type SubjectKeyKind } from '#shared/rules/subject-key.ts';

/** By what a person is looked for, as somebody typed it; kept while the window is open, and in no address. */
export interface Asked {
  kind: SubjectKeyKind;
  text: string;
}

export const useAsked = create<Asked>(() => ({ kind: 'cedula', text: '' }));

/** The person that words of the search are the number of; null where they are none's. `policies` are those that the search found. */
export function askedBy(search: string, policies: readonly string[]): Asked | null {
  const text = search.trim();
  for (const kind of ['cedula', 'rnc'] as const)
    if ('key' in readSubjectKey(kind, text)) return { kind, text };
  const policy = policies.find((number) => bareCode(number) === bareCode(text));
  return policy === undefined ? null : { kind: 'policy', text: policy };
}

/** By what else the owner of a policy can be looked for, as its book has them; not by what was looked for. */
export function alsoBy(
  owner: { companyTaxId: string | null; identification: string | null; insurancePolicyNumber: string },
  looked: string,
): Asked[] {
  const numbers = [owner.companyTaxId, owner.identification].filter((text) => text !== null);
  const found = numbers.map((text) => askedBy(text, [])).filter((one) => one !== null);
  const all: Asked[] = [...found, { kind: 'policy', text: owner.insurancePolicyNumber }];
  return all.filter(({ text }) => bareCode(text) !== bareCode(looked));
}

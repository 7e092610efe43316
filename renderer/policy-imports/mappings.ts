import { create } from 'zustand';
import type { ColumnMapping } from '#shared/contract/policy-imports.ts';

/** What a person chose for an import and has not had checked yet, kept while the window is open. */
export type Choice = {
  sheet: string | null;
  mapping: ColumnMapping | null;
  /** The columns are gone back to after a dry run. */
  again: boolean;
};
const nothing: Choice = { sheet: null, mapping: null, again: false };

const useChoices = create<{ of: Readonly<Partial<Record<number, Choice>>> }>(() => ({ of: {} }));

export const useChoice = (id: number): Choice => useChoices((state) => state.of[id]) ?? nothing;

export const updateDraft = (id: number, part: Partial<Choice>) =>
  useChoices.setState(({ of }) => ({ of: { ...of, [id]: { ...nothing, ...of[id], ...part } } }));

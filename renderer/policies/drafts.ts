import { create } from 'zustand';
import type { PolicyFields } from '#shared/contract/policies.ts';

/** The vehicle that is corrected, or the one that is being added. */
export type DraftKey = number | 'new';

type Drafts = {
  of: Readonly<Partial<Record<string, PolicyFields>>>;
  put: (key: DraftKey, fields: PolicyFields) => void;
  drop: (key: DraftKey) => void;
};

/** What is typed and not saved, kept while the window is open: leaving a form loses nothing. */
export const usePolicyDrafts = create<Drafts>((set) => ({
  of: {},
  put: (key, fields) => set(({ of }) => ({ of: { ...of, [key]: fields } })),
  drop: (key) =>
    set(({ of }) => {
      const { [key]: _, ...rest } = of;
      return { of: rest };
    }),
}));

export const useDraft = (key: DraftKey) => usePolicyDrafts((state) => state.of[key]);

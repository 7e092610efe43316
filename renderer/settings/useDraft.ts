import { useState } from 'react';

/**
 * What a form edits of what is saved: plain data. Until somebody changes it, it follows what is saved, which another
 * screen or a script may change too; what somebody began to change stays.
 */
export function useDraft<Value>(saved: Value): [draft: Value, setDraft: (draft: Value) => void] {
  const [state, setState] = useState({ saved, draft: saved });
  if (!isSame(saved, state.saved)) {
    const draft = isSame(state.draft, state.saved) ? saved : state.draft;
    setState({ saved, draft });
    return [draft, (next) => setState({ saved, draft: next })];
  }
  return [state.draft, (draft) => setState({ saved: state.saved, draft })];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

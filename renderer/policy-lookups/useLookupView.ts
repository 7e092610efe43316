import { create } from 'zustand';

/** The policy or VIN that the log is narrowed to, kept while the window is open. */
export const useLookupView = create<{ text: string }>(() => ({ text: '' }));

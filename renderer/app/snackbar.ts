import { create } from 'zustand';

/** A notice of what happened, with a button that undoes it or opens it. */
export type SnackbarMessage = {
  id: number;
  text: string;
  /** `hint`: nothing was done, and why. */
  tone: 'done' | 'failed' | 'hint';
  undo?: () => void;
  see?: () => void;
  /** It stays until somebody closes it or does something else, as what undoes an act on many. */
  stays?: boolean;
};

type SnackbarQueue = {
  current: SnackbarMessage | null;
  /** Whether the pointer or the focus is on it, in whichever place shows it: it stays meanwhile. */
  isRead: boolean;
  setRead: (isRead: boolean) => void;
  show: (notice: Omit<SnackbarMessage, 'id'>) => void;
  close: () => void;
};

let last = 0;
export const useSnackbar = create<SnackbarQueue>((set) => ({
  current: null,
  isRead: false,
  setRead: (isRead) => set({ isRead }),
  show: (notice) => set({ current: { ...notice, id: ++last }, isRead: false }),
  close: () => set({ current: null, isRead: false }),
}));

export const notify = (notice: Omit<SnackbarMessage, 'id'>) => useSnackbar.getState().show(notice);

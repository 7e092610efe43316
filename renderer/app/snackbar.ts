import { create } from 'zustand';

/** A notice of what happened, with a button that undoes it or opens it. */
export type SnackbarMessage = {
  id: number;
  text: string;
  tone: 'done' | 'failed';
  undo?: () => void;
  see?: () => void;
};

type SnackbarQueue = {
  current: SnackbarMessage | null;
  show: (notice: Omit<SnackbarMessage, 'id'>) => void;
  close: () => void;
};

let last = 0;
export const useSnackbar = create<SnackbarQueue>((set) => ({
  current: null,
  show: (notice) => set({ current: { ...notice, id: ++last } }),
  close: () => set({ current: null }),
}));

export const notify = (notice: Omit<SnackbarMessage, 'id'>) => useSnackbar.getState().show(notice);

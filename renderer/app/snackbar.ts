import { create } from 'zustand';

/** A line that says what happened, with what can be done about it: undo it, or go there. */
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

import { create } from 'zustand';

/** A line that says what happened, with what can be done about it: undo it, or go there. */
export type Notice = {
  id: number;
  text: string;
  tone: 'done' | 'failed';
  undo?: () => void;
  see?: () => void;
};

type SnackbarQueue = {
  current: Notice | null;
  show: (notice: Omit<Notice, 'id'>) => void;
  close: () => void;
};

let last = 0;
export const useNotices = create<SnackbarQueue>((set) => ({
  current: null,
  show: (notice) => set({ current: { ...notice, id: ++last } }),
  close: () => set({ current: null }),
}));

export const notify = (notice: Omit<Notice, 'id'>) => useNotices.getState().show(notice);

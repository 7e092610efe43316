import { create } from 'zustand';

/** A line at the foot of the screen that says what happened, with what can be done about it: undo it, or go there. */
export type Notice = {
  id: number;
  text: string;
  tone: 'done' | 'failed' | 'arrived';
  undo?: () => void;
  see?: () => void;
};

type Notices = { current: Notice | null; show: (notice: Omit<Notice, 'id'>) => void; close: () => void };

let last = 0;
export const useNotices = create<Notices>((set) => ({
  current: null,
  show: (notice) =>
    set(({ current }) => {
      // Whoever may still want to undo is not kept from it by news that the rail tells as well.
      if (notice.tone === 'arrived' && current?.undo !== undefined) return {};
      return { current: { ...notice, id: ++last } };
    }),
  close: () => set({ current: null }),
}));

export const notify = (notice: Omit<Notice, 'id'>) => useNotices.getState().show(notice);

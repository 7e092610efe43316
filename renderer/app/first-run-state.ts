import { create } from 'zustand';

/** Whether this window put the first run off: it asks again when Perito is opened next, and in a band until then. */
export const useFirstRun = create<{ putOff: boolean; setPutOff: (putOff: boolean) => void }>((set) => ({
  putOff: false,
  setPutOff: (putOff) => set({ putOff }),
}));

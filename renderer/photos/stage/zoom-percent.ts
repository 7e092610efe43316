import { create } from 'zustand';

/** Which of the stages in the window; one photo alone is on the left. */
export type Side = 'left' | 'right';

/** How large each stage shows its photo, in percent of its own pixels. Outside of React's tree: it changes with every turn of the wheel. */
export const useZoomPercent = create<Record<Side, number>>(() => ({ left: 100, right: 100 }));

export function announceZoom(side: Side, percent: number) {
  if (useZoomPercent.getState()[side] !== percent) useZoomPercent.setState({ [side]: percent });
}

import { useMemo, useState } from 'react';
import {
  boundScale,
  type Fit,
  fitScale,
  layOutPages,
  type PageLayout,
  type PageSize,
  stepScale,
} from './page-layout.ts';

export type PaperView = {
  scale: number;
  /** What it fits to; null where somebody chose a size. */
  fit: Fit | null;
  /** Degrees to the right, beyond each page's own. */
  turn: number;
  layout: PageLayout | null;
  zoom: (by: 1 | -1) => void;
  setFit: (fit: Fit) => void;
  setScale: (scale: number) => void;
  /** Degrees to the right. */
  rotate: (by: 90 | -90) => void;
};

/** How the pages are looked at: the size, kept to what fits or was chosen, and the turn. */
export function usePaperView(
  pages: readonly PageSize[] | null,
  room: PageSize | null,
  current: number,
): PaperView {
  const [chosen, setChosen] = useState<{ fit: Fit | null; scale: number }>({ fit: 'auto', scale: 1 });
  const [turn, setTurn] = useState(0);
  // What fits is the page that was read when that was chosen: pages of other sizes do not change it in passing.
  const [fitted, setFitted] = useState(0);
  const page = pages?.[fitted] ?? pages?.[0];
  const wantedScale =
    chosen.fit === null || page === undefined || room === null
      ? chosen.scale
      : fitScale(chosen.fit, page, turn, room);
  const scale = useMemo(
    () => (pages === null ? wantedScale : boundScale(pages, turn, wantedScale)),
    [pages, turn, wantedScale],
  );
  const across = room?.width ?? null;
  const layout = useMemo(
    () => (pages === null || across === null ? null : layOutPages(pages, { scale, turn, room: across })),
    [pages, scale, turn, across],
  );
  return {
    scale,
    fit: chosen.fit,
    turn,
    layout,
    zoom: (by) => setChosen({ fit: null, scale: stepScale(scale, by) }),
    setFit: (fit) => {
      setFitted(current);
      setChosen({ fit, scale });
    },
    setScale: (next) => setChosen({ fit: null, scale: next }),
    rotate: (by) => setTurn((old) => (old + by + 360) % 360),
  };
}

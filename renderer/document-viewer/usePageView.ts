import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Pdf } from './open-pdf.ts';
import {
  type Anchor,
  anchorAt,
  boundScale,
  type Fit,
  fitScale,
  heightOf,
  layOutPages,
  type PageLayout,
  type PageSize,
  pageAt,
  pageGap,
  pixelsPerPoint,
  stepScale,
} from './page-layout.ts';

export type PageView = {
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
export function usePageView(
  pages: readonly PageSize[] | null,
  room: PageSize | null,
  current: number,
): PageView {
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

/** Where in the window people read: a share of its height. */
const readingLine = 0.35;

type PageScroll = {
  /** Pixels from the top of the first page's margin. */
  top: number;
  /** Index of the page that is read. */
  current: number;
  onScroll: () => void;
  /** Brings a page to the top of the window, or a place of it, `down` as a share of its height, into its reading line. */
  goTo: (page: number, down?: number) => void;
};

/** Keeps what is read in its place while pages change their size, and knows which page that is. */
export function usePageScroll(
  scroller: RefObject<HTMLElement | null>,
  layout: PageLayout | null,
  room: PageSize | null,
): PageScroll {
  const [top, setTop] = useState(0);
  const anchor = useRef<Anchor>({ page: 0, down: 0 });
  const across = useRef(0.5);
  const laid = useRef(layout);
  useLayoutEffect(() => {
    const { current: element } = scroller;
    const before = laid.current;
    laid.current = layout;
    if (element === null || layout === null || before === null || before === layout) return;
    const line = element.clientHeight * readingLine;
    // What stands at the very top stays there.
    if (element.scrollTop > 0) element.scrollTop = Math.max(0, heightOf(layout, anchor.current) - line);
    element.scrollLeft = across.current * (element.scrollWidth - element.clientWidth);
    setTop(element.scrollTop);
  }, [layout, scroller]);
  const onScroll = useCallback(() => {
    const { current: element } = scroller;
    const { current: now } = laid;
    if (element === null || now === null) return;
    anchor.current = anchorAt(now, element.scrollTop + element.clientHeight * readingLine);
    const spare = element.scrollWidth - element.clientWidth;
    across.current = spare > 0 ? element.scrollLeft / spare : 0.5;
    setTop(element.scrollTop);
  }, [scroller]);
  const goTo = useCallback(
    (page: number, down?: number) => {
      const { current: element } = scroller;
      const { current: now } = laid;
      const box = now?.boxes[page];
      if (element === null || box === undefined) return;
      element.scrollTop =
        down === undefined
          ? box.top - pageGap
          : box.top + down * box.height - element.clientHeight * readingLine;
      onScroll();
    },
    [scroller, onScroll],
  );
  const height = room?.height ?? 0;
  const atEnd = layout !== null && top > 0 && top + height >= layout.height - 2;
  const current =
    layout === null ? 0 : atEnd ? layout.boxes.length - 1 : pageAt(layout, top + height * readingLine);
  return { top, current, onScroll, goTo };
}

/** Of a longer paper these are shown. */
export const maxPages = 2_000;

/** As many pages are asked for at once. */
const together = 50;

/** A page as the file has it: its size already turned by its own `rotation`, in degrees. */
export type PageInfo = PageSize & { rotation: number };

const ordinary: PageInfo = { width: 816, height: 1056, rotation: 0 };

async function sizeOf(pdf: Pdf, number: number): Promise<PageInfo | null> {
  const page = await pdf.getPage(number).catch(() => null);
  if (page === null) return null;
  const { width, height } = page.getViewport({ scale: pixelsPerPoint });
  return { width, height, rotation: page.rotate };
}

/** Gives the sizes as far as they are known, again whenever some turn out to be others. */
async function* readSizes(pdf: Pdf): AsyncGenerator<readonly PageInfo[]> {
  const first = (await sizeOf(pdf, 1)) ?? ordinary;
  const all = Array.from({ length: Math.min(pdf.numPages, maxPages) }, () => first);
  yield all.slice();
  for (let from = 1; from < all.length; from += together) {
    const numbers = all.slice(from, from + together).map((_, at) => from + at + 1);
    const found = await Promise.all(numbers.map((number) => sizeOf(pdf, number)));
    const others = found.map((size, at) => size ?? all[from + at] ?? first);
    const same = others.every(
      ({ width, height, rotation }, at) =>
        all[from + at]?.width === width &&
        all[from + at]?.height === height &&
        all[from + at]?.rotation === rotation,
    );
    if (same) continue;
    all.splice(from, others.length, ...others);
    yield all.slice();
  }
}

/**
 * The size of each page that is shown. At first all are taken to be like the first one; null until that is known.
 */
export function usePageSizes(pdf: Pdf): readonly PageInfo[] | null {
  const [sizes, setSizes] = useState<readonly PageInfo[] | null>(null);
  useEffect(() => {
    let here = true;
    const read = async () => {
      for await (const known of readSizes(pdf)) {
        if (!here) return;
        setSizes(known);
      }
    };
    void read();
    return () => {
      here = false;
    };
  }, [pdf]);
  return sizes;
}

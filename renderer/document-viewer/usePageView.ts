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
  /** What the scale fits; null where a scale was chosen. */
  fit: Fit | null;
  /** Degrees clockwise, added to each page's own rotation. */
  turn: number;
  layout: PageLayout | null;
  zoom: (by: 1 | -1) => void;
  setFit: (fit: Fit) => void;
  setScale: (scale: number) => void;
  /** Rotates by degrees clockwise. */
  rotate: (by: 90 | -90) => void;
};

/** The scale of the pages, chosen or fitted to the viewport, and their rotation. */
export function usePageView(
  pages: readonly PageSize[] | null,
  viewport: PageSize | null,
  current: number,
): PageView {
  const [chosen, setChosen] = useState<{ fit: Fit | null; scale: number }>({ fit: 'auto', scale: 1 });
  const [turn, setTurn] = useState(0);
  // The scale fits the page that was current when fitting was chosen, so that scrolling past another size does not change it.
  const [fitted, setFitted] = useState(0);
  const page = pages?.[fitted] ?? pages?.[0];
  const wantedScale =
    chosen.fit === null || page === undefined || viewport === null
      ? chosen.scale
      : fitScale(chosen.fit, page, turn, viewport);
  const scale = useMemo(
    () => (pages === null ? wantedScale : boundScale(pages, turn, wantedScale)),
    [pages, turn, wantedScale],
  );
  const viewportWidth = viewport?.width ?? null;
  const layout = useMemo(
    () =>
      pages === null || viewportWidth === null ? null : layOutPages(pages, { scale, turn, viewportWidth }),
    [pages, scale, turn, viewportWidth],
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

/** The height in the viewport where people read, as a share. */
const readingLine = 0.35;

type PageScroll = {
  /** Pixels from the top of the first page's margin. */
  top: number;
  /** The index of the current page. */
  current: number;
  onScroll: () => void;
  /** Scrolls a page to the top of the viewport, or a point of it, `down` as a share of its height, to the reading line. */
  goTo: (page: number, down?: number) => void;
};

/** Keeps the text at the reading line in place while the layout changes, and finds the current page. */
export function usePageScroll(
  scroller: RefObject<HTMLElement | null>,
  layout: PageLayout | null,
  viewport: PageSize | null,
): PageScroll {
  const [top, setTop] = useState(0);
  const anchor = useRef<Anchor>({ page: 0, down: 0 });
  const across = useRef(0.5);
  const latestLayout = useRef(layout);
  useLayoutEffect(() => {
    const { current: element } = scroller;
    const before = latestLayout.current;
    latestLayout.current = layout;
    if (element === null || layout === null || before === null || before === layout) return;
    const line = element.clientHeight * readingLine;
    // At the very top the document stays there.
    if (element.scrollTop > 0) element.scrollTop = Math.max(0, heightOf(layout, anchor.current) - line);
    element.scrollLeft = across.current * (element.scrollWidth - element.clientWidth);
    setTop(element.scrollTop);
  }, [layout, scroller]);
  const onScroll = useCallback(() => {
    const { current: element } = scroller;
    const { current: now } = latestLayout;
    if (element === null || now === null) return;
    anchor.current = anchorAt(now, element.scrollTop + element.clientHeight * readingLine);
    const spare = element.scrollWidth - element.clientWidth;
    across.current = spare > 0 ? element.scrollLeft / spare : 0.5;
    setTop(element.scrollTop);
  }, [scroller]);
  const goTo = useCallback(
    (page: number, down?: number) => {
      const { current: element } = scroller;
      const { current: now } = latestLayout;
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
  const height = viewport?.height ?? 0;
  const atEnd = layout !== null && top > 0 && top + height >= layout.height - 2;
  const current =
    layout === null ? 0 : atEnd ? layout.boxes.length - 1 : pageAt(layout, top + height * readingLine);
  return { top, current, onScroll, goTo };
}

/** Further pages of a document are not shown. */
export const maxPages = 2_000;

/** Pages whose sizes are read at once. */
const batchSize = 50;

/** A page as the file has it: its size after its own `rotation`, in degrees. */
export type PageInfo = PageSize & { rotation: number };

const letter: PageInfo = { width: 816, height: 1056, rotation: 0 };

async function sizeOf(pdf: Pdf, number: number): Promise<PageInfo | null> {
  const page = await pdf.getPage(number).catch(() => null);
  if (page === null) return null;
  const { width, height } = page.getViewport({ scale: pixelsPerPoint });
  return { width, height, rotation: page.rotate };
}

/** Yields the sizes of all pages, assuming that of the first one, and again whenever some differ. */
async function* readSizes(pdf: Pdf): AsyncGenerator<readonly PageInfo[]> {
  const first = (await sizeOf(pdf, 1)) ?? letter;
  const all = Array.from({ length: Math.min(pdf.numPages, maxPages) }, () => first);
  yield all.slice();
  for (let from = 1; from < all.length; from += batchSize) {
    const numbers = all.slice(from, from + batchSize).map((_, at) => from + at + 1);
    const found = await Promise.all(numbers.map((number) => sizeOf(pdf, number)));
    const sizes = found.map((size, at) => size ?? all[from + at] ?? first);
    const same = sizes.every(
      ({ width, height, rotation }, at) =>
        all[from + at]?.width === width &&
        all[from + at]?.height === height &&
        all[from + at]?.rotation === rotation,
    );
    if (same) continue;
    all.splice(from, sizes.length, ...sizes);
    yield all.slice();
  }
}

/** The size of each page. At first all are assumed to be like the first one; null until that is read. */
export function usePageSizes(pdf: Pdf): readonly PageInfo[] | null {
  const [sizes, setSizes] = useState<readonly PageInfo[] | null>(null);
  useEffect(() => {
    let mounted = true;
    const read = async () => {
      for await (const known of readSizes(pdf)) {
        if (!mounted) return;
        setSizes(known);
      }
    };
    void read();
    return () => {
      mounted = false;
    };
  }, [pdf]);
  return sizes;
}

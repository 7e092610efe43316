import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  type Anchor,
  anchorAt,
  heightOf,
  type PageLayout,
  type PageSize,
  pageAt,
  pageGap,
} from './page-layout.ts';

/** Where in the window people read: a share of its height. */
const readingLine = 0.35;

export type PageScroll = {
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

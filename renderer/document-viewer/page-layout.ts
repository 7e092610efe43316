/** The size of a page at 100 %, in CSS pixels, before a rotation by the viewer. */
export type PageSize = { width: number; height: number };

export type Box = { top: number; left: number; width: number; height: number };

export type PageLayout = {
  /** One for each page, in their order. */
  boxes: readonly Box[];
  width: number;
  height: number;
};

/** A point of the document that stays in place while its layout changes; `down` is a share of the page's height. */
export type Anchor = { page: number; down: number };

/** Pixels around and between pages. */
export const pageGap = 16;
/** CSS pixels in a point of a PDF (1/72 inch). */
export const pixelsPerPoint = 96 / 72;

const minScale = 0.1;
const maxScale = 5;
/** CSS pixels: the height that browsers can scroll, with a margin, and the longest side of a page. */
const maxScroll = 20_000_000;
const maxPageSide = 20_000;

const rotated = ({ width, height }: PageSize, turn: number): PageSize =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** Lays out the pages below one another, centred. `turn` is in degrees. */
export function layOutPages(
  sizes: readonly PageSize[],
  { scale, turn, viewportWidth }: { scale: number; turn: number; viewportWidth: number },
): PageLayout {
  const shown = sizes.map((size) => rotated(size, turn));
  const widest = shown.reduce((max, { width }) => Math.max(max, width * scale), 0);
  const width = Math.max(viewportWidth, Math.ceil(widest) + 2 * pageGap);
  const boxes: Box[] = [];
  let top = pageGap;
  for (const size of shown) {
    const box = { width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) };
    boxes.push({ ...box, top, left: Math.floor((width - box.width) / 2) });
    top += box.height + pageGap;
  }
  return { boxes, width, height: top };
}

/** The index of the page at a height; in a gap, of the page below it. */
export function pageAt({ boxes }: PageLayout, y: number): number {
  let low = 0;
  let high = boxes.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const box = boxes[middle];
    if (box !== undefined && box.top + box.height <= y) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low);
}

/** The indices of the pages in sight or within `margin` pixels of it. */
export function pagesInSight(layout: PageLayout, top: number, height: number, margin: number): number[] {
  if (layout.boxes.length === 0) return [];
  const first = pageAt(layout, top - margin);
  const found: number[] = [];
  for (let index = first; index < layout.boxes.length; index++) {
    if ((layout.boxes[index]?.top ?? 0) > top + height + margin) break;
    found.push(index);
  }
  return found;
}

export function anchorAt(layout: PageLayout, y: number): Anchor {
  const page = pageAt(layout, y);
  const box = layout.boxes[page];
  return { page, down: box === undefined || box.height === 0 ? 0 : (y - box.top) / box.height };
}

export function heightOf({ boxes }: PageLayout, { page, down }: Anchor): number {
  const box = boxes[page];
  return box === undefined ? 0 : box.top + down * box.height;
}

/** A scale within the limits for these pages. */
export function boundScale(sizes: readonly PageSize[], turn: number, scale: number): number {
  let height = 0;
  let longestSide = 1;
  for (const size of sizes) {
    const page = rotated(size, turn);
    height += page.height;
    longestSide = Math.max(longestSide, page.width, page.height);
  }
  const max = Math.min(maxScale, maxScroll / Math.max(1, height), maxPageSide / longestSide);
  return Math.min(Math.max(scale, Math.min(minScale, max)), max);
}

export type Fit = 'auto' | 'width' | 'page';

/** The scale at which a page fits. `auto` fits its width, but enlarges it to 125 % at most. */
export function fitScale(fit: Fit, page: PageSize, turn: number, viewport: PageSize): number {
  const { width, height } = rotated(page, turn);
  const widthScale = (viewport.width - 2 * pageGap) / Math.max(1, width);
  if (fit === 'width') return widthScale;
  if (fit === 'auto') return Math.min(widthScale, 1.25);
  return Math.min(widthScale, (viewport.height - 2 * pageGap) / Math.max(1, height));
}

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];

/** The next larger or smaller step of the zoom. */
export function stepScale(scale: number, by: 1 | -1): number {
  const next =
    by > 0 ? steps.find((step) => step > scale * 1.01) : steps.findLast((step) => step < scale * 0.99);
  return next ?? (by > 0 ? maxScale : minScale);
}

/** Pixels that the canvas of a page may have, so that a large page does not take all memory. */
const maxCanvasPixels = 12_000_000;

/** Canvas pixels for each CSS pixel of a page: those of the screen, or fewer where the page is very large. */
export const canvasPixelRatio = (box: { width: number; height: number }, screen: number): number =>
  Math.min(screen, Math.sqrt(maxCanvasPixels / Math.max(1, box.width * box.height)));

/** CSS pixels at 100 %, upright as the file has it. */
export type PageSize = { width: number; height: number };

export type Box = { top: number; left: number; width: number; height: number };

export type PageLayout = {
  /** One a page, in their order. */
  boxes: readonly Box[];
  width: number;
  height: number;
};

/** A place in the paper that stays where it is while its layout changes: `down` is a share of the page's height. */
export type Anchor = { page: number; down: number };

/** Pixels around and between pages. */
export const pageGap = 16;
/** CSS pixels in a point of a PDF (1/72 inch). */
export const pixelsPerPoint = 96 / 72;

const minScale = 0.1;
const maxScale = 5;
/** Below what browsers can scroll through, and what a page can be wide. */
const maxScroll = 20_000_000;
const maxPageSide = 20_000;

const rotated = ({ width, height }: PageSize, turn: number): PageSize =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** The pages below one another, centred. `turn` in degrees, `room` the width they are centred in. */
export function layOutPages(
  sizes: readonly PageSize[],
  { scale, turn, room }: { scale: number; turn: number; room: number },
): PageLayout {
  const shown = sizes.map((size) => rotated(size, turn));
  const widest = shown.reduce((most, { width }) => Math.max(most, width * scale), 0);
  const width = Math.max(room, Math.ceil(widest) + 2 * pageGap);
  const boxes: Box[] = [];
  let top = pageGap;
  for (const size of shown) {
    const box = { width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) };
    boxes.push({ ...box, top, left: Math.floor((width - box.width) / 2) });
    top += box.height + pageGap;
  }
  return { boxes, width, height: top };
}

/** Index of the page at a height; that of a gap is the page below it. */
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

/** Indices of the pages that are in sight or within `margin` pixels of it. */
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

/** A scale within what can be shown of pages as these. */
export function boundScale(sizes: readonly PageSize[], turn: number, scale: number): number {
  let height = 0;
  let widest = 1;
  for (const size of sizes) {
    const one = rotated(size, turn);
    height += one.height;
    widest = Math.max(widest, one.width, one.height);
  }
  const most = Math.min(maxScale, maxScroll / Math.max(1, height), maxPageSide / widest);
  return Math.min(Math.max(scale, Math.min(minScale, most)), most);
}

export type Fit = 'auto' | 'width' | 'page';

/** The scale at which a page fits; `auto` is its width, but no more than comfortable to read. */
export function fitScale(fit: Fit, page: PageSize, turn: number, room: PageSize): number {
  const { width, height } = rotated(page, turn);
  const across = (room.width - 2 * pageGap) / Math.max(1, width);
  if (fit === 'width') return across;
  if (fit === 'auto') return Math.min(across, 1.25);
  return Math.min(across, (room.height - 2 * pageGap) / Math.max(1, height));
}

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];

/** The next larger or smaller of the usual scales. */
export function stepScale(scale: number, by: 1 | -1): number {
  const next =
    by > 0 ? steps.find((step) => step > scale * 1.01) : steps.findLast((step) => step < scale * 0.99);
  return next ?? (by > 0 ? maxScale : minScale);
}

/** Pixels of canvas a page may have, so that a large page or scale does not take all memory. */
const maxCanvas = 12_000_000;

/** Canvas pixels for each CSS pixel of a page: the screen's, or fewer where the page is very large. */
export const canvasPixelRatio = (box: { width: number; height: number }, screen: number): number =>
  Math.min(screen, Math.sqrt(maxCanvas / Math.max(1, box.width * box.height)));

import 'react-pdf/dist/Page/TextLayer.css';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Page } from 'react-pdf';
import { useI18n } from '../app/locale/i18n.ts';
import { documentPage } from '../app/theme/theme.ts';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { foldWithOrigins, type Match, placesIn } from './find-text.ts';
import type { Pdf } from './open-pdf.ts';
import {
  canvasPixelRatio,
  type PageLayout,
  type PageSize,
  type Box as Place,
  pagesInSight,
  pixelsPerPoint,
} from './page-layout.ts';
import type { PageInfo } from './usePageView.ts';

type PageColumnProps = {
  pdf: Pdf;
  pages: readonly PageInfo[];
  layout: PageLayout;
  viewport: PageSize;
  scale: number;
  turn: number;
  top: number;
  scroller: RefObject<HTMLDivElement | null>;
  needle: string | null;
  active: { match: Match; visit: number } | null;
  onZoom: (by: 1 | -1) => void;
  onDrawn: () => void;
};

/** The names of the two highlights (CSS Custom Highlight API). */
const matchHighlight = 'document-match';
const activeMatchHighlight = 'document-active-match';

const highlights = (
  <GlobalStyles
    styles={{
      [`::highlight(${matchHighlight})`]: { backgroundColor: documentPage.found },
      [`::highlight(${activeMatchHighlight})`]: { backgroundColor: documentPage.foundHere },
    }}
  />
);

/** The pages in sight and half a window around them; for all others only their space is kept. */
export function PageColumn(props: PageColumnProps) {
  const { pdf, pages, layout, viewport, scale, turn, top, scroller, needle, active } = props;
  const { t } = useI18n();
  useWheelZoom(scroller, props.onZoom);
  return (
    <Box
      role="region"
      aria-label={t('documentViewer.pages.label')}
      style={{ width: layout.width, height: layout.height }}
      sx={{ position: 'relative' }}
    >
      {highlights}
      {pagesInSight(layout, top, viewport.height, viewport.height / 2).map((index) => {
        const place = layout.boxes[index];
        const info = pages[index];
        if (place === undefined || info === undefined) return null;
        return (
          <PageSheet
            key={index}
            pdf={pdf}
            index={index}
            info={info}
            place={place}
            scale={scale}
            turn={turn}
            onDrawn={props.onDrawn}
            search={
              needle === null
                ? null
                : {
                    needle,
                    active: active?.match.page === index ? active.match.ordinal : null,
                    visit: active?.visit ?? 0,
                  }
            }
          />
        );
      })}
    </Box>
  );
}

/** Zooms with the wheel while Ctrl is held, instead of the browser. */
function useWheelZoom(scroller: RefObject<HTMLElement | null>, onZoom: (by: 1 | -1) => void) {
  useEffect(() => {
    const { current: element } = scroller;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      onZoom(event.deltaY < 0 ? 1 : -1);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scroller, onZoom]);
}

/** The search on one page: `active` is the place of the active match among those of the page, `visit` as in `DocumentSearch`. */
type PageSearch = { needle: string; active: number | null; visit: number };

type PageSheetProps = {
  pdf: Pdf;
  index: number;
  info: PageInfo;
  place: Place;
  scale: number;
  turn: number;
  search: PageSearch | null;
  onDrawn: () => void;
};

/** Milliseconds after which a page is called slow. */
const slowMs = 15_000;

/** One page: its picture, and over it its text to select and to search. Its memory is released when it leaves the screen. */
function PageSheet({ pdf, index, info, place, scale, turn, search, onDrawn }: PageSheetProps) {
  const { t } = useI18n();
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const underlay = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'drawing' | 'slow' | 'drawn' | 'failed'>('drawing');
  const [textLayers, setTextLayers] = useState(0);
  const number = index + 1;

  useEffect(() => {
    const slow = setTimeout(() => setState((old) => (old === 'drawing' ? 'slow' : old)), slowMs);
    return () => {
      clearTimeout(slow);
      void pdf
        .getPage(number)
        .then((page) => page.cleanup())
        .catch(() => undefined);
    };
  }, [pdf, number]);

  const onTextLayer = useCallback(() => setTextLayers((count) => count + 1), []);
  useMatchHighlights(sheet, search, textLayers);

  const drawn = () => {
    setState('drawn');
    drawUnderlay(canvas.current, underlay.current);
    onDrawn();
  };
  return (
    <Box
      ref={sheet}
      role="group"
      aria-label={t('documentViewer.pages.page', { page: number })}
      data-page={number}
      style={{ top: place.top, left: place.left, width: place.width, height: place.height }}
      sx={{
        position: 'absolute',
        overflow: 'hidden',
        background: documentPage.sheet,
        outline: 1,
        '& .react-pdf__Page': {
          background: 'transparent !important',
          position: 'absolute !important',
          inset: 0,
        },
        '& .underlay': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
      }}
    >
      <canvas ref={underlay} className="underlay" width={0} height={0} aria-hidden />
      {(state === 'drawing' || state === 'slow') && (
        <Box sx={{ position: 'absolute', inset: 0, p: '8%' }} role="status">
          <Skeleton width="40%" height={16} sx={{ mb: 4, bgcolor: 'rgb(15 23 42 / 0.06)' }} />
          <Skeleton width="85%" height={10} sx={{ mb: 2, bgcolor: 'rgb(15 23 42 / 0.06)' }} />
          <Skeleton width="78%" height={10} sx={{ bgcolor: 'rgb(15 23 42 / 0.06)' }} />
          {state === 'slow' && <PageNote label={t('documentViewer.pages.slow')} />}
        </Box>
      )}
      {state === 'failed' ? (
        <Box sx={{ position: 'absolute', inset: 0, p: '8%' }} role="status">
          <PageNote label={t('documentViewer.pages.failed')} />
        </Box>
      ) : (
        <Page
          pdf={pdf}
          pageNumber={number}
          scale={scale * pixelsPerPoint}
          rotate={(info.rotation + turn) % 360}
          devicePixelRatio={canvasPixelRatio(place, window.devicePixelRatio)}
          canvasRef={canvas}
          suspense={false}
          loading=""
          error=""
          renderAnnotationLayer={false}
          onLoadError={() => setState('failed')}
          onRenderError={() => setState('failed')}
          onRenderSuccess={drawn}
          onRenderTextLayerSuccess={onTextLayer}
        />
      )}
    </Box>
  );
}

function PageNote({ label }: { label: string }) {
  return (
    <Typography variant="body2" sx={{ mt: 6, color: 'rgb(15 23 42 / 0.8)' }}>
      {label}
    </Typography>
  );
}

/** Copies a page, at most 800 pixels wide, to be seen while the page is drawn at another size. */
function drawUnderlay(drawn: HTMLCanvasElement | null, underlay: HTMLCanvasElement | null) {
  if (drawn === null || underlay === null || drawn.width === 0) return;
  const share = Math.min(1, 800 / drawn.width);
  underlay.width = Math.round(drawn.width * share);
  underlay.height = Math.round(drawn.height * share);
  underlay.getContext('2d')?.drawImage(drawn, 0, 0, underlay.width, underlay.height);
}

/** Highlights the matches once the text layer is drawn, and scrolls to the active one. `textLayers` counts its drawings. */
function useMatchHighlights(
  sheet: { readonly current: HTMLElement | null },
  search: PageSearch | null,
  textLayers: number,
) {
  const visited = useRef(-1);
  const needle = search?.needle ?? null;
  const active = search?.active ?? null;
  const visit = search?.visit ?? 0;
  useEffect(() => {
    const layer = sheet.current?.querySelector('.textLayer');
    if (needle === null || layer == null || textLayers === 0) return undefined;
    const ranges = rangesIn(layer, needle);
    const range = active === null ? null : ranges[active];
    if (range != null && visited.current !== visit) {
      visited.current = visit;
      range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    }
    return highlightRanges(ranges, active);
  }, [sheet, needle, active, visit, textLayers]);
}

type Piece = { node: Text | null; from: number; text: string };

/** The pieces of a text layer, which together are the text that is searched. */
function piecesOf(layer: Element): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const element of layer.querySelectorAll('[role="presentation"]')) {
    const node = element.firstChild instanceof Text ? element.firstChild : null;
    const text = element.tagName === 'BR' ? '\n' : (element.textContent ?? '');
    pieces.push({ node, from, text });
    from += text.length;
  }
  return pieces;
}

function rangeOf(pieces: readonly Piece[], begin: number, end: number): Range | null {
  const covered = pieces.filter(
    ({ node, from, text }) => node !== null && from < end && from + text.length > begin,
  );
  const first = covered[0];
  const last = covered.at(-1);
  if (first?.node == null || last?.node == null) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.max(0, begin - first.from));
  range.setEnd(last.node, Math.min(last.text.length, end - last.from));
  return range;
}

/** The ranges of a text in the text layer of one page, in its order; null where one cannot be drawn. */
function rangesIn(layer: Element, needle: string): (Range | null)[] {
  const pieces = piecesOf(layer);
  const { text, origins } = foldWithOrigins(pieces.map((piece) => piece.text).join(''));
  return placesIn(text, needle).map((at) => {
    const begin = origins[at];
    const end = origins[at + needle.length];
    return begin === undefined || end === undefined ? null : rangeOf(pieces, begin, end);
  });
}

const highlightNamed = (name: string): Highlight => {
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
};

/** Highlights ranges, the active one by another colour; returns a function that removes them. */
function highlightRanges(ranges: readonly (Range | null)[], active: number | null): () => void {
  const drawn: [Highlight, Range][] = [];
  for (const [index, range] of ranges.entries()) {
    if (range === null) continue;
    const highlight = highlightNamed(index === active ? activeMatchHighlight : matchHighlight);
    highlight.add(range);
    drawn.push([highlight, range]);
  }
  return () => {
    for (const [highlight, range] of drawn) highlight.delete(range);
  };
}

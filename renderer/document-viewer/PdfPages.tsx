import 'react-pdf/dist/Page/TextLayer.css';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Page } from 'react-pdf';
import { useI18n } from '../app/locale/i18n.ts';
import { paper } from '../app/theme/theme.ts';
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
  room: PageSize;
  scale: number;
  turn: number;
  top: number;
  scroller: RefObject<HTMLDivElement | null>;
  needle: string | null;
  looked: { match: Match; visit: number } | null;
  onZoom: (by: 1 | -1) => void;
  onDrawn: () => void;
};

/** Names of the two highlights, in the page's style sheet. */
const matchHighlight = 'paper-found';
const currentMatchHighlight = 'paper-found-here';

const highlights = (
  <GlobalStyles
    styles={{
      [`::highlight(${matchHighlight})`]: { backgroundColor: paper.found },
      [`::highlight(${currentMatchHighlight})`]: { backgroundColor: paper.foundHere },
    }}
  />
);

/** The pages in sight and half a window around them; all others are only room. */
export function PageColumn(props: PageColumnProps) {
  const { pdf, pages, layout, room, scale, turn, top, scroller, needle, looked } = props;
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
      {pagesInSight(layout, top, room.height, room.height / 2).map((index) => {
        const place = layout.boxes[index];
        const known = pages[index];
        if (place === undefined || known === undefined) return null;
        return (
          <PageSheet
            key={index}
            pdf={pdf}
            index={index}
            known={known}
            place={place}
            scale={scale}
            turn={turn}
            onDrawn={props.onDrawn}
            found={
              needle === null
                ? null
                : {
                    needle,
                    here: looked?.match.page === index ? looked.match.ordinal : null,
                    visit: looked?.visit ?? 0,
                  }
            }
          />
        );
      })}
    </Box>
  );
}

/** The wheel with Ctrl held, as everywhere. */
function useWheelZoom(scroller: RefObject<HTMLElement | null>, onZoom: (by: 1 | -1) => void) {
  useEffect(() => {
    const { current: element } = scroller;
    if (element === null) return undefined;
    const turned = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      onZoom(event.deltaY < 0 ? 1 : -1);
    };
    element.addEventListener('wheel', turned, { passive: false });
    return () => element.removeEventListener('wheel', turned);
  }, [scroller, onZoom]);
}

/** What is looked for on this page; `here` is which of its places is looked at, `visit` counts how often one was gone to. */
type Found = { needle: string; here: number | null; visit: number };

type PageSheetProps = {
  pdf: Pdf;
  index: number;
  known: PageInfo;
  place: Place;
  scale: number;
  turn: number;
  found: Found | null;
  onDrawn: () => void;
};

/** After so long a page is said to be slow. */
const slowMs = 15_000;

/** One page: its picture, and over it its text to select and to search. Far from sight it is let go of. */
function PageSheet({ pdf, index, known, place, scale, turn, found, onDrawn }: PageSheetProps) {
  const { t } = useI18n();
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const under = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'drawing' | 'slow' | 'drawn' | 'failed'>('drawing');
  const [texts, setTexts] = useState(0);
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

  const onTextLayer = useCallback(() => setTexts((count) => count + 1), []);
  useMatchHighlights(sheet, found, texts);

  const drawn = () => {
    setState('drawn');
    drawUnderlay(canvas.current, under.current);
    onDrawn();
  };
  return (
    <Box
      ref={sheet}
      role="group"
      aria-label={t('documentViewer.pages.page', { page: number })}
      data-page={number}
      style={{ top: place.top, left: place.left, width: place.width, height: place.height }}
      sx={(theme) => ({
        position: 'absolute',
        overflow: 'hidden',
        background: paper.sheet,
        outline: `1px solid ${theme.perito.scheme.line}`,
        '& .react-pdf__Page': {
          background: 'transparent !important',
          position: 'absolute !important',
          inset: 0,
        },
        '& .under': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
      })}
    >
      <canvas ref={under} className="under" width={0} height={0} aria-hidden />
      {(state === 'drawing' || state === 'slow') && (
        <Box sx={{ position: 'absolute', inset: 0, p: '8%' }} role="status">
          <Skeleton width="40%" height={16} sx={{ mb: 4, bgcolor: 'rgb(15 23 42 / 0.06)' }} />
          <Skeleton width="85%" height={10} sx={{ mb: 2, bgcolor: 'rgb(15 23 42 / 0.06)' }} />
          <Skeleton width="78%" height={10} sx={{ bgcolor: 'rgb(15 23 42 / 0.06)' }} />
          {state === 'slow' && <Said label={t('documentViewer.pages.slow')} />}
        </Box>
      )}
      {state === 'failed' ? (
        <Box sx={{ position: 'absolute', inset: 0, p: '8%' }} role="status">
          <Said label={t('documentViewer.pages.failed')} />
        </Box>
      ) : (
        <Page
          pdf={pdf}
          pageNumber={number}
          scale={scale * pixelsPerPoint}
          rotate={(known.rotation + turn) % 360}
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

function Said({ label }: { label: string }) {
  return (
    <Typography variant="body2" sx={{ mt: 6, color: 'rgb(15 23 42 / 0.8)' }}>
      {label}
    </Typography>
  );
}

/** The last picture of a page, coarse, to be seen while it is drawn at another size. */
function drawUnderlay(drawn: HTMLCanvasElement | null, under: HTMLCanvasElement | null) {
  if (drawn === null || under === null || drawn.width === 0) return;
  const share = Math.min(1, 800 / drawn.width);
  under.width = Math.round(drawn.width * share);
  under.height = Math.round(drawn.height * share);
  under.getContext('2d')?.drawImage(drawn, 0, 0, under.width, under.height);
}

/** Marks what is found once the page's text is there, and brings the place looked at into sight. */
function useMatchHighlights(
  sheet: { readonly current: HTMLElement | null },
  found: Found | null,
  texts: number,
) {
  const visited = useRef(-1);
  const needle = found?.needle ?? null;
  const here = found?.here ?? null;
  const visit = found?.visit ?? 0;
  useEffect(() => {
    const layer = sheet.current?.querySelector('.textLayer');
    if (needle === null || layer == null || texts === 0) return undefined;
    const ranges = rangesIn(layer, needle);
    const range = here === null ? null : ranges[here];
    if (range != null && visited.current !== visit) {
      visited.current = visit;
      range.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    }
    return highlightRanges(ranges, here);
  }, [sheet, needle, here, visit, texts]);
}

type Piece = { node: Text | null; from: number; text: string };

/** The pieces of a page's text layer: the same text that is searched. */
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
  const held = pieces.filter(
    ({ node, from, text }) => node !== null && from < end && from + text.length > begin,
  );
  const first = held[0];
  const last = held.at(-1);
  if (first?.node == null || last?.node == null) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.max(0, begin - first.from));
  range.setEnd(last.node, Math.min(last.text.length, end - last.from));
  return range;
}

/** Where a text is found in the text layer of one page, in its order. */
function rangesIn(layer: Element, needle: string): (Range | null)[] {
  const pieces = piecesOf(layer);
  const { text, origins } = foldWithOrigins(pieces.map((piece) => piece.text).join(''));
  return placesIn(text, needle).map((at) => {
    const begin = origins[at];
    const end = origins[at + needle.length];
    return begin === undefined || end === undefined ? null : rangeOf(pieces, begin, end);
  });
}

const highlight = (name: string): Highlight => {
  const old = CSS.highlights.get(name);
  if (old !== undefined) return old;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
};

/** Draws ranges as found, one of them as the one looked at; the function that it gives takes them away. */
function highlightRanges(ranges: readonly (Range | null)[], here: number | null): () => void {
  const drawn: [Highlight, Range][] = [];
  for (const [index, range] of ranges.entries()) {
    if (range === null) continue;
    const into = highlight(index === here ? currentMatchHighlight : matchHighlight);
    into.add(range);
    drawn.push([into, range]);
  }
  return () => {
    for (const [from, range] of drawn) from.delete(range);
  };
}

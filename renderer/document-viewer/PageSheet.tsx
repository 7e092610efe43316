import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Page } from 'react-pdf';
import { useI18n } from '../app/locale/i18n.ts';
import { paper } from '../app/theme/tokens.ts';
import { markFound, rangesIn } from './found-marks.ts';
import { canvasDensity, type Box as Place, pixelsPerPoint } from './page-layout.ts';
import type { Pdf } from './pdf.ts';
import type { KnownPage } from './usePageSizes.ts';

/** What is looked for on this page; `here` is which of its places is looked at, `visit` counts how often one was gone to. */
export type Found = { needle: string; here: number | null; visit: number };

type Props = {
  pdf: Pdf;
  index: number;
  known: KnownPage;
  place: Place;
  scale: number;
  turn: number;
  found: Found | null;
  onDrawn: () => void;
};

/** After so long a page is said to be slow. */
const slowMs = 15_000;

/** One page: its picture, and over it its text to select and to search. Far from sight it is let go of. */
export function PageSheet({ pdf, index, known, place, scale, turn, found, onDrawn }: Props) {
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
  useFound(sheet, found, texts);

  const drawn = () => {
    setState('drawn');
    keepUnder(canvas.current, under.current);
    onDrawn();
  };
  return (
    <Box
      ref={sheet}
      role="group"
      aria-label={t('papers.pages.page', { page: number })}
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
          {state === 'slow' && <Said label={t('papers.pages.slow')} />}
        </Box>
      )}
      {state === 'failed' ? (
        <Box sx={{ position: 'absolute', inset: 0, p: '8%' }} role="status">
          <Said label={t('papers.pages.failed')} />
        </Box>
      ) : (
        <Page
          pdf={pdf}
          pageNumber={number}
          scale={scale * pixelsPerPoint}
          rotate={(known.rotation + turn) % 360}
          devicePixelRatio={canvasDensity(place, window.devicePixelRatio)}
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
function keepUnder(drawn: HTMLCanvasElement | null, under: HTMLCanvasElement | null) {
  if (drawn === null || under === null || drawn.width === 0) return;
  const share = Math.min(1, 800 / drawn.width);
  under.width = Math.round(drawn.width * share);
  under.height = Math.round(drawn.height * share);
  under.getContext('2d')?.drawImage(drawn, 0, 0, under.width, under.height);
}

/** Marks what is found once the page's text is there, and brings the place looked at into sight. */
function useFound(sheet: { readonly current: HTMLElement | null }, found: Found | null, texts: number) {
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
    return markFound(ranges, here);
  }, [sheet, needle, here, visit, texts]);
}

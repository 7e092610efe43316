import { useTheme } from '@mui/material/styles';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Page } from 'react-pdf';
import { useI18n } from '../app/locale/i18n.ts';
import { documentPage } from '../app/theme/theme.ts';
import { Box } from '../components/Box.tsx';
import type { Pdf } from './open-pdf.ts';
import { pixelsPerPoint } from './page-layout.ts';
import type { PageInfo } from './usePageView.ts';

type Props = {
  pdf: Pdf;
  pages: readonly PageInfo[];
  current: number;
  /** Whether thumbnails may be drawn: the first page comes before them. */
  draw: boolean;
  onPage: (index: number) => void;
};

/** The height of a thumbnail is at most this share of its width. */
const maxAspect = 1.3;
const captionHeight = 34;

/** All pages, small. The current one is marked and scrolled into sight. */
export function ThumbnailRail({ pdf, pages, current, draw, onPage }: Props) {
  const { t } = useI18n();
  const { perito } = useTheme();
  const scroller = useRef<HTMLDivElement>(null);
  const width = perito.sizes.pageThumbnail;
  const list = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => Math.round(width * maxAspect) + captionHeight,
    overscan: 2,
  });
  useEffect(() => list.scrollToIndex(current, { align: 'auto' }), [current, list]);
  return (
    <Box
      ref={scroller}
      component="nav"
      aria-label={t('documentViewer.pages.thumbnails')}
      sx={{
        width: perito.sizes.thumbnailRail,
        flex: 'none',
        overflowY: 'auto',
        background: perito.scheme.surface,
        borderRight: `1px solid ${perito.scheme.line}`,
        py: 2,
      }}
    >
      <Box component="ol" style={{ height: list.getTotalSize() }} sx={{ position: 'relative' }}>
        {list.getVirtualItems().map(({ index, start, size }) => {
          const page = pages[index];
          if (page === undefined) return null;
          return (
            <Box
              component="li"
              key={index}
              aria-setsize={pages.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)`, height: size }}
              sx={{ position: 'absolute', insetInline: 0, top: 0, display: 'grid', justifyItems: 'center' }}
            >
              <Thumbnail
                pdf={pdf}
                index={index}
                page={page}
                width={width}
                isCurrent={index === current}
                draw={draw}
                onPage={onPage}
              />
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

type ThumbnailProps = {
  pdf: Pdf;
  index: number;
  page: PageInfo;
  width: number;
  isCurrent: boolean;
  draw: boolean;
  onPage: (index: number) => void;
};

function Thumbnail({ pdf, index, page, width, isCurrent, draw, onPage }: ThumbnailProps) {
  const { t, format } = useI18n();
  const scale = Math.min(width / Math.max(1, page.width), (width * maxAspect) / Math.max(1, page.height));
  return (
    <Box
      component="button"
      type="button"
      aria-label={t('documentViewer.pages.page', { page: index + 1 })}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      onClick={() => onPage(index)}
      sx={{
        typography: 'caption',
        border: 0,
        p: 0,
        background: 'none',
        cursor: 'pointer',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        height: Math.round(width * maxAspect) + captionHeight - 8,
        color: isCurrent ? 'text.primary' : 'text.secondary',
        fontWeight: isCurrent ? 600 : 400,
        '& .sheet': {
          background: documentPage.sheet,
          outline: isCurrent ? 2 : 1,
          outlineColor: isCurrent ? 'primary.main' : 'divider',
          overflow: 'hidden',
          borderRadius: '2px',
        },
        '&:hover .sheet': { outlineColor: 'primary.main' },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: '-1px' },
      }}
    >
      <span
        className="sheet"
        aria-hidden
        style={{ width: Math.floor(page.width * scale), height: Math.floor(page.height * scale) }}
      >
        {draw && (
          <Page
            pdf={pdf}
            pageNumber={index + 1}
            scale={scale * pixelsPerPoint}
            suspense={false}
            loading=""
            error=""
            renderAnnotationLayer={false}
            renderTextLayer={false}
          />
        )}
      </span>
      {format.count(index + 1)}
    </Box>
  );
}

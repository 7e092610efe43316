import 'react-pdf/dist/Page/TextLayer.css';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { type RefObject, useEffect } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { paper } from '../app/theme/tokens.ts';
import type { Match } from './find-text.ts';
import { foundHereName, foundName } from './found-marks.ts';
import { PageSheet } from './PageSheet.tsx';
import { type PageLayout, type PageSize, pagesInSight } from './page-layout.ts';
import type { Pdf } from './pdf.ts';
import type { KnownPage } from './usePageSizes.ts';

type Props = {
  pdf: Pdf;
  pages: readonly KnownPage[];
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

const highlights = (
  <GlobalStyles
    styles={{
      [`::highlight(${foundName})`]: { backgroundColor: paper.found },
      [`::highlight(${foundHereName})`]: { backgroundColor: paper.foundHere },
    }}
  />
);

/** The pages in sight and half a window around them; all others are only room. */
export function PageColumn(props: Props) {
  const { pdf, pages, layout, room, scale, turn, top, scroller, needle, looked } = props;
  const { t } = useI18n();
  useWheelZoom(scroller, props.onZoom);
  return (
    <Box
      role="region"
      aria-label={t('papers.pages.label')}
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

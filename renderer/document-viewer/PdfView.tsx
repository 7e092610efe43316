import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import { PanelLeft, Printer, Search } from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PageColumn } from './PageColumn.tsx';
import { PageField } from './PageField.tsx';
import { PaperHead } from './PaperHead.tsx';
import { PrintDialog } from './PrintDialog.tsx';
import type { Pdf } from './pdf.ts';
import { SearchBar } from './SearchBar.tsx';
import { ThumbnailRail } from './ThumbnailRail.tsx';
import { ToolButton } from './ToolButton.tsx';
import { useCommandKeys } from './useCommandKeys.ts';
import { usePageScroll } from './usePageScroll.ts';
import { shownPages, usePageSizes } from './usePageSizes.ts';
import { usePaperSearch } from './usePaperSearch.ts';
import { usePaperView } from './usePaperView.ts';
import { useRoom } from './useRoom.ts';
import { ZoomTools } from './ZoomTools.tsx';

type Props = { pdf: Pdf; name: string; head: ComponentProps<typeof PaperHead> };

/** Kept from one paper to the next, while the window is open. */
const useRail = create(() => ({ shown: true }));
const toggleRail = () => useRail.setState(({ shown }) => ({ shown: !shown }));

/** An open PDF with all its tools. */
export function PdfView({ pdf, name, head }: Props) {
  const { t, format } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rail = useRail(({ shown }) => shown);
  const [drawn, setDrawn] = useState(false);
  const [printing, setPrinting] = useState(false);
  const pages = usePageSizes(pdf);
  const room = useRoom(scroller);
  const [read, setRead] = useState(0);
  const view = usePaperView(pages, room, read);
  const scroll = usePageScroll(scroller, view.layout, room);
  const { current, goTo } = scroll;
  useEffect(() => setRead(current), [current]);
  const search = usePaperSearch(pdf);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);

  const page = search.looked?.match.page;
  const visit = search.looked?.visit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit goes there, also to the same page
  useEffect(() => {
    if (page === undefined) return;
    const { current: element } = scroller;
    if (element?.querySelector(`[data-page="${page + 1}"]`) == null) goTo(page);
  }, [page, visit, goTo]);

  const openSearch = () => {
    search.setOpen(true);
    field.current?.focus();
    field.current?.select();
  };
  const closeSearch = () => {
    search.setOpen(false);
    start.current?.focus({ preventScroll: true });
  };
  const step = (by: 1 | -1) => () => goTo(current + by);
  const last = (pages?.length ?? 1) - 1;
  useKeys(
    {
      j: step(1),
      ArrowRight: step(1),
      k: step(-1),
      ArrowLeft: step(-1),
      Home: () => goTo(0),
      End: () => goTo(last),
      '+': () => view.zoom(1),
      '=': () => view.zoom(1),
      '-': () => view.zoom(-1),
      '1': () => view.setScale(1),
      w: () => view.setFit('width'),
      '0': () => view.setFit('page'),
      r: () => view.rotate(90),
      'shift r': () => view.rotate(-90),
      t: toggleRail,
      '/': openSearch,
      p: () => setPrinting(true),
    },
    { alone: true },
  );
  useCommandKeys({ f: openSearch, p: () => setPrinting(true) });
  const zoom = useRef(view.zoom);
  useEffect(() => {
    zoom.current = view.zoom;
  });
  const onZoom = useCallback((by: 1 | -1) => zoom.current(by), []);
  return (
    <>
      <PaperHead {...head}>
        <Divider orientation="vertical" flexItem sx={{ my: 2.5 }} />
        <PageField current={current} total={pages?.length ?? pdf.numPages} onPage={goTo} />
        <Divider orientation="vertical" flexItem sx={{ my: 2.5 }} />
        <ZoomTools view={view} />
        <Divider orientation="vertical" flexItem sx={{ my: 2.5 }} />
        <Box sx={{ display: 'flex', flex: 'none' }}>
          <ToolButton
            icon={PanelLeft}
            label={t('papers.pages.thumbnails')}
            hotkey="T"
            pressed={rail}
            onClick={toggleRail}
          />
          <ToolButton
            icon={Search}
            label={t('papers.search.open')}
            hotkey="/"
            pressed={search.open}
            onClick={search.open ? closeSearch : openSearch}
          />
          <ToolButton
            icon={Printer}
            label={t('papers.print.open')}
            hotkey="P"
            onClick={() => setPrinting(true)}
          />
        </Box>
      </PaperHead>
      {pdf.numPages > shownPages && (
        <Alert severity="info" sx={{ borderRadius: 0, borderInline: 0, borderTop: 0 }}>
          {t('papers.pages.cut', { total: format.count(pdf.numPages), shown: format.count(shownPages) })}
        </Alert>
      )}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', position: 'relative' }}>
        {rail && pages !== null && (
          <ThumbnailRail pdf={pdf} pages={pages} current={current} draw={drawn} onPage={goTo} />
        )}
        <Box
          ref={scroller}
          onScroll={scroll.onScroll}
          tabIndex={0}
          role="region"
          aria-label={t('papers.pages.label')}
          sx={{
            flex: 1,
            minWidth: 0,
            overflowX: 'auto',
            overflowY: 'scroll',
            outlineOffset: '-2px !important',
          }}
        >
          {/* Has the focus at first, so that the keys that scroll do so, without a ring around everything. */}
          <Box ref={start} tabIndex={-1} sx={{ height: 0 }} />
          {pages !== null && room !== null && view.layout !== null && (
            <PageColumn
              pdf={pdf}
              pages={pages}
              layout={view.layout}
              room={room}
              scale={view.scale}
              turn={view.turn}
              top={scroll.top}
              scroller={scroller}
              needle={search.needle}
              looked={search.looked}
              onZoom={onZoom}
              onDrawn={() => setDrawn(true)}
            />
          )}
        </Box>
        {search.open && <SearchBar search={search} page={current} field={field} onClose={closeSearch} />}
      </Box>
      {printing && (
        <PrintDialog
          pdf={pdf}
          name={name}
          current={current}
          onClose={() => {
            setPrinting(false);
            start.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import {
  ChevronDown,
  ChevronUp,
  Lock,
  Maximize,
  MoveHorizontal,
  PanelLeft,
  Printer,
  RotateCw,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Form } from '../components/FormFields.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { useElementSize } from '../components/useElementSize.ts';
import { DocumentHeader } from './DocumentHeader.tsx';
import { DocumentError, DocumentMessage, DocumentSkeleton, SaveLink } from './DocumentMessage.tsx';
import { type Pdf, usePdf } from './open-pdf.ts';
import { PageColumn } from './PdfPages.tsx';
import { PrintDialog } from './PdfPrint.tsx';
import { SearchBar, useDocumentSearch } from './PdfSearch.tsx';
import { ThumbnailRail } from './ThumbnailRail.tsx';
import { maxPages, type PageView, usePageScroll, usePageSizes, usePageView } from './usePageView.ts';

type Header = ComponentProps<typeof DocumentHeader>;
type PdfViewerProps = { id: number; address: string; bytes: number; name: string; header: Header };

/** A PDF: its progress while it is loaded, the prompt for its password, why it cannot be opened, or its pages. */
export function PdfViewer({ id, address, bytes, name, header }: PdfViewerProps) {
  const { t } = useI18n();
  const [tries, setTries] = useState(0);
  const state = usePdf(address, bytes, tries);
  if (state.stage === 'ready') return <OpenPdf pdf={state.pdf} name={name} header={header} />;
  return (
    <>
      <DocumentHeader {...header} />
      {state.stage === 'failed' && (
        <DocumentError error={state.error} id={id} onRetry={() => setTries((count) => count + 1)} />
      )}
      {state.stage === 'locked' && (
        <PasswordPrompt id={id} isWrong={state.isWrong} onPassword={state.unlock} />
      )}
      {state.stage === 'loading' && (
        <DocumentSkeleton
          label={
            state.share > 0 && state.share < 1
              ? t('documentViewer.viewer.loadingShare', { share: Math.floor(state.share * 100) })
              : t('documentViewer.viewer.loading')
          }
        >
          {state.slow && (
            <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2 }}>
              <Typography variant="body2">{t('documentViewer.viewer.slow')}</Typography>
              <SaveLink file={{ id, content: null }} />
            </Box>
          )}
        </DocumentSkeleton>
      )}
    </>
  );
}

type PasswordPromptProps = { id: number; isWrong: boolean; onPassword: (password: string) => void };

/** Asks for the password of a protected PDF. The password stays in this window; the file can be saved without it. */
function PasswordPrompt({ id, isWrong, onPassword }: PasswordPromptProps) {
  const { t } = useI18n();
  const [password, setPassword] = useState('');
  return (
    <DocumentMessage
      icon={Lock}
      title={t('documentViewer.locked.title')}
      text={t('documentViewer.locked.text')}
    >
      <Form
        onSubmit={() => {
          if (password !== '') onPassword(password);
        }}
        sx={{ display: 'grid', gap: 2, width: 320, textAlign: 'left' }}
      >
        <Box component="label" htmlFor="document-password" sx={{ typography: 'body2' }}>
          {t('documentViewer.locked.password')}
        </Box>
        <OutlinedInput
          id="document-password"
          type="password"
          autoComplete="off"
          autoFocus
          fullWidth
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isWrong}
          inputProps={{ maxLength: 200, 'aria-describedby': 'document-password-error' }}
        />
        <FormHelperText id="document-password-error" error={isWrong} role="alert" sx={{ minHeight: 16 }}>
          {isWrong && t('documentViewer.locked.wrongPassword')}
        </FormHelperText>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button type="submit" variant="contained" disabled={password === ''}>
            {t('documentViewer.locked.open')}
          </Button>
          <SaveLink file={{ id, content: null }} />
        </Box>
      </Form>
    </DocumentMessage>
  );
}

type OpenPdfProps = { pdf: Pdf; name: string; header: Header };

/** Whether thumbnails are shown; kept from document to document while the window is open. */
const useRail = create(() => ({ shown: true }));
const toggleRail = () => useRail.setState(({ shown }) => ({ shown: !shown }));

/** An open PDF with all its tools. */
function OpenPdf({ pdf, name, header }: OpenPdfProps) {
  const { t, format } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rail = useRail(({ shown }) => shown);
  const [drawn, setDrawn] = useState(false);
  const [printing, setPrinting] = useState(false);
  const pages = usePageSizes(pdf);
  const viewport = useElementSize(scroller);
  const [read, setRead] = useState(0);
  const view = usePageView(pages, viewport, read);
  const scroll = usePageScroll(scroller, view.layout, viewport);
  const { current, goTo } = scroll;
  useEffect(() => setRead(current), [current]);
  const search = useDocumentSearch(pdf);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);

  const page = search.active?.match.page;
  const visit = search.active?.visit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit scrolls, also to the same page
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
      <DocumentHeader {...header}>
        <Divider orientation="vertical" flexItem sx={{ my: 2.5 }} />
        <PageField current={current} total={pages?.length ?? pdf.numPages} onPage={goTo} />
        <Divider orientation="vertical" flexItem sx={{ my: 2.5 }} />
        <ZoomTools view={view} />
        <Divider orientation="vertical" flexItem sx={{ my: 2.5 }} />
        <Box sx={{ display: 'flex', flex: 'none' }}>
          <ToolButton
            icon={PanelLeft}
            label={t('documentViewer.pages.thumbnails')}
            hotkey="T"
            pressed={rail}
            onClick={toggleRail}
          />
          <ToolButton
            icon={Search}
            label={t('documentViewer.search.open')}
            hotkey="/"
            pressed={search.open}
            onClick={search.open ? closeSearch : openSearch}
          />
          <ToolButton
            icon={Printer}
            label={t('documentViewer.print.open')}
            hotkey="P"
            onClick={() => setPrinting(true)}
          />
        </Box>
      </DocumentHeader>
      {pdf.numPages > maxPages && (
        <Alert severity="info" sx={{ borderRadius: 0, borderInline: 0, borderTop: 0 }}>
          {t('documentViewer.pages.cut', {
            total: format.count(pdf.numPages),
            shown: format.count(maxPages),
          })}
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
          aria-label={t('documentViewer.pages.label')}
          sx={{
            flex: 1,
            minWidth: 0,
            overflowX: 'auto',
            overflowY: 'scroll',
            outlineOffset: '-2px !important',
          }}
        >
          {/* The first focus: the scrolling keys work, and no ring is drawn around the pages. */}
          <Box ref={start} tabIndex={-1} sx={{ height: 0 }} />
          {pages !== null && viewport !== null && view.layout !== null && (
            <PageColumn
              pdf={pdf}
              pages={pages}
              layout={view.layout}
              viewport={viewport}
              scale={view.scale}
              turn={view.turn}
              top={scroll.top}
              scroller={scroller}
              needle={search.needle}
              active={search.active}
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

/** Handles Ctrl (or ⌘) and a letter instead of the browser, also while somebody types. */
function useCommandKeys(keys: Readonly<Record<string, () => void>>) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const act = latest.current[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

type PageFieldProps = { current: number; total: number; onPage: (index: number) => void };

/** "3 de 12", with a field for the 3. Pages count from 0 in the code and from 1 on the screen. */
function PageField({ current, total, onPage }: PageFieldProps) {
  const { t, format } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const page = Number(typed);
    setTyped(null);
    if (typed === null || typed.trim() === '' || !Number.isInteger(page)) return;
    onPage(Math.min(Math.max(page, 1), total) - 1);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flex: 'none' }}>
      <ToolButton
        icon={ChevronUp}
        label={t('documentViewer.pages.previous')}
        hotkey="K"
        disabled={current <= 0}
        onClick={() => onPage(current - 1)}
      />
      <OutlinedInput
        value={typed ?? String(current + 1)}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 5))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            go();
            if (event.target instanceof HTMLElement) event.target.blur();
          }
          if (event.key === 'Escape') {
            event.stopPropagation();
            setTyped(null);
          }
        }}
        inputProps={{
          'aria-label': t('documentViewer.pages.field'),
          inputMode: 'numeric',
          style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
        }}
        sx={{ width: 52, mx: 1 }}
      />
      <Typography variant="body2" sx={{ whiteSpace: 'nowrap', mr: 1, fontVariantNumeric: 'tabular-nums' }}>
        {t('documentViewer.pages.of', { total: format.count(total) })}
      </Typography>
      <ToolButton
        icon={ChevronDown}
        label={t('documentViewer.pages.next')}
        hotkey="J"
        disabled={current >= total - 1}
        onClick={() => onPage(current + 1)}
      />
    </Box>
  );
}

/** The buttons for zoom, fit and rotation. */
function ZoomTools({ view }: { view: PageView }) {
  const { t } = useI18n();
  const percent = t('documentViewer.zoom.percent', { percent: Math.round(view.scale * 100) });
  return (
    <Box
      role="group"
      aria-label={t('documentViewer.zoom.label')}
      sx={{ display: 'flex', alignItems: 'center', flex: 'none' }}
    >
      <ToolButton
        icon={ZoomOut}
        label={t('documentViewer.zoom.out')}
        hotkey="-"
        onClick={() => view.zoom(-1)}
      />
      <Tooltip title={`${t('documentViewer.zoom.actual')} · 1`}>
        <Button
          variant="text"
          color="inherit"
          aria-keyshortcuts="1"
          aria-label={`${percent}. ${t('documentViewer.zoom.actual')}`}
          onClick={() => view.setScale(1)}
          sx={{ minWidth: 60, px: 1, fontVariantNumeric: 'tabular-nums' }}
        >
          {percent}
        </Button>
      </Tooltip>
      <ToolButton icon={ZoomIn} label={t('documentViewer.zoom.in')} hotkey="+" onClick={() => view.zoom(1)} />
      <ToolButton
        icon={MoveHorizontal}
        label={t('documentViewer.zoom.width')}
        hotkey="W"
        pressed={view.fit === 'width'}
        onClick={() => view.setFit('width')}
      />
      <ToolButton
        icon={Maximize}
        label={t('documentViewer.zoom.page')}
        hotkey="0"
        pressed={view.fit === 'page'}
        onClick={() => view.setFit('page')}
      />
      <ToolButton
        icon={RotateCw}
        label={t('documentViewer.rotate')}
        hotkey="R"
        onClick={() => view.rotate(90)}
      />
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import GlobalStyles from '@mui/material/GlobalStyles';
import LinearProgress from '@mui/material/LinearProgress';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import type { Pdf } from './open-pdf.ts';
import { canvasPixelRatio } from './page-layout.ts';
import { readPageRanges } from './page-ranges.ts';

type PrintDialogProps = { pdf: Pdf; name: string; current: number; onClose: () => void };
type Which = 'all' | 'current' | 'range';

/** The dialog that prints: which pages, and the progress of their preparation. */
export function PrintDialog({ pdf, name, current, onClose }: PrintDialogProps) {
  const { t, format } = useI18n();
  const total = pdf.numPages;
  const [which, setWhich] = useState<Which>(total > maxPrintedPages ? 'current' : 'all');
  const [typed, setTyped] = useState('');
  const { state, begin, cancel } = usePrint(pdf);
  const ranges = { all: `1-${total}`, current: String(current + 1), range: typed };
  const numbers = readPageRanges(ranges[which], total);
  const tooMany = (numbers?.length ?? 0) > maxPrintedPages;
  const isInvalid = which === 'range' && typed.trim() !== '' && numbers === null;
  const preparing = state.stage !== 'idle';
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <>
      <Dialog open onClose={close} aria-labelledby="document-print-title" maxWidth="xs" fullWidth>
        <Form
          onSubmit={() => {
            if (numbers !== null && !tooMany && !preparing) void begin(numbers);
          }}
        >
          <DialogTitle id="document-print-title" variant="h2" component="h2">
            {t('documentViewer.print.title')}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 3 }}>
            {total > 1 && (
              <RadioGroup
                aria-label={t('documentViewer.print.pages')}
                value={which}
                onChange={(_, value) => setWhich(value === 'current' || value === 'range' ? value : 'all')}
              >
                {(
                  [
                    ['all', t('documentViewer.print.all', { count: total })],
                    ['current', t('documentViewer.print.current', { page: format.count(current + 1) })],
                    ['range', t('documentViewer.print.range')],
                  ] as const
                ).map(([value, label]) => (
                  <FormControlLabel
                    key={value}
                    value={value}
                    disabled={preparing}
                    control={<Radio size="small" />}
                    label={<Typography variant="body2">{label}</Typography>}
                  />
                ))}
              </RadioGroup>
            )}
            {which === 'range' && (
              <TextField
                label={t('documentViewer.print.pages')}
                value={typed}
                onChange={setTyped}
                maxLength={200}
                autoFocus
                helperText={t('documentViewer.print.example')}
                error={
                  isInvalid ? t('documentViewer.print.invalidRange', { total: format.count(total) }) : null
                }
              />
            )}
            {tooMany && (
              <Alert severity="warning">
                {t('documentViewer.print.tooMany', { count: maxPrintedPages })}
              </Alert>
            )}
            {state.stage === 'idle' && state.failedPage !== null && (
              <Alert severity="error">{t('documentViewer.print.failed', { page: state.failedPage })}</Alert>
            )}
            {state.stage === 'preparing' && (
              <Box role="status">
                <Typography variant="body2" sx={{ mb: 1.5, fontVariantNumeric: 'tabular-nums' }}>
                  {t('documentViewer.print.preparing', { done: state.done, total: state.total })}
                </Typography>
                <LinearProgress
                  variant="determinate"
                  aria-label={t('documentViewer.print.preparing', { done: state.done, total: state.total })}
                  value={(state.done / Math.max(1, state.total)) * 100}
                />
              </Box>
            )}
          </DialogContent>
          <DialogActions sx={{ px: 6, pb: 5 }}>
            <Button onClick={close}>{t('documentViewer.print.cancel')}</Button>
            <Button type="submit" variant="contained" disabled={numbers === null || tooMany || preparing}>
              {t('documentViewer.print.begin')}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
      {state.stage === 'ready' && (
        <PrintSheets pages={state.pages} landscape={state.landscape} name={name} onDone={close} />
      )}
    </>
  );
}

type PrintSheetsProps = {
  pages: readonly PrintedPage[];
  landscape: boolean;
  name: string;
  onDone: () => void;
};

const className = 'document-print';

/** The sheets that are printed instead of the screen, one for each page. Opens the browser's print dialog once all are loaded. */
function PrintSheets({ pages, landscape, name, onDone }: PrintSheetsProps) {
  const missing = useRef(pages.length);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const before = document.title;
    document.title = name;
    const after = () => done.current();
    window.addEventListener('afterprint', after);
    return () => {
      document.title = before;
      window.removeEventListener('afterprint', after);
    };
  }, [name]);
  const loaded = () => {
    missing.current -= 1;
    if (missing.current === 0) window.print();
  };
  return createPortal(
    <div className={className} aria-hidden>
      <GlobalStyles
        styles={{
          [`.${className}`]: { display: 'none' },
          '@page': { margin: 0, size: landscape ? 'landscape' : 'portrait' },
          '@media print': {
            [`body > :not(.${className})`]: { display: 'none !important' },
            'html, body': { height: 'auto !important', overflow: 'visible !important', background: 'none' },
            [`.${className}`]: { display: 'block' },
            [`.${className} .sheet`]: {
              height: '100vh',
              overflow: 'hidden',
              breakInside: 'avoid',
              breakAfter: 'page',
              '&:last-of-type': { breakAfter: 'auto' },
            },
            [`.${className} img`]: { display: 'block', width: '100%', height: '100%', objectFit: 'contain' },
          },
        }}
      />
      {pages.map(({ number, address }) => (
        <div key={number} className="sheet">
          <img src={address} alt="" onLoad={loaded} />
        </div>
      ))}
    </div>,
    document.body,
  );
}

type Printing =
  | { stage: 'idle'; failedPage: number | null }
  | { stage: 'preparing'; done: number; total: number }
  | { stage: 'ready'; pages: readonly PrintedPage[]; landscape: boolean };

const idle: Printing = { stage: 'idle', failedPage: null };

const revokeAll = (pages: readonly PrintedPage[]) => {
  for (const { address } of pages) URL.revokeObjectURL(address);
};

/** Prepares pages for the printer and releases them once they are printed or the dialog is closed. */
function usePrint(pdf: Pdf) {
  const [state, setState] = useState<Printing>(idle);
  const prepared = useRef<{ stop: AbortController; pages: PrintedPage[] } | null>(null);
  const drop = useCallback(() => {
    prepared.current?.stop.abort();
    revokeAll(prepared.current?.pages ?? []);
    prepared.current = null;
  }, []);
  useEffect(() => drop, [drop]);
  const begin = async (numbers: readonly number[]) => {
    drop();
    const job = { stop: new AbortController(), pages: [] as PrintedPage[] };
    prepared.current = job;
    const total = numbers.length;
    setState({ stage: 'preparing', done: 0, total });
    let landscape = false;
    try {
      for await (const page of drawForPrint(pdf, numbers, job.stop.signal)) {
        landscape = page.landscape;
        job.pages.push(page);
        if (job.stop.signal.aborted) revokeAll([page]);
        else setState({ stage: 'preparing', done: job.pages.length, total });
      }
      if (!job.stop.signal.aborted) setState({ stage: 'ready', pages: job.pages, landscape });
    } catch (error) {
      if (job.stop.signal.aborted) return;
      drop();
      setState({
        stage: 'idle',
        failedPage: error instanceof PrintError ? error.page : (numbers[0] ?? 1),
      });
    }
  };
  const cancel = () => {
    drop();
    setState(idle);
  };
  return { state, begin, cancel };
}

/** A page for the printer: its number, and the object URL of its picture. */
type PrintedPage = { number: number; address: string };

/** A page that could not be drawn for the printer. */
class PrintError extends Error {
  readonly page: number;
  constructor(page: number, cause: unknown) {
    super(`Page ${page} could not be drawn`, { cause });
    this.page = page;
  }
}

/** Pages that are prepared at once, at most. */
const maxPrintedPages = 500;

/** Dots per inch: fewer for many pages, still readable. */
const dotsPerInch = (count: number) => (count <= 60 ? 200 : 130);

const isLandscape = ({ width, height }: { width: number; height: number }) => width > height;

/** Draws pages one after another for the printer, all in the orientation of the first one. */
async function* drawForPrint(
  pdf: Pdf,
  numbers: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<PrintedPage & { landscape: boolean }> {
  let sheetLandscape: boolean | null = null;
  for (const number of numbers) {
    signal.throwIfAborted();
    try {
      const page = await pdf.getPage(number);
      const upright = page.getViewport({ scale: dotsPerInch(numbers.length) / 72 });
      sheetLandscape ??= isLandscape(upright);
      const turn = isLandscape(upright) === sheetLandscape ? 0 : 90;
      const viewport = page.getViewport({
        scale: (dotsPerInch(numbers.length) / 72) * canvasPixelRatio(upright, 1),
        rotation: (page.rotate + turn) % 360,
      });
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const task = page.render({ canvas, viewport, intent: 'print' });
      const cancel = () => task.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      await task.promise;
      signal.removeEventListener('abort', cancel);
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
      canvas.width = 0;
      canvas.height = 0;
      page.cleanup();
      if (picture === null) throw new Error('The page has no picture.');
      yield { number, address: URL.createObjectURL(picture), landscape: sheetLandscape };
    } catch (cause) {
      signal.throwIfAborted();
      throw new PrintError(number, cause);
    }
  }
}

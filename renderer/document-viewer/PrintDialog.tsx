import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { PrintSheets } from './PrintSheets.tsx';
import { readPageRanges } from './page-ranges.ts';
import type { Pdf } from './pdf.ts';
import { maxPrintedPages } from './print-pages.ts';
import { usePrint } from './usePrint.ts';

type Props = { pdf: Pdf; name: string; current: number; onClose: () => void };
type Which = 'all' | 'current' | 'some';

/** Which pages to print, and how far they are prepared. */
export function PrintDialog({ pdf, name, current, onClose }: Props) {
  const { t, format } = useI18n();
  const total = pdf.numPages;
  const [which, setWhich] = useState<Which>(total > maxPrintedPages ? 'current' : 'all');
  const [typed, setTyped] = useState('');
  const { state, begin, cancel } = usePrint(pdf);
  const ranges = { all: `1-${total}`, current: String(current + 1), some: typed };
  const numbers = readPageRanges(ranges[which], total);
  const tooMany = (numbers?.length ?? 0) > maxPrintedPages;
  const wrong = which === 'some' && typed.trim() !== '' && numbers === null;
  const preparing = state.stage !== 'idle';
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <>
      <Dialog open onClose={close} aria-labelledby="paper-print-title" maxWidth="xs" fullWidth>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (numbers !== null && !tooMany && !preparing) void begin(numbers);
          }}
        >
          <DialogTitle id="paper-print-title" variant="h2" component="h2">
            {t('papers.print.title')}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 3 }}>
            <RadioGroup
              aria-label={t('papers.print.pages')}
              value={which}
              onChange={(_, value) => setWhich(value === 'current' || value === 'some' ? value : 'all')}
            >
              {(
                [
                  ['all', t('papers.print.all', { count: total })],
                  ['current', t('papers.print.current', { page: format.count(current + 1) })],
                  ['some', t('papers.print.some')],
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
            {which === 'some' && (
              <TextField
                label={t('papers.print.pages')}
                value={typed}
                onChange={setTyped}
                maxLength={200}
                autoFocus
                help={t('papers.print.example')}
                wrong={wrong ? t('papers.print.wrong', { total: format.count(total) }) : null}
              />
            )}
            {tooMany && (
              <Alert severity="warning">{t('papers.print.tooMany', { count: maxPrintedPages })}</Alert>
            )}
            {state.stage === 'idle' && state.failedPage !== null && (
              <Alert severity="error">{t('papers.print.failed', { page: state.failedPage })}</Alert>
            )}
            {state.stage === 'preparing' && (
              <Box role="status">
                <Typography variant="body2" sx={{ mb: 1.5, fontVariantNumeric: 'tabular-nums' }}>
                  {t('papers.print.preparing', { done: state.done, total: state.total })}
                </Typography>
                <LinearProgress
                  variant="determinate"
                  aria-label={t('papers.print.preparing', { done: state.done, total: state.total })}
                  value={(state.done / Math.max(1, state.total)) * 100}
                />
              </Box>
            )}
          </DialogContent>
          <DialogActions sx={{ px: 6, pb: 5 }}>
            <Button onClick={close}>{t('papers.print.cancel')}</Button>
            <Button type="submit" variant="contained" disabled={numbers === null || tooMany || preparing}>
              {t('papers.print.begin')}
            </Button>
          </DialogActions>
        </Box>
      </Dialog>
      {state.stage === 'ready' && (
        <PrintSheets pages={state.pages} lies={state.lies} name={name} onDone={close} />
      )}
    </>
  );
}

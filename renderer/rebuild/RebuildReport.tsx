import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Rebuilt } from '#shared/contract/database.ts';
import { secondsBetween, useSpokenDuration } from '../app/frame/spoken-time.ts';
import { Link as RouteLink } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { FailureReason } from './FailureReason.tsx';
import { isKeptTable, type RebuildOutcome } from './rebuild-state.ts';

type Props = { outcome: Exclude<RebuildOutcome, { type: 'stopped' }>; open: boolean; onClose: () => void };

/** What came of a rebuild, with all that is known of it. */
export function RebuildReport({ outcome, open, onClose }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  const isMade = outcome.type === 'made';
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2" component="h2">
        {t(isMade ? 'rebuild.report.title' : 'rebuild.report.failedTitle')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {isMade ? (
          <Made rebuilt={outcome.rebuilt} onLeave={onClose} />
        ) : (
          <FailureReason failure={outcome.failure} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 6, pb: 5 }}>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('rebuild.report.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** More are in the log of the rebuild. */
const shownCancellations = 50;

function Made({ rebuilt, onLeave }: { rebuilt: Rebuilt; onLeave: () => void }) {
  const { t, format } = useI18n();
  const long = useSpokenDuration();
  const { before, aside, lost, notRepeated, notDerived, differences } = rebuilt;
  return (
    <>
      {before !== 'readable' && (
        <Alert severity="warning">
          <strong>{t(`rebuild.report.before.${before}`)}</strong> {t('rebuild.report.redo')}
        </Alert>
      )}
      {notDerived > 0 && (
        <Alert severity="error">
          {t('rebuild.report.unlisted', { count: notDerived, entries: format.count(notDerived) })}
        </Alert>
      )}
      <Fields>
        <Field label={t('rebuild.report.records')}>{format.count(rebuilt.records)}</Field>
        <Field label={t('rebuild.report.entries')}>{format.count(rebuilt.entries)}</Field>
        <Field label={t('rebuild.report.at')}>
          <RelativeTime at={rebuilt.at} /> ·{' '}
          {t('rebuild.report.took', { long: long(secondsBetween(rebuilt.since, rebuilt.at)) })}
        </Field>
        {aside !== null && (
          <Field label={t('rebuild.report.aside')} wide>
            <Code value={aside} label={t('rebuild.report.path')} />
            <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
              {t('rebuild.report.asideAbout')}
            </Typography>
          </Field>
        )}
      </Fields>
      {lost.length > 0 && (
        <Part title={t('rebuild.report.lost')}>
          <Lost lost={lost} />
        </Part>
      )}
      {notRepeated.length > 0 && (
        <Part title={t('rebuild.report.cancellations')}>
          <Typography variant="quiet">{t('rebuild.report.cancellationsAbout')}</Typography>
          <Box component="ul" sx={{ mt: 2, display: 'grid', gap: 1.5 }}>
            {notRepeated.slice(0, shownCancellations).map((id) => (
              <li key={id}>
                <CancellationLink id={id} onLeave={onLeave} />
              </li>
            ))}
          </Box>
        </Part>
      )}
      {differences > 0 && (
        <Typography variant="quiet">
          {t('rebuild.report.differences', { count: differences, rows: format.count(differences) })}
        </Typography>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Typography variant="h3" id={titleId} sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}

function Lost({ lost }: Pick<Rebuilt, 'lost'>) {
  const { t, format } = useI18n();
  return (
    <Table size="small" sx={{ '& th:first-of-type, & td:first-of-type': { pl: 0 } }}>
      <TableHead>
        <TableRow>
          <TableCell>{t('rebuild.report.what')}</TableCell>
          <TableCell align="right">{t('rebuild.report.lostRows')}</TableCell>
          <TableCell align="right">{t('rebuild.report.keptRows')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lost.map(({ table, kept, lost: rows }) => (
          <TableRow key={table}>
            <TableCell>{isKeptTable(table) ? t(`rebuild.tables.${table}`) : table}</TableCell>
            <TableCell align="right">
              {rows === null ? t('rebuild.report.unknown') : format.count(rows)}
            </TableCell>
            <TableCell align="right">{format.count(kept)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** By the number of its order, as everywhere. */
function CancellationLink({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { t } = useI18n();
  const { data } = useQuery(useApi().cancellations.get.queryOptions({ input: { id } }));
  const number = data === undefined ? '…' : (data.orderNumber ?? String(data.marketplaceId));
  return (
    <Link component={RouteLink} href={`/cancellations/${id}`} underline="always" onClick={onLeave}>
      {t('rebuild.report.cancellation', { number })}
    </Link>
  );
}

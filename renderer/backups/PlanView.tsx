import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { RestorePlan } from '#shared/contract/backups.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { useMoment, useSince } from './use-backups.ts';

/**
 * What a restored directory has and where that comes from, what is lost, and which numbers are skipped; of a restore that is
 * done, what it had, lost and skips.
 */
export function PlanView({
  plan,
  isDone = false,
  onChooseNewer,
}: {
  plan: RestorePlan;
  isDone?: boolean;
  onChooseNewer?: (() => void) | undefined;
}) {
  const { t } = useI18n();
  return (
    <>
      {plan.isForeign && !isDone && <Alert severity="warning">{t('backups.restore.foreign')}</Alert>}
      {plan.newer !== null && !isDone && <Newer newer={plan.newer} onChoose={onChooseNewer} />}
      <Losses loses={plan.loses} words={isDone ? 'restored' : 'restore'} />
      <Has plan={plan} isDone={isDone} />
      <Numbers numbers={plan.numbers} />
    </>
  );
}

/** That the second copy has more than what was chosen, and the way to it. */
function Newer({
  newer: { folder, arrivalsUntil, actsUntil },
  onChoose,
}: {
  newer: NonNullable<RestorePlan['newer']>;
  onChoose: (() => void) | undefined;
}) {
  const { t } = useI18n();
  const moment = useMoment();
  const until = (at: string | null) =>
    at === null ? t('backups.restore.nothingThere') : t('backups.restore.until', { when: moment(at) });
  return (
    <Alert
      severity="info"
      action={
        onChoose && (
          <Button size="small" onClick={onChoose} sx={{ whiteSpace: 'nowrap' }}>
            {t('backups.restore.newer.choose')}
          </Button>
        )
      }
    >
      <strong>{t('backups.restore.newer.title')}</strong>
      <br />
      {t('backups.restore.newer.has', { arrivals: until(arrivalsUntil), acts: until(actsUntil) })}{' '}
      <PlainCode value={folder} />
    </Alert>
  );
}

/** What is in the directory now and would not be in the restored one. */
function Losses({ loses, words }: Pick<RestorePlan, 'loses'> & { words: 'restore' | 'restored' }) {
  const { t } = useI18n();
  const losses = useLosses();
  if (loses === null) return <Alert severity="success">{t(`backups.${words}.emptyNow`)}</Alert>;
  const lost = losses(loses);
  if (lost.length === 0) return <Alert severity="success">{t(`backups.${words}.losesNothing`)}</Alert>;
  return (
    <Alert severity={words === 'restore' ? 'error' : 'warning'}>
      <strong>{t(`backups.${words}.loses`)}</strong>
      <Box component="ul" sx={{ pl: 4, my: 1, listStyle: 'disc', display: 'grid', gap: 1 }}>
        {lost.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
      {t(`backups.${words}.stays`)}
    </Alert>
  );
}

/** What is lost, a sentence each. */
function useLosses(): (loses: NonNullable<RestorePlan['loses']>) => string[] {
  const { t, format } = useI18n();
  const since = useSince();
  const sinceWords = (at: string | null) =>
    at === null ? '' : t('backups.restore.since', { when: since(at) });
  return ({ arrivals, acts }) => [
    ...(arrivals === null
      ? [t('backups.restore.unknownArrivals')]
      : arrivals.entries > 0
        ? [
            t('backups.restore.losesArrivals', {
              count: arrivals.entries,
              entries: format.count(arrivals.entries),
              since: sinceWords(arrivals.since),
            }),
          ]
        : []),
    ...(acts === null
      ? [t('backups.restore.unknownActs')]
      : acts.entries > 0
        ? [
            t('backups.restore.losesActs', {
              count: acts.entries,
              acts: format.count(acts.entries),
              since: sinceWords(acts.since),
            }),
          ]
        : []),
  ];
}

function Has({ plan, isDone }: { plan: RestorePlan; isDone: boolean }) {
  const { journal, database, attachments, bytes, freeBytes } = plan;
  const { t, format } = useI18n();
  const moment = useMoment();
  const until = (at: string | null) =>
    at === null ? t('backups.restore.nothingThere') : t('backups.restore.until', { when: moment(at) });
  const entries = t('backups.restore.entries', {
    count: journal.entries,
    entries: format.count(journal.entries),
  });
  return (
    <Fields>
      <Field label={t('backups.restore.arrivals')}>
        {`${entries}, ${until(journal.until)}`}
        <Typography variant="caption" component="p">
          {t(`backups.restore.source.${journal.source}`)}
        </Typography>
      </Field>
      <Field label={t('backups.restore.acts')}>
        {until(database.until)}
        <Typography variant="caption" component="p">
          {t(`backups.restore.source.${database.source}`)}
        </Typography>
      </Field>
      <Field label={t('backups.restore.files')}>
        {t('backups.restore.filesThere', { files: format.count(attachments.there) })}
        {attachments.missing > 0 && (
          <Typography variant="caption" component="p">
            {t('backups.restore.filesMissing', {
              count: attachments.missing,
              files: format.count(attachments.missing),
            })}
          </Typography>
        )}
      </Field>
      {!isDone && (
        <Field label={t('backups.restore.room')}>
          {freeBytes === null
            ? t('backups.restore.roomUnknown', { bytes: format.bytes(bytes) })
            : t('backups.restore.roomNeeded', { bytes: format.bytes(bytes), free: format.bytes(freeBytes) })}
        </Field>
      )}
    </Fields>
  );
}

/** The sequences of which numbers may have been given that the copy does not know. */
function Numbers({ numbers }: Pick<RestorePlan, 'numbers'>) {
  const { t, format } = useI18n();
  const skipping = numbers.filter(({ last, next }) => next > last + 1);
  if (skipping.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('backups.restore.numbers')}
      </Typography>
      <Typography variant="quiet" sx={{ mt: 0.5, mb: 1 }}>
        {t('backups.restore.numbersAbout')}
      </Typography>
      <Table size="small" sx={{ '& th:first-of-type, & td:first-of-type': { pl: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('backups.restore.sequence')}</TableCell>
            <TableCell align="right">{t('backups.restore.last')}</TableCell>
            <TableCell align="right">{t('backups.restore.next')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {skipping.map(({ sequence, last, next }) => (
            <TableRow key={sequence}>
              <TableCell>
                <PlainCode value={sequence.replace('{seq}', '…')} />
              </TableCell>
              <TableCell align="right">{format.count(last)}</TableCell>
              <TableCell align="right">{format.count(next)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

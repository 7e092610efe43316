import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { MadeArchive } from '#shared/contract/archives.ts';
import { recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { ArchiveForm } from './ArchiveForm.tsx';
import { ArchiveProgress } from './ArchiveProgress.tsx';
import { type Archiving, useArchiving } from './archiving.ts';
import { LeftOut } from './LeftOut.tsx';
import { OpenMade } from './OpenMade.tsx';

/** Archives what was chosen on some screen. What is being made goes on when it is closed. */
export function ArchiveDialog() {
  const { t } = useI18n();
  const wanted = useArchiving((state) => state.wanted);
  const titleId = useId();
  // While it fades away it shows what it showed.
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    if (wanted !== null) setShown(wanted);
  }, [wanted]);
  const close = () => useArchiving.setState({ wanted: null });
  return (
    <Dialog open={wanted !== null} onClose={close} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2" component="h2">
        {t('archiveSettings.dialog.title')}
      </DialogTitle>
      {shown !== null && <Content key={shown.name} wanted={wanted ?? shown} />}
      <DialogActions sx={{ px: 6, pb: 5 }}>
        <Button onClick={close}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Content({ wanted: { words, choice, name } }: { wanted: Archiving }) {
  const { t } = useI18n();
  const api = useApi();
  const state = useQuery(api.archives.get.queryOptions());
  const made = useQuery(api.archives.list.queryOptions());
  const [openedAt] = useState(() => Date.now());
  const isBusy = state.data === undefined || state.data.running !== null;
  const last = made.data?.find(({ at }) => Date.parse(at) >= openedAt);
  return (
    <DialogContent sx={{ display: 'grid', gap: 4 }}>
      <div>
        <Typography variant="body1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {words}
        </Typography>
        <Count choice={choice} />
        <Typography variant="caption" component="p">
          {t('archiveSettings.dialog.about')}
        </Typography>
      </div>
      {state.isError && <ErrorState query={state} />}
      {state.data !== undefined && (state.data.running !== null || last === undefined) && (
        <ArchiveProgress state={state.data} />
      )}
      {state.data?.running == null && last !== undefined && <Done made={last} />}
      {state.data?.running == null && (
        <ArchiveForm label={t('archiveSettings.dialog.title')} choice={choice} name={name} isBusy={isBusy} />
      )}
    </DialogContent>
  );
}

/** What is chosen comes to: how many of each kind. */
function Count({ choice }: Pick<Archiving, 'choice'>) {
  const { t, format } = useI18n();
  const count = useQuery(useApi().archives.count.queryOptions({ input: { choice } }));
  if (count.isError) return <ErrorState query={count} />;
  if (count.data === undefined) return <LineSkeleton height={20} label={t('common.loading')} />;
  const { records, total, isCapped } = count.data;
  const kinds = recordKinds.flatMap((kind) =>
    records[kind] === undefined
      ? []
      : [
          t('archiveSettings.dialog.ofKind', {
            kind: t(`records.kind.${kind}`),
            records: format.count(records[kind]),
          }),
        ],
  );
  return (
    <Typography variant="body2">
      {t(isCapped ? 'archiveSettings.dialog.countMore' : 'archiveSettings.dialog.count', {
        count: total,
        records: format.count(total),
      })}
      {total > 0 && !isCapped && ` ${kinds.join(' · ')}`}
    </Typography>
  );
}

function Done({ made }: { made: MadeArchive }) {
  const { t, format } = useI18n();
  return (
    <Alert severity="success">
      {t('archiveSettings.dialog.done', {
        ...{
          count: made.records,
          records: format.count(made.records),
          contents: format.count(made.contents),
        },
        size: format.bytes(made.bytes),
      })}
      <Box sx={{ mt: 1 }}>
        <Code value={made.file} label={t('archiveSettings.make.name')} />
      </Box>
      <OpenMade file={made.file} />
      <LeftOut made={made} />
    </Alert>
  );
}

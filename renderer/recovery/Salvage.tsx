import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { FileOutput, Square } from 'lucide-react';
import { useState } from 'react';
import type { Salvaged, SalvageProgress, SalvageState } from '#shared/contract/recovery.ts';
import { useNotDone } from '../app/error-message.ts';
import { retryNow } from '../app/live/changes.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { FolderField } from '../backups/FolderField.tsx';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { SystemWords } from '../components/Fields.tsx';
import { Form } from '../components/FormFields.tsx';
import { PhaseProgress, PhaseSteps } from '../components/PhaseSteps.tsx';
import { Typography } from '../components/Typography.tsx';

/** Asks where the archive goes, and begins. */
export function SalvageForm({ isBusy, onBegun }: { isBusy: boolean; onBegun: () => void }) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const [folder, setFolder] = useState('');
  const begin = useMutation(
    useApi().recovery.salvage.mutationOptions({
      onSuccess: () => {
        retryNow();
        onBegun();
      },
      onError: notDone,
    }),
  );
  return (
    <Form
      aria-label={t('recovery.salvage.title')}
      onSubmit={() => {
        if (folder.trim() !== '') begin.mutate({ folder: folder.trim() });
      }}
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}
    >
      <Typography variant="h3" component="h2">
        {t('recovery.salvage.title')}
      </Typography>
      <Typography variant="body2">{t('recovery.salvage.about')}</Typography>
      <FolderField value={folder} onChange={setFolder} helperText={t('recovery.salvage.folder')} />
      <Box>
        <Button
          type="submit"
          variant="contained"
          startIcon={<FileOutput size={14} />}
          disabled={isBusy || begin.isPending || folder.trim() === ''}
        >
          {t('recovery.salvage.begin')}
        </Button>
      </Box>
    </Form>
  );
}

/** How far it is, and what came of it. */
export function SalvageNote({ salvage: { running, done, failure } }: { salvage: SalvageState }) {
  const { t } = useI18n();
  return (
    <div role="status">
      {running !== null && <Running running={running} />}
      {done !== null && <Done salvaged={done} />}
      {failure !== null && (
        <Alert severity="error">
          <strong>{t('recovery.salvage.failed')}</strong> {t(`recovery.salvage.failure.${failure.code}`)}
          <SystemWords text={failure.detail} />
        </Alert>
      )}
    </div>
  );
}

const phases: readonly SalvageProgress['phase'][] = ['copying', 'reading', 'deriving', 'writing', 'checking'];

function Running({ running }: { running: NonNullable<SalvageState['running']> }) {
  const { t, format } = useI18n();
  const notDone = useNotDone();
  const stop = useMutation(
    useApi().recovery.stopSalvage.mutationOptions({ onSuccess: retryNow, onError: notDone }),
  );
  const { phase, file } = running;
  const isEnding = running.isEnding || stop.isPending;
  const isInBytes = phase === 'copying' || phase === 'checking';
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box>
        <Typography variant="h3" component="h2">
          {t('recovery.salvage.running')}
        </Typography>
        <Code value={file} label={t('backups.folder.path')} />
      </Box>
      <PhaseSteps phases={phases} nameOf={(one) => t(`recovery.salvage.phase.${one}`)} now={phase}>
        <PhaseProgress
          label={t(`recovery.salvage.phase.${phase}`)}
          progress={running}
          figure={isInBytes ? format.bytes : format.count}
        />
      </PhaseSteps>
      <Box>
        <Button startIcon={<Square size={12} />} disabled={isEnding} onClick={() => stop.mutate(undefined)}>
          {t(isEnding ? 'common.progress.stopping' : 'common.progress.stop')}
        </Button>
      </Box>
    </Box>
  );
}

/** More are in the report. */
const namedAtFirst = 10;

function Done({ salvaged }: { salvaged: Salvaged }) {
  const { t, format } = useI18n();
  const { file, report, records, contents, missingContents, withoutBody, journal, database, lost } = salvaged;
  const count = format.count;
  const isAll = journal.lost === 0 && missingContents === 0 && database === 'whole';
  return (
    <Alert severity={file === null ? 'error' : isAll ? 'success' : 'warning'}>
      <strong>{t(file === null ? 'recovery.salvage.nothing' : 'recovery.salvage.done')}</strong>
      <Box component="ul" sx={{ display: 'grid', gap: 1, my: 2, pl: 4, listStyle: 'disc' }}>
        {file !== null && (
          <li>
            {t('recovery.salvage.holds', { records: count(records), contents: count(contents) })}{' '}
            <Code value={file} label={t('backups.folder.path')} />
          </li>
        )}
        <li>
          {journal.lost === null
            ? t('recovery.salvage.lostUnknown')
            : journal.lost === 0
              ? t('recovery.salvage.lostNone')
              : t('recovery.salvage.lost', { count: journal.lost, entries: count(journal.lost) })}
        </li>
        {withoutBody > 0 && (
          <li>{t('recovery.salvage.withoutBody', { count: withoutBody, records: count(withoutBody) })}</li>
        )}
        {missingContents > 0 && (
          <li>
            {t('recovery.salvage.missing', { count: missingContents, contents: count(missingContents) })}
          </li>
        )}
        {database !== 'whole' && <li>{t(`recovery.salvage.database.${database}`)}</li>}
        {lost.length > 0 && (
          <li>
            {t('recovery.salvage.named')}{' '}
            {lost
              .slice(0, namedAtFirst)
              .map(({ number, entry }) => number ?? t('recovery.salvage.entry', { entry: count(entry) }))
              .join(', ')}
            {lost.length > namedAtFirst && '…'}
          </li>
        )}
        <li>
          {t('recovery.salvage.report')} <Code value={report} label={t('backups.folder.path')} />
        </li>
      </Box>
    </Alert>
  );
}

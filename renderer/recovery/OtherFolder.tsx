import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { FolderInput, Search } from 'lucide-react';
import { useState } from 'react';
import type { DataFolder, FolderSight } from '#shared/contract/recovery.ts';
import { useNotDone } from '../app/error-message.ts';
import { retryNow } from '../app/live/changes.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { FolderField } from '../backups/FolderField.tsx';
import { useMoment } from '../backups/use-backups.ts';
import { Box } from '../components/Box.tsx';
import { SystemWords } from '../components/Fields.tsx';
import { Form, SwitchField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { useDatabaseFaultText } from './database-fault.ts';

/** Another folder for this run, or for those that follow as well: looked at first, then taken. */
export function OtherFolder({ folder, isBusy }: { folder: DataFolder; isBusy: boolean }) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const [path, setPath] = useState('');
  const check = useMutation(useApi().recovery.checkFolder.mutationOptions({ onError: notDone }));
  const chosen = check.variables?.folder ?? '';
  const isChecked = check.data !== undefined && chosen === path.trim();
  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}>
      <Typography variant="h3" component="h2">
        {t('recovery.folder.title')}
      </Typography>
      <Typography variant="body2">{t('recovery.folder.about')}</Typography>
      <Form
        aria-label={t('recovery.folder.title')}
        onSubmit={() => {
          if (path.trim() !== '') check.mutate({ folder: path.trim() });
        }}
        sx={{ display: 'grid', gap: 3 }}
      >
        <FolderField value={path} onChange={setPath} helperText={t('recovery.folder.help')} />
        <Box>
          <Button
            type="submit"
            variant={isChecked ? 'outlined' : 'contained'}
            startIcon={<Search size={14} />}
            disabled={isBusy || check.isPending || path.trim() === ''}
          >
            {t('recovery.folder.check')}
          </Button>
        </Box>
      </Form>
      {isChecked && <Checked sight={check.data} path={chosen} folder={folder} isBusy={isBusy} />}
    </Box>
  );
}

type CheckedProps = { sight: FolderSight; path: string; folder: DataFolder; isBusy: boolean };

function Checked({ sight, path, folder, isBusy }: CheckedProps) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const moment = useMoment();
  const [isKept, setKept] = useState(false);
  const use = useMutation(
    useApi().recovery.useFolder.mutationOptions({ onSuccess: retryNow, onError: notDone }),
  );
  const { kind, usedAt } = sight;
  const isUsable = kind === 'data' || kind === 'empty';
  return (
    <>
      <Alert severity={!isUsable ? 'error' : kind === 'empty' ? 'warning' : 'info'}>
        {t(`recovery.folder.kind.${kind}`)}
        {usedAt !== null && ` ${t('recovery.folder.usedAt', { when: moment(usedAt) })}`}
      </Alert>
      {isUsable && (
        <>
          {folder.isGiven ? (
            <Typography variant="quiet">{t('recovery.folder.given', { path })}</Typography>
          ) : (
            <SwitchField
              label={t('recovery.folder.keep')}
              value={isKept}
              onChange={setKept}
              helperText={t('recovery.folder.keepAbout')}
            />
          )}
          <Box>
            <Button
              variant="contained"
              startIcon={<FolderInput size={14} />}
              disabled={isBusy || use.isPending || folder.isChanging}
              onClick={() => use.mutate({ folder: path, isKept })}
            >
              {t(kind === 'empty' ? 'recovery.folder.beginAnew' : 'recovery.folder.use')}
            </Button>
          </Box>
        </>
      )}
    </>
  );
}

/** Why the last change was not possible. */
export function FolderFailure({ folder: { failure, fault } }: { folder: DataFolder }) {
  const { t } = useI18n();
  const faultText = useDatabaseFaultText();
  return (
    <Alert severity="error">
      <strong>{t('recovery.folder.failed')}</strong>
      {fault !== null && ` ${faultText(fault).meaning}`}
      <SystemWords text={fault?.detail ?? failure ?? ''} />
    </Alert>
  );
}

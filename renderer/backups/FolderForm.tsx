import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Client } from '../app/connection.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Form } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { FolderField } from './FolderField.tsx';
import { PlaceProblemNote } from './PlaceProblem.tsx';

type Props = {
  title: string;
  /** What the button says that takes the folder. */
  use: string;
  /** Folders that are taken already. */
  taken: readonly string[];
  /** What is said of a folder on the disk of the data. */
  sameDisk: string;
  pending: boolean;
  onUse: (folder: string) => void;
  onClose: () => void;
};

/** Takes a folder, after it was looked at and what was found was said. */
export function FolderForm({ title, use, taken, sameDisk, pending, onUse, onClose }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  const notDone = useNotDone();
  const [text, setText] = useState('');
  const folder = text.trim();
  const check = useMutation(useApi().backups.checkPlace.mutationOptions({ onError: notDone }));
  const isTaken = taken.includes(folder);
  const found = check.variables?.folder === folder ? check.data : undefined;
  const canUse = found?.problem === null && !isTaken;
  return (
    <Form
      aria-labelledby={titleId}
      onSubmit={() => {
        if (canUse) onUse(folder);
        else if (folder !== '' && !isTaken && !check.isPending) check.mutate({ folder });
      }}
      sx={{ display: 'grid', gap: 4, p: 4, border: 1, borderRadius: 1, bgcolor: 'background.raised' }}
    >
      <Typography variant="h3" component="h2" id={titleId}>
        {title}
      </Typography>
      <FolderField
        value={text}
        onChange={setText}
        helperText={t('backups.folder.help')}
        error={isTaken ? t('backups.folder.taken') : null}
      />
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {found !== undefined && <Found found={found} sameDisk={sameDisk} />}
      </Box>
      <Box sx={{ display: 'flex', gap: 3 }}>
        {canUse ? (
          <Button
            type="submit"
            variant={found.isSameDisk === true ? 'outlined' : 'contained'}
            disabled={pending}
          >
            {found.isSameDisk === true ? t('backups.folder.useAnyway') : use}
          </Button>
        ) : (
          <Button type="submit" variant="contained" disabled={folder === '' || isTaken || check.isPending}>
            {t(check.isPending ? 'backups.folder.checking' : 'backups.folder.check')}
          </Button>
        )}
        <Button variant="text" color="inherit" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Box>
    </Form>
  );
}

type CheckedPlace = Awaited<ReturnType<Client['backups']['checkPlace']>>;

/** What was found of a folder: whether it outlives the disk of the data, and whether a backup fits. */
function Found({ found, sameDisk }: { found: CheckedPlace; sameDisk: string }) {
  const { t, format } = useI18n();
  const { problem, isSameDisk, freeBytes, neededBytes } = found;
  // It was typed just now, so it may be typed wrong.
  if (problem?.code === 'away')
    return <PlaceProblemNote problem={problem} wayOut={t('backups.folder.notThere')} />;
  if (problem !== null) return <PlaceProblemNote problem={problem} />;
  const needed = format.bytes(neededBytes);
  const isTight = freeBytes !== null && freeBytes < neededBytes;
  return (
    <Alert severity={isSameDisk !== false || isTight ? 'warning' : 'success'}>
      {isSameDisk === true && <strong>{sameDisk} </strong>}
      {isSameDisk === false && `${t('backups.folder.otherDisk')} `}
      {isSameDisk === null && `${t('backups.folder.unknownDisk')} `}
      {isTight
        ? t('backups.folder.tight', { free: format.bytes(freeBytes), needed })
        : `${freeBytes === null ? '' : t('backups.folder.room', { free: format.bytes(freeBytes) })} ${t('backups.folder.needed', { needed })}`}
    </Alert>
  );
}

import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ArchiveChoice } from '#shared/contract/archives.ts';
import type { Passage } from '#shared/contract/receiver-keys.ts';
import { usePassesSecrets } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { FolderField } from '../backups/FolderField.tsx';
import { Box } from '../components/Box.tsx';
import { Form, SwitchField, TextField } from '../components/FormFields.tsx';
import { archivePath } from './archiving.ts';
import { PassphraseNote } from './PassphraseNote.tsx';

/** Where the last one of this window was put. */
let lastFolder = '';

type Props = {
  label: string;
  choice: Partial<ArchiveChoice>;
  name: string;
  isBusy: boolean;
  /** The fields that choose, where it is chosen here. */
  children?: ReactNode;
};

/** Where an archive goes, whether it is encrypted, and the button that has it made. */
export function ArchiveForm({ label, choice, name: firstName, isBusy, children }: Props) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const [folder, setFolder] = useState(lastFolder);
  const [name, setName] = useState(firstName);
  const [isEncrypted, setEncrypted] = useState(false);
  const isAsked = usePassesSecrets() !== false;
  const [passage, setPassage] = useState<Passage | null>(null);
  const create = useMutation(
    api.archives.create.mutationOptions({
      onSuccess({ passphrase, ...state }) {
        queries.setQueryData(api.archives.get.queryKey(), state);
        setPassage(passphrase);
      },
      onError(failure) {
        if (!('code' in failure) || failure.code !== 'NOT_A_PATH') notDone(failure);
      },
    }),
  );
  const isNoPath = create.error !== null && 'code' in create.error && create.error.code === 'NOT_A_PATH';
  const isReady = folder.trim() !== '' && name.trim() !== '' && !isBusy && !create.isPending;
  const make = () => {
    lastFolder = folder.trim();
    setPassage(null);
    create.mutate({ file: archivePath(folder, name), choice, isEncrypted });
  };
  return (
    <Form
      aria-label={label}
      onSubmit={() => {
        if (isReady) make();
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      {children}
      <FolderField
        value={folder}
        onChange={setFolder}
        helperText={t('archiveSettings.make.help')}
        error={isNoPath ? t('archiveSettings.make.notAPath') : null}
        autoFocus={false}
      />
      <TextField
        label={t('archiveSettings.make.name')}
        value={name}
        onChange={setName}
        code
        maxLength={200}
        helperText={t('archiveSettings.make.nameHelp')}
      />
      <SwitchField
        label={t('archiveSettings.make.encrypt')}
        helperText={t(isAsked ? 'archiveSettings.make.encryptHelp' : 'office.encrypted')}
        value={isEncrypted}
        disabled={!isAsked}
        onChange={setEncrypted}
      />
      {passage !== null && !isBusy && <PassphraseNote passage={passage} />}
      <Box>
        {/* While a passphrase is waited for, typing it is what comes next. */}
        <Button type="submit" variant={passage === null ? 'contained' : 'outlined'} disabled={!isReady}>
          {t('archiveSettings.make.make')}
        </Button>
      </Box>
    </Form>
  );
}

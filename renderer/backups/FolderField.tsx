import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useCapability } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { TextField } from '../components/FormFields.tsx';

type Props = {
  /** Where several stand in one form. */
  label?: string;
  value: string;
  onChange: (folder: string) => void;
  helperText: string;
  error?: string | null;
  autoFocus?: boolean;
};

/** A folder of this computer or its network: typed, or chosen in the system's dialog where the shell has one. */
export function FolderField({ label, value, onChange, helperText, error = null, autoFocus = true }: Props) {
  const { t } = useI18n();
  const api = useApi();
  const notDone = useNotDone();
  const choose = useMutation(
    api.shell.chooseFolder.mutationOptions({
      onSuccess: ({ folder }) => {
        if (folder !== null) onChange(folder);
      },
      onError: notDone,
    }),
  );
  const hasDialog = useCapability('folderDialog') ?? false;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <TextField
        label={label ?? t('backups.folder.label')}
        value={value}
        onChange={onChange}
        code
        autoFocus={autoFocus}
        maxLength={4096}
        helperText={helperText}
        error={error}
      />
      {hasDialog && (
        <Button
          startIcon={<FolderOpen size={14} />}
          disabled={choose.isPending}
          onClick={() => choose.mutate(undefined)}
          // Beside the field, below its label.
          sx={{ mt: 6, flex: 'none' }}
        >
          {t('backups.folder.browse')}
        </Button>
      )}
    </Box>
  );
}

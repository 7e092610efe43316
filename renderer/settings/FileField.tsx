import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import type { FileKind } from '#shared/contract/shell.ts';
import { useCapability } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { TextField } from '../components/FormFields.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (file: string) => void;
  helperText: string;
  error: string | null;
  /** What the dialog offers first. */
  kind: FileKind;
};

/** A file of this computer: its path is typed, or chosen in the system's dialog where the shell has one. */
export function FileField({ kind, onChange, label, ...field }: Props) {
  const { t } = useI18n();
  const api = useApi();
  const notDone = useNotDone();
  const choose = useMutation(
    api.shell.chooseFile.mutationOptions({
      onSuccess: ({ file }) => {
        if (file !== null) onChange(file);
      },
      onError: notDone,
    }),
  );
  const hasDialog = useCapability('folderDialog') ?? false;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <TextField {...field} label={label} onChange={onChange} code maxLength={1000} />
      {hasDialog && (
        <Button
          startIcon={<FileSearch size={14} />}
          aria-label={t('certificate.browseFor', { field: label })}
          disabled={choose.isPending}
          onClick={() => choose.mutate({ kind })}
          // Beside the field, below its label.
          sx={{ mt: 6, flex: 'none' }}
        >
          {t('certificate.browse')}
        </Button>
      )}
    </Box>
  );
}

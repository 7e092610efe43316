import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { CopyRequest } from '#shared/contract/backups.ts';
import { useCapability } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { openOwnTab } from '../archives/own-tab.ts';

/** Opens a copy read-only, in a tab or window of its own beside this one. */
export function OpenCopy({ copy }: { copy: CopyRequest }) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const isAble = useCapability('keptArchives') !== false;
  const open = useMutation(useApi().backups.open.mutationOptions());
  const begin = () => {
    const tab = openOwnTab();
    open.mutate(copy, {
      onSuccess({ home }) {
        if (home === null) {
          tab.close();
          notify({ tone: 'failed', text: t('archives.open.tooMany') });
        } else tab.show(home);
      },
      onError(failure) {
        tab.close();
        notDone(failure);
      },
    });
  };
  if (!isAble) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<Eye size={14} aria-hidden />}
      aria-busy={open.isPending}
      disabled={open.isPending}
      onClick={begin}
    >
      {t('backups.restore.lookInto')}
    </Button>
  );
}

import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useCapability } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { openOwnTab } from './own-tab.ts';

/** Opens an archive that was made here read-only, in a tab or window of its own beside this one. */
export function OpenMade({ file }: { file: string }) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const isAble = useCapability('keptArchives') !== false;
  const open = useMutation(useApi().archives.open.mutationOptions());
  const begin = () => {
    const tab = openOwnTab();
    open.mutate(
      { file },
      {
        onSuccess({ home }) {
          tab.show(home);
        },
        onError(failure) {
          tab.close();
          if (isDefinedError(failure) && failure.code === 'AWAY')
            notify({ tone: 'failed', text: t('archiveSettings.made.away') });
          else if (isDefinedError(failure) && failure.code === 'TOO_MANY')
            notify({ tone: 'failed', text: t('archives.open.tooMany') });
          else notDone(failure);
        },
      },
    );
  };
  if (!isAble) return null;
  return (
    <Button
      size="small"
      startIcon={<Eye size={14} aria-hidden />}
      aria-busy={open.isPending}
      disabled={open.isPending}
      onClick={begin}
    >
      {t('archiveSettings.made.open')}
    </Button>
  );
}

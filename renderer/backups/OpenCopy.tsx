import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { CopyRequest } from '#shared/contract/backups.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';

/** Opens a copy read-only, in a tab or window of its own beside this one. */
export function OpenCopy({ copy }: { copy: CopyRequest }) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const open = useMutation(useApi().backups.open.mutationOptions());
  const begin = () => {
    // At once, while the browser knows that a person asked for it; the desktop opens its window itself.
    const tab = window.open('about:blank', '_blank');
    open.mutate(copy, {
      onSuccess({ home }) {
        if (home === null) {
          tab?.close();
          notify({ tone: 'failed', text: t('archives.open.tooMany') });
        } else if (tab !== null) tab.location.href = new URL(home, window.location.origin).href;
      },
      onError(failure) {
        tab?.close();
        notDone(failure);
      },
    });
  };
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

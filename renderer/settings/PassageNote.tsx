import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ExternalLink } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import type { Passing } from './passing.ts';

type Props = { passing: NonNullable<Passing>; onClose: () => void };

/**
 * How the secret passes between the person and the shell. It never comes here: either the clipboard has it, or
 * a page of the shell's own that works once.
 */
export function PassageNote({ passing, onClose }: Props) {
  const { t } = useI18n();
  const { passage, collecting } = passing;
  if (passage.way === 'clipboard')
    return (
      <Alert severity="success" onClose={onClose} closeText={t('common.close')}>
        {collecting
          ? t('settings.keys.collectedClipboard')
          : t('settings.keys.clipboard', { count: passage.clearedAfterSeconds })}
      </Alert>
    );
  return (
    <Alert
      severity="info"
      onClose={onClose}
      closeText={t('common.close')}
      action={
        <Button
          component="a"
          href={passage.path}
          target="_blank"
          rel="noopener noreferrer"
          variant="contained"
          endIcon={<ExternalLink size={14} />}
          onClick={() => setTimeout(onClose)}
        >
          {t('settings.keys.openPage')}
        </Button>
      }
    >
      {t('settings.keys.page', { minutes: Math.max(1, Math.round(passage.validSeconds / 60)) })}
    </Alert>
  );
}

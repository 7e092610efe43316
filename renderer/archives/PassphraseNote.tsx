import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import type { Passage } from '#shared/contract/receiver-keys.ts';
import { useCapability } from '../app/capabilities.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** The passphrase never comes here: it is typed on a page of the shell's own, which works once. */
export function PassphraseNote({ passage }: { passage: Passage }) {
  const { t } = useI18n();
  const id = useId();
  const minutes = Math.max(1, Math.round(('validSeconds' in passage ? passage.validSeconds : 60) / 60));
  // The desktop has opened its window already.
  const hasPage = useCapability('secretPage');
  if (passage.way === 'clipboard' || hasPage === undefined) return null;
  return (
    <Alert
      severity="info"
      aria-describedby={id}
      action={
        hasPage && (
          <Button
            component="a"
            href={passage.path}
            target="_blank"
            rel="noopener noreferrer"
            variant="contained"
            endIcon={<ExternalLink size={14} aria-hidden />}
          >
            {t('archiveSettings.make.passphrase')}
          </Button>
        )
      }
    >
      <span id={id}>
        {t(hasPage ? 'archiveSettings.make.passphraseText' : 'archiveSettings.make.passphraseWindow', {
          count: minutes,
          minutes,
        })}
      </span>
    </Alert>
  );
}

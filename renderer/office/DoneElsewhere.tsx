import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

/** What an office's desk cannot do, and where it is done. */
export function DoneElsewhere({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Alert severity="info">
      {children} {t('office.elsewhere')}
    </Alert>
  );
}

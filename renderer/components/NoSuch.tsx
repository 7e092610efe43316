import Button from '@mui/material/Button';
import { FileQuestion } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from './EmptyState.tsx';

/** Says that an address leads to nothing, with the way back to where it belongs. */
export function NoSuch({ back }: { back: string }) {
  const { t } = useI18n();
  return (
    <EmptyState icon={FileQuestion} title={t('common.noSuch.title')} text={t('common.noSuch.text')}>
      <Button component={Link} href={back} sx={{ mt: 2 }}>
        {t('common.noSuch.back')}
      </Button>
    </EmptyState>
  );
}

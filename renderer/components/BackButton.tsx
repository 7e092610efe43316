import IconButton from '@mui/material/IconButton';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';

/** Back to the list, where the window is too narrow for both. */
export function BackButton({ href }: { href: string }) {
  const { t } = useI18n();
  return (
    <IconButton
      component={Link}
      href={href}
      aria-label={t('records.detail.back')}
      sx={(theme) => ({ [theme.breakpoints.up('md')]: { display: 'none' } })}
    >
      <ArrowLeft size={18} />
    </IconButton>
  );
}

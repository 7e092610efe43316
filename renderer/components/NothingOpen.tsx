import { MousePointerClick } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from './EmptyState.tsx';

/** The detail's place while nothing is open; it stays quiet where there is nothing to open either. */
export function NoSelection({ rows }: { rows: number }) {
  const { t } = useI18n();
  return rows === 0 ? null : <EmptyState icon={MousePointerClick} title={t('common.choose')} />;
}

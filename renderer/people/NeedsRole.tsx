import { LockKeyhole } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import { leastRoleOf, type Permission } from '../app/read-only.tsx';
import { EmptyState } from '../components/EmptyState.tsx';

/** In place of what somebody may not do, where an address led to it: who may. */
export function NeedsRole({ of }: { of: Permission }) {
  const { t } = useI18n();
  const least = leastRoleOf(of);
  return (
    <EmptyState
      icon={LockKeyhole}
      title={t('people.needs.title')}
      text={t(`people.needs.${least === 'anyone' ? 'reader' : least}`)}
    />
  );
}

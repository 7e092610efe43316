import { Archive } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import { StateChip } from '../components/StateChip.tsx';
import { fileNameOf, shortNameOf } from './retention-state.ts';
import { useBundle } from './use-retention.ts';

/** That a record is in an archive, and in which. */
export function ArchivedChip({ bundleId, maxWidth }: { bundleId: number; maxWidth: number | string }) {
  const { t } = useI18n();
  const bundle = useBundle(bundleId);
  const label = (file: string) => t('retention.archived.chipFile', { file });
  return bundle === null ? (
    <StateChip tone="archive" icon={Archive} label={t('retention.archived.chip')} />
  ) : (
    <StateChip
      tone="archive"
      icon={Archive}
      label={label(shortNameOf(bundle.file))}
      title={label(fileNameOf(bundle.file))}
      maxWidth={maxWidth}
    />
  );
}

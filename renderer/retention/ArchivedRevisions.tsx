import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ArchivedNote } from './ArchivedNote.tsx';
import { fileNameOf, placeInArchive, revisionsByBundle } from './retention-state.ts';
import { useBundles } from './use-retention.ts';

/** Which earlier revisions of a record are in archives, and the way to each. */
export function ArchivedRevisions({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const bundles = useBundles();
  const earlier = revisionsByBundle(record.revisions).filter(
    ({ bundleId }) => bundleId !== record.archivedIn,
  );
  return earlier.map(({ bundleId, first, last }) => {
    const bundle = bundles.data?.find(({ id }) => id === bundleId) ?? null;
    return (
      <ArchivedNote
        key={bundleId}
        title={t('retention.archived.cameBack')}
        text={t('retention.archived.cameBackText', {
          count: last - first + 1,
          revisions: first === last ? String(first) : `${first}–${last}`,
          file: bundle === null ? t('retention.archived.unknownFile') : fileNameOf(bundle.file),
        })}
        bundle={bundle}
        at={placeInArchive(record)}
        open={t('retention.open.atRecord')}
      />
    );
  });
}

import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { Code } from '../../components/Code.tsx';
import { Field } from '../../components/Fields.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { FactGroup } from './FactGroup.tsx';
import { Warned } from './Warned.tsx';

/** Where the file was fetched, how that address was found, and when. */
export function OriginFacts({ photo, isDropped }: { photo: Attachment; isDropped: boolean }) {
  const { t } = useI18n();
  return (
    <FactGroup title={t('photos.info.section.origin')}>
      <Field label={t('photos.info.address')}>
        {photo.address === null ? (
          t('photos.info.noAddress')
        ) : (
          <Code value={photo.address} what={t('photos.info.address')} />
        )}
      </Field>
      {photo.addressSource !== null && (
        <Field label={t('photos.info.how')}>{t(`downloads.source.${photo.addressSource}`)}</Field>
      )}
      <Field label={t('photos.info.storedAt')}>
        {photo.storedAt === null ? t('photos.info.notStored') : <RelativeTime at={photo.storedAt} />}
        {isDropped && <Warned>{t('photos.info.dropped')}</Warned>}
      </Field>
    </FactGroup>
  );
}

import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Code, PlainCode } from '../components/Code.tsx';
import { Field, Fields, Section, TechnicalData } from '../components/Fields.tsx';
import { useFileType } from '../components/file-type.ts';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { nextTry } from './next-try.ts';

/** Where it comes from, what its sender says of it, and its tries. */
export function DownloadFile({ attachment }: { attachment: AttachmentDetail }) {
  const { t, format } = useI18n();
  const { address, addressSource, state, problem, attempts, caption, declaredType, declaredSize } =
    attachment;
  const typeOf = useFileType();
  const says = [typeOf(declaredType), declaredSize === null ? null : format.bytes(declaredSize)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Section title={t('downloads.detail.section.file')}>
      <Fields>
        <Field label={t('downloads.detail.address')} wide>
          {address === null ? (
            t('downloads.detail.addressNone')
          ) : (
            <Code value={address} what={t('downloads.detail.address')} />
          )}
        </Field>
        {addressSource !== null && (
          <Field label={t('downloads.detail.source')} wide>
            {t(`downloads.source.${addressSource}`)}
          </Field>
        )}
        <Field label={t('downloads.detail.attempts')}>{format.count(attempts)}</Field>
        {problem !== null && attempts > 0 && state !== 'downloading' && (
          <Field label={t('downloads.detail.last')}>
            <RelativeTime at={problem.at} />
          </Field>
        )}
        <NextTry attachment={attachment} />
        {caption !== null && <Field label={t('downloads.detail.caption')}>{caption}</Field>}
        <Field label={t('downloads.detail.says')}>
          {says === '' ? t('downloads.detail.saysNothing') : says}
        </Field>
      </Fields>
      <TechnicalData>
        <Fields>
          <Field label={t('downloads.detail.pointer')} wide>
            <PlainCode value={attachment.pointer} />
          </Field>
          {declaredType !== null && (
            <Field label={t('downloads.detail.mediaType')} wide>
              <PlainCode value={declaredType} />
            </Field>
          )}
        </Fields>
      </TechnicalData>
    </Section>
  );
}

function NextTry({ attachment: { state, nextAttemptAt } }: { attachment: AttachmentDetail }) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  if (state === 'stored' || state === 'downloading') return null;
  const label = () => {
    if (nextAttemptAt === null) return t('downloads.detail.nextNever');
    const next = nextTry(nextAttemptAt, now, format);
    if (next === null) return t('downloads.detail.nextSoon');
    return 'when' in next ? next.when : t('downloads.detail.nextIn', next);
  };
  return <Field label={t('downloads.detail.next')}>{label()}</Field>;
}

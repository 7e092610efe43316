import { useRef } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { CancellationLink } from '../cancellations/CancellationState.tsx';
import { useRecordLabel } from '../claims/record-text.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { BackButton, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { ClaimFileLink, CopiedId, OrNone } from '../records/Facts.tsx';
import { Notes } from '../records/Notes.tsx';
import { Related } from '../records/Related.tsx';
import { ArchivedNote } from './ArchivedNote.tsx';
import { ArchivedRevisions } from './ArchivedRevisions.tsx';
import { fileNameOf, placeInArchive } from './retention-state.ts';
import { useBundle } from './use-retention.ts';

/** A record that moved to an archive: what of it is still here, and the way to all of it. */
export function ArchivedRecord({ record, back }: { record: RecordDetail; back: string }) {
  const { t, format } = useI18n();
  const actorName = useActorName();
  const label = useRecordLabel();
  const bundle = useBundle(record.archivedIn);
  const noteField = useRef<HTMLTextAreaElement>(null);
  useWindowTitle(record.number);
  const file = bundle === null ? t('retention.archived.unknownFile') : fileNameOf(bundle.file);
  return (
    <Box component="article" aria-label={record.number} sx={{ display: 'contents' }}>
      <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <BackButton href={back} />
          <Typography variant="h1" sx={{ flex: 1, minWidth: 0 }}>
            <Code value={record.number} label={t('records.detail.number')} />
          </Typography>
          {record.total !== null && (
            <Typography variant="h1" component="div">
              <Amount value={record.total} currency={label.currency(record)} />
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1, minHeight: 32 }}>
          <Typography variant="quiet" sx={{ flex: 1, minWidth: 0 }}>
            {[label.title(record), record.partyName].filter(Boolean).join(' · ')}
          </Typography>
          {record.cancellation !== null && <CancellationLink cancellation={record.cancellation} />}
        </Box>
      </Box>
      <ScrollRegion label={`${t('records.detail.label')} ${record.number}`}>
        <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 4, display: 'grid', gap: 3 }}>
          <ArchivedNote
            title={t('retention.archived.record', { file })}
            text={
              bundle === null
                ? t('retention.archived.recordTextPlain')
                : t('retention.archived.recordText', { day: format.date(bundle.madeAt) })
            }
            bundle={bundle}
            at={placeInArchive(record)}
            open={t('retention.open.atRecord')}
          />
          <ArchivedRevisions record={record} />
        </Box>
        <Section title={t('retention.archived.kept')}>
          <Fields>
            <Field label={t('retention.archived.kind')}>{t(`records.kind.${record.kind}`)}</Field>
            <Field label={t('retention.archived.marketplaceId')}>
              <CopiedId
                value={record.marketplaceId}
                label={t('retention.archived.marketplaceId').toLocaleLowerCase()}
              />
            </Field>
            {record.claimNumber !== null && (
              <Field label={t('records.facts.claim')}>
                <ClaimFileLink by="claimNumber" value={record.claimNumber} label={t('records.facts.claim')} />
              </Field>
            )}
            {record.requestId !== null && (
              <Field label={t('records.facts.tender')}>
                <ClaimFileLink by="requestId" value={record.requestId} label={t('records.facts.tender')} />
              </Field>
            )}
            <Field label={t('retention.archived.received')}>
              <RelativeTime at={record.receivedAt} />
            </Field>
            <Field label={t('retention.archived.reviewed')}>
              {record.reviewedAt === null ? (
                <OrNone>{null}</OrNone>
              ) : (
                <>
                  {record.reviewedBy !== null && `${actorName(record.reviewedBy)}, `}
                  <RelativeTime at={record.reviewedAt} />
                </>
              )}
            </Field>
            <Field label={t('records.detail.section.revisions')}>
              {t('retention.archived.revisions', { count: record.revision })}
            </Field>
          </Fields>
        </Section>
        <Notes record={record} field={noteField} />
        <Related record={record} />
      </ScrollRegion>
    </Box>
  );
}

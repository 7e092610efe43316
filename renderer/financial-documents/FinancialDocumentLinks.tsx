import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ClaimFileRecord } from '#shared/contract/claims.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { RecordKind } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { CancellationChip } from '../cancellations/CancellationState.tsx';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { OrNone, TextLink } from '../records/Facts.tsx';
import { MatchLink, MatchSummary } from '../records/InvoiceMatch.tsx';
import { recordPath } from '../records/paths.ts';
import { useRelated } from '../records/Related.tsx';

type Named = { label: string; at: string; kind: RecordKind; marketplaceId: number };

/** The order that the document is for, with how it stands against its invoices, and the document it relates to. */
export function DocumentLinks({ record, document }: { record: RecordDetail; document: FinancialDocument }) {
  const { t } = useI18n();
  const query = useRelated(record.id);
  const match = query.data?.match ?? null;
  const named: Named[] = [
    ['purchaseOrder', '/purchaseOrderId', document.purchaseOrderId, t('documents.links.order')] as const,
    ['serviceOrder', '/serviceOrderId', document.serviceOrderId, t('documents.links.service')] as const,
    [
      'financialDocument',
      '/relatedDocumentId',
      document.relatedDocumentId,
      t('documents.links.related'),
    ] as const,
  ].flatMap(([kind, at, id, label]) => (id === null ? [] : [{ kind, at, label, marketplaceId: id }]));
  return (
    <Section title={t('documents.section.links')} aside={match !== null && <MatchLink match={match} />}>
      {query.isError && <ErrorState query={query} />}
      {named.length === 0 && <OrNone>{t('documents.links.none')}</OrNone>}
      <Fields>
        {named.map((reference) => (
          <Field key={reference.kind} label={reference.label} at={reference.at}>
            {query.data === undefined ? (
              t('documents.links.marketplaceId', { id: reference.marketplaceId })
            ) : (
              <Linked
                named={reference}
                found={query.data.records.find(
                  (record) =>
                    record.kind === reference.kind && record.marketplaceId === reference.marketplaceId,
                )}
              />
            )}
          </Field>
        ))}
      </Fields>
      {match !== null && (
        <Box sx={{ mt: 3 }}>
          <MatchSummary match={match} />
        </Box>
      )}
    </Section>
  );
}

function Linked({ named, found }: { named: Named; found: ClaimFileRecord | undefined }) {
  const { t } = useI18n();
  const isOrder = named.kind !== 'financialDocument';
  if (found === undefined)
    return (
      <>
        <StateChip
          tone="waiting"
          icon={TriangleAlert}
          label={t(isOrder ? 'documents.links.unknown' : 'documents.links.unknownDocument')}
        />
        <br />
        {t('documents.links.marketplaceId', { id: named.marketplaceId })}
      </>
    );
  return (
    <>
      <TextLink href={recordPath(found.kind, found.id)}>
        <PlainCode value={found.number} />
      </TextLink>
      {found.total !== null && (
        <>
          <br />
          <Amount
            value={found.total}
            currency={found.heading?.kind === 'financialDocument' ? (found.heading.currency ?? 'DOP') : 'DOP'}
          />
        </>
      )}
      {isOrder && (
        <Box sx={{ mt: 1 }}>
          {found.cancellation === null ? (
            <StateChip tone="matched" icon={CircleCheck} label={t('documents.links.live')} />
          ) : (
            <CancellationChip state={found.cancellation.state} />
          )}
        </Box>
      )}
    </>
  );
}

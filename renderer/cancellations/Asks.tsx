import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ask } from '#shared/contract/cancellations.ts';
import type { OrderKind } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, Section, TechnicalData } from '../components/Fields.tsx';
import { formatJson } from '../components/json-text.ts';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { findingText } from '../records/finding-text.ts';

type Props = { asks: readonly Ask[]; orderKind: OrderKind; marketplaceId: number };

/** Every call that the marketplace made about the order, the newest first: what it says, what it was answered, and whether that arrived. */
export function Asks({ asks, ...order }: Props) {
  const { t } = useI18n();
  return (
    <Section title={t('cancellations.detail.history')}>
      <Box component="ol" sx={{ display: 'grid', gap: 3 }}>
        {asks.toReversed().map((ask, index) => (
          <AskLine key={ask.id} ask={ask} isNewest={index === 0} {...order} />
        ))}
      </Box>
    </Section>
  );
}

type LineProps = Omit<Props, 'asks'> & { ask: Ask; isNewest: boolean };

function AskLine({ ask, isNewest, ...order }: LineProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState(isNewest);
  const answer =
    ask.answer === null ? t('cancellations.detail.held') : t(`cancellations.detail.askAnswer.${ask.answer}`);
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Typography variant="body2" sx={{ flex: 1 }}>
          <RelativeTime at={ask.receivedAt} /> · {answer} (
          {t(`cancellations.detail.delivery.${ask.delivery}`)})
        </Typography>
        <Button size="small" variant="text" aria-expanded={open} onClick={() => setOpen((was) => !was)}>
          {t(open ? 'cancellations.detail.hideBody' : 'cancellations.detail.showBody')}
        </Button>
      </Box>
      {open && <AskDetails ask={ask} {...order} />}
    </li>
  );
}

/** What a call says in words, what is odd about its form, and below, out of the way, its ids and its body. */
function AskDetails({ ask, orderKind, marketplaceId }: Omit<LineProps, 'isNewest'>) {
  const { t, format } = useI18n();
  const sent = ask.call;
  const idName = orderKind === 'purchaseOrder' ? 'fields.purchaseOrderId' : 'fields.serviceOrderId';
  const orNotGiven = (value: string | null | undefined) => value ?? t('cancellations.head.notGiven');
  return (
    <Box sx={{ mt: 2 }}>
      {ask.issues.length > 0 && (
        <Box component="ul" sx={{ mb: 3, pl: 4, listStyle: 'circle' }}>
          {ask.issues.map((issue) => (
            <Typography component="li" variant="body2" key={`${issue.code} ${issue.pointer}`}>
              {findingText({ ...issue, id: 0, revision: 0, acknowledgement: null }, { t, format })}
            </Typography>
          ))}
        </Box>
      )}
      {sent !== null && (
        <Fields>
          <Field label={t('cancellations.detail.orderNumber')}>
            {orNotGiven(sent.orderNumbers.join(' · ') || null)}
          </Field>
          <Field label={t('fields.insuranceClaimNumber')}>{orNotGiven(sent.claimNumber)}</Field>
          <Field label={t('fields.requestId')}>{orNotGiven(sent.requestId)}</Field>
          <Field label={t('fields.cancellationReason')}>
            {orNotGiven([sent.reasonText, sent.reasonName].filter(Boolean).join(' · ') || null)}
          </Field>
          <Field label={t('fields.comments')}>{orNotGiven(sent.comments)}</Field>
          <Field label={t('fields.cancelledByDisplayName')}>{orNotGiven(sent.displayName)}</Field>
          <Field label={t('fields.cancelledByEmailAddress')}>{orNotGiven(sent.emailAddress)}</Field>
        </Fields>
      )}
      <TechnicalData>
        <Fields>
          <Field label={t(idName)}>
            <Code value={String(marketplaceId)} label={t(idName)} />
          </Field>
          <Field label={t('fields.cancellationReasonId')}>{orNotGiven(sent?.reasonId)}</Field>
        </Fields>
        <Body ask={ask} />
      </TechnicalData>
    </Box>
  );
}

function Body({ ask }: { ask: Ask }) {
  const { t, format } = useI18n();
  const api = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const isCut = new TextEncoder().encode(ask.body).length < ask.bodyBytes;
  const query = useQuery({
    ...api.cancellations.ask.queryOptions({ input: { id: ask.id } }),
    enabled: isOpen,
  });
  const text = query.data?.body ?? ask.body;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      <CodeBlock
        label={t('records.detail.section.raw')}
        text={isCut && !query.isSuccess ? text : formatJson(text)}
      />
      {isCut && !query.isSuccess && (
        <Button size="small" variant="text" onClick={() => setIsOpen(true)}>
          {t('cancellations.detail.wholeBody', { size: format.bytes(ask.bodyBytes) })}
        </Button>
      )}
    </>
  );
}

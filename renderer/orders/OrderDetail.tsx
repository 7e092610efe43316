import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useWords } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../parts/ErrorState.tsx';
import { Scroll } from '../parts/Panes.tsx';
import { DetailSkeleton } from '../parts/Skeletons.tsx';
import { Findings } from './Findings.tsx';
import { Notes } from './Notes.tsx';
import { OrderFacts, OrderOrigin } from './OrderFacts.tsx';
import { OrderHead } from './OrderHead.tsx';
import { OrderLines } from './OrderLines.tsx';
import { RawBody } from './RawBody.tsx';
import { RevisionBand, Revisions } from './Revisions.tsx';
import { UnknownFields } from './UnknownFields.tsx';
import { useReviewed } from './useReviewed.ts';

type Props = { id: number; back: string; onReviewed?: () => void };

/** One order, whole: what it says, what is odd about it, what people said of it, and what arrived. */
export function OrderDetail({ id, back, onReviewed }: Props) {
  const api = useApi();
  const [revision, setRevision] = useState<number | null>(null);
  const input = revision === null ? { id } : { id, revision };
  const query = useQuery({
    ...api.records.get.queryOptions({ input }),
    placeholderData: (old) => (old?.id === id ? old : undefined),
  });
  if (query.data === undefined) return query.isError ? <ErrorState query={query} /> : <DetailSkeleton />;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      <Loaded
        order={query.data}
        back={back}
        chosen={revision}
        onRevision={setRevision}
        {...(onReviewed === undefined ? {} : { onReviewed })}
      />
    </>
  );
}

type LoadedProps = {
  order: RecordDetail;
  back: string;
  chosen: number | null;
  onRevision: (revision: number | null) => void;
  onReviewed?: () => void;
};

function Loaded({ order, back, chosen, onRevision, onReviewed }: LoadedProps) {
  const { t } = useWords();
  const setReviewed = useReviewed();
  const noteField = useRef<HTMLTextAreaElement>(null);
  const toggle = () => {
    const reviewed = order.reviewedAt === null;
    setReviewed(order, reviewed);
    if (reviewed) onReviewed?.();
  };
  const note = () => {
    noteField.current?.scrollIntoView({ block: 'center' });
    noteField.current?.focus();
  };
  useKeys({ space: toggle, e: toggle, n: note });
  return (
    <Box component="article" aria-label={order.number} sx={{ display: 'contents' }}>
      <OrderHead order={order} back={back} onToggle={toggle} />
      <RevisionBand order={order} chosen={chosen} onRevision={onRevision} />
      <Scroll label={`${t('orders.detail.label')} ${order.number}`}>
        <OrderFacts order={order} />
        {order.findings.length > 0 && <Findings findings={order.findings} />}
        <OrderLines order={order} />
        {order.findings.length === 0 && <Findings findings={order.findings} />}
        <Notes order={order} field={noteField} />
        <OrderOrigin order={order} />
        <UnknownFields order={order} />
        <Revisions order={order} chosen={chosen} onRevision={onRevision} />
        <RawBody body={order.body} />
      </Scroll>
    </Box>
  );
}

import Box from '@mui/material/Box';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Scroll } from '../components/list/ListDetailLayout.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { OrderFacts } from '../orders/OrderFacts.tsx';
import { OrderInvoices } from '../orders/OrderInvoices.tsx';
import { OrderLines } from '../orders/OrderLines.tsx';
import { Findings } from '../records/Findings.tsx';
import { Asks } from './Asks.tsx';
import { CancellationHead } from './CancellationHead.tsx';
import { VerdictPanel } from './VerdictPanel.tsx';

type Props = {
  id: number;
  back: string;
  /** A verdict was given, or it was closed: somebody goes on to the next. */
  onDecided: () => void;
};

/** One question: what is asked, the order it is about, and at the foot, always in its place, the answer. */
export function CancellationDetail({ id, back, onDecided }: Props) {
  const api = useApi();
  const { t } = useI18n();
  const query = useQuery(api.cancellations.get.queryOptions({ input: { id } }));
  useWindowTitle(query.data?.orderNumber ?? null);
  const recordId = query.data?.recordId ?? null;
  const order = useQuery(
    api.records.get.queryOptions({ input: recordId === null ? skipToken : { id: recordId } }),
  );
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={back} /> : <DetailSkeleton />;
  const cancellation = query.data;
  const name =
    cancellation.orderNumber ?? t('cancellations.row.unknownOrder', { id: cancellation.marketplaceId });
  return (
    <Box component="article" aria-label={name} sx={{ display: 'contents' }}>
      {query.isError && <ErrorState query={query} />}
      <CancellationHead cancellation={cancellation} back={back} name={name} order={order.data ?? null} />
      <Scroll label={`${t('records.detail.label')} ${name}`}>
        {order.isError && <ErrorState query={order} />}
        {order.data !== undefined && (
          <>
            {order.data.findings.length > 0 && <Findings record={order.data} />}
            <OrderInvoices recordId={order.data.id} />
            <OrderLines record={order.data} />
            {order.data.findings.length === 0 && <Findings record={order.data} />}
            <OrderFacts record={order.data} />
          </>
        )}
        <Asks
          asks={cancellation.asks}
          orderKind={cancellation.orderKind}
          marketplaceId={cancellation.marketplaceId}
        />
      </Scroll>
      <VerdictPanel key={cancellation.id} cancellation={cancellation} name={name} onDecided={onDecided} />
    </Box>
  );
}

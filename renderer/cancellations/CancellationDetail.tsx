import Button from '@mui/material/Button';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CancellationDetail as Detail } from '#shared/contract/cancellations.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { BackButton, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { OrderFacts } from '../orders/OrderFacts.tsx';
import { OrderLines } from '../orders/OrderLines.tsx';
import { OrderInvoices } from '../orders/OrderView.tsx';
import { ClaimFileLink } from '../records/Facts.tsx';
import { Findings } from '../records/Findings.tsx';
import { useItemText } from '../records/record-view.tsx';
import { Asks } from './Asks.tsx';
import { CancellationStatus } from './CancellationRow.tsx';
import { VerdictPanel } from './VerdictPanel.tsx';

type Props = {
  id: number;
  back: string;
  /** A verdict was given, or it was closed: somebody goes on to the next. */
  onDecided: () => void;
};

/** One cancellation: the marketplace's request, its order, and the verdict panel at the foot. */
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
      {query.isError && <ErrorState query={query} inset="detail" />}
      <CancellationHeader cancellation={cancellation} back={back} name={name} order={order.data ?? null} />
      <ScrollRegion label={`${t('records.detail.label')} ${name}`}>
        {order.isError && <ErrorState query={order} inset="detail" />}
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
      </ScrollRegion>
      <VerdictPanel
        key={cancellation.id}
        cancellation={cancellation}
        name={name}
        order={order.data ?? null}
        onDecided={onDecided}
      />
    </Box>
  );
}

type CancellationHeadProps = { cancellation: Detail; back: string; name: string; order: RecordDetail | null };

/** Which order, whose claim and vehicle, what it is worth, and what the marketplace says to have it cancelled. */
function CancellationHeader({ cancellation, back, name, order }: CancellationHeadProps) {
  const { t } = useI18n();
  const item = useItemText();
  const folder = cancellation.orderKind === 'purchaseOrder' ? 'purchase-orders' : 'service-orders';
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 4, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={back} />
        <Typography variant="h1" sx={{ minWidth: 0 }}>
          {cancellation.orderNumber === null ? (
            name
          ) : (
            <Code value={name} label={t('records.detail.number')} />
          )}
        </Typography>
        <Box component="span" sx={{ flex: 1, display: 'flex', alignItems: 'center', gap: 2 }}>
          <CancellationStatus row={cancellation} />
        </Box>
        {cancellation.total !== null && (
          <Typography variant="h1" component="p">
            <Amount value={cancellation.total} />
          </Typography>
        )}
      </Box>
      {cancellation.recordId !== null && (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1, minHeight: 32 }}>
            <Typography variant="quiet" sx={{ flex: 1 }}>
              {item(cancellation)} · {cancellation.partyName ?? t('records.row.noParty')}
              {order !== null && (
                <>
                  {' · '}
                  {t('records.of.feminine.received').toLocaleLowerCase()}{' '}
                  <RelativeTime at={order.receivedAt} />
                  {' · '}
                  {t(
                    order.reviewedAt === null ? 'records.row.unreviewed' : 'records.of.feminine.reviewed',
                  ).toLocaleLowerCase()}
                </>
              )}
            </Typography>
            <Button
              component={Link}
              href={`/${folder}/${cancellation.recordId}`}
              variant="text"
              endIcon={<ArrowRight size={14} />}
            >
              {t('cancellations.detail.openOrder')}
            </Button>
          </Box>
          <Whose cancellation={cancellation} />
        </>
      )}
      {cancellation.recordId === null && cancellation.claimNumber !== null && (
        <Box component="dl" aria-label={t('cancellations.head.label')} sx={{ mt: 2 }}>
          <Fact label={t('cancellations.head.claim')}>
            <ClaimFileLink
              by="claimNumber"
              value={cancellation.claimNumber}
              label={t('cancellations.head.claim')}
            />
          </Fact>
        </Box>
      )}
      <Question cancellation={cancellation} />
    </Box>
  );
}

/** Claim, insured and vehicle in one line; absent values are shown as not given. */
function Whose({ cancellation }: { cancellation: Detail }) {
  const { t } = useI18n();
  const { claimNumber, insured, vehicle, vin } = cancellation;
  const orNotGiven = (value: string | null) => value ?? t('cancellations.head.notGiven');
  return (
    <Box
      component="dl"
      aria-label={t('cancellations.head.label')}
      sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1 }}
    >
      <Fact label={t('cancellations.head.claim')}>
        {claimNumber === null ? (
          orNotGiven(null)
        ) : (
          <ClaimFileLink by="claimNumber" value={claimNumber} label={t('cancellations.head.claim')} />
        )}
      </Fact>
      <Fact label={t('cancellations.head.insured')}>{orNotGiven(insured)}</Fact>
      <Fact label={t('cancellations.head.vehicle')}>
        {orNotGiven(vehicle)}
        {vin !== null && (
          <>
            {' · '}
            <PlainCode value={vin} />
          </>
        )}
      </Fact>
    </Box>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="caption">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

function Question({ cancellation }: { cancellation: Detail }) {
  const { t } = useI18n();
  return (
    <Box
      sx={{
        mt: 2,
        px: 4,
        py: 2.5,
        borderRadius: 1,
        bgcolor: 'background.raised',
        border: 1,
        maxHeight: 160,
        overflowY: 'auto',
      }}
    >
      <Typography variant="body1" sx={{ overflowWrap: 'anywhere' }}>
        {t('cancellations.detail.asks')}:{' '}
        {cancellation.reason === null ? (
          t('cancellations.detail.noReason').toLocaleLowerCase()
        ) : (
          <strong>{t('cancellations.detail.quoted', { text: cancellation.reason })}</strong>
        )}
      </Typography>
      {cancellation.comments !== null && cancellation.comments !== '' && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {cancellation.comments}
        </Typography>
      )}
      <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
        {cancellation.askedBy ?? t('cancellations.detail.nobody')},{' '}
        <RelativeTime at={cancellation.lastAskedAt} />
        {cancellation.askCount > 1 && ` · ${t('cancellations.row.asks', { count: cancellation.askCount })}`}
      </Typography>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { BackButton } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { DossierLink } from '../records/Facts.tsx';
import { useItemText } from '../records/item-words.ts';
import { CancellationStatus } from './CancellationRowLink.tsx';

type Props = { cancellation: CancellationDetail; back: string; name: string; order: RecordDetail | null };

/** Which order, whose claim and vehicle, what it is worth, and what the marketplace says to have it cancelled. */
export function CancellationHead({ cancellation, back, name, order }: Props) {
  const { t } = useI18n();
  const item = useItemText();
  const folder = cancellation.orderKind === 'purchaseOrder' ? 'purchase-orders' : 'service-orders';
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 4, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={back} />
        <Typography variant="h1" sx={{ minWidth: 0 }}>
          {cancellation.orderNumber === null ? name : <Code value={name} what={t('records.detail.number')} />}
        </Typography>
        <Box component="span" sx={{ flex: 1, display: 'flex' }}>
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
            <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1 }}>
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
      <Question cancellation={cancellation} />
    </Box>
  );
}

/** Claim, insured and vehicle in one line; what no record tells is said so. */
function Whose({ cancellation }: { cancellation: CancellationDetail }) {
  const { t } = useI18n();
  const { claimNumber, insured, vehicle, vin } = cancellation;
  const given = (value: string | null) => value ?? t('cancellations.head.notGiven');
  return (
    <Box
      component="dl"
      aria-label={t('cancellations.head.label')}
      sx={{ m: 0, mt: 1, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1 }}
    >
      <Fact label={t('cancellations.head.claim')}>
        {claimNumber === null ? (
          given(null)
        ) : (
          <DossierLink by="claimNumber" value={claimNumber} what={t('cancellations.head.claim')} />
        )}
      </Fact>
      <Fact label={t('cancellations.head.insured')}>{given(insured)}</Fact>
      <Fact label={t('cancellations.head.vehicle')}>
        {given(vehicle)}
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
      <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

function Question({ cancellation }: { cancellation: CancellationDetail }) {
  const { t } = useI18n();
  return (
    <Box
      sx={(theme) => ({
        mt: 2,
        px: 4,
        py: 2.5,
        borderRadius: 1,
        background: theme.perito.scheme.raised,
        border: `1px solid ${theme.perito.scheme.line}`,
        maxHeight: 160,
        overflowY: 'auto',
      })}
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

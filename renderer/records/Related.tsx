import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CarFront, type LucideIcon, Package, Receipt, Wrench } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ClaimFileKey, ClaimFileRecord } from '#shared/contract/claims.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import type { RecordKind } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { CancellationChip } from '../cancellations/CancellationState.tsx';
import { claimFilePath } from '../claims/paths.ts';
import { useRecordLabel } from '../claims/record-text.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { ArchivedChip } from '../retention/ArchivedChip.tsx';
import { recordPath } from './paths.ts';

const icons: Record<RecordKind, LucideIcon> = {
  purchaseOrder: Package,
  serviceOrder: Wrench,
  incidentReport: CarFront,
  financialDocument: Receipt,
};

const shownAtFirst = 6;
const claimFileKeys: readonly ClaimFileKey[] = ['claimNumber', 'requestId', 'policy', 'vin'];

/** Links to the other records of the same claim. */
export function Related({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const [all, setAll] = useState(false);
  const query = useRelated(record.id);
  const found = query.data?.records ?? [];
  const keys = query.data?.keys ?? [];
  const key = claimFileKeys
    .map((by) => keys.find((named) => named.by === by))
    .find((named) => named !== undefined);
  return (
    <Section
      title={t('records.detail.section.related')}
      aside={
        key !== undefined &&
        found.length > 0 &&
        isClaimFileKey(key.by) && (
          <Button
            component={Link}
            href={claimFilePath(key.by, key.value)}
            size="small"
            variant="text"
            endIcon={<ArrowRight size={14} />}
          >
            {t(key.by === 'claimNumber' ? 'records.related.openClaim' : 'records.related.openClaimFile', {
              what: t(`claims.by.${key.by}`).toLocaleLowerCase(),
            })}
          </Button>
        )
      }
    >
      {query.isError && <ErrorState query={query} />}
      {query.isPending && <LineSkeleton height={28} label={t('records.related.loading')} />}
      {query.isSuccess && found.length === 0 && (
        <Typography variant="quiet">{t('records.related.none')}</Typography>
      )}
      <ul>
        {(all ? found : found.slice(0, shownAtFirst)).map((record) => (
          <li key={record.id}>
            <RelatedLink record={record} />
          </li>
        ))}
      </ul>
      {found.length > shownAtFirst && !all && (
        <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ mt: 2 }}>
          {t('records.related.more', { count: found.length })}
        </Button>
      )}
    </Section>
  );
}

const isClaimFileKey = (by: string): by is ClaimFileKey => claimFileKeys.some((key) => key === by);

function RelatedLink({ record }: { record: ClaimFileRecord }) {
  const { t } = useI18n();
  const label = useRecordLabel();
  const Icon = icons[record.kind];
  const { heading } = record;
  const credits = heading?.kind === 'financialDocument' && isCreditNote(heading);
  return (
    <StripLink href={recordPath(record.kind, record.id)}>
      <Icon size={15} role="img" aria-label={t(`records.kind.${record.kind}`)} />
      <PlainCode value={record.number} />
      <span className="grow">
        {[label.title(record), record.partyName].filter(Boolean).join(' · ')}
        <span className="quiet">
          {' · '}
          <RelativeTime at={record.receivedAt} />
        </span>
      </span>
      {record.archivedIn !== null && <ArchivedChip bundleId={record.archivedIn} maxWidth={216} />}
      {record.cancellation !== null && <CancellationChip state={record.cancellation.state} />}
      {record.total !== null && (
        <span>
          {credits && '−\u2009'}
          <Amount value={record.total} currency={label.currency(record)} />
        </span>
      )}
    </StripLink>
  );
}

/** One line of a strip within a detail, which leads to another record. */
export function StripLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      href={href}
      sx={(theme) => ({
        typography: 'body2',
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: theme.perito.sizes.row,
        px: 2,
        mx: -2,
        color: 'text.primary',
        textDecoration: 'none',
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
        '& svg': { flex: 'none' },
        '& .grow': {
          flex: 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
        '& .quiet': { color: 'text.secondary' },
      })}
    >
      {children}
    </Box>
  );
}

/** The records related to this one, and an order's match with its invoices. */
export function useRelated(recordId: number) {
  const api = useApi();
  return useQuery(api.claims.related.queryOptions({ input: { recordId } }));
}

import Box from '@mui/material/Box';
import { CircleAlert } from 'lucide-react';
import type { ClaimHeadline } from '#shared/contract/claims.ts';
import { recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import type { ListedClaim } from './useClaimList.ts';

/** Which claim and what is still to be invoiced; which vehicle, since when, and what is still to be credited. */
export function ClaimRowLink({ row, href, selected }: { row: ListedClaim; href: string; selected: boolean }) {
  const { t, format } = useI18n();
  const findings = t('claims.row.findings', { count: row.attentionCount });
  const held = recordKinds
    .filter((kind) => row.counts[kind] > 0)
    .map((kind) => t(`claims.count.${kind}`, { count: row.counts[kind] }))
    .join(', ');
  return (
    <RowLink href={href} selected={selected} loud={false}>
      <span className="first">
        <span className="grow">
          <PlainCode value={row.claimNumber} />
        </span>
        {row.attentionCount > 0 && (
          <Box
            component="span"
            className="sign"
            title={findings}
            sx={{ color: 'text.secondary', alignSelf: 'center' }}
          >
            <CircleAlert size={13} aria-hidden />
            {format.count(row.attentionCount)}
            <VisuallyHidden>{findings}</VisuallyHidden>
          </Box>
        )}
        <Sum headline={row.headline} of="outstanding" />
      </span>
      <span className="second">
        <span className="grow" title={held}>
          {row.vehicle ?? held}
          {' · '}
          <RelativeTime at={row.lastReceivedAt} />
        </span>
        <Sum headline={row.headline} of="toCredit" />
      </span>
    </RowLink>
  );
}

/** One of the two sums, each currency for itself; nothing where there is none. */
function Sum({ headline, of }: { headline: readonly ClaimHeadline[]; of: 'outstanding' | 'toCredit' }) {
  const { t } = useI18n();
  const some = headline.filter((sums) => Number(sums[of]) > 0);
  if (some.length === 0) return null;
  const isAlarm = of === 'toCredit';
  return (
    <Box
      component="span"
      sx={{
        flex: 'none',
        fontSize: 13,
        color: isAlarm ? 'error.main' : 'text.primary',
        whiteSpace: 'nowrap',
      }}
    >
      <Box component="span" sx={{ fontSize: 12, color: isAlarm ? 'inherit' : 'text.secondary' }}>
        {t(`claims.row.${of}`)}
      </Box>{' '}
      {some.map((sums, index) => (
        <span key={sums.currency}>
          {index > 0 && ' · '}
          <Amount value={sums[of]} currency={sums.currency} />
        </span>
      ))}
    </Box>
  );
}

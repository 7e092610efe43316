import Box from '@mui/material/Box';
import { CircleAlert } from 'lucide-react';
import type { ClaimHeadline } from '#shared/contract/claims.ts';
import { recordKinds } from '#shared/terms.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Amount } from '../parts/Amount.tsx';
import { PlainCode } from '../parts/Code.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Hidden, RowLink } from '../parts/RowLink.tsx';
import type { ListedClaim } from './useClaimList.ts';

/** Which claim and what is outstanding; which vehicle, what it holds and since when. */
export function ClaimRowLink({ row, href, selected }: { row: ListedClaim; href: string; selected: boolean }) {
  const { t, format } = useWords();
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
        {row.headline.map((sums) => (
          <Sums key={sums.currency} sums={sums} />
        ))}
      </span>
      <span className="second">
        <span className="grow" title={held}>
          {row.vehicle !== null && `${row.vehicle} · `}
          {held}
        </span>
        {row.attentionCount > 0 && (
          <span className="sign" title={findings}>
            <CircleAlert size={13} aria-hidden />
            {format.count(row.attentionCount)}
            <Hidden>{findings}</Hidden>
          </span>
        )}
        <RelativeTime at={row.lastReceivedAt} />
      </span>
    </RowLink>
  );
}

/** What is still to be invoiced and what is to be credited, in one currency; each where there is any. */
function Sums({ sums }: { sums: ClaimHeadline }) {
  const { t } = useWords();
  const shown = (['outstanding', 'toCredit'] as const).filter((name) => Number(sums[name]) > 0);
  return shown.map((name) => {
    const colour = name === 'toCredit' ? 'error.main' : 'text.primary';
    return (
      <Box key={name} component="span" sx={{ color: colour, whiteSpace: 'nowrap' }}>
        <Box component="span" sx={{ fontSize: 12, color: name === 'toCredit' ? colour : 'text.secondary' }}>
          {t(`claims.row.${name}`)}
        </Box>{' '}
        <Amount value={sums[name]} currency={sums.currency} />
      </Box>
    );
  });
}

import { CircleAlert, CircleSlash, Repeat2, UserCheck } from 'lucide-react';
import { memo } from 'react';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useItemText } from '../records/record-view.tsx';
import { CancellationChip, Countdown } from './CancellationState.tsx';
import { isHeld } from './useCancellations.ts';

type Props = { row: CancellationRow; href: string; selected: boolean };

/** A cancellation in its list: order, amount, state, party and time. */
export const CancellationRowLink = memo(function CancellationRowLink({ row, href, selected }: Props) {
  const { t } = useI18n();
  const item = useItemText();
  const name = row.orderNumber ?? t('cancellations.row.unknownOrder', { id: row.marketplaceId });
  return (
    <RowLink href={href} selected={selected} loud={row.state === 'waiting'}>
      <span className="first">
        {row.mismatches.length > 0 && (
          <Box component="span" className="sign" sx={{ color: 'error.main', alignSelf: 'center' }}>
            <CircleAlert size={14} role="img" aria-label={t('cancellations.mismatch.title')} />
          </Box>
        )}
        <span className="grow">{row.recordId === null ? name : item(row)}</span>
        {row.total !== null && <Amount value={row.total} />}
      </span>
      <span className="second">
        {row.orderNumber !== null && <PlainCode value={row.orderNumber} />}
        <span className="grow">{row.partyName ?? row.reason ?? ''}</span>
        <CancellationStatus row={row} />
        {!isHeld(row) && <RelativeTime at={row.closed?.at ?? row.decidedAt ?? row.lastAskedAt} />}
      </span>
    </RowLink>
  );
});

/** The countdown while a call is held, else the state in words. */
export function CancellationStatus({ row }: { row: CancellationRow }) {
  const { t } = useI18n();
  const isProposed = row.verdict === null && row.proposal !== null;
  const proposed = isProposed && (
    <StateChip tone="waiting" icon={UserCheck} label={t('cancellations.row.proposed')} />
  );
  if (row.verdict === null && row.heldUntil !== null)
    return (
      <>
        {proposed}
        <Countdown heldUntil={row.heldUntil} heldSince={row.lastAskedAt} />
      </>
    );
  if (isProposed) return proposed;
  if (row.closed !== null)
    return <StateChip tone="neutral" icon={CircleSlash} label={t('cancellations.row.closed')} />;
  if (row.mustAskAgain)
    return <StateChip tone="waiting" icon={Repeat2} label={t('cancellations.row.mustAskAgain')} />;
  return <CancellationChip state={row.state} />;
}

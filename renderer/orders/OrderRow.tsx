import { CircleAlert, History } from 'lucide-react';
import type { RecordRow } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { CancellationChip } from '../cancellations/CancellationChip.tsx';
import { Amount } from '../parts/Amount.tsx';
import { PlainCode } from '../parts/Code.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Hidden, RowLink } from '../parts/RowLink.tsx';
import { useItemWords } from './item-words.ts';

/** What and how much; from whom and since when. */
export function OrderRow({ row, href, selected }: { row: RecordRow; href: string; selected: boolean }) {
  const { t, format } = useWords();
  const item = useItemWords();
  const findings = t('orders.row.findings', { count: row.findingCount });
  return (
    <RowLink href={href} selected={selected} loud={row.reviewedAt === null}>
      <span className="first">
        <span className="grow">{item(row)}</span>
        <Amount value={row.total} />
      </span>
      <span className="second">
        <PlainCode value={row.number} />
        <span className="grow">{row.partyName ?? t('orders.row.noParty')}</span>
        {row.reviewedAt === null && <Hidden>{t('orders.row.unreviewed')}</Hidden>}
        {row.revision > 1 && (
          <span className="sign" title={t('orders.row.revision', { revision: row.revision })}>
            <History size={13} aria-label={t('orders.row.revision', { revision: row.revision })} role="img" />
          </span>
        )}
        {row.findingCount > 0 && (
          <span className="sign" title={findings}>
            <CircleAlert size={13} aria-hidden />
            {format.count(row.findingCount)}
            <Hidden>{findings}</Hidden>
          </span>
        )}
        {row.cancellation !== null && <CancellationChip state={row.cancellation.state} />}
        <RelativeTime at={row.receivedAt} />
      </span>
    </RowLink>
  );
}

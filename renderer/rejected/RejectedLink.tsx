import { CircleX, Repeat } from 'lucide-react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { useProblemText } from './problem-words.ts';

/** What was wrong and with which answer; where it was sent and since when. */
export function RejectedLink({ row, href, selected }: { row: RejectedRow; href: string; selected: boolean }) {
  const { t } = useI18n();
  const problem = useProblemText();
  return (
    <RowLink href={href} selected={selected} loud={row.seenAt === null}>
      <span className="first">
        <span className="grow">{problem(row)}</span>
        {row.count > 1 && (
          <StateChip tone="neutral" icon={Repeat} label={t('rejected.detail.times', { count: row.count })} />
        )}
        <StateChip tone="refusal" icon={CircleX} label={String(row.status)} />
      </span>
      <span className="second">
        <span className="grow">
          <PlainCode value={`${row.method} ${row.path}`} />
        </span>
        {row.seenAt === null && <VisuallyHidden>{t('rejected.row.unseen')}</VisuallyHidden>}
        <RelativeTime at={row.lastReceivedAt} />
      </span>
    </RowLink>
  );
}

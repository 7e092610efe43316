import { CircleX, Repeat } from 'lucide-react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useWords } from '../app/locale/i18n.ts';
import { PlainCode } from '../parts/Code.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Hidden, RowLink } from '../parts/RowLink.tsx';
import { StateChip } from '../parts/StateChip.tsx';
import { useProblemWords } from './problem-words.ts';

/** What was wrong and with which answer; where it was sent and since when. */
export function RejectedLink({ row, href, selected }: { row: RejectedRow; href: string; selected: boolean }) {
  const { t } = useWords();
  const problem = useProblemWords();
  return (
    <RowLink href={href} selected={selected} loud={row.seenAt === null}>
      <span className="first">
        <span className="grow">{problem(row)}</span>
        {row.count > 1 && (
          <StateChip tone="neutral" icon={Repeat} words={t('rejected.detail.times', { count: row.count })} />
        )}
        <StateChip tone="refusal" icon={CircleX} words={String(row.status)} />
      </span>
      <span className="second">
        <span className="grow">
          <PlainCode value={`${row.method} ${row.path}`} />
        </span>
        {row.seenAt === null && <Hidden>{t('rejected.row.unseen')}</Hidden>}
        <RelativeTime at={row.lastReceivedAt} />
      </span>
    </RowLink>
  );
}

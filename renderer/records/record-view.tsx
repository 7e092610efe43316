import { CircleAlert, History } from 'lucide-react';
import { type ComponentType, createContext, type ReactNode, use, useCallback } from 'react';
import type { RecordDetail, RecordRow } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { CancellationChip } from '../cancellations/CancellationState.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { DecisionChip } from '../decisions/DecisionChip.tsx';
import { ArchivedChip } from '../retention/ArchivedChip.tsx';
import { AssigneeSign } from '../work/AssignmentField.tsx';
import { FlagSign } from '../work/FlagField.tsx';

export type RecordRowProps = { row: RecordRow; href: string; selected: boolean };

/** The parts of a row and a detail that differ by kind of record. */
export type RecordView = {
  Row: ComponentType<RecordRowProps>;
  /** The amount at the right of the number; for an incident its vehicle. */
  Amount: ComponentType<{ record: RecordDetail }>;
  /** The subject, in one line. */
  Subtitle: ComponentType<{ record: RecordDetail }>;
  /** The sections, with the findings and notes among them. */
  Details: ComponentType<{ record: RecordDetail; findings: ReactNode; notes: ReactNode }>;
  /** Where it comes from, and its names at the marketplace. */
  Source: ComponentType<{ record: RecordDetail }>;
};

type Props = RecordRowProps & {
  /** The subject and amount. */
  first: ReactNode;
  /** From whom; the signs and when it came stand after it. */
  second: ReactNode;
};

/** What a list says of a record below its two lines; a row with it is higher. */
export const ThirdLine = createContext<ReactNode>(null);

/** A record in a list: subject and amount, party and time. */
export function RecordRowLink({ row, href, selected, first, second }: Props) {
  const { t } = useI18n();
  return (
    <RowLink href={href} selected={selected} loud={row.reviewedAt === null}>
      <span className="first">{first}</span>
      <span className="second">
        {second}
        {row.reviewedAt === null && <VisuallyHidden>{t('records.row.unreviewed')}</VisuallyHidden>}
        {row.revision > 1 && <Revision revision={row.revision} />}
        {row.attentionCount > 0 && <FindingCount count={row.attentionCount} />}
        <FlagSign row={row} />
        <AssigneeSign person={row.assignedTo} />
        <DecisionChip row={row} />
        {row.cancellation !== null && <CancellationChip state={row.cancellation.state} />}
        {row.archivedIn !== null && <ArchivedChip bundleId={row.archivedIn} maxWidth={216} />}
        <span className={row.cancellation === null && row.archivedIn === null ? 'sign' : 'sign spare'}>
          <RelativeTime at={row.receivedAt} />
        </span>
      </span>
      {use(ThirdLine)}
    </RowLink>
  );
}

function Revision({ revision }: { revision: number }) {
  const { t } = useI18n();
  const words = t('records.row.revision', { revision });
  return (
    <span className="sign" title={words}>
      <History size={13} aria-label={words} role="img" />
    </span>
  );
}

function FindingCount({ count }: { count: number }) {
  const { t, format } = useI18n();
  const words = t('records.row.findings', { count });
  return (
    <span className="sign" title={words}>
      <CircleAlert size={13} aria-hidden />
      {format.count(count)}
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

/** "Bumper delantero y 4 más". */
export function useItemText() {
  const { t } = useI18n();
  return useCallback(
    ({ firstItem, itemCount }: { firstItem: string | null; itemCount: number }): string => {
      if (firstItem === null) return t('records.row.noItems');
      return itemCount > 1
        ? t('records.row.itemMore', { first: firstItem, count: itemCount - 1 })
        : firstItem;
    },
    [t],
  );
}

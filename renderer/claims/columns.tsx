import { useMemo } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { DecisionChips } from '../decisions/DecisionChip.tsx';
import { CodeCell, Cut, DayOf, Findings } from '../records/columns.tsx';
import type { QueueColumn, QueueColumns } from '../records/queue-table.ts';
import { ArchivedChip } from '../retention/ArchivedChip.tsx';
import { AssigneeName } from '../work/AssignmentField.tsx';
import { Sums } from './Sums.tsx';
import type { ListedClaim } from './useClaimList.ts';

/** In the order that the table begins with; the others are there to be chosen. */
const shown = [
  ...['claim', 'received', 'insured', 'vehicle', 'dated', 'ordered', 'outstanding', 'toCredit'],
  ...['records', 'findings', 'assigned', 'state'],
];

/** The columns of the table of claims. */
export function useClaimColumns(): QueueColumns<ListedClaim> {
  const { t, format } = useI18n();
  return useMemo(() => {
    const count = (value: number) => (value === 0 ? null : format.count(value));
    const columns: QueueColumn<ListedClaim>[] = [
      {
        ...{ id: 'claim', label: t('claims.column.claim'), width: 164 },
        cell: ({ claimNumber }) => <PlainCode value={claimNumber} />,
      },
      {
        ...{ id: 'received', label: t('claims.column.received'), width: 124, order: 'received' },
        cell: ({ lastReceivedAt }) => (
          <Cut>
            <RelativeTime at={lastReceivedAt} />
          </Cut>
        ),
      },
      {
        ...{ id: 'insured', label: t('claims.column.insured'), width: 188, grows: true },
        cell: ({ insured }) => <Cut title={insured ?? ''}>{insured}</Cut>,
      },
      {
        ...{ id: 'vehicle', label: t('queue.column.vehicle'), width: 180, grows: true },
        cell: ({ vehicle }) => <Cut title={vehicle ?? ''}>{vehicle}</Cut>,
      },
      {
        ...{ id: 'dated', label: t('queue.dated.claim'), width: 140, order: 'dated' },
        cell: ({ incidentOn }) => <Cut>{incidentOn === null ? null : <DayOf text={incidentOn} />}</Cut>,
      },
      {
        ...{ id: 'ordered', label: t('claims.column.ordered'), width: 136, align: 'right', order: 'amount' },
        cell: ({ ordered }) => (Number(ordered) === 0 ? null : <Amount value={ordered} currency="DOP" />),
      },
      {
        ...{ id: 'outstanding', label: t('claims.amounts.outstanding'), width: 136, align: 'right' },
        cell: ({ headline }) => <Sums headline={headline} field="outstanding" />,
      },
      {
        ...{ id: 'toCredit', label: t('claims.amounts.toCredit'), width: 136, align: 'right' },
        cell: ({ headline }) => <Sums headline={headline} field="toCredit" />,
      },
      {
        ...{ id: 'records', label: t('claims.column.records'), width: 100, align: 'right', order: 'records' },
        cell: ({ recordCount }) => format.count(recordCount),
      },
      {
        ...{ id: 'findings', label: t('records.detail.section.findings'), width: 104, order: 'attention' },
        cell: ({ attentionCount }) => <Findings count={attentionCount} />,
      },
      {
        ...{ id: 'assigned', label: t('work.assign.column'), width: 132 },
        cell: ({ assignedTo }) => <AssigneeName person={assignedTo} />,
      },
      {
        ...{ id: 'state', label: t('queue.column.state'), width: 176 },
        cell: (row) => <State row={row} />,
      },
      {
        ...{ id: 'open', label: t('claims.column.open'), width: 104, align: 'right' },
        cell: ({ openCount }) => count(openCount),
      },
      {
        ...{ id: 'waiting', label: t('claims.column.waiting'), width: 160, align: 'right' },
        cell: ({ waitingCount }) => count(waitingCount),
      },
      {
        ...{ id: 'flagged', label: t('work.flag.flagged'), width: 108, align: 'right' },
        cell: ({ flaggedCount }) => count(flaggedCount),
      },
      {
        ...{ id: 'policy', label: t('records.facts.policy'), width: 152 },
        cell: ({ policyNumber }) => <CodeCell value={policyNumber} label={t('records.facts.policy')} />,
      },
      {
        ...{ id: 'plate', label: t('queue.column.plate'), width: 108 },
        cell: ({ plate }) => <CodeCell value={plate} label={t('queue.column.plate')} />,
      },
    ];
    return { columns, shown };
  }, [t, format]);
}

/** What was decided on its invoices, that it was moved, else whether anything of it is still to be reviewed. */
function State({ row }: { row: ListedClaim }) {
  const { t } = useI18n();
  if (row.archivedIn !== null) return <ArchivedChip bundleId={row.archivedIn} maxWidth={160} />;
  if (Object.values(row.decisions).some((count) => count > 0))
    return <DecisionChips counts={row.decisions} />;
  return <Cut>{t(row.openCount > 0 ? 'records.row.unreviewed' : 'records.of.masculine.reviewed')}</Cut>;
}

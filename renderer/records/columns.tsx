import { CircleAlert } from 'lucide-react';
import { type ReactNode, use, useMemo } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import type { RecordKind } from '#shared/terms.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { CancellationChip } from '../cancellations/CancellationState.tsx';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { TabStop } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { DecisionChip } from '../decisions/DecisionChip.tsx';
import { useDocumentText } from '../financial-documents/FinancialDocumentFacts.tsx';
import { useIncidentType } from '../incidents/incident-text.ts';
import { ArchivedChip } from '../retention/ArchivedChip.tsx';
import { AssigneeName } from '../work/AssignmentField.tsx';
import { FlagSign } from '../work/FlagField.tsx';
import type { QueueColumn, QueueColumns } from './queue-table.ts';
import { useItemText } from './record-view.tsx';

type RecordColumn = QueueColumn<RecordRow>;

const incidentOf = ({ heading }: RecordRow) => (heading?.kind === 'incidentReport' ? heading : null);
const documentOf = ({ heading }: RecordRow) => (heading?.kind === 'financialDocument' ? heading : null);

/** The columns that each kind has, in the order that its table begins with; those after `|` are there to be chosen. */
const columnsOfKind: Record<RecordKind, { shown: readonly string[]; more: readonly string[] }> = {
  purchaseOrder: {
    shown: [
      'number',
      'received',
      'item',
      'party',
      'amount',
      'claim',
      'vehicle',
      'findings',
      'assigned',
      'flag',
      'state',
    ],
    more: ['policy', 'vin', 'plate', 'workshop', 'request', 'marketplaceId', 'revision'],
  },
  serviceOrder: {
    shown: [
      'number',
      'received',
      'item',
      'party',
      'amount',
      'claim',
      'vehicle',
      'findings',
      'assigned',
      'flag',
      'state',
    ],
    more: ['policy', 'vin', 'plate', 'request', 'marketplaceId', 'revision'],
  },
  incidentReport: {
    shown: [
      'number',
      'received',
      'vehicle',
      'type',
      'dated',
      'party',
      'policy',
      'vin',
      'photos',
      'findings',
      'assigned',
      'flag',
      'state',
    ],
    more: ['claim', 'documents', 'item', 'marketplaceId', 'revision'],
  },
  financialDocument: {
    shown: [
      'number',
      'received',
      'party',
      'receipt',
      'documentType',
      'dated',
      'amount',
      'claim',
      'findings',
      'assigned',
      'flag',
      'decision',
      'state',
    ],
    more: ['vehicle', 'policy', 'vin', 'plate', 'workshop', 'item', 'request', 'marketplaceId', 'revision'],
  },
};

/** The columns of a kind's table, by their names, and which of them it begins with. */
export function useColumns(kind: RecordKind): QueueColumns<RecordRow> {
  const { t, format } = useI18n();
  const itemText = useItemText();
  const typeName = useIncidentType();
  const documentText = useDocumentText();
  return useMemo(() => {
    const count = (value: number | undefined) => (value === undefined ? null : format.count(value));
    const all: Record<string, Omit<RecordColumn, 'id'>> = {
      number: {
        label: t('queue.column.number'),
        width: 148,
        cell: ({ number }) => <PlainCode value={number} />,
      },
      received: {
        label: t('queue.column.received'),
        width: 120,
        order: 'received',
        cell: ({ receivedAt }) => (
          <Cut>
            <RelativeTime at={receivedAt} />
          </Cut>
        ),
      },
      item: {
        label: t('queue.column.item'),
        width: 200,
        grows: true,
        cell: (row) => <Cut title={itemText(row)}>{itemText(row)}</Cut>,
      },
      party: {
        label: t(`queue.column.party.${kind}`),
        width: 180,
        grows: true,
        order: 'party',
        cell: ({ partyName }) => <Cut title={partyName ?? ''}>{partyName ?? t('records.row.noParty')}</Cut>,
      },
      amount: {
        label: t('queue.column.amount'),
        width: 132,
        align: 'right',
        order: 'amount',
        cell: (row) => {
          const document = documentOf(row);
          return (
            <span>
              {document !== null && isCreditNote(document) && '−\u2009'}
              <Amount value={row.total} currency={document?.currency ?? 'DOP'} />
            </span>
          );
        },
      },
      claim: {
        label: t('records.facts.claim'),
        width: 164,
        order: 'claim',
        cell: ({ claimNumber }) => <CodeCell value={claimNumber} label={t('records.facts.claim')} />,
      },
      request: {
        label: t('records.facts.tender'),
        width: 110,
        cell: ({ requestId }) => (
          <CodeCell value={requestId === null ? null : String(requestId)} label={t('records.facts.tender')} />
        ),
      },
      findings: {
        label: t('records.detail.section.findings'),
        width: 96,
        order: 'attention',
        cell: ({ attentionCount }) => <Findings count={attentionCount} />,
      },
      decision: {
        label: t('decisions.title'),
        width: 156,
        cell: (row) => <DecisionChip row={row} />,
      },
      state: {
        label: t('queue.column.state'),
        width: 168,
        cell: (row) => <State row={row} kind={kind} />,
      },
      assigned: {
        label: t('work.assign.column'),
        width: 132,
        cell: ({ assignedTo }) => <AssigneeName person={assignedTo} />,
      },
      flag: {
        label: t('work.flag.flagged'),
        width: 116,
        cell: (row) => <FlagSign row={row} maxWidth={100} />,
      },
      marketplaceId: {
        label: t('queue.column.marketplaceId'),
        width: 120,
        cell: ({ marketplaceId }) => (
          <CodeCell value={String(marketplaceId)} label={t('queue.column.marketplaceId')} />
        ),
      },
      revision: {
        label: t('queue.column.revision'),
        width: 84,
        align: 'right',
        cell: ({ revision }) => format.count(revision),
      },
      vehicle: {
        label: t('queue.column.vehicle'),
        width: 200,
        grows: true,
        cell: (row) => {
          const vehicle = row.about.vehicle ?? (incidentOf(row) === null ? null : t('incidents.noVehicle'));
          return <Cut title={vehicle ?? ''}>{vehicle}</Cut>;
        },
      },
      type: {
        label: t('queue.column.type'),
        width: 128,
        cell: (row) => {
          const incident = incidentOf(row);
          return <Cut>{typeName(incident?.typeId ?? null, incident?.typeName ?? null)}</Cut>;
        },
      },
      dated: {
        label: t(kind === 'incidentReport' ? 'incidents.facts.incidentAt' : 'documents.facts.date'),
        width: 124,
        order: 'dated',
        cell: (row) => {
          const day = incidentOf(row)?.incidentAt ?? documentOf(row)?.documentDate ?? null;
          return <Cut>{day === null ? null : <DayOf text={day} />}</Cut>;
        },
      },
      policy: {
        label: t('records.facts.policy'),
        width: 152,
        cell: (row) => <CodeCell value={row.about.policyNumber} label={t('records.facts.policy')} />,
      },
      vin: {
        label: t('queue.column.vin'),
        width: 188,
        cell: (row) => <CodeCell value={row.about.vin} label={t('queue.column.vin')} />,
      },
      plate: {
        label: t('queue.column.plate'),
        width: 108,
        cell: (row) => <CodeCell value={row.about.plate} label={t('queue.column.plate')} />,
      },
      workshop: {
        label: t('queue.column.workshop'),
        width: 180,
        cell: ({ about: { workshop } }) => <Cut title={workshop ?? ''}>{workshop}</Cut>,
      },
      photos: {
        label: t('incidents.section.photos'),
        width: 68,
        align: 'right',
        cell: (row) => count(incidentOf(row)?.pictureCount),
      },
      documents: {
        label: t('queue.column.papers'),
        width: 92,
        align: 'right',
        cell: (row) => count(incidentOf(row)?.documentCount),
      },
      receipt: {
        label: t('queue.column.receipt'),
        width: 148,
        cell: (row) => (
          <CodeCell value={documentOf(row)?.taxReceiptNumber ?? null} label={t('queue.column.receipt')} />
        ),
      },
      documentType: {
        label: t('queue.column.documentType'),
        width: 156,
        cell: (row) => {
          const document = documentOf(row);
          const text = document === null ? null : documentText(document);
          return <Cut title={text ?? ''}>{text}</Cut>;
        },
      },
    };
    const { shown, more } = columnsOfKind[kind];
    const columns = [...shown, ...more].flatMap((id) => {
      const column = all[id];
      return column === undefined ? [] : [{ id, ...column }];
    });
    return { columns, shown };
  }, [kind, t, format, itemText, typeName, documentText]);
}

/** A cell's words, cut where there is no room; all of them on hover. */
export function Cut({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span className="cut" title={title}>
      {children}
    </span>
  );
}

/** A code that is copied with one click, and reached by Tab in the row that Tab enters. */
export function CodeCell({ value, label }: { value: string | null; label: string }) {
  const isTabStop = use(TabStop) === true;
  if (value === null || value === '') return null;
  return (
    <span className="cut" title={value}>
      <Code value={value} label={label} isTabStop={isTabStop} />
    </span>
  );
}

/** A day as a Dominican calendar had it. */
export function DayOf({ text }: { text: string }) {
  const { format } = useI18n();
  return format.dayShort(readDominicanTime(text)?.day ?? text, useMinuteClock());
}

export function Findings({ count }: { count: number }) {
  const { t, format } = useI18n();
  if (count === 0) return null;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
    >
      <CircleAlert size={13} aria-hidden />
      <span aria-hidden>{format.count(count)}</span>
      <VisuallyHidden>{t('records.row.findings', { count })}</VisuallyHidden>
    </Box>
  );
}

/** What somebody has to know before it is opened: its cancellation, that it was moved, else whether it was reviewed. */
function State({ row, kind }: { row: RecordRow; kind: RecordKind }) {
  const { t } = useI18n();
  if (row.cancellation !== null) return <CancellationChip state={row.cancellation.state} />;
  if (row.archivedIn !== null) return <ArchivedChip bundleId={row.archivedIn} maxWidth={152} />;
  if (row.reviewedAt === null) return <Cut>{t('records.row.unreviewed')}</Cut>;
  const isMasculine = kind === 'incidentReport' || kind === 'financialDocument';
  return <Cut>{t(`records.of.${isMasculine ? 'masculine' : 'feminine'}.reviewed`)}</Cut>;
}

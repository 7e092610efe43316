import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CheckCheck } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import type { RecordDetail as Detail } from '#shared/contract/records.ts';
import type { RecordKind } from '#shared/terms.ts';
import { isNewerRevision, useNotDone } from '../app/error-message.ts';
import { navigate } from '../app/hash-location.ts';
import { useKeys } from '../app/keys/keys.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName, useKeyName } from '../app/names.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { ArchiveButton } from '../archives/ArchiveButton.tsx';
import { archiveName } from '../archives/archiving.ts';
import { History } from '../audit/History.tsx';
import { CancellationLink } from '../cancellations/CancellationState.tsx';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Later } from '../components/Later.tsx';
import { BackButton, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { NeighbourButtons } from '../components/list/Neighbours.tsx';
import { RelativeTime, useWhen } from '../components/RelativeTime.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { DecisionChip } from '../decisions/DecisionChip.tsx';
import { isUndecidedInvoice } from '../decisions/undecided.ts';
import { RevisionSupplement } from '../estimates/SupplementTable.tsx';
import { PrintButton } from '../exports/ExportButton.tsx';
import { ArchivedRecord } from '../retention/ArchivedRecord.tsx';
import { ArchivedRevisions } from '../retention/ArchivedRevisions.tsx';
import { AssignmentField } from '../work/AssignmentField.tsx';
import { FlagField } from '../work/FlagField.tsx';
import { Presence } from '../work/Presence.tsx';
import { NextReminder } from '../work/Reminders.tsx';
import { useAssignRecord, useFlagRecord } from '../work/record-acts.ts';
import { Findings } from './Findings.tsx';
import { LeadProvider, useLeading } from './lead.ts';
import { Notes } from './Notes.tsx';
import { recordPath } from './paths.ts';
import { RawBody } from './RawBody.tsx';
import { Related } from './Related.tsx';
import { kindsOnScreen } from './record-kinds.ts';
import { FindingPointers, TechnicalSection, UnknownFields, unknownPointers } from './TechnicalSection.tsx';
import { technicalData, technicalPointers } from './technical-fields.ts';

type Props = {
  id: number;
  /** The kind of this screen; a record of another kind redirects to its own. */
  kind?: RecordKind;
  back: string;
  onReviewed?: () => void;
  /** Whichever the list has after it, which is fetched once this one is there. */
  next?: number | null;
  /** In the inbox E works the entry off: that reviews the record, or something beside it. */
  inInbox?: 'reviews' | 'besides';
};

/** One record: its content, findings, notes, and the body received. */
export function RecordDetail({ id, kind, back, onReviewed, next = null, inInbox }: Props) {
  const api = useApi();
  const [revision, setRevision] = useState<number | null>(null);
  const input = revision === null ? { id } : { id, revision };
  const query = useQuery({
    ...api.records.get.queryOptions({ input }),
    placeholderData: (old) => (old?.id === id ? old : undefined),
  });
  useFetchedBefore(next, query.data !== undefined);
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={back} /> : <DetailSkeleton />;
  if (kind !== undefined && query.data.kind !== kind)
    return <Redirect to={recordPath(query.data.kind, id)} replace />;
  if (query.data.archivedIn !== null)
    return (
      <>
        {query.isError && <ErrorState query={query} inset="detail" />}
        <ArchivedRecord record={query.data} back={back} />
      </>
    );
  return (
    <>
      {query.isError && <ErrorState query={query} inset="detail" />}
      <Loaded
        record={query.data}
        back={back}
        chosen={revision}
        onRevision={setRevision}
        {...(onReviewed === undefined ? {} : { onReviewed })}
        {...(inInbox === undefined ? {} : { inInbox })}
      />
    </>
  );
}

/** Has the record that somebody opens next at hand, as soon as nothing else is waited for. */
function useFetchedBefore(id: number | null, isDue: boolean) {
  const api = useApi();
  const queries = useQueryClient();
  useEffect(() => {
    if (id !== null && isDue) void queries.prefetchQuery(api.records.get.queryOptions({ input: { id } }));
  }, [id, isDue, api, queries]);
}

type LoadedProps = {
  record: Detail;
  back: string;
  chosen: number | null;
  onRevision: (revision: number | null) => void;
  onReviewed?: () => void;
  inInbox?: 'reviews' | 'besides';
};

function Loaded({ record, back, chosen, onRevision, onReviewed, inInbox }: LoadedProps) {
  const { t } = useI18n();
  const { Amount, Subtitle, Details, Source } = kindsOnScreen[record.kind].view;
  const setReviewed = useReviewed(() => onRevision(null));
  useWindowTitle(record.number);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const toggle = () => {
    const reviewed = record.reviewedAt === null;
    setReviewed(record, reviewed);
    if (reviewed) onReviewed?.();
  };
  const note = () => {
    noteField.current?.scrollIntoView({ block: 'center' });
    noteField.current?.focus();
  };
  const mayReview = useMay('records.setReviewed');
  const mayNote = useMay('records.addNote');
  const { gender } = kindsOnScreen[record.kind];
  const review = {
    label: t(`records.of.${gender}.${record.reviewedAt === null ? 'mark' : 'unmark'}`),
    run: toggle,
  };
  useKeys({
    ...(inInbox === undefined && mayReview ? { e: review, 'shift space': review } : {}),
    n: mayNote ? { label: t('frame.keys.note'), run: note } : undefined,
  });
  const technical = useMemo(() => {
    const groups = technicalData(record.content);
    return { groups, pointers: technicalPointers(groups), unknown: new Set(unknownPointers(record)) };
  }, [record]);
  const article = useRef<HTMLElement>(null);
  const leading = useLeading(
    article,
    record.body,
    ({ pointer, inBody }) =>
      (pointer !== null && technical.pointers.has(pointer)) || technical.unknown.has(inBody),
  );
  const shown = record.revisions.find(
    ({ revision }) =>
      revision === (chosen ?? Math.max(...record.revisions.map((revision) => revision.revision))),
  );
  return (
    <LeadProvider value={leading}>
      <Box component="article" ref={article} aria-label={record.number} sx={{ display: 'contents' }}>
        <RecordHeader
          record={record}
          back={back}
          onToggle={toggle}
          {...(inInbox === undefined ? {} : { inInbox })}
          amount={<Amount record={record} />}
          subtitle={<Subtitle record={record} />}
        />
        <RevisionBand record={record} chosen={chosen} onRevision={onRevision} />
        <ScrollRegion label={`${t('records.detail.label')} ${record.number}`}>
          <RevisionSupplement record={record} revision={shown?.revision ?? record.revision} />
          <Details
            record={record}
            findings={<Findings record={record} />}
            notes={<Notes record={record} field={noteField} />}
          />
          <Later isWanted={leading.lead !== null}>
            <Related record={record} />
            <Source record={record} />
            <History number={record.number} />
            <Revisions record={record} chosen={chosen} onRevision={onRevision} />
            <TechnicalSection groups={technical.groups}>
              {shown !== undefined && (
                <Fields>
                  <Field label={t('records.revisions.sha')} wide>
                    <Code value={shown.sha256} label={t('records.revisions.sha')} />
                  </Field>
                </Fields>
              )}
              <UnknownFields record={record} />
              <FindingPointers findings={record.findings} />
            </TechnicalSection>
            <RawBody record={record} revision={shown?.revision ?? record.revision} />
          </Later>
        </ScrollRegion>
      </Box>
    </LeadProvider>
  );
}

/** What is typed at a record. */
const recordDrafts = ['note', 'pay', 'hold', 'dispute'] as const;

type RecordHeadProps = {
  record: Detail;
  back: string;
  onToggle: () => void;
  inInbox?: 'reviews' | 'besides';
  amount: ReactNode;
  subtitle: ReactNode;
};

/** The record's number, amount, subject, whose it is, its flag and review. It keeps its place while the rest scrolls. */
function RecordHeader({ record, back, onToggle, inInbox, amount, subtitle }: RecordHeadProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const when = useWhen();
  const assign = useAssignRecord();
  const flag = useFlagRecord();
  const mayWork = useMay('work.assign');
  const isWorkedOn =
    record.assignedTo !== null ||
    record.flaggedAt !== null ||
    record.reviewedAt !== null ||
    record.reminders.length > 0;
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={back} />
        <Typography variant="h1" sx={{ flex: 1, minWidth: 0 }}>
          <Code value={record.number} label={t('records.detail.number')} />
        </Typography>
        <Typography variant="h1" component="div">
          {amount}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1, minHeight: 32 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="quiet">
            {subtitle} · {t(`records.of.${kindsOnScreen[record.kind].gender}.received`).toLocaleLowerCase()}{' '}
            <RelativeTime at={record.receivedAt} />
          </Typography>
          <Presence
            claimNumber={record.claimNumber}
            recordId={record.id}
            drafts={recordDrafts.map((of) => `${of}:${record.id}` as const)}
          />
        </Box>
        <DecisionChip row={record} />
        {record.cancellation !== null && <CancellationLink cancellation={record.cancellation} />}
        <NeighbourButtons />
        <ArchiveButton
          isIcon
          wanted={{
            words: `${t(`records.kind.${record.kind}`)} ${record.number}`,
            choice: { ids: [record.id] },
            name: archiveName(record.number),
          }}
        />
        <PrintButton source={{ of: 'record', id: record.id }} />
      </Box>
      <Box
        sx={{
          display: mayWork || isWorkedOn ? 'flex' : 'none',
          alignItems: 'center',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: 2,
          mt: 1,
          minHeight: 32,
          '& > *': { minWidth: 0 },
          '& > :last-child': { flex: 'none' },
        }}
      >
        <AssignmentField
          value={record.assignedTo}
          since={
            record.assignedAt === null || record.assignedBy === null
              ? null
              : t('work.assign.since', {
                  who: actorName(record.assignedBy),
                  when: when(record.assignedAt),
                })
          }
          onAssign={(person) => assign(record, person)}
        />
        <FlagField row={record} onFlag={(word) => flag(record, word)} />
        <NextReminder reminders={record.reminders} />
        <Box sx={{ flex: 1 }} />
        {/* The inbox says it above, with all that it does. */}
        {(inInbox !== 'reviews' || record.reviewedAt !== null) && (
          <ReviewedButton record={record} onToggle={onToggle} hasKey={inInbox === undefined} />
        )}
      </Box>
    </Box>
  );
}

type ReviewedProps = { record: Detail; onToggle: () => void; hasKey: boolean };

/** The button that marks a record as reviewed; afterwards it shows by whom and when, and undoes it. */
function ReviewedButton({ record, onToggle, hasKey }: ReviewedProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const when = useWhen();
  const mayReview = useMay('records.setReviewed');
  const gender = kindsOnScreen[record.kind].gender;
  const keys = hasKey ? { 'aria-keyshortcuts': 'Shift+Space E' } : {};
  if (record.reviewedAt === null)
    return (
      <Acts of="records.setReviewed">
        <Button startIcon={<Check size={14} />} onClick={onToggle} {...keys}>
          {t(`records.of.${gender}.mark`)}
          {hasKey && <Kbd gap>E</Kbd>}
        </Button>
      </Acts>
    );
  const reviewedBy = t(`records.of.${gender}.reviewedBy`, {
    who: record.reviewedBy === null ? t('common.none') : actorName(record.reviewedBy),
    when: when(record.reviewedAt),
  });
  if (!mayReview) return <Typography variant="caption">{reviewedBy}</Typography>;
  return (
    <Tooltip title={`${reviewedBy}. ${t(`records.of.${gender}.unmark`)}`}>
      <Button
        variant="text"
        color="inherit"
        startIcon={<CheckCheck size={14} />}
        onClick={onToggle}
        aria-pressed
        {...keys}
        sx={{ color: 'text.secondary' }}
      >
        {t(`records.of.${gender}.reviewed`)}
      </Button>
    </Tooltip>
  );
}

/**
 * Marks a record as reviewed in the revision that is shown, or takes the mark back, and offers to undo. Where a newer one came
 * meanwhile it says so, and `onNewer` is called to show it.
 */
function useReviewed(onNewer: () => void) {
  const { api, client } = useConnection();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const change = useMutation({
    mutationFn: ({ record: { id, revision }, reviewed }: { record: Detail; reviewed: boolean }) =>
      client.records.setReviewed(reviewed ? { reviewed, id, revision } : { reviewed, id }),
    onSuccess: (row) => patchRows([row], api, queries),
    onError(error, { record: { kind, id, number } }) {
      if (!isNewerRevision(error)) return notDone(error);
      onNewer();
      notify({
        tone: 'hint',
        text: t('records.detail.newer', { number }),
        see: () => navigate(recordPath(kind, id)),
      });
    },
    onSettled(_, __, { record: { id } }) {
      void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id } }) });
      void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
  });
  return (record: Detail, reviewed: boolean) => {
    const hasError = record.findings.some(
      ({ severity, acknowledgement }) => severity === 'error' && acknowledgement === null,
    );
    change.mutate(
      { record, reviewed },
      {
        onSuccess: () =>
          notify({
            tone: 'done',
            text: t(
              reviewed && hasError && isUndecidedInvoice(record)
                ? 'decisions.reviewedUndecided'
                : reviewed
                  ? `records.of.${kindsOnScreen[record.kind].gender}.nowReviewed`
                  : 'records.detail.nowUnreviewed',
              {
                number: record.number,
              },
            ),
            undo: () => change.mutate({ record, reviewed: !reviewed }),
          }),
      },
    );
  };
}

type RevisionsProps = {
  record: Detail;
  chosen: number | null;
  onRevision: (revision: number | null) => void;
};

/** Every form in which the record came; any of them can be shown above. */
function Revisions({ record, chosen, onRevision }: RevisionsProps) {
  const { t, format } = useI18n();
  const when = useWhen();
  const keyName = useKeyName();
  const shown = chosen ?? record.revisions.reduce((top, row) => Math.max(top, row.revision), 1);
  const current = record.revisions.find((row) => row.revision === shown);
  const latest = Math.max(...record.revisions.map((row) => row.revision));
  return (
    <Section title={t('records.detail.section.revisions')}>
      {record.revisions.length < 2 ? (
        <Typography variant="quiet" sx={{ mb: 3 }}>
          {t('records.revisions.onlyOne')}
        </Typography>
      ) : (
        <Select
          size="small"
          value={String(shown)}
          onChange={(event) =>
            onRevision(Number(event.target.value) === latest ? null : Number(event.target.value))
          }
          inputProps={{ 'aria-label': t('records.revisions.choose') }}
          sx={{ mb: 3, minWidth: 260 }}
        >
          {record.revisions.map((row) => (
            <MenuItem key={row.revision} value={String(row.revision)} disabled={row.archivedIn !== null}>
              {t('records.revisions.item', { revision: row.revision, when: when(row.receivedAt) })}
              {row.revision === latest && ` (${t('records.revisions.latest')})`}
              {row.archivedIn !== null && ` (${t('retention.archived.inArchive')})`}
            </MenuItem>
          ))}
        </Select>
      )}
      {record.archivedRevisions > 0 && (
        <Box sx={{ display: 'grid', gap: 3, mb: 3 }}>
          <ArchivedRevisions record={record} />
        </Box>
      )}
      {current !== undefined && (
        <Fields>
          <Field label={t(`records.of.${kindsOnScreen[record.kind].gender}.received`)}>
            {format.exact(current.receivedAt)}
          </Field>
          <Field label={t('records.revisions.key')}>{keyName(current.keyLabel)}</Field>
          {current.bytes !== null && (
            <Field label={t('records.revisions.size')}>{format.bytes(current.bytes)}</Field>
          )}
        </Fields>
      )}
    </Section>
  );
}

/** Warns that an older revision is shown. */
function RevisionBand({ record, chosen, onRevision }: RevisionsProps) {
  const { t } = useI18n();
  if (chosen === null) return null;
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 3 }}>
      <Alert
        severity="warning"
        action={
          <Button size="small" onClick={() => onRevision(null)}>
            {t('records.revisions.showLatest')}
          </Button>
        }
      >
        {t('records.revisions.older', { revision: chosen, count: record.revisions.length })}
      </Alert>
    </Box>
  );
}

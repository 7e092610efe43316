import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ORPCError } from '@orpc/client';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleHelp, FolderX, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import {
  type ClaimFile,
  type ClaimFileKey,
  type ClaimFileRecord,
  claimFileKey,
} from '#shared/contract/claims.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { ArchiveButton } from '../archives/ArchiveButton.tsx';
import { archiveName } from '../archives/archiving.ts';
import { History } from '../audit/History.tsx';
import { CancellationChip } from '../cancellations/CancellationState.tsx';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Columns, Section } from '../components/Fields.tsx';
import { Later } from '../components/Later.tsx';
import { BackButton, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { NeighbourButtons } from '../components/list/Neighbours.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { useGrowing } from '../components/useGrowing.tsx';
import { DecisionChip } from '../decisions/DecisionChip.tsx';
import { ClaimEstimates, PolicyMoney } from '../estimates/ClaimEstimates.tsx';
import { PrintButton } from '../exports/ExportButton.tsx';
import { useDominicanTime, useIncidentType } from '../incidents/incident-text.ts';
import { StatusChips } from '../policies/PolicyState.tsx';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';
import { ArchivedChip } from '../retention/ArchivedChip.tsx';
import { ArchivedClaim } from '../retention/ArchivedClaim.tsx';
import { archivedOf, isReportArchived } from '../retention/retention-state.ts';
import { AssigneeSign } from '../work/AssignmentField.tsx';
import { FlagSign } from '../work/FlagField.tsx';
import { Presence } from '../work/Presence.tsx';
import { ClaimDecisions, OpenDecisions } from './ClaimDecisions.tsx';
import { AllPhotos, Documents, PhotoStrip } from './ClaimFileAttachments.tsx';
import {
  ClaimActs,
  ClaimNotes,
  ClaimReminders,
  NotesInShort,
  RemindersInShort,
  useClaimWork,
  useNoteField,
  usePrefetchClaimWork,
  withClaimNotes,
} from './ClaimWork.tsx';
import { claimFileOptions } from './claim-queries.ts';
import { Elsewhere } from './Elsewhere.tsx';
import { ClaimFilePart, GravestFindings } from './GravestFindings.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { OrderMatchCard } from './OrderMatch.tsx';
import { claimFilePath } from './paths.ts';
import { useRecordLabel } from './record-text.ts';
import { Timeline, TimelineInShort } from './Timeline.tsx';
import { type Subject, useSubject } from './useSubject.ts';

/** Everything that shares one claim number, tender, policy or VIN: in short first, then order by order, day by day, record by record. */
export function ClaimFileDetail(props: { by: ClaimFileKey; value: string; back: string }) {
  const { by, value, back } = props;
  const { t } = useI18n();
  const api = useApi();
  const options = claimFileOptions(api, { by, value });
  usePrefetchQuery(options);
  usePrefetchClaimWork(props);
  const query = useQuery(options);
  if (query.data !== undefined)
    return (
      <>
        {query.isError && <ErrorState query={query} inset="detail" />}
        <Loaded claimFile={query.data} back={back} />
      </>
    );
  if (query.error instanceof ORPCError && query.error.code === 'NOT_FOUND')
    return (
      <EmptyState icon={FolderX} title={t('claims.detail.notFound')} text={t('claims.detail.notFoundText')}>
        <Button component={Link} href={back} sx={{ mt: 2 }}>
          {t('claims.detail.back')}
        </Button>
      </EmptyState>
    );
  return query.isError ? <ErrorState query={query} back={back} /> : <DetailSkeleton />;
}

function Loaded({ claimFile: asReceived, back }: { claimFile: ClaimFile; back: string }) {
  const { t } = useI18n();
  const work = useClaimWork(asReceived);
  const claimFile = useMemo(() => withClaimNotes(asReceived, work.data), [asReceived, work.data]);
  const note = useNoteField();
  const name = `${t(`claims.by.${claimFile.by}`)} ${claimFile.value}`;
  useWindowTitle(name);
  const subject = useSubject(claimFile);
  const archived = archivedOf(claimFile.records).count;
  const isArchived = archived > 0 && archived === claimFile.records.length && !claimFile.isPartial;
  return (
    <article aria-label={name} style={{ display: 'contents' }}>
      <ClaimFileHeader claimFile={claimFile} subject={subject} back={back}>
        {work.data !== undefined && (
          <ClaimActs claimNumber={claimFile.value} work={work.data} onNote={note.focus} />
        )}
      </ClaimFileHeader>
      <ScrollRegion label={`${t('claims.detail.label')} ${name}`}>
        {claimFile.isPartial && (
          <Alert severity="warning" sx={{ mx: 6, mb: 4 }}>
            {t('claims.detail.partial')}
          </Alert>
        )}
        {archived > 0 && <ArchivedClaim claimFile={claimFile} />}
        <Overview
          claimFile={asReceived}
          timeline={claimFile.timeline}
          subject={subject}
          isArchived={isArchived}
        >
          <NotesInShort claimFile={asReceived} work={work.data} />
          {work.data !== undefined && <RemindersInShort work={work.data} claimFile={claimFile} />}
        </Overview>
        <Later isWanted={note.isWanted}>
          {claimFile.by === 'claimNumber' && (
            <Columns
              wide={<ClaimNotes claimFile={asReceived} query={work} field={note.field} />}
              narrow={work.data !== undefined && <ClaimReminders claimFile={asReceived} work={work.data} />}
            />
          )}
          {!isArchived && <WhatIsDecided claimFile={asReceived} />}
          <Section title={t('claims.detail.section.timeline')}>
            <Timeline claimFile={claimFile} />
          </Section>
          <RecordsAndKeys claimFile={asReceived} />
        </Later>
      </ScrollRegion>
    </article>
  );
}

type PartProps = { claimFile: ClaimFile };

/** Decisions, estimates, the same things in other claims, and order by order what was invoiced. */
const WhatIsDecided = memo(function WhatIsDecided({ claimFile }: PartProps) {
  const { t } = useI18n();
  const { records, matches } = claimFile;
  return (
    <>
      <ClaimDecisions records={records} />
      <ClaimEstimates records={records} />
      <Elsewhere claimFile={claimFile} />
      {matches.length > 0 && (
        <Section title={t('claims.detail.section.matches')}>
          <Matches matches={matches} />
        </Section>
      )}
    </>
  );
});

/** Record by record, who did what, and the other keys. */
const RecordsAndKeys = memo(function RecordsAndKeys({ claimFile }: PartProps) {
  const { t } = useI18n();
  const { by, value, records, keys } = claimFile;
  return (
    <>
      <Section title={t('claims.detail.section.records')}>
        <ClaimFileRecords records={records} by={by} />
      </Section>
      {by === 'claimNumber' && <History number={value} />}
      {keys.length > 0 && (
        <Section title={t('claims.detail.section.keys')}>
          <ClaimFileKeys keys={keys} />
        </Section>
      )}
    </>
  );
});

/** What is drawn of a claim of hundreds of records before somebody scrolls there. */
const shownAtFirst = { matches: 12, records: 60 };

function Matches({ matches }: Pick<ClaimFile, 'matches'>) {
  const { shown, more } = useGrowing(matches, shownAtFirst.matches);
  return (
    <>
      {shown.map((match) => (
        <OrderMatchCard key={match.order.id} match={match} />
      ))}
      {more}
    </>
  );
}

/** Other keys of the same records: policy, VIN, tender. Each opens as a claim file of its own. */
function ClaimFileKeys({ keys }: { keys: ClaimFile['keys'] }) {
  const { t, format } = useI18n();
  return (
    <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {keys.map((key) => {
        const by = claimFileKey.safeParse(key.by);
        if (!by.success) return null;
        return (
          <li key={`${key.by} ${key.value}`}>
            <Box
              component={Link}
              href={claimFilePath(by.data, key.value)}
              sx={{
                typography: 'body2',
                display: 'inline-flex',
                alignItems: 'center',
                gap: 2,
                minHeight: 28,
                px: 2.5,
                borderRadius: 1,
                border: 1,
                color: 'text.primary',
                textDecoration: 'none',
                '&:hover': { borderColor: 'lineStrong', bgcolor: 'action.hover' },
              }}
            >
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {t(`claims.by.${by.data}`)}
              </Box>
              <PlainCode value={key.value} />
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {format.count(key.count)}
              </Box>
            </Box>
          </li>
        );
      })}
    </Box>
  );
}

type HeaderProps = { claimFile: ClaimFile; subject: Subject; back: string; children: ReactNode };

/** Which claim and what is open in it; then who is insured, which vehicle, and whether it is covered. */
function ClaimFileHeader({ claimFile, subject, back, children }: HeaderProps) {
  const { t } = useI18n();
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 4, flexWrap: 'wrap', rowGap: 2 }}>
        <BackButton href={back} />
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Typography variant="h1">
            {t(`claims.by.${claimFile.by}`)} <Code value={claimFile.value} label={t('claims.detail.value')} />
          </Typography>
          <InsuredVehicle subject={subject} claimFile={claimFile} />
        </Box>
        <Headline headline={claimFile.headline} />
      </Box>
      <Cover subject={subject} claimFile={claimFile} />
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, mt: 2, minHeight: 32 }}>
        {children}
        <OpenDecisions records={claimFile.records} />
        <Box sx={{ flex: 1 }} />
        {claimFile.by === 'claimNumber' && (
          <Presence claimNumber={claimFile.value} recordId={null} drafts={[`claimNote:${claimFile.value}`]} />
        )}
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <NeighbourButtons />
          <PrintButton source={{ of: 'claim', by: claimFile.by, value: claimFile.value }} />
          {archivedOf(claimFile.records).count < claimFile.records.length && (
            <ArchiveButton
              isIcon
              wanted={{
                words: `${t(`claims.by.${claimFile.by}`)} ${claimFile.value}`,
                choice: { claimFiles: [{ by: claimFile.by, value: claimFile.value }] },
                name: archiveName(claimFile.value),
              }}
            />
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** Who, and which vehicle; its VIN only where nothing better is known of it, since the claim file has it below. */
function InsuredVehicle({ subject, claimFile }: Pick<HeaderProps, 'subject' | 'claimFile'>) {
  const { t } = useI18n();
  const { insured, vehicle, vin } = subject;
  const isNeeded = vehicle === null && vin !== null && claimFile.by !== 'vin';
  return (
    <Typography variant="body1" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {(insured !== null || !isReportArchived(claimFile)) && (
        <>
          <strong>{insured ?? t('claims.subject.noInsured')}</strong>
          {' · '}
        </>
      )}
      {isNeeded ? <Code value={vin} label={t('claims.by.vin')} /> : (vehicle ?? t('claims.row.noVehicle'))}
    </Typography>
  );
}

/** Both sums, in each currency; what one party owes is never taken off what is owed to another. */
function Headline({ headline }: Pick<ClaimFile, 'headline'>) {
  const { t } = useI18n();
  if (headline.length === 0) return null;
  // A currency in which nothing is open says nothing here; of several such the first does.
  const open = headline.filter((sums) => Number(sums.outstanding) > 0 || Number(sums.toCredit) > 0);
  const shown = open.length > 0 ? open : headline.slice(0, 1);
  return (
    <Box component="dl" sx={{ display: 'flex', gap: 6, flex: 'none' }}>
      {(['outstanding', 'toCredit'] as const).map((name) => (
        <Box key={name} sx={{ textAlign: 'right' }}>
          <Typography component="dt" variant="caption">
            {t(`claims.amounts.${name}`)}
          </Typography>
          {shown.map((sums) => {
            const isAlarm = name === 'toCredit' && Number(sums.toCredit) > 0;
            return (
              <Typography
                key={sums.currency}
                component="dd"
                variant="h2"
                sx={{ color: isAlarm ? 'error.main' : 'text.primary' }}
              >
                <Amount value={sums[name]} currency={sums.currency} />
              </Typography>
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

/** The policy, how it stood on the day, and the day; that cover was not looked up where it was not. */
function Cover({ subject, claimFile }: Pick<HeaderProps, 'subject' | 'claimFile'>) {
  const { t, format } = useI18n();
  const timeOf = useDominicanTime();
  const typeName = useIncidentType()(subject.type.id, subject.type.name);
  const { coverageCheck, policyNumber, incidentAt } = subject;
  const isUnknown = isReportArchived(claimFile);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 3, rowGap: 1.5, mt: 2 }}>
      {policyNumber !== null && claimFile.by !== 'policy' && (
        <Typography variant="body2">
          {t('records.facts.policy')}{' '}
          <TextLink href={claimFilePath('policy', policyNumber)}>
            <PlainCode value={policyNumber} />
          </TextLink>
        </Typography>
      )}
      {isUnknown ? null : coverageCheck === null || coverageCheck === 'failed' ? (
        <StateChip tone="waiting" icon={CircleHelp} label={t('claims.subject.notVerified')} />
      ) : coverageCheck === 'pending' ? null : coverageCheck.found ? (
        <StatusChips check={coverageCheck} type={typeName ?? t('incidents.noType')} />
      ) : (
        <StateChip tone="waiting" icon={TriangleAlert} label={t('incidents.policy.notFound')} />
      )}
      <Typography variant="quiet" sx={{ whiteSpace: 'nowrap' }}>
        {incidentAt === null ? (
          t(isUnknown ? 'retention.archived.reportThere' : 'claims.subject.noReport')
        ) : (
          <span title={timeOf(incidentAt)}>
            {format.day(readDominicanTime(incidentAt)?.day ?? incidentAt)}
          </span>
        )}
        {claimFile.incidentCount > 1 &&
          ` · ${t('claims.count.incidentReport', { count: claimFile.incidentCount })}`}
      </Typography>
    </Box>
  );
}

/** The width from which findings and ledger stand side by side. */
const wide = '@container (min-width: 960px)';

type OverviewProps = {
  claimFile: ClaimFile;
  /** With the notes on the claim itself. */
  timeline: ClaimFile['timeline'];
  subject: Subject;
  /** Whether findings, photos and documents of all its records are in an archive, and none are here. */
  isArchived: boolean;
  /** What people wrote of it. */
  children: ReactNode;
};

/** What has to be seen in ten seconds: what is wrong, who owes what, photos, documents, notes and what followed what. */
function Overview({ claimFile, timeline, subject, isArchived, children }: OverviewProps) {
  const { t } = useI18n();
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, py: 2, borderTop: 1 }}>
      <Box sx={{ containerType: 'inline-size' }}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
            columnGap: 6,
            rowGap: 1,
            // All of it is seen in the lowest window.
            '@media (min-height: 900px)': { rowGap: 4 },
            '& > .third': { gridColumn: 'span 2' },
            '& > .half': { gridColumn: '1 / -1', [wide]: { gridColumn: 'span 3' } },
            '& > .whole': { gridColumn: '1 / -1' },
          }}
        >
          {!isArchived && <GravestFindings claimFile={claimFile} className="half" />}
          <ClaimFilePart title={t('claims.detail.section.ledger')} className={isArchived ? 'whole' : 'half'}>
            <PolicyMoney claimFile={claimFile} subject={subject} />
            <LedgerTable ledger={claimFile.ledger} notCounted={claimFile.notCounted} />
          </ClaimFilePart>
          {!isArchived && (
            <>
              <ClaimFilePart
                title={t('claims.detail.section.photos')}
                count={claimFile.photos.count}
                aside={<AllPhotos claimFile={claimFile} />}
                className="whole"
              >
                <PhotoStrip claimFile={claimFile} />
              </ClaimFilePart>
              <ClaimFilePart
                title={t('claims.detail.section.documents')}
                count={claimFile.documents.count}
                className="third"
              >
                <Documents claimFile={claimFile} />
              </ClaimFilePart>
            </>
          )}
          {children}
          <ClaimFilePart title={t('claims.detail.section.story')} className="whole" isInline>
            <TimelineInShort timeline={timeline} />
          </ClaimFilePart>
        </Box>
      </Box>
    </Box>
  );
}

/** The records of a claim file, and why each belongs there where it is not by the claim file's own key. */
function ClaimFileRecords({ records, by }: { records: readonly ClaimFileRecord[]; by: ClaimFileKey }) {
  const { t } = useI18n();
  const label = useRecordLabel();
  const { shown, more } = useGrowing(records, shownAtFirst.records);
  return (
    <>
      <ul>
        {shown.map((record) => {
          const reason = record.because.find((share) => share.by === by) ?? record.because[0];
          return (
            <Box component="li" key={record.id} sx={{ '& + li': { borderTop: 1 } }}>
              <Box
                component={Link}
                href={recordPath(record.kind, record.id)}
                sx={(theme) => ({
                  typography: 'body2',
                  display: 'grid',
                  gridTemplateColumns: '132px minmax(0, 1fr) auto auto',
                  columnGap: 4,
                  alignItems: 'center',
                  minHeight: theme.perito.sizes.row,
                  py: 1.5,
                  color: 'text.primary',
                  textDecoration: 'none',
                  '&:hover': { bgcolor: 'action.hover' },
                })}
              >
                <PlainCode value={record.number} />
                <Box sx={{ minWidth: 0 }}>
                  <Typography variant="body2" noWrap>
                    {label.title(record)}
                  </Typography>
                  <Typography variant="caption" component="p" noWrap>
                    {[
                      t(`records.kind.${record.kind}`),
                      record.partyName,
                      reason !== undefined && reason.by !== by
                        ? t(`claims.linkedBy.${reason.by}`, { value: reason.value })
                        : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </Box>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                  {record.attentionCount > 0 && (
                    <Box
                      component="span"
                      title={t('claims.row.findings', { count: record.attentionCount })}
                      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
                    >
                      <CircleAlert size={13} aria-hidden />
                      {record.attentionCount}
                    </Box>
                  )}
                  {record.archivedIn !== null && <ArchivedChip bundleId={record.archivedIn} maxWidth={216} />}
                  <FlagSign row={record} />
                  <AssigneeSign person={record.assignedTo} />
                  <DecisionChip row={record} />
                  {record.cancellation !== null && <CancellationChip state={record.cancellation.state} />}
                </Box>
                <Box sx={{ textAlign: 'right', minWidth: 112 }}>
                  {record.total !== null && <Amount value={record.total} currency={label.currency(record)} />}
                  <Typography variant="caption" component="p">
                    <RelativeTime at={record.receivedAt} />
                  </Typography>
                </Box>
              </Box>
            </Box>
          );
        })}
      </ul>
      {more}
    </>
  );
}

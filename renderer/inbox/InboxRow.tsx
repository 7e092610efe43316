import { CheckCheck, CircleHelp, Clock, Eye, type LucideIcon, UserRoundCheck } from 'lucide-react';
import { memo } from 'react';
import type { InboxEntry } from '#shared/contract/inbox.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { Countdown } from '../cancellations/CancellationState.tsx';
import { useRecordLabel } from '../claims/record-text.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { DecisionChip } from '../decisions/DecisionChip.tsx';
import { kindsOnScreen } from '../records/record-kinds.ts';
import type { Place } from './kept-inbox.ts';
import { entryPath } from './paths.ts';
import { reasonIcons, useReasonText } from './reasons.ts';

/** Pixels of the line that names the claim of the entries below it. */
export const headHeight = 30;

type Cancellation = InboxEntry & { kind: 'cancellation' };

/** Whether the marketplace's call waits for the answer now. */
const isHeld = (entry: Cancellation) => entry.state === 'waiting' && entry.heldUntil !== null;

/** An entry, below the name of its claim where it is the first of it: why it is there, what it is, and since when. */
export const InboxRow = memo(function InboxRow({
  place,
  isFirst,
  isSelected,
}: {
  place: Place;
  isFirst: boolean;
  isSelected: boolean;
}) {
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      {isFirst && <Head claimNumber={place.claimNumber} />}
      <Box data-entry={place.id} sx={{ flex: 1, minHeight: 0, opacity: place.isGone ? 0.65 : 1 }}>
        <RowLink href={entryPath(place.id)} selected={isSelected} loud={place.entry.isMine && !place.isGone}>
          {place.isGone ? <Gone place={place} /> : <Waiting entry={place.entry} />}
        </RowLink>
      </Box>
    </Box>
  );
});

function Head({ claimNumber }: { claimNumber: string | null }) {
  const { t } = useI18n();
  return (
    <Box
      component="h2"
      sx={{
        typography: 'caption',
        fontWeight: 600,
        flex: 'none',
        height: headHeight,
        m: 0,
        px: 4,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        bgcolor: 'background.raised',
        borderBottom: 1,
        minWidth: 0,
      }}
    >
      {claimNumber === null ? (
        t('inbox.group.none')
      ) : (
        <>
          {t('claims.by.claimNumber')} <PlainCode value={claimNumber} />
        </>
      )}
    </Box>
  );
}

/** It waits no more; its place stays until the list is read anew. */
function Gone({ place: { entry } }: { place: Place }) {
  const { t } = useI18n();
  return (
    <>
      <span className="first">
        <span className="sign">
          <CheckCheck size={14} aria-hidden />
        </span>
        <span className="grow">{t('inbox.gone.row')}</span>
      </span>
      <What entry={entry} />
    </>
  );
}

function Waiting({ entry }: { entry: InboxEntry }) {
  if (entry.kind === 'cancellation') return <AskedToCancel entry={entry} />;
  return <ForReasons entry={entry} />;
}

function AskedToCancel({ entry }: { entry: Cancellation }) {
  const { t } = useI18n();
  const actorName = useActorName();
  const { proposal } = entry;
  const Icon =
    proposal !== null
      ? UserRoundCheck
      : entry.state === 'unmatched'
        ? CircleHelp
        : isHeld(entry)
          ? Clock
          : Eye;
  const why =
    proposal !== null
      ? t('inbox.why.proposedApproval', { who: actorName(proposal.who) })
      : t(
          entry.state === 'unmatched'
            ? 'inbox.why.unmatched'
            : isHeld(entry)
              ? 'inbox.why.held'
              : 'inbox.why.deferred',
        );
  return (
    <>
      <span className="first">
        <Sign icon={Icon} tone="warning.main" />
        <span className="grow" title={why}>
          {why}
        </span>
        {isHeld(entry) && entry.heldUntil !== null ? (
          <Box component="span" className="sign" sx={{ alignSelf: 'center' }}>
            <Countdown heldUntil={entry.heldUntil} heldSince={entry.askedAt} />
          </Box>
        ) : (
          entry.record !== null && <Total record={entry.record} />
        )}
      </span>
      <What entry={entry} />
    </>
  );
}

function ForReasons({ entry }: { entry: Exclude<InboxEntry, { kind: 'cancellation' }> }) {
  const { t } = useI18n();
  const reasonText = useReasonText();
  const gender = entry.kind === 'claim' ? 'masculine' : kindsOnScreen[entry.record.kind].gender;
  const [first] = entry.reasons;
  const total = entry.kind === 'record' ? entry.record.total : null;
  const words = entry.reasons.map((reason) => reasonText.short(reason, gender, total)).join(' · ');
  const isNew = entry.reasons.some((reason) => reason.why === 'serious' && reason.isNew);
  return (
    <>
      <span className="first">
        {first !== undefined && (
          <Sign
            icon={reasonIcons[first.why]}
            tone={
              first.why === 'serious'
                ? 'error.main'
                : first.why === 'reminder' || first.why === 'proposed'
                  ? 'warning.main'
                  : 'primary.main'
            }
          />
        )}
        <span className="grow" title={words}>
          {words}
        </span>
        {isNew && <span className="sign">{t('inbox.why.new')}</span>}
        {entry.kind === 'record' && entry.record.total !== null && <Total record={entry.record} />}
      </span>
      <What entry={entry} />
    </>
  );
}

function Sign({ icon: Icon, tone }: { icon: LucideIcon; tone: string }) {
  return (
    <Box component="span" className="sign" sx={{ color: tone, alignSelf: 'center' }}>
      <Icon size={14} aria-hidden />
    </Box>
  );
}

function Total({ record }: { record: Parameters<ReturnType<typeof useRecordLabel>['currency']>[0] }) {
  const label = useRecordLabel();
  return record.total === null ? null : <Amount value={record.total} currency={label.currency(record)} />;
}

/** Whether the words say since when it waits: the day of a reminder has no time. */
const isSaid = (entry: InboxEntry) =>
  entry.kind !== 'cancellation' &&
  entry.reasons.some(
    (reason) => reason.why === 'reminder' && reason.time === null && reason.dueAt === entry.since,
  );

/** The line that says what it is, of whom, and since when. */
function What({ entry }: { entry: InboxEntry }) {
  const { t } = useI18n();
  const label = useRecordLabel();
  const record = entry.kind === 'claim' ? null : entry.record;
  const what =
    entry.kind === 'claim'
      ? t('inbox.row.claim')
      : record === null
        ? t('cancellations.row.unknownOrder', { id: entry.kind === 'cancellation' ? entry.marketplaceId : 0 })
        : [label.title(record), record.partyName].filter(Boolean).join(' · ');
  return (
    <span className="second">
      {record !== null && <PlainCode value={record.number} />}
      <span className="grow" title={what}>
        {what}
      </span>
      {record !== null && <DecisionChip row={record} />}
      {entry.isMine && <VisuallyHidden>{t('inbox.row.mine')}</VisuallyHidden>}
      {entry.kind === 'cancellation' && isHeld(entry)
        ? entry.record !== null && <Total record={entry.record} />
        : !isSaid(entry) && <RelativeTime at={entry.since} />}
    </span>
  );
}

import { useTheme } from '@mui/material/styles';
import { CheckCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isAt, navigate } from '../app/hash-location.ts';
import { focusWhenThere } from '../app/keys/focus.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { motion } from '../app/theme/theme.ts';
import { Box } from '../components/Box.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListScreen, NewItemsButton } from '../components/list/ListScreen.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { isUndecidedInvoice } from '../decisions/undecided.ts';
import { AllDone } from './AllDone.tsx';
import { Arrived, isNothing } from './Arrived.tsx';
import { Failures } from './Failures.tsx';
import { InboxDetail, useDoneLabel } from './InboxDetail.tsx';
import { headHeight, InboxRow } from './InboxRow.tsx';
import type { Place } from './kept-inbox.ts';
import { entryPath, inboxPath, subjectOfPath } from './paths.ts';
import { type Inbox, useInbox, useVisit, useWorkOff } from './useInbox.ts';
import { useUnansweredKeys } from './useUnansweredKeys.ts';

const hrefOf = (row: { id: string }) => entryPath(row.id);

/** What waits for whoever is here, by claim, the oldest promise first; beside it the open entry, which is worked off by keys. */
export function InboxScreen({ kind, value }: { kind: string | undefined; value: string | undefined }) {
  const { t } = useI18n();
  const { listRow } = useTheme().perito.sizes;
  const scroller = useRef<HTMLDivElement>(null);
  const inbox = useInbox();
  const { list, kept, pull, came } = inbox;
  const subject = subjectOfPath(kind, value);
  const selected = subject?.key ?? null;
  const open = (key: string | null) => {
    navigate(key === null ? inboxPath : entryPath(key), { replace: true });
    focusWhenThere('list');
  };
  const { workOff, bringBack } = useWorkOff(inbox, open);
  const doneLabel = useDoneLabel();
  const mayReopen = useMay('inbox.reopen');
  const place = list.rows.find(({ id }) => id === selected) ?? null;
  const entry = place === null || place.isGone ? null : place.entry;
  const leave = (act: (key: string) => void) => {
    if (selected === null) return;
    leaveUpwards(selected);
    act(selected);
  };
  const done = () => {
    if (entry !== null && label !== null) leave(() => workOff(entry, nameOf(entry), isUndecided(entry)));
  };
  const decided = () =>
    leave((key) => {
      const next = inbox.after(key);
      inbox.leave(key);
      // Whoever has gone on while it was answered stays there.
      if (isAt(entryPath(key))) open(next);
    });
  const label = entry === null ? null : doneLabel(entry);
  const doIt = label === null ? undefined : { label, run: done };
  const held = mostUrgent(inbox, selected);
  useKeys({
    e: doIt,
    'shift space': doIt,
    z: bringBack === null || !mayReopen ? undefined : { label: t('inbox.act.back'), run: bringBack },
    u: held === null ? undefined : { label: t('frame.keys.urgent'), run: () => open(held) },
  });
  useUnansweredKeys(subject === null ? null : (entry ?? 'gone'));
  useVisit();
  const fresh = kept.fresh.length;
  // What somebody opened by its address, or by its key, has its place in the list.
  const isOpenFresh = kept.fresh.some(({ id }) => id === selected);
  useEffect(() => {
    const isRead = selected !== null || (scroller.current?.scrollTop ?? 0) > 0;
    if (isOpenFresh || (fresh > 0 && !isRead)) pull();
  }, [fresh, isOpenFresh, selected, pull]);
  const firsts = firstsOf(list.rows);
  if (came !== null && list.rows.length === 0 && !list.hasMore && fresh === 0 && subject === null)
    return <AllDone today={came.today} />;
  return (
    <ListScreen
      title={t('frame.rail.inbox')}
      list={list}
      path={inboxPath}
      hrefOf={hrefOf}
      selected={selected}
      scroller={scroller}
      heightOf={(row) => (firsts.has(row.id) ? listRow + headHeight : listRow)}
      header={
        <InboxHeader
          inbox={inbox}
          onPull={() => {
            scroller.current?.scrollTo({ top: 0 });
            pull();
          }}
        />
      }
      empty={<EmptyState icon={CheckCheck} title={t('inbox.empty.title')} />}
      renderRow={(row, isSelected) => (
        <InboxRow place={row} isFirst={firsts.has(row.id)} isSelected={isSelected} />
      )}
      detail={
        subject && (
          <InboxDetail
            subject={subject}
            entry={entry}
            isLoading={came === null || isOpenFresh}
            onDone={done}
            onDecided={decided}
          />
        )
      }
    />
  );
}

/** What people call it: its number, or that of its claim. */
const nameOf = (entry: Place['entry']) =>
  entry.kind === 'claim' ? entry.claimNumber : (entry.record?.number ?? '');

/** Whether it is an invoice with an error on which nobody has decided. */
const isUndecided = (entry: Place['entry']) =>
  entry.kind === 'record' &&
  entry.reasons.some(({ why }) => why === 'serious') &&
  isUndecidedInvoice(entry.record);

/** The first entry of each claim in the list, above which its number stands. */
const firstsOf = (rows: readonly Place[]): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ group, claimNumber }, index) => {
        const before = rows[index - 1];
        // What has no claim stands together.
        return (
          before === undefined || (before.group !== group && (before.claimNumber ?? claimNumber) !== null)
        );
      })
      .map(({ id }) => id),
  );

/** Of the held calls the one with the least time left, besides the open one. */
function mostUrgent({ list, kept }: Inbox, selected: string | null): string | null {
  const held = [...list.rows, ...kept.fresh].flatMap(({ id, entry, isGone }) =>
    entry.kind === 'cancellation' && entry.heldUntil !== null && !isGone && id !== selected
      ? [{ id, until: Date.parse(entry.heldUntil) }]
      : [],
  );
  return held.toSorted((one, other) => one.until - other.until)[0]?.id ?? null;
}

/** Shows where a row goes: a copy of it fades upwards while the list closes up. */
function leaveUpwards(key: string): void {
  const row = document
    .querySelector(`[data-entry="${CSS.escape(key)}"]`)
    ?.closest<HTMLElement>('[data-item]');
  if (row == null || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const ghost = row.cloneNode(true);
  if (!(ghost instanceof HTMLElement)) return;
  for (const part of [ghost, ...ghost.querySelectorAll('[data-item], [data-row], [data-entry]')])
    for (const name of ['data-item', 'data-row', 'data-entry']) part.removeAttribute(name);
  ghost.inert = true;
  ghost.style.zIndex = '1';
  row.parentElement?.append(ghost);
  void ghost
    .animate(
      [
        { opacity: 1, translate: '0 0' },
        { opacity: 0, translate: '0 -100%' },
      ],
      {
        duration: motion.standard,
        easing: 'ease-out',
      },
    )
    .finished.finally(() => ghost.remove());
}

/** The title and what waits, what came since the last visit, and what failed. */
function InboxHeader({ inbox: { list, kept, came }, onPull }: { inbox: Inbox; onPull: () => void }) {
  const { t } = useI18n();
  const when = useWhen();
  const fresh = kept.fresh.length;
  return (
    <Box sx={{ px: 4, pt: 3, pb: 2.5, borderBottom: 1, flex: 'none', display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 24 }}>
        <Box component="h1" sx={{ typography: 'h2', m: 0 }}>
          {t('frame.rail.inbox')}
        </Box>
        {list.count !== null && (
          <Box component="span" sx={{ typography: 'caption' }}>
            {list.count}
          </Box>
        )}
        <NewItemsButton label={fresh > 0 ? t('inbox.fresh', { count: fresh }) : null} onPull={onPull} />
      </Box>
      {came !== null && (
        <Typography variant="caption" component="p">
          {came.since === null || came.lastVisitAt === null ? (
            <>
              {t('inbox.came.today')}{' '}
              {isNothing(came.today) ? t('inbox.came.none') : <Arrived arrived={came.today} />}
            </>
          ) : (
            <>
              {t('inbox.came.since', { when: when(came.lastVisitAt) })}{' '}
              {isNothing(came.since) ? t('inbox.came.none') : <Arrived arrived={came.since} />}
            </>
          )}
        </Typography>
      )}
      <Failures />
    </Box>
  );
}

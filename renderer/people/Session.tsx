import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { Me } from '#shared/contract/people.ts';
import { isAnythingTyped } from '../app/drafts.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { isAnythingUnsaved } from '../app/UnsavedChanges.tsx';
import { EntryScreen } from './EntryScreen.tsx';
import { useEntry, useLockKey, useLockWhenLeft } from './lock.ts';
import { beginAnew, useMe } from './me.ts';
import { useSignIn } from './sign-in.ts';

/** Shows the screens to whoever is here; else asks who that is. What is only read has no accounts. */
export function Session({ children }: { children: ReactNode }) {
  return isReadOnly() ? children : <Guarded>{children}</Guarded>;
}

function Guarded({ children }: { children: ReactNode }) {
  const { state, me, isFailed } = useStanding();
  const asked = useEntry((entry) => entry.asked);
  const personId = me?.person?.id ?? null;
  const isIn = state === 'open' || state === 'signedIn';
  const [shownFor, setShownFor] = useState<number | null>(null);
  if (isIn && shownFor === null && personId !== null) setShownFor(personId);
  const isOther = isIn && shownFor !== null && personId !== null && shownFor !== personId;
  useEffect(() => {
    if (isOther) beginAnew();
  }, [isOther]);
  const isCovered = state !== undefined && (!isIn || asked !== null || isOther);
  const { isHidden, hasTyped } = useHiding(isCovered);
  const locks = state === 'signedIn' && !isOther && me?.person?.hasSecret === true;
  useLockWhenLeft(locks ? me.lockMinutes : 0);
  useLockKey(locks);
  // Where nobody answers there is nothing to be seen, and the screens say so.
  const isShown = shownFor !== null || (state === undefined && isFailed);
  return (
    <>
      {isShown && <Activity mode={isHidden ? 'hidden' : 'visible'}>{children}</Activity>}
      {isCovered && !isOther && (
        <EntryScreen
          key={state}
          locked={state === 'locked' ? (me?.person ?? null) : null}
          first={asked?.personId ?? null}
          typedBy={hasTyped ? shownFor : null}
          {...(isIn ? { onCancel: () => useEntry.setState({ asked: null }) } : {})}
        />
      )}
    </>
  );
}

type Standing = { state: Me['state'] | undefined; me: Me | undefined; isFailed: boolean };

/** Who is here by what the engine said last, be it by refusing a call. */
function useStanding(): Standing {
  const api = useApi();
  const queries = useQueryClient();
  const { data, dataUpdatedAt, errorUpdateCount } = useMe();
  const { token, refused, doubts } = useSignIn();
  const isLockedHere = useEntry((entry) => entry.isLockedHere);
  const asksAgain = `${token} ${refused?.at} ${doubts}`;
  const [known, setKnown] = useState(asksAgain);
  useEffect(() => {
    if (asksAgain === known) return;
    setKnown(asksAgain);
    void queries.invalidateQueries({ queryKey: api.people.me.key() });
  }, [asksAgain, known, queries, api]);
  const isRefused = refused !== null && refused.at >= dataUpdatedAt;
  return {
    state: isLockedHere ? 'locked' : isRefused ? refused.as : data?.state,
    me: data,
    // A failed one that is asked for again waits as if it never failed.
    isFailed: data === undefined && errorUpdateCount > 0,
  };
}

/**
 * Takes the screens out of sight, their keys and clocks with them, and keeps of what they fetched only what they show: what was typed
 * there hangs on it.
 */
function useHiding(isCovered: boolean): { isHidden: boolean; hasTyped: boolean } {
  const queries = useQueryClient();
  const [state, setState] = useState({ isHidden: false, hasTyped: false });
  useLayoutEffect(() => {
    if (isCovered === state.isHidden) return;
    // Before they are hidden: afterwards no query is shown, and no form counts.
    if (isCovered) keepShown(queries);
    setState({ isHidden: isCovered, hasTyped: isCovered && (isAnythingUnsaved() || isAnythingTyped()) });
  }, [isCovered, state.isHidden, queries]);
  return state;
}

function keepShown(queries: QueryClient): void {
  queries.removeQueries({ type: 'inactive' });
  for (const query of queries.getQueryCache().findAll({ type: 'active' }))
    query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY });
}

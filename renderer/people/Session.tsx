import { partialMatchKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Me, Person } from '#shared/contract/people.ts';
import { isAnythingTyped } from '../app/drafts.ts';
import { useOfPath } from '../app/hash-location.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { isAnythingUnsaved } from '../app/UnsavedChanges.tsx';
import { FrameSkeleton } from '../components/Skeletons.tsx';
import { EntryScreen } from './EntryScreen.tsx';
import { InvitationScreen, invitationIn } from './InvitationScreen.tsx';
import { useEntry, useLockKey, useLockWhenLeft } from './lock.ts';
import { beginAnew, isLockable, useMe } from './me.ts';
import { ProviderReturnScreen } from './ProviderEntry.tsx';
import { providerReturnIn } from './provider-entry.ts';
import { scrollBack, scrollPlaces } from './scroll-places.ts';
import { useSignIn } from './sign-in.ts';

/** Shows the screens to whoever is here; else asks who that is. What is only read has no accounts. */
export function Session({ children }: { children: ReactNode }) {
  const invitation = useOfPath(invitationIn);
  const returned = useOfPath(providerReturnIn);
  if (isReadOnly()) return children;
  if (returned !== null) return <ProviderReturnScreen encoded={returned} />;
  return invitation === null ? <Guarded>{children}</Guarded> : <InvitationScreen token={invitation} />;
}

function Guarded({ children }: { children: ReactNode }) {
  const { state, person, lockMinutes, isOffice, isFailed } = useStanding();
  const asked = useEntry((entry) => entry.asked);
  const isLeaving = useEntry((entry) => entry.isLeaving);
  const isIn = state === 'open' || state === 'signedIn';
  const [last, setLast] = useState<LastPerson | null>(null);
  const isOther = isIn && last !== null && person !== null && last.id !== person.id;
  if (isIn && !isOther && person !== null && !isSame(last, person, state))
    setLast({ id: person.id, name: person.name, cameAs: state });
  useEffect(() => {
    if (isOther) beginAnew();
  }, [isOther]);
  const isCovered = state !== undefined && (!isIn || asked !== null || isOther);
  const { hiding, hasTyped } = useHiding(isCovered);
  const locks = state === 'signedIn' && !isOther && isLockable(person);
  useLockWhenLeft(locks ? lockMinutes : 0);
  useLockKey(locks);
  // Where nobody answers there is nothing to be seen, and the screens say so.
  const isShown = last !== null || (state === undefined && isFailed);
  return (
    <>
      {state === undefined && !isShown && <FrameSkeleton />}
      {isShown && hiding !== 'gone' && (
        <Activity mode={hiding === 'hidden' ? 'hidden' : 'visible'}>{children}</Activity>
      )}
      {isCovered && !isOther && (
        <EntryScreen
          key={state}
          locked={state === 'locked' ? person : null}
          isStranger={isOffice && state === 'signedOut'}
          first={asked?.personId ?? null}
          typist={hasTyped ? last : null}
          isOver={state === 'signedOut' && last?.cameAs === 'signedIn' && !isLeaving}
          {...(isIn ? { onCancel: () => useEntry.setState({ asked: null }) } : {})}
        />
      )}
    </>
  );
}

/** Whom the screens were shown to last, and whether by a sign-in. */
type LastPerson = Pick<Person, 'id' | 'name'> & { cameAs: 'open' | 'signedIn' };

const isSame = (last: LastPerson | null, { id, name }: Person, cameAs: LastPerson['cameAs']): boolean =>
  last !== null && last.id === id && last.name === name && last.cameAs === cameAs;

type Standing = {
  state: Me['state'] | undefined;
  person: Person | null;
  lockMinutes: number;
  isOffice: boolean;
  isFailed: boolean;
};

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
    person: data?.person ?? null,
    lockMinutes: data?.lockMinutes ?? 0,
    isOffice: data?.isOffice === true,
    // A failed one that is asked for again waits as if it never failed.
    isFailed: data === undefined && errorUpdateCount > 0,
  };
}

/** Whether the screens are there: shown, taken down, or hidden with a form that somebody changed and did not save. */
type Hiding = 'shown' | 'gone' | 'hidden';

/**
 * Takes the screens down, with all that they fetched: whoever looks into the page behind a lock finds nothing. What was typed as an
 * answer, a note or a policy is kept apart from them, and they are drawn anew where they were. A form of settings or of an account
 * that was changed hangs on its screen, which is hidden then, and shows nothing of any claim.
 */
function useHiding(isCovered: boolean): { hiding: Hiding; hasTyped: boolean } {
  const queries = useQueryClient();
  const api = useApi();
  const [state, setState] = useState<{ hiding: Hiding; hasTyped: boolean }>({
    hiding: 'shown',
    hasTyped: false,
  });
  const places = useRef<ReturnType<typeof scrollPlaces> | null>(null);
  useLayoutEffect(() => {
    if (isCovered === (state.hiding !== 'shown')) return;
    // Before they are hidden: afterwards no query is shown, and no form counts.
    const isUnsaved = isAnythingUnsaved();
    if (isCovered && isUnsaved) keepShown(queries);
    if (isCovered) places.current = scrollPlaces();
    setState({
      hiding: !isCovered ? 'shown' : isUnsaved ? 'hidden' : 'gone',
      hasTyped: isCovered && (isUnsaved || isAnythingTyped()),
    });
  }, [isCovered, state.hiding, queries]);
  useEffect(() => {
    // Once nothing shows them.
    if (state.hiding === 'gone')
      queries.removeQueries({ predicate: ({ queryKey }) => !isKept(queryKey, api) });
    if (state.hiding !== 'shown' || places.current === null) return;
    const end = scrollBack(places.current);
    places.current = null;
    return end;
  }, [state.hiding, queries, api]);
  return state;
}

/** What the screen behind a lock is made of: who may come in, and how it looks. */
const isKept = (queryKey: QueryKey, api: ReturnType<typeof useApi>): boolean =>
  [api.people.key(), api.settings.key()].some((kept) => partialMatchKey(queryKey, kept));

function keepShown(queries: QueryClient): void {
  queries.removeQueries({ type: 'inactive' });
  for (const query of queries.getQueryCache().findAll({ type: 'active' }))
    query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY });
}

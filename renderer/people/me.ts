import { isDefinedError, ORPCError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import type { Person, PersonChoice } from '#shared/contract/people.ts';
import { useErrorMessage, useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { letGoOfUnsaved } from '../app/UnsavedChanges.tsx';
import { useOfficeState } from '../office/office-state.ts';
import { useEntry } from './lock.ts';
import { keepSignIn, useSignIn } from './sign-in.ts';

/** Who is here, and whether they are signed in, or behind a lock. */
export const useMe = () =>
  useQuery({ ...useApi().people.me.queryOptions(), staleTime: 300_000, retry: false });

/** Who works at this screen; null until it is known, and where nobody is signed in. */
export const usePerson = (): Person | null => useMe().data?.person ?? null;

/** Whether somebody came in by something that they come in by again. */
export const isLockable = (person: Person | null): boolean =>
  person !== null && (person.hasSecret || person.bound !== null);

/** Who may sign in here. */
export const useChoices = () => useQuery({ ...useApi().people.choices.queryOptions(), staleTime: 60_000 });

/** Whether some account has a secret, so that whoever comes has to say who they are; undefined until it is known. */
export function isGuarded(choices: readonly PersonChoice[] | undefined): boolean | undefined {
  return choices?.some(({ comesIn }) => comesIn !== 'freely');
}

/** Where a browser opens this console, such as `https://perito.office.example:8651`: the pages of Perito's own program are at no address. */
export const useConsoleAddress = (): string =>
  useOfficeState((known) => known.office)?.address ?? window.location.origin;

/** Says who one is oneself. */
export function useRename() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  return useMutation({
    ...api.people.rename.mutationOptions(),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.people.key() }),
    onError(failure) {
      if (isDefinedError(failure)) notify({ tone: 'failed', text: t(`people.rules.${failure.code}`) });
      else notDone(failure);
    },
  });
}

/** Nothing stays of who was here before: not what was fetched, nor what was typed, searched or chosen. */
export function beginAnew(): void {
  letGoOfUnsaved();
  window.location.reload();
}

/** Who signs in: an account that was chosen, or the name or e-mail that was typed. */
export type Entering = { personId: number; secret?: string | undefined } | { who: string; secret: string };

/** Signs somebody in; the sign-in that was here before ends. Whoever was shown nothing before goes on in this page. */
export function useEnter() {
  const api = useApi();
  const { client } = useConnection();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ secret, ...entering }: Entering) {
      const { token, me } = await client.people.signIn(
        'who' in entering
          ? { who: entering.who, secret: secret ?? '' }
          : { personId: entering.personId, ...(secret === undefined ? {} : { secret }) },
      );
      // Sent with the token of the sign-in before; one that is over already ends nothing.
      if (useSignIn.getState().token !== null) await client.people.signOut().catch(() => undefined);
      keepSignIn(token);
      queries.setQueryData(api.people.me.queryKey(), me);
      return me;
    },
  });
}

/** Ends the sign-in of this profile. */
export function useSignOut() {
  const { client } = useConnection();
  const notDone = useNotDone();
  return useMutation({
    mutationFn: () => client.people.signOut(),
    onMutate: () => useEntry.setState({ isLeaving: true }),
    onSuccess: () => {
      keepSignIn(null);
      beginAnew();
    },
    onError(failure) {
      useEntry.setState({ isLeaving: false });
      notDone(failure);
    },
  });
}

/** A name as it is shown; the first account has none until somebody says who it is. */
export function useShownName(): (name: string) => string {
  const { t } = useI18n();
  return (name) => (name === '' ? t('people.unnamed') : name);
}

/** How long nothing is looked at, by what an attempt was refused for; null where the next one is. */
export function secondsToWait(failure: Error | null): number | null {
  const data: unknown = failure instanceof ORPCError ? failure.data : null;
  return z.object({ seconds: z.number() }).safeParse(data).data?.seconds ?? null;
}

/** How many seconds are left to wait since an attempt failed, and whether there were some and none is left. */
export function useWait(failure: Error | null): { seconds: number; isOver: boolean } {
  const [known, setKnown] = useState<{ failure: Error | null; until: number | null }>({
    failure: null,
    until: null,
  });
  if (known.failure !== failure) {
    const wait = secondsToWait(failure);
    setKnown({ failure, until: wait === null ? null : Date.now() + wait * 1000 });
  }
  const { until } = known;
  const seconds = useSecondsUntil(until);
  return { seconds, isOver: until !== null && seconds === 0 };
}

function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

/** From so many seconds on a wait is told in minutes. */
export const longWait = 120;

/**
 * Why a secret was not taken; `seconds` that are left to wait, where fewer than at first. Where the name was typed too, that may be
 * what is wrong.
 */
export function useEntryRefusal({ isWhoTyped = false } = {}): (failure: Error, seconds?: number) => string {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  return (failure, seconds = secondsToWait(failure) ?? 0) => {
    const code: unknown = failure instanceof ORPCError ? failure.code : null;
    if (code === 'WRONG_SECRET') return t(isWhoTyped ? 'people.entry.wrongWho' : 'people.entry.wrong');
    if (code === 'TOO_MANY_TRIES')
      return seconds < longWait
        ? t('people.entry.tooMany', { count: seconds })
        : t('people.entry.tooManyLong', { minutes: Math.ceil(seconds / 60) });
    if (code === 'NEEDS_SECRET') return t('people.entry.needsSecret');
    return errorMessage(failure);
  };
}

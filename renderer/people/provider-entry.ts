/** Signing in by the office's provider: what this tab keeps meanwhile, and how it ends. */
import { ORPCError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { isLoopbackHost, type OpenIdProblem, openIdRefusals } from '#shared/contract/open-id.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useConnection } from '../app/queries.ts';
import { useEntry } from './lock.ts';
import { longWait, secondsToWait } from './me.ts';
import { keepSignIn, useSignIn } from './sign-in.ts';

/** Of this tab alone: nobody is signed in by what was begun in another browser. */
const keptAs = 'perito.providerFlow';
const keptFlow = z.object({ flow: z.string(), back: z.string() });

const brought = z.object({
  state: z.string().default(''),
  code: z.string().exactOptional(),
  iss: z.string().exactOptional(),
  error: z.string().exactOptional(),
});

/** What the provider sent along, behind the `#`; null where the address is another screen's. */
export const providerReturnIn = (path: string): string | null =>
  /^\/provider\/([\w-]{1,30000})$/.exec(path)?.[1] ?? null;

/** Goes to the provider's page. */
export function useGoToProvider() {
  const { client } = useConnection();
  return useMutation({
    async mutationFn() {
      // What was locked here while nobody answered is no lock yet, behind which the provider asks anew.
      if (useEntry.getState().isLockedHere) await client.people.lock();
      const { url, flow } = await client.openId.begin();
      const page = new URL(url);
      // Whatever a provider names as its page, no script runs by it.
      if (page.protocol !== 'https:' && !(page.protocol === 'http:' && isLoopbackHost(page.hostname)))
        throw new Error('The provider names no https address.');
      sessionStorage.setItem(keptAs, JSON.stringify({ flow, back: window.location.hash }));
      window.location.assign(page);
    },
  });
}

type Client = ReturnType<typeof useConnection>['client'];

/** What was ended in this page, by what came back: a flow ends once, and whoever asks again is told the same. */
const ends = new Map<string, Promise<string>>();

/** Ends the sign-in with what came back; the answer is where the tab was before, as the part of an address from its `#`. */
export function endAtProvider(client: Client, encoded: string): Promise<string> {
  const end = ends.get(encoded) ?? endOnce(client, encoded);
  ends.set(encoded, end);
  return end;
}

async function endOnce(client: Client, encoded: string): Promise<string> {
  const kept = keptFlow.safeParse(parsed(sessionStorage.getItem(keptAs))).data;
  sessionStorage.removeItem(keptAs);
  const came = brought.safeParse(parsed(decoded(encoded))).data;
  if (kept === undefined || came === undefined) throw new NotBegunHere();
  const { token } = await client.openId.finish({ flow: kept.flow, ...came });
  // Sent with the token of the sign-in before; one that is over already ends nothing.
  if (useSignIn.getState().token !== null) await client.people.signOut().catch(() => undefined);
  keepSignIn(token);
  return kept.back.startsWith('#/') && providerReturnIn(kept.back.slice(1)) === null ? kept.back : '';
}

class NotBegunHere extends Error {}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function decoded(base64url: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const refusal = z.object({ reason: z.enum(openIdRefusals) });

/** Why somebody was not let in by the provider; `seconds` that are left to wait, where fewer than at first. */
export function useProviderRefusal(): (failure: Error, seconds?: number) => string {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  return (failure, seconds = secondsToWait(failure) ?? 0) => {
    if (failure instanceof NotBegunHere) return t('openId.refused.expired');
    const code: unknown = failure instanceof ORPCError ? failure.code : null;
    const data: unknown = failure instanceof ORPCError ? failure.data : null;
    if (code === 'REFUSED') return t(`openId.refused.${refusal.safeParse(data).data?.reason ?? 'notValid'}`);
    if (code === 'PROVIDER_AWAY') return t('openId.away');
    if (code === 'NOT_OFFERED') return t('openId.notOffered');
    // It is the address that waits: no administrator lets it go.
    if (code === 'TOO_MANY_TRIES')
      return seconds < longWait
        ? t('people.entry.tooMany', { count: seconds })
        : t('people.entry.tooManyHere', { minutes: Math.ceil(seconds / 60) });
    return errorMessage(failure);
  };
}

/** What is wrong with the provider, to whoever sets it. */
export function useProblemWords(): (problem: OpenIdProblem) => string {
  const { t } = useI18n();
  return ({ code, detail }) =>
    detail === null ? t(`openId.problem.${code}`) : `${t(`openId.problem.${code}`)} (${detail})`;
}

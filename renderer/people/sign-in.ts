/**
 * The sign-in of this browser profile, or of the desktop's own: a token that the engine told once and keeps as a hash alone.
 *
 * It is kept in the profile's storage: all tabs of a profile are one person's, and neither a reload nor the desktop's next start ends
 * what only a lock, a sign-out or thirty days should. It is sent as a header and by no other way, so that it is in no address, no history and no
 * log, and another site's request never carries it. A script in this page could read it, as it could make calls itself: the page's policy runs
 * none but Perito's. Beyond this profile it is of no use: the console asks for its own session as well.
 */
import { ORPCError } from '@orpc/client';
import { create } from 'zustand';
import { signInHeader } from '#shared/contract/people.ts';

const keptAs = 'perito.signIn';

type SignIn = {
  token: string | null;
  /** What the engine refused a call for, and when: what it said before of who is here holds no more. */
  refused: { as: 'signedOut' | 'locked'; at: number } | null;
  /** Counts refusals for a role: what is known of who is here is old then. */
  doubts: number;
};

export const useSignIn = create<SignIn>(() => ({ token: kept(), refused: null, doubts: 0 }));

function kept(): string | null {
  try {
    return localStorage.getItem(keptAs);
  } catch {
    // Storage may be off in this browser; whoever signs in does so for as long as the page is there.
    return null;
  }
}

/** Keeps the token of a sign-in; null where it is over. */
export function keepSignIn(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(keptAs);
    else localStorage.setItem(keptAs, token);
  } catch {
    // As above.
  }
  useSignIn.setState({ token, refused: null });
}

/** Takes what another tab of this profile kept; call it once. */
export function followSignIn(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === keptAs || key === null) useSignIn.setState({ token: kept(), refused: null });
  });
}

export const signInHeaders = (): Record<string, string> => {
  const { token } = useSignIn.getState();
  return token === null ? {} : { [signInHeader]: token };
};

/** Notes what a call was refused that carried these headers; false where that is nothing about a sign-in. */
export function noteRefusal(error: unknown, sent: Record<string, string>): boolean {
  if (!(error instanceof ORPCError)) return false;
  // What was asked before somebody else came in says nothing of them.
  const isOld = (sent[signInHeader] ?? null) !== useSignIn.getState().token;
  if (error.code === 'SIGN_IN') {
    const isLocked = typeof error.data === 'object' && error.data?.reason === 'locked';
    if (!isOld) useSignIn.setState({ refused: { as: isLocked ? 'locked' : 'signedOut', at: Date.now() } });
    return true;
  }
  if (error.code === 'FORBIDDEN' && !isOld) useSignIn.setState(({ doubts }) => ({ doubts: doubts + 1 }));
  return error.code === 'FORBIDDEN' || error.code === 'SIGNED_OUT';
}

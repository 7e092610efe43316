import type { CollectedOutcome } from '../engine/host.ts';
import type { SecretTransfer } from '../shell/host.ts';
import { isTyped, type TypedPurpose, typedPages } from '../shell/passphrase-page.ts';
import type { PlainPage } from '../shell/plain-page.ts';
import { consoleOrigin } from './scheme.ts';
import { openWindow } from './window.ts';

const prefix = '/secret/';
const validSeconds = 300;

export interface PassphraseWindows {
  /** The same transfer, but for passphrases: those are typed, in a window of their own. */
  over(transfer: SecretTransfer): SecretTransfer;
  /** Answers what such a window asks for; null of any other path. */
  answer(pathname: string, form: (() => Promise<URLSearchParams>) | null): Promise<PlainPage | null>;
}

export function passphraseWindows(
  accept: (ticket: string, passphrase: string) => Promise<CollectedOutcome | null>,
): PassphraseWindows {
  const asked = new Map<string, { label: string; purpose: TypedPurpose }>();
  return {
    over: (transfer) => ({
      ...transfer,
      async collect(ticket, label, purpose) {
        if (!isTyped(purpose)) return transfer.collect(ticket, label, purpose);
        asked.set(ticket, { label, purpose });
        setTimeout(() => asked.delete(ticket), validSeconds * 1000).unref();
        const path = `${prefix}${encodeURIComponent(ticket)}`;
        openWindow(`${consoleOrigin}${path}`);
        return { way: 'page', path, validSeconds };
      },
    }),
    async answer(pathname, form) {
      if (!pathname.startsWith(prefix)) return null;
      const ticket = pathname.slice(prefix.length);
      const waiting = asked.get(ticket);
      if (waiting === undefined) return null;
      const { ask, take } = typedPages[waiting.purpose];
      if (form === null) return ask(waiting.label);
      const { page, isDone } = await take(waiting.label, await form(), (passphrase) =>
        accept(ticket, passphrase),
      );
      if (isDone) asked.delete(ticket);
      return page;
    },
  };
}

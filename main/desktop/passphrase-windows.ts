import type { CollectedOutcome } from '../engine/host.ts';
import type { SecretTransfer } from '../shell/host.ts';
import { passphrasePage, takePassphrase } from '../shell/passphrase-page.ts';
import type { PlainPage } from '../shell/plain-page.ts';
import { consoleOrigin } from './scheme.ts';
import { openWindow } from './window.ts';

const prefix = '/secret/';
const validSeconds = 300;

export interface PassphraseWindows {
  /** The same transfer, but for passphrases: those are typed twice, in a window of their own. */
  over(transfer: SecretTransfer): SecretTransfer;
  /** Answers what such a window asks for; null of any other path. */
  answer(pathname: string, form: (() => Promise<URLSearchParams>) | null): Promise<PlainPage | null>;
}

export function passphraseWindows(
  accept: (ticket: string, passphrase: string) => Promise<CollectedOutcome | null>,
): PassphraseWindows {
  const labels = new Map<string, string>();
  return {
    over: (transfer) => ({
      ...transfer,
      async collect(ticket, label, purpose) {
        if (purpose !== 'archivePassphrase') return transfer.collect(ticket, label, purpose);
        labels.set(ticket, label);
        setTimeout(() => labels.delete(ticket), validSeconds * 1000).unref();
        const path = `${prefix}${encodeURIComponent(ticket)}`;
        openWindow(`${consoleOrigin}${path}`);
        return { way: 'page', path, validSeconds };
      },
    }),
    async answer(pathname, form) {
      if (!pathname.startsWith(prefix)) return null;
      const ticket = pathname.slice(prefix.length);
      const label = labels.get(ticket);
      if (label === undefined) return null;
      if (form === null) return passphrasePage(label);
      const { page, isDone } = await takePassphrase(label, await form(), (passphrase) =>
        accept(ticket, passphrase),
      );
      if (isDone) labels.delete(ticket);
      return page;
    },
  };
}

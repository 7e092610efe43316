import type { MessagePort } from 'node:worker_threads';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { type ConsoleClient, followConsole } from './follow-console.ts';
import { systemLocale } from './locale.ts';
import { notify } from './notify.ts';

/** Cancellations that were told of, or waited already at the start; null before that is known. */
export interface Told {
  ids: Set<number> | null;
}

/**
 * Shows a notification for each cancellation that begins to wait, until `ended`: its order, amount and the time that is left.
 * Each is told of once, however often the marketplace asks about it and whichever engine lists it; what waited already at the
 * start is on the screen and is not told of. A port that closes is followed by another. Rejects where an engine fails at an
 * answer; whoever follows it again with the same `told` has what came meanwhile told of.
 */
export async function notifyOfCancellations(
  connect: () => MessagePort,
  ended: Promise<unknown>,
  open: (path: string) => void,
  told: Told = { ids: null },
): Promise<void> {
  await followConsole({
    ...{ connect, ended, topics: new Set(['cancellations'] as const) },
    async begin(client) {
      told.ids ??= new Set((await waiting(client)).map(({ id }) => id));
    },
    async look(client) {
      for (const row of await waiting(client)) {
        if (told.ids?.has(row.id)) continue;
        told.ids?.add(row.id);
        announce(row, open);
      }
    },
  });
}

async function waiting(client: ConsoleClient): Promise<CancellationRow[]> {
  const { rows } = await client.cancellations.list({ state: 'waiting', limit: 200 });
  return rows;
}

function announce(row: CancellationRow, open: (path: string) => void): void {
  const texts = systemLocale() === 'en' ? english : spanish;
  const order = row.orderNumber ?? String(row.marketplaceId);
  const seconds = Math.ceil((Date.parse(row.heldUntil ?? '') - Date.now()) / 1000);
  notify({
    title: texts.title(isDecimal(row.total) ? `${order} · ${pesos.format(row.total)}` : order),
    body: [seconds > 0 ? texts.left(seconds) : null, row.partyName, row.reason].filter(Boolean).join(' · '),
    onClick: () => open(`/cancellations/${row.id}`),
  });
}

const isDecimal = (text: string | null): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text ?? '');

/** Orders carry no currency: they are in pesos. */
const pesos = new Intl.NumberFormat('es-DO', { style: 'currency', currency: 'DOP' });

const spanish = {
  title: (order: string) => `Piden cancelar ${order}`,
  left: (seconds: number) => (seconds === 1 ? 'Queda 1 s' : `Quedan ${seconds} s`),
};
const english = {
  title: (order: string) => `Asked to cancel ${order}`,
  left: (seconds: number) => `${seconds} s left`,
};

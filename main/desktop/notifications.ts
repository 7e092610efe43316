import type { MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { app, Notification } from 'electron';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { Contract } from '#shared/contract/contract.ts';

type Client = ContractRouterClient<Contract>;

/**
 * Shows a notification for each cancellation that begins to wait, until the port closes: its order, amount and the time
 * that is left. Each is told of once, however often the marketplace asks about it; what waited already at the start is on
 * the screen and is not told of.
 */
export async function notifyOfCancellations(port: MessagePort, open: (path: string) => void): Promise<void> {
  let closed = false;
  port.on('close', () => {
    closed = true;
  });
  const client: Client = createORPCClient(new RPCLink({ port }));
  port.start();
  try {
    await announceEach(client, open);
  } catch (cause) {
    // What is still asked when the port closes is aborted; that is the end, and no fault.
    if (!(closed && cause instanceof Error && cause.name === 'AbortError')) throw cause;
  }
}

async function announceEach(client: Client, open: (path: string) => void): Promise<void> {
  const known = new Set((await waiting(client)).map(({ id }) => id));
  for await (const change of await client.changes()) {
    if (change.topic !== 'cancellations') continue;
    for (const row of await waiting(client)) {
      if (known.has(row.id)) continue;
      known.add(row.id);
      announce(row, open);
    }
  }
}

async function waiting(client: Client): Promise<CancellationRow[]> {
  const { rows } = await client.cancellations.list({ state: 'waiting', limit: 200 });
  return rows;
}

function announce(row: CancellationRow, open: (path: string) => void): void {
  if (!Notification.isSupported()) return;
  const texts = app.getLocale().startsWith('en') ? english : spanish;
  const order = row.orderNumber ?? String(row.marketplaceId);
  const seconds = Math.ceil((Date.parse(row.heldUntil ?? '') - Date.now()) / 1000);
  const notification = new Notification({
    title: texts.title(isDecimal(row.total) ? `${order} · ${pesos.format(row.total)}` : order),
    body: [seconds > 0 ? texts.left(seconds) : null, row.partyName, row.reason].filter(Boolean).join(' · '),
  });
  notification.on('click', () => open(`/cancellations/${row.id}`));
  notification.show();
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

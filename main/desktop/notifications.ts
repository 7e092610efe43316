import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { app, Notification } from 'electron';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { Contract } from '#shared/contract/contract.ts';

type Client = ContractRouterClient<Contract>;

/**
 * Shows a notification for each cancellation that begins to wait, until `ended`: its order, amount and the time that is left.
 * Each is told of once, however often the marketplace asks about it and whichever engine lists it; what waited already at the
 * start is on the screen and is not told of. A port that closes is followed by another.
 */
export async function notifyOfCancellations(
  connect: () => MessagePort,
  ended: Promise<unknown>,
  open: (path: string) => void,
): Promise<void> {
  let isOver = false;
  const over = ended.then(() => {
    isOver = true;
  });
  let known: Set<number> | null = null;
  while (!isOver) {
    const port = connect();
    const closed = once(port, 'close');
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    const client: Client = createORPCClient(new RPCLink({ port }));
    port.start();
    try {
      known ??= new Set((await waiting(client)).map(({ id }) => id));
      await announceEach(client, known, open);
    } catch (cause) {
      // What is still asked when the port closes is aborted, and while the engine is away all is refused; that is no fault.
      const isAborted = isClosed && cause instanceof Error && cause.name === 'AbortError';
      const isAway = cause instanceof ORPCError && cause.status === 503;
      if (!isAborted && !isAway) throw cause;
    }
    await Promise.race([closed, over]);
  }
}

async function announceEach(client: Client, known: Set<number>, open: (path: string) => void): Promise<void> {
  // The stream begins with a change of another kind; what came while the engine was away is looked at then.
  let isFirst = true;
  for await (const { topic } of await client.changes()) {
    if (!isFirst && topic !== 'cancellations') continue;
    isFirst = false;
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

/** The load generator, a process of its own: gets one order by message, answers with what it measured. */
import { openConnection } from './connection.ts';
import { type Latencies, latenciesOf } from './measure.ts';
import { makeRequests } from './requests.ts';

export interface LoadOrder {
  url: string;
  connections: number;
  /** The first id to send; ids go up from there. */
  start: number;
  warmUpMilliseconds: number;
  milliseconds: number;
  /** Requests a second at a fixed pace, whether answers come or not; null sends as fast as answers come. */
  ratePerSecond: number | null;
}

export interface LoadResult extends Latencies {
  answered: number;
  /** Answers other than 200 and 201. */
  refused: number;
  perSecond: number;
  bodyBytes: number;
}

process.once('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.({ result }, () => process.disconnect()),
    (cause) => process.send?.({ failure: String(cause) }, () => process.disconnect()),
  );
});

async function run(order: LoadOrder): Promise<LoadResult> {
  const { host, port } = new URL(order.url);
  const requests = makeRequests(host, order.start);
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => openConnection(Number(port))),
  );
  const measuredFrom = performance.now() + order.warmUpMilliseconds;
  const end = measuredFrom + order.milliseconds;
  const latencies: number[] = [];
  let refused = 0;

  /** `due` is when the request should have gone out: waiting for a connection counts as waiting. */
  const note = (due: number, status: number) => {
    const now = performance.now();
    if (now < measuredFrom || now > end) return;
    latencies.push(now - due);
    if (status !== 200 && status !== 201) refused += 1;
  };

  if (order.ratePerSecond === null) {
    await Promise.all(
      connections.map(async (connection) => {
        for (let due = performance.now(); due < end; due = performance.now())
          note(due, await connection.exchange(requests.next()));
      }),
    );
  } else {
    await atRate(order.ratePerSecond, end, connections, async (connection, due) =>
      note(due, await connection.exchange(requests.next())),
    );
  }
  for (const connection of connections) connection.close();
  const perSecond = latencies.length / (order.milliseconds / 1000);
  return {
    answered: latencies.length,
    refused,
    perSecond,
    bodyBytes: requests.bodyBytes,
    ...latenciesOf(latencies),
  };
}

/** Sends at a fixed pace until `end`; what finds no free connection waits for one, its time running. */
async function atRate<Connection>(
  ratePerSecond: number,
  end: number,
  connections: readonly Connection[],
  send: (connection: Connection, due: number) => Promise<void>,
): Promise<void> {
  const free = [...connections];
  const due: number[] = [];
  const open = new Set<Promise<void>>();
  const sendDue = () => {
    while (due.length > 0 && free.length > 0) {
      // The one that is free for longest: the receiver closes what is never used.
      const [at, connection] = [due.shift(), free.shift()];
      if (at === undefined || connection === undefined) return;
      const sent = send(connection, at).finally(() => {
        free.push(connection);
        open.delete(sent);
        sendDue();
      });
      open.add(sent);
    }
  };
  const gap = 1000 / ratePerSecond;
  let next = performance.now();
  while (next < end) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (; next <= performance.now() && next < end; next += gap) due.push(next);
    sendDue();
  }
  while (open.size > 0) await Promise.all(open);
}

/** The load generator, a process of its own: gets one order by message, answers with what it measured. */
import { claimFileRequests } from './claim-files.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Latencies, latenciesOf } from './measure.ts';
import { makeRequests } from './requests.ts';

export interface LoadOrder {
  url: string;
  connections: number;
  /** Purchase orders from this id on; or the claim files of a seed, after so many records. */
  calls: { orders: number } | { claimFiles: number; seed: number };
  warmUpMilliseconds: number;
  /** For so long, or until so many records were made in all; either way no longer than until it is told to stop. */
  until: { milliseconds: number } | { records: number };
  /** Requests a second at a fixed pace, whether answers come or not; null sends as fast as answers come. */
  ratePerSecond: number | null;
}

export interface LoadResult extends Latencies {
  answered: number;
  /** Answers other than 200 and 201. */
  refused: number;
  perSecond: number;
  bodyBytes: number;
  /** That there are after it, where all of it was taken. */
  records: number;
  /** Records a second, of each `recordsPerStretch` in turn; none of the warm-up. */
  stretches: number[];
}

const recordsPerStretch = 10_000;

let isStopped = false;
process.on('message', (message: LoadOrder | 'stop') => {
  if (message === 'stop') {
    isStopped = true;
    return;
  }
  run(message).then(
    (result) => process.send?.({ result }, () => process.disconnect()),
    (cause) => process.send?.({ failure: String(cause) }, () => process.disconnect()),
  );
});

async function run({ url, connections: count, calls, until, ...order }: LoadOrder): Promise<LoadResult> {
  const { host, port } = new URL(url);
  const requests =
    'orders' in calls
      ? makeRequests(host, calls.orders)
      : claimFileRequests(host, calls.seed, calls.claimFiles);
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(Number(port))));
  const measuredFrom = performance.now() + order.warmUpMilliseconds;
  const end = 'milliseconds' in until ? measuredFrom + until.milliseconds : Number.POSITIVE_INFINITY;
  const lastRecord = 'records' in until ? until.records : Number.POSITIVE_INFINITY;
  const latencies: number[] = [];
  const stretches: number[] = [];
  let stretch = { at: measuredFrom, records: requests.records };
  let refused = 0;
  let lastAnswer = measuredFrom;

  const isOver = () => isStopped || requests.records >= lastRecord || performance.now() >= end;
  /** `due` is when the request should have gone out: waiting for a connection counts as waiting. */
  const send = async (connection: Connection, due: number) => {
    const status = await connection.exchange(requests.next());
    const now = performance.now();
    if (now < measuredFrom || now > end) return;
    lastAnswer = now;
    latencies.push(now - due);
    if (status !== 200 && status !== 201) refused += 1;
    const made = requests.records - stretch.records;
    if (made < recordsPerStretch) return;
    stretches.push((made / (now - stretch.at)) * 1000);
    stretch = { at: now, records: requests.records };
  };

  if (order.ratePerSecond === null) {
    await Promise.all(
      connections.map(async (connection) => {
        while (!isOver()) await send(connection, performance.now());
      }),
    );
  } else await atRate(order.ratePerSecond, isOver, connections, send);
  for (const connection of connections) connection.close();
  const milliseconds = Math.min(end, lastAnswer) - measuredFrom;
  return {
    answered: latencies.length,
    refused,
    perSecond: (latencies.length / milliseconds) * 1000,
    bodyBytes: requests.bodyBytes,
    records: requests.records,
    stretches,
    ...latenciesOf(latencies),
  };
}

/** Sends at a fixed pace until it is over; what finds no free connection waits for one, its time running. */
async function atRate(
  ratePerSecond: number,
  isOver: () => boolean,
  connections: readonly Connection[],
  send: (connection: Connection, due: number) => Promise<void>,
): Promise<void> {
  const free = [...connections];
  const due: number[] = [];
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const sendDue = () => {
    while (due.length > 0 && free.length > 0) {
      // The one that is free for longest: the receiver closes what is never used.
      const [at, connection] = [due.shift(), free.shift()];
      if (at === undefined || connection === undefined) return;
      const sent = send(connection, at)
        .catch((cause) => void failures.push(cause))
        .finally(() => {
          free.push(connection);
          open.delete(sent);
          sendDue();
        });
      open.add(sent);
    }
  };
  const gap = 1000 / ratePerSecond;
  let next = performance.now();
  while (!isOver() && failures.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (; next <= performance.now(); next += gap) due.push(next);
    sendDue();
  }
  while (open.size > 0) await Promise.all(open);
  if (failures.length > 0) throw failures[0];
}

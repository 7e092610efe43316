/** Entry of the thread that fetches files. */
import { parentPort } from 'node:worker_threads';
import { throttle } from '../../background-loop.ts';
import { systemClock } from '../../clock.ts';
import { createTlsContext, readCaCertificates } from '../../outbound/index.ts';
import { type Network, openNetwork } from './address-policy.ts';
import type { FromFetcher, ToFetcher } from './fetcher.ts';
import { type FetchHop, type FetchProgress, fetchFile } from './http-get.ts';

runFetcherThread();

const progressMilliseconds = 250;

/**
 * The thread that fetches files: unfolding, hashing and writing megabytes keeps no call waiting. Call it once, at the
 * top of a worker's entry.
 */
export function runFetcherThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('Files are fetched in a thread of the engine.');
  const say = (message: FromFetcher) => port.postMessage(message);
  const network: Network = {
    ...openNetwork,
    trust: createTlsContext({
      read: readCaCertificates,
      onFailure: (word) => say({ type: 'trustsOnlyBundled', word }),
    }),
  };
  const open = new Map<number, AbortController>();
  port.on('message', (message: ToFetcher) => {
    const { type, call } = message;
    if (type === 'giveUp') {
      open.get(call)?.abort();
      return;
    }
    const controller = new AbortController();
    open.set(call, controller);
    const onProgress = throttle(systemClock, progressMilliseconds, (progress: FetchProgress) =>
      say({ type: 'progress', call, progress }),
    );
    const onHop = (hop: FetchHop) => say({ type: 'hop', call, hop });
    const options = { signal: controller.signal, onProgress, onHop };
    void fetchFile(network, message.task, message.rules, options).then((outcome) => {
      open.delete(call);
      onProgress.cancel();
      say({ type: 'outcome', call, outcome });
    });
  });
}

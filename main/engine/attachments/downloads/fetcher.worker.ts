/**
 * Entry of the thread that fetches files: decompressing, hashing and writing megabytes keeps no call of the engine's own
 * thread waiting.
 */
import { parentPort } from 'node:worker_threads';
import { throttle } from '../../background-loop.ts';
import { systemClock } from '../../clock.ts';
import { createTlsContext, readCaCertificates } from '../../outbound/index.ts';
import { openNetwork } from './address-policy.ts';
import type { FromFetcher, ToFetcher } from './fetcher.ts';
import { type FetchHop, type FetchProgress, fetchFile } from './http-get.ts';

const progressMilliseconds = 250;

const port = parentPort;
if (port === null) throw new Error('Files are fetched in a thread of the engine.');
const send = (message: FromFetcher) => port.postMessage(message);
const network = {
  ...openNetwork,
  trust: createTlsContext({
    read: readCaCertificates,
    onFailure: (code) => send({ type: 'bundledCertificatesOnly', code }),
    onFileFailure: (code) => send({ type: 'authorityFileFailed', code }),
  }),
};
const open = new Map<number, AbortController>();

port.on('message', (message: ToFetcher) => {
  const { type, call } = message;
  if (type === 'abort') {
    open.get(call)?.abort();
    return;
  }
  const controller = new AbortController();
  open.set(call, controller);
  const onProgress = throttle(systemClock, progressMilliseconds, (progress: FetchProgress) =>
    send({ type: 'progress', call, progress }),
  );
  const onHop = (hop: FetchHop) => send({ type: 'hop', call, hop });
  const options = { signal: controller.signal, onProgress, onHop };
  void fetchFile(network, message.task, message.rules, options).then((outcome) => {
    open.delete(call);
    onProgress.cancel();
    send({ type: 'outcome', call, outcome });
  });
});

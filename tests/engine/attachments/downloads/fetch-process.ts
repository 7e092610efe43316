/** Fetches one file in a process of its own, as the engine does: `fetch-process.ts FOLDER URL`. Prints the outcome. */
import { startFetcher } from '../../../../main/engine/attachments/downloads/fetcher.ts';

const [, , folder = '', url = ''] = process.argv;
const fetcher = startFetcher();
const outcome = await fetcher.fetch(
  { id: 7, url, folder, maximumBytes: 1000, maximumMilliseconds: 20_000 },
  { approved: [{ host: new URL(url).host, allowHttp: false }], allowLoopback: true, platform: null },
  { signal: new AbortController().signal, onProgress: () => {} },
);
await fetcher.close();
process.stdout.write(JSON.stringify(outcome));

/** The platform's side: the configuration API with its seven lists, on a real port of this machine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type ReferenceList, referenceLists, referencePaths } from '#shared/reference-terms.ts';
import { answerAs, type PlatformBehaviour, problem } from './behaviours.ts';

export { behaviours, type PlatformBehaviour } from './behaviours.ts';
export { listAnswer, listElements } from './lists.ts';

export type PlatformBehaviours = Partial<Record<ReferenceList, PlatformBehaviour>>;

export interface PlatformOptions {
  /** `email:secret` that may read. */
  key: string;
  /** `email:secret` that is known and may not read: answered 403. */
  keyWithoutRights?: string;
  /** How each list is answered; `json` where nothing is said. */
  behaviour?: PlatformBehaviours;
  /** Default: any free one. */
  port?: number;
  /** How long `slow` takes; default 2,000. */
  slowMilliseconds?: number;
}

export interface PlatformCall {
  method: string;
  path: string;
  list: ReferenceList | null;
}

export interface Platform extends AsyncDisposable {
  /** `{base_url}`, for example `http://127.0.0.1:54321`. */
  url: string;
  /** From now on. */
  behave(behaviour: PlatformBehaviours): void;
  /** What was called so far, in order. */
  calls(): readonly PlatformCall[];
  close(): Promise<void>;
}

export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  let behaviour: PlatformBehaviours = { ...options.behaviour };
  const calls: PlatformCall[] = [];
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://platform.invalid');
    const list = referenceLists.find((name) => referencePaths[name] === path) ?? null;
    calls.push({ method: request.method ?? '', path, list });
    request.resume();
    const refused = refusal(request, options);
    if (refused !== null) problem(response, refused, path);
    else if (list === null || request.method !== 'GET') problem(response, 404, path);
    else if (search !== '') problem(response, 400, path);
    else {
      const { slowMilliseconds = 2_000 } = options;
      const answering = { list, path, response, slowMilliseconds, stopping: stopping.signal };
      answerAs(behaviour[list] ?? 'json', answering);
    }
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the platform has no port');
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= (async () => {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    })();
    return closed;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    behave(wanted) {
      behaviour = { ...behaviour, ...wanted };
    },
    calls: () => [...calls],
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Interface, "Authentication": the status to refuse with, or null. */
function refusal(request: IncomingMessage, { key, keyWithoutRights }: PlatformOptions): 401 | 403 | null {
  const given = request.headers['x-api-key'];
  if (given === encoded(key)) return null;
  return keyWithoutRights !== undefined && given === encoded(keyWithoutRights) ? 403 : 401;
}

function encoded(key: string): string {
  return Buffer.from(key).toString('base64');
}

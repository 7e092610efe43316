import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../engine/clock.ts';
import { EngineProblem } from '../shell/engine-problem.ts';
import type { EngineThread } from '../shell/engine-thread.ts';
import { attachmentFiles } from '../shell/files/attachment-files.ts';
import type { RendererFiles } from '../shell/renderer-files.ts';
import { boundConnections } from './connections.ts';
import { routeRequest } from './route.ts';
import { bridgeTo } from './rpc-bridge.ts';
import type { SecretPages } from './secret-pages.ts';
import { Sessions } from './sessions.ts';

export interface BrowserShellOptions {
  engine: Pick<EngineThread, 'connect' | 'acceptCollected' | 'attachmentFile'>;
  /** 0 for any free one. */
  port: number;
  files: RendererFiles;
  secretPages: SecretPages;
  /** Told of an answer that failed through a fault of ours. */
  onFault: (where: string, cause: unknown) => void;
  clock?: Clock;
}

export interface BrowserShell {
  /** Base address, for example `http://127.0.0.1:41234`. */
  readonly url: string;
  /** For scripts: `Authorization: Bearer …`. */
  readonly token: string;
  /** A new address that opens the console in one browser, once, within ten minutes. */
  newLink(): string;
  /** Stops listening and ends what is still open, streams included, within `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Serves the console on loopback; rejects with an `EngineProblem` where the port cannot be had. */
export async function openBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const ports: Record<'browser' | 'token', MessagePort> = {
    browser: options.engine.connect('browser'),
    token: options.engine.connect('token'),
  };
  const closePorts = () => {
    ports.browser.close();
    ports.token.close();
  };
  const server = createConsoleServer();
  boundConnections(server, { most: maxConnections, silentMs });
  try {
    await listen(server, options.port);
  } catch (failure) {
    closePorts();
    throw failure;
  }
  const { port } = addressOf(server);
  const sessions = new Sessions(port, options.clock);
  const route = routeRequest({
    port,
    sessions,
    files: options.files,
    attachments: attachmentFiles(options.engine),
    secretPages: options.secretPages,
    accept: (ticket, secret) => options.engine.acceptCollected(ticket, secret),
    bridges: { browser: bridgeTo(ports.browser), token: bridgeTo(ports.token) },
    onFault: options.onFault,
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => void route(request, response));
  const url = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | null = null;
  return {
    url,
    token: sessions.token,
    newLink: () => `${url}/enter?ticket=${sessions.newLink()}`,
    close: (graceMs = 500) => (closing ??= closeServer(server, closePorts, graceMs)),
  };
}

/** One person's browser opens a handful. */
const maxConnections = 256;
/** A browser opens some ahead of time; one that says nothing for so long can be opened again. */
const silentMs = 3000;

/** A slow or silent client is dropped: headers within 10 s, a whole request within 30 s. */
function createConsoleServer(): Server {
  return createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
  });
}

async function listen(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
  try {
    await promise;
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : null;
    if (code === 'EADDRINUSE') {
      throw new EngineProblem(
        'consolePortTaken',
        `Port ${port} on 127.0.0.1 is taken by another program. Choose another with --console-port, or 0 for any free one.`,
      );
    }
    if (code === 'EACCES') {
      throw new EngineProblem(
        'consolePortDenied',
        `This account may not listen on port ${port}. Choose one above 1023 with --console-port.`,
      );
    }
    throw failure;
  }
  server.removeListener('error', reject);
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The console listens on no port.');
  return address;
}

/** Calls that are being answered have until the grace is over; streams, which never end alone, are cut then. */
async function closeServer(server: Server, closePorts: () => void, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const limit = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearTimeout(limit);
  closePorts();
}

/** The marketplace's files, on a real port of this machine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FinancialDocumentBody } from '../financial-document.ts';
import type { IncidentReportBody } from '../incident-report.ts';
import { readBehaviour, sendStatus, type WrittenBehaviour } from './behaviours/index.ts';
import { fileAt, type ServedFile } from './file-at.ts';
import { type Hold, type HoldOptions, openGate } from './gate.ts';
import { nameOf, openKnown } from './known.ts';
import { openDarkroom } from './photos/darkroom.ts';
import { shotOf } from './photos/shot.ts';
import { openRequestLog, type SeenRequest } from './requests.ts';

export interface FilesOptions {
  seed?: number;
  /** Default: any free one. */
  port?: number;
  /** Of each photograph; default 2. */
  megapixels?: number;
  /** Of photographs that are kept for the next who asks; default 64 MiB. */
  keptBytes?: number;
  /** How long `verySlow` takes; `slowDrip` waits a twentieth of it between pieces. Default 2,000. */
  slowMilliseconds?: number;
  /** Where `redirectToOtherPort` leads; default a port of this machine at which nobody listens. */
  elsewhereUrl?: string;
}

export interface Files extends AsyncDisposable {
  /** `filesUrl` of what a marketplace sends, for example `http://127.0.0.1:54321`. */
  url: string;
  /** Says what a report's or document's files show; those of which nobody told show something likely. */
  tell(body: IncidentReportBody | FinancialDocumentBody): void;
  /** Makes a report's photographs before anybody asks, for who measures; `keptBytes` says how many stay. */
  prepare(report: IncidentReportBody): Promise<void>;
  /** From now on, how a path is answered; null as it would be by itself. */
  behave(path: string, behaviour: WrittenBehaviour | null): void;
  /** What was asked so far, in order; all of it, or of one path. */
  requests(path?: string): readonly SeenRequest[];
  /** How many requests were answered, and connections open, at the same time at most. */
  mostAtOnce(): { requests: number; connections: number };
  /** Resolves as soon as this holds; looked at whenever a request or a connection begins or ends. */
  until(holds: () => boolean): Promise<void>;
  /** Holds every answer from now on. */
  hold(options?: HoldOptions): Hold;
  /** The network is cut: every connection ends at once, and nobody listens. */
  cut(): Promise<void>;
  /** Listens again on the same port. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Photographs of behaviours are small: they are about everything else. */
const behaviourMegapixels = 0.2;

export async function openFiles(options: FilesOptions = {}): Promise<Files> {
  const { seed = 1, megapixels = 2, slowMilliseconds = 2_000 } = options;
  const { keptBytes = 64 * 1_024 * 1_024, elsewhereUrl = 'http://127.0.0.1:9' } = options;
  const known = openKnown(seed);
  const darkroom = openDarkroom({ keptBytes });
  const log = openRequestLog();
  const gate = openGate();
  const behaving = new Map<string, string>();
  const asked = new Map<string, number>();
  const shelves = { seed, known, darkroom, megapixels };
  let stopping = new AbortController();
  let server: Server | null = null;
  let port = options.port ?? 0;
  const url = () => `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const nth = (asked.get(path) ?? 0) + 1;
    asked.set(path, nth);
    if (request.method !== 'GET') return sendStatus(response, 405, { Allow: 'GET' });
    const [, root, inPath = '', filename = ''] = path.split('/');
    const written = behaving.get(path) ?? (root === 'como' ? inPath : null);
    if (written === null) return sendFile(response, await fileAt(path, shelves));
    const read = readBehaviour(written);
    if (read === null) return sendStatus(response, 404);
    await gate.pass();
    const name = nameOf(filename);
    await read.behaviour.answer({
      response,
      path,
      url: url(),
      elsewhereUrl,
      nth,
      number: read.number,
      photo: () =>
        darkroom.photo(name, () => shotOf(seed, name, known.picture(name, 0)), 'whole', behaviourMegapixels),
      slowMilliseconds,
      stopping: stopping.signal,
    });
  }

  async function sendFile(response: ServerResponse, file: ServedFile | null): Promise<void> {
    if (file === null) return sendStatus(response, 404);
    const { bytes, type } = file;
    const head = { 'Content-Type': type, 'Content-Length': bytes.length, 'Cache-Control': 'private' };
    const first = gate.afterBytes();
    if (first > 0) {
      response.writeHead(200, head).write(bytes.subarray(0, first));
      await gate.pass();
      response.end(bytes.subarray(first));
      return;
    }
    await gate.pass();
    response.writeHead(200, head).end(bytes);
  }

  function take(request: IncomingMessage, response: ServerResponse): void {
    const address = URL.parse(request.url ?? '/', 'http://archivos.invalid');
    if (address === null) {
      sendStatus(response, 400);
      return;
    }
    const { pathname: path, search: query } = address;
    const { method = '', headers } = request;
    const seen = log.begin({ method, path, query, headers, status: null, end: null });
    request.resume();
    response.on('finish', () => seen.end('whole', response.statusCode));
    response.on('close', () => seen.end('cut', response.headersSent ? response.statusCode : null));
    answer(request, response, path).catch(() => {
      // The picture could not be made, or the caller left meanwhile.
      if (response.headersSent) response.destroy();
      else sendStatus(response, 503);
    });
  }

  async function listen(): Promise<void> {
    const opened = createServer({ keepAliveTimeout: 2_000 }, take);
    opened.on('connection', (socket) => {
      const connection = log.connected();
      socket.on('close', connection.gone);
      socket.on('error', () => socket.destroy());
    });
    opened.listen(port, '127.0.0.1');
    await once(opened, 'listening');
    const address = opened.address();
    if (address === null || typeof address === 'string') throw new Error('the file server has no port');
    port = address.port;
    server = opened;
  }

  async function cut(): Promise<void> {
    const open = server;
    server = null;
    stopping.abort();
    if (open === null) return;
    const closed = once(open, 'close');
    open.close();
    open.closeAllConnections();
    await closed;
  }

  await listen();
  const files: Files = {
    url: url(),
    tell: known.tell,
    async prepare(report) {
      known.tell(report);
      for (const { fileFullPath } of report.attachmentsPictures)
        await fileAt(new URL(fileFullPath).pathname, shelves);
    },
    behave(path, behaviour) {
      if (behaviour === null) behaving.delete(path);
      else behaving.set(path, behaviour);
    },
    requests: (path) => log.all.filter((request) => path === undefined || request.path === path),
    mostAtOnce: () => ({ ...log.mostAtOnce }),
    until: log.until,
    hold: gate.hold,
    cut,
    async reopen() {
      stopping = new AbortController();
      await listen();
    },
    async close() {
      gate.open();
      await cut();
      await darkroom.close();
    },
    [Symbol.asyncDispose]: () => files.close(),
  };
  return files;
}

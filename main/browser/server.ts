import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { openIdRedirectPath } from '#shared/contract/open-id.ts';
import { leastOf, mayDo } from '#shared/contract/roles.ts';
import { contractHeader, contractVersion } from '#shared/contract/version.ts';
import type { Role } from '#shared/terms.ts';
import { type Clock, systemClock } from '../engine/clock.ts';
import { type ConnectionLimit, limitConnections } from '../engine/connection-limit.ts';
import { http } from '../engine/node-http.ts';
import { signInError } from '../engine/serve-port.ts';
import { archivePath } from '../shell/archive-pages.ts';
import { answerUpload, uploadPath } from '../shell/archive-upload.ts';
import type { Archives } from '../shell/archives.ts';
import { type AnswerFile, attachmentFiles, isFilePath } from '../shell/attachment-files.ts';
import type { EngineThread, Receiving } from '../shell/engine-client.ts';
import { EngineProblem } from '../shell/process.ts';
import type { RendererFiles } from '../shell/renderer-files.ts';
import { BodyTooLarge, send, sendCallError, sendError, sendPlainError } from './answer.ts';
import { answerAttachment } from './answer-file.ts';
import { type ArchiveRoutes, archiveRoutes } from './archive-routes.ts';
import { type FindOrigin, originBehind } from './call-origin.ts';
import { openChangesFanOut } from './changes-fan-out.ts';
import { answerInTurn, endSilent } from './connections.ts';
import type { ConsoleCertificate } from './console-certificate.ts';
import { type ConsoleOrigin, crossSiteRefusal, loopbackOrigin, secureOrigin } from './cross-site-guard.ts';
import { answerHealth, healthPath } from './health.ts';
import { OfficeAccess } from './office-access.ts';
import { answerProviderReturn } from './provider-return.ts';
import { type Bridge, bridgeTo, maxCallBytes } from './rpc-bridge.ts';
import { type AcceptCollected, answerSecretForm, type SecretTickets } from './secret-form.ts';
import { type Access, answerSignIn, type Caller, Sessions, sendSignInPage } from './sign-in.ts';

export interface BrowserShellOptions {
  /** Null where there are no live data, but archives alone. */
  engine: Pick<
    EngineThread,
    'connect' | 'acceptCollected' | 'recognise' | 'hearing' | 'attachmentFile' | 'exportFile' | 'receiving'
  > | null;
  archives: Pick<Archives, 'find' | 'newFolder'>;
  /** The path that a sign-in leads to, `/` unless given. */
  home?: string;
  /** Where it listens beside this computer itself, always over TLS; 127.0.0.1 alone, without TLS, where none is given. */
  beyond?:
    | { host: string; certificate: ConsoleCertificate; trustedProxies?: readonly string[] | undefined }
    | undefined;
  /** Whether other computers open it, so that its pages are shown to anybody and each signs in with their account. */
  isOffice?: boolean;
  /** 0 for any free one. */
  port: number;
  files: RendererFiles;
  secretTickets: SecretTickets;
  /** Notified of an answer that failed through a fault of ours. */
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

/** Serves the console, on loopback unless told otherwise; rejects with an `EngineProblem` where the port cannot be had. */
export async function openBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const { engine, home = '/', isOffice = false } = options;
  const findOrigin = originBehind(options.beyond?.trustedProxies ?? []);
  const changes =
    isOffice && engine !== null
      ? openChangesFanOut({
          connect: () => engine.connect('engine'),
          hearing: (askers) => engine.hearing(askers),
          clock: options.clock ?? systemClock,
        })
      : null;
  const bridges: Record<Caller, Bridge> | null = engine && {
    browser: bridgeTo(() => engine.connect('browser'), changes && { via: 'browser', findOrigin, changes }),
    token: bridgeTo(() => engine.connect('token'), changes && { via: 'token', findOrigin, changes }),
  };
  const archives = archiveRoutes(options.archives, options.files);
  const closeBridges = () => {
    bridges?.browser.close();
    bridges?.token.close();
    changes?.close();
    archives.close();
  };
  const { beyond } = options;
  const host = beyond?.host ?? '127.0.0.1';
  const server = createConsoleServer(beyond?.certificate);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const connections = isOffice
    ? limitConnections(server, maxOfficeConnections, {
        maxKnownOfOne: maxOfficeConnections / 4,
        proxies: beyond?.trustedProxies,
      })
    : limitConnections(server, maxConnections);
  endSilent(server, silentMs);
  try {
    await listen(server, host, options.port);
  } catch (failure) {
    closeBridges();
    throw failure;
  }
  const { port } = addressOf(server);
  const own =
    beyond === undefined ? loopbackOrigin(port) : secureOrigin(port, () => beyond.certificate.names());
  const sessions = new Sessions(port, options.clock, beyond !== undefined);
  const office = isOffice && engine !== null ? new OfficeAccess(port, sessions, engine) : null;
  const access = office ?? sessions;
  const route = routeRequest({
    own,
    findOrigin,
    connections,
    access,
    office,
    sessions,
    files: options.files,
    home,
    live: bridges &&
      engine && {
        bridges,
        attachments: attachmentFiles(engine),
        accept: (ticket, secret) => engine.acceptCollected(ticket, secret),
        receiving: () => engine.receiving(),
      },
    archives,
    opened: options.archives,
    secretTickets: options.secretTickets,
    onFault: options.onFault,
  });
  answerInTurn(server, (request, response) => void route(request, response));
  const shown = beyond === undefined ? host : nameOf(host, beyond.certificate.names());
  const url = `${own.scheme}://${isIPv6(shown) ? `[${shown}]` : shown}:${port}`;
  let closing: Promise<void> | null = null;
  return {
    url,
    token: sessions.token,
    newLink: () => `${url}/enter?ticket=${sessions.newLink()}`,
    close: (graceMs = 500) => (closing ??= closeServer(server, sockets, closeBridges, graceMs)),
  };
}

/** One person's browser opens a handful; of an office's desks one has a quarter of all at the most. */
const maxConnections = 256;
const maxOfficeConnections = 1024;
/** A browser opens some ahead of time; one that says nothing for so long can be opened again. */
const silentMs = 3000;

/** A slow or silent client is dropped: headers within 10 s, a whole request within 30 s. */
function createConsoleServer(certificate: ConsoleCertificate | undefined): Server {
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
  };
  if (certificate === undefined) return http.createServer(limits);
  const server = createHttpsServer({ ...limits, ...certificate.options, handshakeTimeout: silentMs });
  certificate.onReplaced((options) => server.setSecureContext(options));
  return server;
}

/** By which of its names a console is called that listens there; the address itself where its certificate has none. */
function nameOf(host: string, names: readonly string[]): string {
  if (names.includes(host)) return host;
  return names.find((name) => !name.startsWith('*.')) ?? (isEverywhere(host) ? 'localhost' : host);
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

async function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, host, exclusive: true }, resolve);
  try {
    await promise;
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : null;
    if (code === 'EADDRINUSE') {
      throw new EngineProblem(
        'consolePortTaken',
        `Port ${port} on ${host} is taken by another program. Choose another with --console-port, or 0 for any free one.`,
      );
    }
    if (code === 'EADDRNOTAVAIL') {
      throw new EngineProblem(
        'consoleAddress',
        `This computer has no address ${host}. Choose one of its own with --console-host, or 0.0.0.0 for all.`,
      );
    }
    // EPERM is what the unit of a service says of a port that it does not allow.
    if (code === 'EACCES' || code === 'EPERM') {
      throw new EngineProblem(
        'consolePortDenied',
        `This account may not listen on port ${port}. Choose one above 1023 with --console-port; where the unit of the service allows certain ports only (SocketBindAllow), add it there.`,
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
async function closeServer(
  server: Server,
  sockets: ReadonlySet<Socket>,
  closeBridges: () => void,
  graceMs: number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const limit = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, graceMs);
  await promise;
  clearTimeout(limit);
  closeBridges();
}

interface RouteOptions {
  own: ConsoleOrigin;
  findOrigin: FindOrigin;
  connections: ConnectionLimit;
  access: Access;
  /** Null of a console that this computer alone opens. */
  office: OfficeAccess | null;
  sessions: Sessions;
  files: RendererFiles;
  home: string;
  /** Null where there are no live data. */
  live: {
    bridges: Record<Caller, Bridge>;
    attachments: AnswerFile;
    accept: AcceptCollected;
    receiving(): Receiving;
  } | null;
  archives: ArchiveRoutes;
  opened: Pick<Archives, 'newFolder'>;
  secretTickets: SecretTickets;
  onFault: (where: string, cause: unknown) => void;
}

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers every request of the console's listener; never rejects. */
function routeRequest(options: RouteOptions): Route {
  return async (request, response) => {
    // Desktop programs find out by it whether they understand this office.
    if (options.office !== null) response.setHeader(contractHeader, String(contractVersion));
    try {
      await answer(options, request, response);
    } catch (failure) {
      if (failure instanceof BodyTooLarge) return sendPlainError(response, 413, 'This is too long.');
      // Whoever went away before the request was whole is nobody's fault, and may be anybody.
      if (request.errored !== null && !request.complete) return void response.destroy();
      options.onFault(
        `${request.method} ${request.url?.split('?')[0]?.replace(/^(\/secret\/).*/, '$1…')}`,
        failure,
      );
      if (response.headersSent) response.destroy();
      else sendCallError(response, 500, 'INTERNAL_SERVER_ERROR', 'Perito failed to answer.');
    }
  };
}

async function answer(
  options: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = crossSiteRefusal(request, options.own, options.findOrigin(request).isByTrustedProxy);
  if (refusal) return sendPlainError(response, refusal.status, refusal.message);
  const { access, office } = options;
  noteKnown(options, request);
  const url = URL.parse(request.url ?? '/', `${options.own.scheme}://localhost:${options.own.port}`);
  if (url === null) return sendPlainError(response, 400, 'This is not an address.');
  const { pathname } = url;
  if (pathname === uploadPath && request.method === 'POST')
    return takeArchive(options, request, response, url);
  if (archivePath(pathname) !== null) return answerArchive(options, request, response, url);
  if (pathname.startsWith('/rpc/')) return answerCall(options, request, response, url);
  const methods =
    pathname === '/enter' || pathname.startsWith('/secret/') ? ['GET', 'POST'] : ['GET', 'HEAD'];
  if (!methods.includes(request.method ?? '')) {
    return send(response, 405, { allow: methods.join(', ') }, '');
  }
  if (pathname === healthPath && options.live !== null)
    return answerHealth(response, options.live.receiving());
  if (pathname === openIdRedirectPath && office !== null) return answerProviderReturn(response, url);
  if (pathname === '/enter') return answerSignIn(request, response, url, options);
  if (isFilePath(pathname) && options.live !== null)
    return answerFile(access, options.live.attachments, request, response, url);
  return answerPage(options, request, response, pathname);
}

/** Keeps the connection of somebody who is known before those of strangers. */
function noteKnown({ access, office, connections, onFault }: RouteOptions, request: IncomingMessage): void {
  if (office === null) {
    if (access.callerOf(request) !== null) connections.know(request.socket);
    return;
  }
  const know = (isKnown: boolean) => isKnown && connections.know(request.socket);
  office.isKnown(request).then(know, (failure: unknown) => onFault('sign-in', failure));
}

/** Of somebody who calls; who that is by their sign-in, the engine looks at. */
async function answerFile(
  access: Access,
  attachments: AnswerFile,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const caller = access.callerOf(request);
  if (caller === null) return sendUnauthorized(response);
  const signIn = caller === 'browser' ? access.signInOf(request) : null;
  await answerAttachment(request, response, url, attachments, { caller, signIn });
}

/** The caller of what the engine does not look at itself, and their role where they have to have one; null of nobody who is known. */
async function knownCaller(
  { access, office }: Pick<RouteOptions, 'access' | 'office'>,
  request: IncomingMessage,
): Promise<{ caller: Caller; role: Role | null } | null> {
  const caller = access.callerOf(request);
  if (office === null || caller !== 'browser') return caller && { caller, role: null };
  const role = await office.roleOf(request);
  return role && { caller, role };
}

/** A bundle that was dropped on a page, or chosen there. */
async function takeArchive(
  { opened, ...options }: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const known = await knownCaller(options, request);
  if (known === null) return sendUnauthorized(response);
  if (known.role !== null && !mayDo(known.role, leastOf(['archives', 'open'])))
    return sendPlainError(response, 403, 'Su rol no abre archivos.\nYour role opens no archives.');
  const type = request.headers['content-type'] ?? null;
  const { status, headers, body } = await answerUpload(opened, url, { type, bytes: request });
  send(response, status, headers, body);
}

/** A page that nobody is signed in to leads to the sign-in; all else is refused. */
async function answerArchive(
  { archives, ...options }: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const known = await knownCaller(options, request);
  if (known !== null) return void (await archives.answer(request, response, url, known.caller));
  const isPage = request.method === 'GET' && archivePath(url.pathname)?.rest === '/';
  if (isPage) sendFirst(options, request, response);
  else sendUnauthorized(response);
}

/** Where one signs in before anything else is shown. */
function sendFirst(
  { office, home }: Pick<RouteOptions, 'office' | 'home'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (office === null) sendSignInPage(request, response, 'noSession');
  else send(response, 302, { location: home }, '');
}

/** What strangers send at the most; the longest of theirs is what the office's provider sent, which came in a URL. */
const maxStrangersBytes = 32 * 1024;

/**
 * How much of a browser's call to an office is read before the engine looks at who calls, in bytes: nothing of what nobody signed in
 * calls that asks for a role. Of a sign-in that does not hold, why.
 */
async function readableOf(
  office: OfficeAccess,
  request: IncomingMessage,
  { pathname }: URL,
): Promise<number | 'signedOut' | 'locked'> {
  if (leastOf(pathname.slice('/rpc/'.length).split('/')) === 'anyone') return maxStrangersBytes;
  const standing = await office.standingOf(request);
  if (standing === 'hears') return maxCallBytes;
  if (standing === 'nobody') return 0;
  // What an engine says that is away is told to everybody.
  return standing === 'away' ? maxStrangersBytes : standing;
}

async function answerCall(
  { access, office, live }: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const caller = access.callerOf(request);
  if (caller === null) {
    return sendCallError(
      response,
      401,
      'UNAUTHORIZED',
      'Sign in to the console, or send Authorization: Bearer with its token.',
    );
  }
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return sendCallError(response, 405, 'METHOD_NOT_ALLOWED', 'Procedures are called with POST.');
  }
  if (live === null) return sendCallError(response, 404, 'NOT_FOUND', 'There are archives alone here.');
  const isAsked = office !== null && caller === 'browser';
  const readable = isAsked ? await readableOf(office, request, url) : maxCallBytes;
  if (typeof readable === 'string') return sendError(response, signInError(readable));
  if (response.destroyed) return;
  if (url.pathname === '/rpc/people/signOut') {
    access.forgetSignIn(response);
    // What was shown to whoever goes is not left in the browser.
    response.setHeader('clear-site-data', '"cache"');
  } else if (caller === 'browser') access.noteSignIn(request, response);
  await live.bridges[caller].answer(request, response, url, readable);
}

async function answerPage(
  { files, secretTickets, live, home, ...options }: RouteOptions,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const file = files.answer(pathname);
  const isPage = file === null || pathname === '/' || pathname === '/index.html';
  if (options.access.callerOf(request) === null) {
    return isPage ? sendSignInPage(request, response, 'noSession') : sendUnauthorized(response);
  }
  if (pathname.startsWith('/secret/') && live !== null) {
    if ((await knownCaller(options, request)) === null)
      return sendFirst({ ...options, home }, request, response);
    const ticket = pathname.slice('/secret/'.length);
    return answerSecretForm(request, response, ticket, secretTickets, live.accept);
  }
  if (pathname === '/' && live === null) return send(response, 302, { location: home }, '');
  if (file) return send(response, file.status, file.headers, file.body);
  sendPlainError(response, 404, 'Aquí no hay nada.\nThere is nothing here.');
}

const sendUnauthorized = (response: ServerResponse): void =>
  sendPlainError(response, 401, 'Entre primero a la consola.\nSign in to the console.');

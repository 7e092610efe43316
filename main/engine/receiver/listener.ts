/** Listens with the receiver's server, and stops it without cutting answers. */
import { connect, type Server, type Socket } from 'node:net';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import type { Status } from '#shared/contract/status.ts';
import { createLargeBodies } from '../bodies/index.ts';
import { errorCode } from '../error-code.ts';
import { createThrottle } from './authentication.ts';
import {
  defaultLimits,
  newCallCounts,
  type ReceiverLimits,
  type ReceiverServices,
  statusOf,
} from './context.ts';
import { OwnCalls } from './own-calls.ts';
import { createMemoryBudget } from './request-body.ts';
import { buildServer, type ReceiverServer } from './server.ts';

type ReceiverStatus = Omit<Status['receiver'], 'certificate'>;

export interface Receiver {
  /**
   * Listens at this address and port (0 is any free one), after it stopped listening elsewhere; over TLS where it is given a
   * certificate. Never rejects: a port that cannot be had is the `error` of `state`.
   */
  listen(address: string, port: number, certificate?: SecureContextOptions | null): Promise<void>;
  /** Answers by another certificate from now on, also where it begins to listen just now; what is connected stays as it is. */
  replaceCertificate(certificate: SecureContextOptions): void;
  /** Stops listening, and says that this is why it does not listen there. */
  fail(address: string, port: number, error: NonNullable<ReceiverStatus['error']>): Promise<void>;
  state(): ReceiverStatus;
  /** The calls that this program makes to itself. */
  readonly ownCalls: OwnCalls;
  /** Whether a connection to the address on which it listens comes to it, within two seconds. */
  isReached(): Promise<boolean>;
  /** Closes idle connections, waits a little for calls that are being answered, at most so long, then closes those. */
  stop(limitMs?: number): Promise<void>;
}

/** The insurer integration API on a listener of its own. */
export function createReceiver(services: ReceiverServices, limits: ReceiverLimits = defaultLimits): Receiver {
  const counts = newCallCounts();
  const throttle = createThrottle(services.clock, limits);
  const memory = createMemoryBudget(limits.memoryBytes);
  const bodies = createLargeBodies();
  const ownCalls = new OwnCalls(services.clock);
  let running: { server: ReceiverServer; stop(limitMs: number): Promise<void> } | null = null;
  let endpoint = { address: '', port: 0 };
  let scheme: 'http' | 'https' = 'http';
  let newest: SecureContextOptions | null = null;
  let phase: 'starting' | 'listening' | 'failed' | 'stopped' = 'starting';
  let error: ReceiverStatus['error'] = null;

  const stop = async (limitMs = limits.stopTimeout) => {
    const stopping = running;
    running = null;
    phase = 'stopped';
    error = null;
    await stopping?.stop(Math.min(limitMs, limits.stopTimeout));
    await bodies.close();
  };

  return {
    async listen(address, port, certificate = null) {
      newest = certificate;
      await stop();
      phase = 'starting';
      endpoint = { address, port };
      scheme = certificate === null ? 'http' : 'https';
      let isStopping = false;
      const server = buildServer(
        { services, limits, throttle, memory, counts, bodies, ownCalls, isStopping: () => isStopping },
        certificate,
      );
      const { app } = server;
      const connections = followConnections(server);
      try {
        await app.listen({ host: address, port });
        if (newest !== null && newest !== certificate) server.secure?.setSecureContext(newest);
        endpoint = { address, port: boundPort(server) ?? port };
        phase = 'listening';
        running = {
          server,
          stop: (limitMs) => {
            isStopping = true;
            connections.endUnused();
            return stopServer(server, limitMs, connections);
          },
        };
      } catch (failure) {
        phase = 'failed';
        error = listenError(failure);
        await app.close();
      }
    },
    replaceCertificate(certificate) {
      newest = certificate;
      running?.server.secure?.setSecureContext(certificate);
    },
    async fail(address, port, cause) {
      const stopped = stop();
      // A certificate that comes meanwhile ends it.
      endpoint = { address, port };
      phase = 'failed';
      error = cause;
      await stopped;
    },
    state() {
      const { calls, lastCallAt, unauthenticated, lastUnauthenticatedAt, lastOutside } = counts;
      return {
        ...endpoint,
        ...stateOf(phase, error, services),
        url: phase === 'listening' ? urlOf(scheme, endpoint) : null,
        calls,
        unauthenticated,
        lastCallAt: lastCallAt === null ? null : new Date(lastCallAt).toISOString(),
        lastUnauthenticatedAt:
          lastUnauthenticatedAt === null ? null : new Date(lastUnauthenticatedAt).toISOString(),
        heldCalls: services.calls.count,
        lastOutsideCall:
          lastOutside === null ? null : { ...lastOutside, at: new Date(lastOutside.at).toISOString() },
      };
    },
    ownCalls,
    isReached: async () => running !== null && connectionArrives(running.server.app.server, endpoint),
    stop,
  };
}

const reachedWithinMilliseconds = 2000;

/** Connects to where a server listens, sends nothing, and sees whether that comes. */
function connectionArrives(server: Server, { address, port }: { address: string; port: number }) {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const from = new Set<number | undefined>();
  const probe = connect({ host: everywhere[address] ?? address, port });
  const look = () => {
    if (probe.localPort !== undefined && from.has(probe.localPort)) resolve(true);
  };
  const onConnection = (socket: Socket) => {
    from.add(socket.remotePort);
    look();
  };
  server.on('connection', onConnection);
  probe.on('connect', look).on('error', () => resolve(false));
  const limit = setTimeout(resolve, reachedWithinMilliseconds, false);
  return promise.finally(() => {
    clearTimeout(limit);
    server.off('connection', onConnection);
    probe.destroy();
  });
}

function stateOf(
  phase: 'starting' | 'listening' | 'failed' | 'stopped',
  error: ReceiverStatus['error'],
  services: ReceiverServices,
): Pick<ReceiverStatus, 'state' | 'error'> {
  if (phase !== 'listening') return { state: phase, error };
  return statusOf(services.keys.configured(), services.storageUnavailable());
}

type ListenError = NonNullable<ReceiverStatus['error']>;

const listenErrorCodes: Record<string, ListenError['code']> = {
  EADDRINUSE: 'addressInUse',
  EADDRNOTAVAIL: 'addressNotAvailable',
  EACCES: 'permission',
  EPERM: 'permission',
};

/** Why listening failed, for the screen. */
function listenError(failure: unknown): ListenError {
  const code = errorCode(failure) ?? '';
  return {
    code: listenErrorCodes[code] ?? 'other',
    detail: failure instanceof Error ? failure.message : String(failure),
  };
}

function boundPort({ app }: Pick<ReceiverServer, 'app'>): number | null {
  const bound = app.server.address();
  return bound === null || typeof bound === 'string' ? null : bound.port;
}

function urlOf(scheme: string, { address, port }: { address: string; port: number }): string {
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

interface Connections {
  /** Ends those on which no call was ever begun. Clients open them ahead of time; Node does not count them as idle. */
  endUnused(): void;
  endAll(): void;
}

function followConnections({ app, secure }: Pick<ReceiverServer, 'app' | 'secure'>): Connections {
  const open = new Set<Socket>();
  /** Those that have agreed on TLS, by where they come from: Node gives them another object then. */
  const secured = new Map<string, TLSSocket>();
  const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  app.server.on('connection', (socket) => {
    const place = placeOf(socket);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      secured.delete(place);
    });
  });
  app.server.on('secureConnection', (socket: TLSSocket) => secured.set(placeOf(socket), socket));
  return {
    endUnused() {
      for (const socket of open) {
        const read = secure !== null ? secured.get(placeOf(socket)) : socket;
        if (read === undefined || read.bytesRead === 0) socket.destroy();
      }
    },
    endAll() {
      for (const socket of open) socket.destroy();
    },
  };
}

const idleCheckInterval = 50;

async function stopServer(
  { app, secure }: ReceiverServer,
  milliseconds: number,
  connections: Connections,
): Promise<void> {
  secure?.http2.close();
  // A connection falls idle when its call is answered, which may be after the closing began.
  const closing = setInterval(() => app.server.closeIdleConnections(), idleCheckInterval);
  const timeout = setTimeout(() => {
    app.server.closeAllConnections();
    secure?.http2.destroy();
    connections.endAll();
  }, milliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
    clearTimeout(timeout);
  }
}

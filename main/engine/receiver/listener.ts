/** Listens with the receiver's server, and stops it without cutting answers. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
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
import { createMemoryBudget } from './request-body.ts';
import { buildServer } from './server.ts';

type ReceiverStatus = Status['receiver'];

export interface Receiver {
  /**
   * Listens at this address and port (0 is any free one), after it stopped listening elsewhere. Never rejects:
   * a port that cannot be had is the `error` of `state`.
   */
  listen(address: string, port: number): Promise<void>;
  state(): ReceiverStatus;
  /** Closes idle connections, waits a little for calls that are being answered, at most so long, then closes those. */
  stop(limitMs?: number): Promise<void>;
}

/** The insurer integration API on a listener of its own. */
export function createReceiver(services: ReceiverServices, limits: ReceiverLimits = defaultLimits): Receiver {
  const counts = newCallCounts();
  const throttle = createThrottle(services.clock, limits);
  const memory = createMemoryBudget(limits.memoryBytes);
  const bodies = createLargeBodies();
  let running: { app: FastifyInstance; stop(limitMs: number): Promise<void> } | null = null;
  let endpoint = { address: '', port: 0 };
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
    async listen(address, port) {
      await stop();
      phase = 'starting';
      endpoint = { address, port };
      let isStopping = false;
      const { app } = buildServer({
        services,
        limits,
        throttle,
        memory,
        counts,
        bodies,
        isStopping: () => isStopping,
      });
      const unused = unusedSockets(app);
      try {
        await app.listen({ host: address, port });
        endpoint = { address, port: boundPort(app) ?? port };
        phase = 'listening';
        running = {
          app,
          stop: (limitMs) => {
            isStopping = true;
            for (const socket of unused()) socket.destroy();
            return stopServer(app, limitMs);
          },
        };
      } catch (failure) {
        phase = 'failed';
        error = listenError(failure);
        await app.close();
      }
    },
    state() {
      const { calls, lastCallAt, unauthenticated, lastUnauthenticatedAt } = counts;
      return {
        ...endpoint,
        ...stateOf(phase, error, services),
        url: phase === 'listening' ? urlOf(endpoint) : null,
        calls,
        unauthenticated,
        lastCallAt: lastCallAt === null ? null : new Date(lastCallAt).toISOString(),
        lastUnauthenticatedAt:
          lastUnauthenticatedAt === null ? null : new Date(lastUnauthenticatedAt).toISOString(),
        heldCalls: services.calls.count,
      };
    },
    stop,
  };
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

function boundPort(app: FastifyInstance): number | null {
  const bound = app.server.address();
  return bound === null || typeof bound === 'string' ? null : bound.port;
}

function urlOf({ address, port }: { address: string; port: number }): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Connections on which nothing was ever sent. Clients open them ahead of time; Node does not count them as idle. */
function unusedSockets(app: FastifyInstance): () => Socket[] {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter((socket) => socket.bytesRead === 0);
}

const idleCheckInterval = 50;

async function stopServer(app: FastifyInstance, milliseconds: number): Promise<void> {
  // A connection falls idle when its call is answered, which may be after the closing began.
  const closing = setInterval(() => app.server.closeIdleConnections(), idleCheckInterval);
  const timeout = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
    clearTimeout(timeout);
  }
}

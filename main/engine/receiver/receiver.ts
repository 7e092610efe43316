import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Status } from '#shared/contract/status.ts';
import { createLargeBodies } from '../bodies/index.ts';
import { createBodyMemory } from './arrived.ts';
import type { ReceiverContext } from './door.ts';
import { defaultLimits, type ReceiverLimits } from './limits.ts';
import { listenError } from './listen-trouble.ts';
import type { ReceiverDependencies } from './rooms.ts';
import { buildServer } from './server.ts';
import { createTally } from './tally.ts';
import { createThrottle } from './throttle.ts';

type ReceiverStatus = Status['receiver'];

export interface Receiver {
  /**
   * Listens at this address and port (0 is any free one), after it stopped listening elsewhere. Never rejects:
   * a port that cannot be had is the trouble of `state`.
   */
  listen(address: string, port: number): Promise<void>;
  state(): ReceiverStatus;
  /** Closes idle connections, waits a little for calls that are being answered, then closes those. */
  stop(): Promise<void>;
}

/** The insurer integration API on a listener of its own. */
export function createReceiver(
  rooms: ReceiverDependencies,
  limits: ReceiverLimits = defaultLimits,
): Receiver {
  const tally = createTally();
  const throttle = createThrottle(rooms.clock, limits);
  const memory = createBodyMemory(limits.memoryBytes);
  const bodies = createLargeBodies();
  let running: { app: FastifyInstance; stop(): Promise<void> } | null = null;
  let place = { address: '', port: 0 };
  let phase: 'starting' | 'listening' | 'failed' | 'stopped' = 'starting';
  let error: ReceiverStatus['error'] = null;

  const stop = async () => {
    const stopping = running;
    running = null;
    phase = 'stopped';
    error = null;
    await stopping?.stop();
    await bodies.close();
  };

  return {
    async listen(address, port) {
      await stop();
      phase = 'starting';
      place = { address, port };
      let isStopping = false;
      const door: ReceiverContext = {
        rooms,
        limits,
        throttle,
        memory,
        tally,
        bodies,
        isStopping: () => isStopping,
      };
      const { app } = buildServer(door);
      const unused = unusedSockets(app);
      try {
        await app.listen({ host: address, port });
        place = { address, port: boundPort(app) ?? port };
        phase = 'listening';
        running = {
          app,
          stop: () => {
            isStopping = true;
            for (const socket of unused()) socket.destroy();
            return stopServer(app, limits.stopTimeout);
          },
        };
      } catch (failure) {
        phase = 'failed';
        error = listenError(failure);
        await app.close();
      }
    },
    state() {
      const { lastCallAt, lastUnauthenticatedAt, ...counts } = tally.counts();
      return {
        ...place,
        ...stateOf(phase, error, rooms),
        url: phase === 'listening' ? urlOf(place) : null,
        ...counts,
        lastCallAt: lastCallAt === null ? null : new Date(lastCallAt).toISOString(),
        lastUnauthenticatedAt:
          lastUnauthenticatedAt === null ? null : new Date(lastUnauthenticatedAt).toISOString(),
        heldCalls: rooms.cancellations.heldCalls(),
      };
    },
    stop,
  };
}

function stateOf(
  phase: 'starting' | 'listening' | 'failed' | 'stopped',
  error: ReceiverStatus['error'],
  rooms: ReceiverDependencies,
): Pick<ReceiverStatus, 'state' | 'error'> {
  if (phase !== 'listening') return { state: phase, error };
  return statusOf(rooms.keys.configured(), rooms.ableToStore());
}

/** The state of a receiver that listens. */
export function statusOf(
  isKeyed: boolean,
  inability: ReturnType<ReceiverDependencies['ableToStore']>,
): Pick<ReceiverStatus, 'state' | 'error'> {
  if (inability !== null) return { state: 'notStoring', error: { code: inability.code, detail: '' } };
  return { state: isKeyed ? 'listening' : 'noKey', error: null };
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

const idleLookMilliseconds = 50;

async function stopServer(app: FastifyInstance, milliseconds: number): Promise<void> {
  // A connection falls idle when its call is answered, which may be after the closing began.
  const looking = setInterval(() => app.server.closeIdleConnections(), idleLookMilliseconds);
  const giveUp = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(looking);
    clearTimeout(giveUp);
  }
}

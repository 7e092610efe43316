import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { networkErrorCode } from '../../outbound/index.ts';
import { canonicalAddress, FetchError, literalOf, type Network, type Target } from './address-policy.ts';

/** Before the next address of a name is tried; the default of a quarter of a second is short for a slow line. */
const attemptMilliseconds = 2_500;

/**
 * Opens a connection to one of the checked addresses, whatever the name says by now, and looks at who is at the other
 * end before a byte is written; then TLS, where the address says so. The signal destroys it. Throws `FetchError`, or
 * whatever the signal makes of it.
 */
export async function connectChecked(target: Target, network: Network, signal: AbortSignal): Promise<Socket> {
  const secureContext = target.url.protocol === 'https:' ? await network.trust() : null;
  const socket = openSocket(target);
  destroyOnAbort(socket, signal);
  await opened(socket, 'connect', 'unreachable', signal);
  const remote = canonicalAddress(socket.remoteAddress ?? '');
  if (remote === null || !target.addresses.includes(remote)) {
    socket.destroy();
    throw new FetchError('addressNotPublic', remote);
  }
  if (secureContext === null) return socket;
  const host = literalOf(target.hostname) ?? target.hostname;
  const secured = secure({
    socket,
    host,
    // Addresses are not sent as names (RFC 6066, 3).
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // Whatever the environment says.
    rejectUnauthorized: true,
    secureContext,
  });
  destroyOnAbort(secured, signal);
  await opened(secured, 'secureConnect', 'tls', signal);
  return secured;
}

function openSocket({ url, addresses }: Target): Socket {
  return connect({
    // Never looked up by anybody: the answer is already there.
    host: 'checked.invalid',
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup(_name, _options, done) {
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    },
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMilliseconds,
  });
}

async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  problem: 'unreachable' | 'tls',
  signal: AbortSignal,
): Promise<void> {
  try {
    await once(socket, event, { signal });
  } catch (cause) {
    socket.destroy();
    throw new FetchError(problem, networkErrorCode(cause));
  }
}

function destroyOnAbort(socket: Socket, signal: AbortSignal): void {
  const destroy = () => socket.destroy();
  signal.addEventListener('abort', destroy);
  socket.once('close', () => signal.removeEventListener('abort', destroy));
  // Whoever waits for the socket hears of a failure; nobody waiting is no fault.
  socket.on('error', () => {});
  if (signal.aborted) destroy();
}

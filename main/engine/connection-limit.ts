/** Leaves a place for whoever is known, however many connections strangers open. */
import type { Server, Socket } from 'node:net';

/** Where a connection comes from: over TLS it is another object once that is agreed on, from the same place. */
type Connected = Pick<Socket, 'remoteAddress' | 'remotePort'>;
const placeOf = ({ remoteAddress, remotePort }: Connected): string => `${remoteAddress} ${remotePort}`;

export interface ConnectionLimit {
  /** A call on this connection proved who makes it: it is not given up for others any more. */
  know(connection: Connected): void;
}

/**
 * Of one address at most `maxKnownOfOne` are known, so that nobody who is takes all there are.
 * Above `max` connections the oldest of those that nobody known has called on is closed for the new one, whatever is under way on it;
 * where there are none but it, the new one is closed. Over TLS those that have not agreed on it yet count as well.
 */
export function limitConnections(server: Server, max: number, maxKnownOfOne: number = max): ConnectionLimit {
  const strange = new Map<string, Socket>();
  const known = new Set<string>();
  server.on('connection', (socket: Socket) => {
    const place = placeOf(socket);
    strange.set(place, socket);
    socket.once('close', () => {
      if (strange.get(place) === socket) strange.delete(place);
      else known.delete(place);
    });
    if (strange.size + known.size <= max) return;
    for (const oldest of strange.values()) {
      oldest.destroy();
      break;
    }
  });
  return {
    know(connection) {
      const place = placeOf(connection);
      const from = `${connection.remoteAddress} `;
      if (
        known.size >= maxKnownOfOne &&
        [...known].filter((one) => one.startsWith(from)).length >= maxKnownOfOne
      )
        return;
      if (strange.delete(place)) known.add(place);
    },
  };
}

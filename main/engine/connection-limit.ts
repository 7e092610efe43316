/** Leaves a place for whoever is known, however many connections strangers open. */
import type { Server, Socket } from 'node:net';
import { plainAddress } from './addresses.ts';
import { inAnyOf } from './caller-address.ts';

/** Where a connection comes from: over TLS it is another object once that is agreed on, from the same place. */
type Connected = Pick<Socket, 'remoteAddress' | 'remotePort'>;
const placeOf = ({ remoteAddress, remotePort }: Connected): string => `${remoteAddress} ${remotePort}`;

export interface ConnectionLimit {
  /** A call on this connection proved who makes it: it is not given up for others any more. */
  know(connection: Connected): void;
}

/**
 * Of one address at most `maxKnownOfOne` are known, so that nobody who is takes all there are; of a proxy, behind which all are, as many
 * as there are.
 * Above `max` connections one that nobody known has called on is closed, whatever is under way on it: of the address that has most of
 * them the oldest. Where there are none but it, the new one is closed. Over TLS those that have not agreed on it yet count as well.
 */
export function limitConnections(
  server: Server,
  max: number,
  {
    maxKnownOfOne = max,
    proxies = [],
  }: { maxKnownOfOne?: number; proxies?: readonly string[] | undefined } = {},
): ConnectionLimit {
  const isProxy = inAnyOf(proxies);
  const strange = new Map<string, { socket: Socket; address: string }>();
  /** How many strangers' connections each address has. */
  const ofAddress = new Map<string, number>();
  const known = new Set<string>();
  const forgetStrange = (place: string): boolean => {
    const found = strange.get(place);
    if (found === undefined) return false;
    const left = (ofAddress.get(found.address) ?? 1) - 1;
    if (left > 0) ofAddress.set(found.address, left);
    else ofAddress.delete(found.address);
    return strange.delete(place);
  };
  const closeOne = () => {
    const most = Math.max(...ofAddress.values());
    for (const { socket, address } of strange.values()) {
      if (ofAddress.get(address) !== most) continue;
      socket.destroy();
      return;
    }
  };
  server.on('connection', (socket: Socket) => {
    const place = placeOf(socket);
    const address = String(socket.remoteAddress);
    strange.set(place, { socket, address });
    ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1);
    socket.once('close', () => {
      if (strange.get(place)?.socket === socket) forgetStrange(place);
      else known.delete(place);
    });
    if (strange.size + known.size > max) closeOne();
  });
  return {
    know(connection) {
      const place = placeOf(connection);
      const from = `${connection.remoteAddress} `;
      if (
        known.size >= maxKnownOfOne &&
        !isProxy(plainAddress(connection.remoteAddress ?? '')) &&
        [...known].filter((one) => one.startsWith(from)).length >= maxKnownOfOne
      )
        return;
      if (forgetStrange(place)) known.add(place);
    },
  };
}

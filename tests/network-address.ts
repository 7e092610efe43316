import { networkInterfaces } from 'node:os';

/** An address of this computer that is not its loopback: a call from there is one of the network. Throws where it has none. */
export function networkAddress(): string {
  const found = Object.values(networkInterfaces())
    .flatMap((each = []) => each)
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (found === undefined) throw new Error('This computer has no address beside its loopback.');
  return found.address;
}

import { createSecureContext, type SecureContext } from 'node:tls';
import type { ReachStep } from '#shared/contract/reachability.ts';
import {
  callListening,
  checkReach,
  findFirewall,
  findPortHolder,
  ownAddresses,
  type ReachOptions,
  testCalls,
} from '../connection/index.ts';
import { apiKeyHeader, type Keys } from '../keys/index.ts';
import { networkErrorCode } from '../outbound/index.ts';
import { defaultLimits, type ReceiverConnection } from '../receiver/index.ts';
import { os } from './base.ts';

interface ReachabilityParts {
  receiver: Pick<ReceiverConnection, 'state' | 'expectOwnCall'>;
  keys: Pick<Keys, 'liveSecret'>;
  /** As it is in force in this run; an empty text where none is. */
  publicUrl(): string;
  /** PEM of the authorities that this computer trusts. */
  authorities(): Promise<readonly string[]>;
}

const systems: Readonly<Partial<Record<NodeJS.Platform, 'linux' | 'windows' | 'macos'>>> = {
  linux: 'linux',
  win32: 'windows',
  darwin: 'macos',
};

/** Beyond what is accepted, so that a body that is too large is answered, and its beginning kept. */
const largestBodyMebibytes = defaultLimits.storedBytes / (1024 * 1024);

/** Whether calls from outside come to the receiver, tried and explained. */
export function reachabilityProcedures({ receiver, keys, publicUrl, authorities }: ReachabilityParts) {
  const secureContext = async (): Promise<SecureContext> => {
    const known = await authorities().catch(() => null);
    return createSecureContext({ minVersion: 'TLSv1.2', ...(known !== null && { ca: [...known] }) });
  };
  const expectOwnCall = (nonce: string) => receiver.expectOwnCall(nonce);
  const reachOptions = (url: string): ReachOptions => ({
    ...{ publicUrl: url, secureContext, expectOwnCall },
    liveKey: () => keys.liveSecret(),
  });
  return {
    get: os.connection.get.handler(async () => {
      const { port, error } = receiver.state();
      const [firewall, portHolder] = await Promise.all([
        findFirewall(port),
        error?.code === 'addressInUse' ? findPortHolder(port) : null,
      ]);
      return {
        system: systems[process.platform] ?? ('other' as const),
        ...{ addresses: ownAddresses(), portHolder, firewall, largestBodyMebibytes },
        publicUrl: publicUrl(),
      };
    }),
    checkReach: os.connection.checkReach.handler(async function* ({ errors }) {
      const url = publicUrl();
      if (url === '') throw errors.NO_PUBLIC_ADDRESS();
      yield* checkReach(reachOptions(url));
    }),
    testCall: os.connection.testCall.handler(async ({ input, errors }) => {
      const { method, body, path } = testCalls[input.endpoint];
      const key = await keys.liveSecret();
      if (key === null) throw errors.SECRET_NOT_HERE();
      const unanswered = (failed: Pick<ReachStep, 'step' | 'reason' | 'detail'> | null, cause?: unknown) =>
        errors.NOT_REACHED({
          data: failed ?? { step: null, reason: null, detail: networkErrorCode(cause) },
        });
      if (input.over === 'listening') {
        const { url: receiverUrl } = receiver.state();
        if (receiverUrl === null) throw errors.NOT_LISTENING();
        const answer = await callListening({
          receiverUrl,
          endpoint: input.endpoint,
          key,
          expectOwnCall,
        }).catch((cause: unknown) => {
          throw unanswered(null, cause);
        });
        return { ...answer, method, sent: body };
      }
      const url = publicUrl();
      if (url === '') throw errors.NO_PUBLIC_ADDRESS();
      const way = checkReach(reachOptions(url));
      let step = await way.next();
      while (!step.done) step = await way.next();
      const reached = step.value;
      if ('result' in reached) throw unanswered(reached);
      const answer = await reached
        .call({ method, path, body, headers: apiKeyHeader(key) })
        .catch((cause: unknown) => {
          throw unanswered(null, cause);
        });
      return { ...answer, method, sent: body, address: reached.address };
    }),
  };
}

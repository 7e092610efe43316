import type { MessagePort } from 'node:worker_threads';
import { implement } from '@orpc/server';
import type { EngineHost } from '../engine/host.ts';
import { hostContract } from '../engine/host-contract.ts';
import { type CallFault, serveOnPort } from '../engine/serve-port.ts';

/** Answers the engine's calls on its port with what this shell can do. */
export function serveHost(host: EngineHost, port: MessagePort, onFault: (fault: CallFault) => void): void {
  const on = implement(hostContract);
  const router = on.router({
    capabilities: on.capabilities.handler(() => host.capabilities()),
    keychain: on.keychain.handler(() => host.keychain()),
    keepSecret: on.keepSecret.handler(({ input }) => host.keepSecret(input.account, input.secret)),
    secretPlace: on.secretPlace.handler(({ input }) => host.secretPlace(input.account)),
    forgetSecret: on.forgetSecret.handler(({ input }) => host.forgetSecret(input.account)),
    secret: on.secret.handler(({ input }) => host.secret(input.account)),
    handOver: on.handOver.handler(({ input }) => host.handOver(input.account, input.label)),
    examineFile: on.examineFile.handler(({ input }) => host.examineFile(input)),
    openSampleData: on.openSampleData.handler(() => host.openSampleData()),
    collect: on.collect.handler(({ input }) => host.collect(input.ticket, input.label, input.purpose)),
  });
  serveOnPort(router, port, {}, onFault);
}

/**
 * Calls a receiver by its public address in a network namespace of its own, in which another one is the router. Prints the
 * steps of each case as JSON. Arguments: a certificate and its key for each secure receiver, comma-separated, the authority's
 * first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { callerBehind } from '../../../main/engine/caller-address.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { checkReach } from '../../../main/engine/connection/index.ts';
import type { ReceiverServices } from '../../../main/engine/receiver/context.ts';
import { createReceiver } from '../../../main/engine/receiver/listener.ts';
import type { ReachStep } from '../../../shared/contract/reachability.ts';

const [authority = '', ...issued] = process.argv.slice(2);
const office = '203.0.113.1';
const router = '203.0.113.2';
const key = 'marketplace@example.com:secret';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
ip('link', 'set', 'lo', 'up');
const beyond = spawn('unshare', ['-n', 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
// It has its own namespace once it answers.
beyond.stdin.write('there\n');
await once(beyond.stdout, 'data');
const inRouter = ['-t', String(beyond.pid), '-n'];
ip('link', 'add', 'lan', 'type', 'veth', 'peer', 'name', 'wan', 'netns', String(beyond.pid));
ip('addr', 'add', `${office}/24`, 'dev', 'lan');
ip('link', 'set', 'lan', 'up');
for (const args of [
  ['addr', 'add', `${router}/24`, 'dev', 'wan'],
  ['link', 'set', 'wan', 'up'],
])
  execFileSync('nsenter', [...inRouter, 'ip', ...args], { stdio: 'inherit' });

let trustedProxies: readonly string[] = [];
const never = () => Promise.reject(new Error('Nothing is to be kept.'));
const services: ReceiverServices = {
  keys: {
    authenticate: (presented) =>
      presented === Buffer.from(key).toString('base64') ? { id: 1, label: 'one' } : null,
    redactor: () => {
      throw new Error('Nothing is to be kept.');
    },
    configured: () => true,
  },
  journal: { keep: never },
  policies: { lookup: never, balance: never },
  calls: { ask: never, count: 0 },
  findCaller: (peer, forwardedFor) => callerBehind(trustedProxies)(peer, forwardedFor),
  clock: systemClock,
  log: {
    info() {},
    warn() {},
    error: (fields, text) => process.stderr.write(`${text} ${JSON.stringify(fields)}\n`),
  },
  storageUnavailable: () => null,
};
const certificates = issued.map((files) => {
  const [cert = '', privateKey = ''] = files.split(',');
  return { cert: readFileSync(cert), key: readFileSync(privateKey) };
});
const receivers = [null, ...certificates].map(() => createReceiver(services));
for (const [index, receiver] of receivers.entries())
  await receiver.listen(office, 0, certificates[index - 1] ?? null);
const [plainPort, ...securePorts] = receivers.map((receiver) => String(receiver.state().port));
const routing = spawn(
  'nsenter',
  [
    ...inRouter,
    process.execPath,
    new URL('router.ts', import.meta.url).pathname,
    office,
    plainPort ?? '',
    securePorts.join(','),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
await once(routing.stdout, 'data');

type Case = { url: string; receiver?: number; trusts?: readonly string[]; has?: string | null };
const secure = (index: number) => ({ url: `https://${router}:${8100 + index}`, receiver: index + 1 });
const cases: Record<string, Case> = {
  open: { url: `http://${router}:8001` },
  name: { url: 'http://no-such-host.invalid' },
  route: { url: 'http://198.51.100.1' },
  port: { url: `http://${router}:8650` },
  secure: secure(0),
  expired: secure(1),
  otherHost: secure(2),
  selfSigned: secure(3),
  noTls: { url: `https://${router}:8001` },
  trustedProxy: { url: `http://${router}:8002`, trusts: [router] },
  strangeProxy: { url: `http://${router}:8002` },
  proxyAlone: { url: `http://${router}:8003` },
  keyDropped: { url: `http://${router}:8004`, trusts: [router] },
  keyNotHere: { url: `http://${router}:8001`, has: null },
  otherProgram: { url: `http://${router}:8005` },
  redirect: { url: `http://${router}:8006` },
  impostor: { url: `http://${router}:8007` },
};
const said: Record<string, ReachStep[]> = {};
for (const [name, { url, receiver = 0, trusts = [], has = key }] of Object.entries(cases)) {
  trustedProxies = trusts;
  const found: ReachStep[] = [];
  for await (const step of checkReach({
    publicUrl: url,
    secureContext: async () => createSecureContext({ ca: readFileSync(authority) }),
    expectOwnCall: async (nonce) => receivers[receiver]?.ownCalls.expect(nonce) ?? null,
    liveKey: async () => has,
  }))
    found.push(step);
  said[name] = found;
}
const { calls, unauthenticated, lastOutsideCall } = receivers[0]?.state() ?? {};
process.stdout.write(JSON.stringify({ said, counted: { calls, unauthenticated, lastOutsideCall } }));
routing.kill();
beyond.stdin.end();
await Promise.all(receivers.map((receiver) => receiver.stop()));

/** An S3-compatible store for tests: OpenStack Swift of Debian (swift-proxy and its servers) with its `s3api`, on this computer. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import aws4 from 'aws4';
import { freePort } from './free-port.ts';

/** Skipped by name where it is not installed, unless `PERITO_REQUIRE_S3` says that it has to be. */
export const isS3StoreInstalled =
  process.env['PERITO_REQUIRE_S3'] === '1' ||
  ['proxy', 'account', 'container', 'object'].every((name) => existsSync(`/usr/bin/swift-${name}-server`));

export const s3Keys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/** It takes two seconds, unless much else goes on. */
const startMilliseconds = 240_000;

const kinds = ['account', 'container', 'object'] as const;

/** Starts one below `folder`, with an empty bucket `fotos`. */
export async function startS3Store(folder: string) {
  mkdirSync(join(folder, 'node', 'd1'), { recursive: true });
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  const port = await freePort();
  const write = (name: string, lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const common = [`swift_dir = ${folder}`, 'workers = 0', 'user = root', 'log_level = ERROR'];
  write('swift.conf', [
    ...['[swift-hash]', 'swift_hash_path_suffix = a', 'swift_hash_path_prefix = b'],
    ...['[storage-policy:0]', 'name = one', 'default = yes'],
  ]);
  for (const kind of kinds)
    write(`${kind}.conf`, [
      ...['[DEFAULT]', 'bind_ip = 127.0.0.1', `bind_port = ${ports[kind]}`, ...common],
      ...[`devices = ${join(folder, 'node')}`, 'mount_check = false', 'disable_fallocate = true'],
      ...['[pipeline:main]', `pipeline = ${kind}-server`],
      ...[`[app:${kind}-server]`, `use = egg:swift#${kind}`],
    ]);
  write('proxy.conf', [
    ...['[DEFAULT]', 'bind_ip = 127.0.0.1', `bind_port = ${port}`, ...common],
    ...['[pipeline:main]', 'pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server'],
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
    ...['[filter:catch_errors]', 'use = egg:swift#catch_errors'],
    ...['[filter:cache]', 'use = egg:swift#memcache', 'memcache_servers = 127.0.0.1:1'],
    ...['[filter:s3api]', 'use = egg:swift#s3api', 'location = us-east-1', 'auth_pipeline_check = false'],
    ...['[filter:tempauth]', 'use = egg:swift#tempauth', 'user_test_tester = testing .admin'],
    ...['copy', 'slo', 'dlo'].flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name}`]),
  ]);
  await promisify(execFile)(
    '/usr/bin/python3',
    ['-c', rings, folder, ...kinds.map((kind) => String(ports[kind]))],
    {
      env: { PATH: '/usr/bin:/bin' },
    },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  let servers: ChildProcess[] = [];
  const start = async () => {
    servers = [...kinds, 'proxy'].map((name) =>
      spawn(`/usr/bin/swift-${name}-server`, [join(folder, `${name}.conf`)], {
        env: { PATH: '/usr/bin:/bin' },
        stdio: 'ignore',
      }),
    );
    const until = Date.now() + startMilliseconds;
    for (;;) {
      const status = await makeBucket(endpoint, 'fotos').catch(() => null);
      if (status === 200 || status === 409) return;
      if (Date.now() > until) throw new Error(`Swift did not start: ${status ?? 'no answer'}.`);
      await setTimeout(200);
    }
  };
  const stop = async () => {
    for (const server of servers) {
      if (server.exitCode !== null || server.signalCode !== null) continue;
      const ended = once(server, 'close');
      server.kill('SIGKILL');
      await ended;
    }
  };
  await start().catch(async (failure: unknown) => {
    await stop();
    throw failure;
  });
  return {
    endpoint,
    address: (at = endpoint, prefix = 'perito') => `s3://fotos/${prefix}?endpoint=${at}`,
    /** Again on what it keeps, after `stop`. */
    start,
    /** Kills it. */
    stop,
  };
}
export type S3Store = Awaited<ReturnType<typeof startS3Store>>;

/** Each kind on one device, in one process. */
const rings = `
import sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for kind, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1',
                  'replication_ip': '127.0.0.1', 'replication_port': int(port)})
    ring.rebalance()
    ring.get_ring().save('%s/%s.ring.gz' % (folder, kind))
`;

/** The status of the answer. */
async function makeBucket(endpoint: string, bucket: string): Promise<number> {
  const { host } = new URL(endpoint);
  const asked = { service: 's3', region: 'us-east-1', method: 'PUT', host, path: `/${bucket}` };
  const { headers = {} } = aws4.sign({ ...asked, headers: { 'Content-Length': '0' } }, s3Keys);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(`${endpoint}/${bucket}`, { method: 'PUT', headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  sent.on('error', reject);
  sent.end();
  return promise;
}

/** One call of a bucket that does as a test wants. */
interface BucketCall {
  request: IncomingMessage;
  response: ServerResponse;
  /** What the bucket has under the name, in memory. */
  answer(): void;
}

/**
 * A bucket in memory that looks at no signature, on this computer: `act` answers a call, or has it answered. `heard` is all that it
 * was told but the bodies.
 */
export async function startLooseBucket(act: (call: BucketCall) => void = ({ answer }) => answer()) {
  const objects = new Map<string, Buffer>();
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    heard.push(JSON.stringify({ method, url, headers: request.headers }));
    const answer = () => answerFrom(objects, request, response).catch(() => response.destroy());
    act({ request, response, answer: () => void answer() });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const found = server.address();
  const endpoint = `http://127.0.0.1:${typeof found === 'object' && found !== null ? found.port : 0}`;
  return {
    ...{ endpoint, objects, heard },
    address: `s3://fotos/perito?endpoint=${endpoint}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answerFrom(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '' } = request;
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const found = objects.get(url);
  if (method === 'PUT') objects.set(url, Buffer.concat(pieces));
  if (method === 'DELETE') objects.delete(url);
  if (method === 'PUT' || method === 'DELETE') response.end();
  else if (found === undefined) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  else response.writeHead(200, { 'content-length': found.length }).end(method === 'GET' ? found : undefined);
}

/** What a proxy before the store does with a call. */
export type ProxyWay =
  | 'passes'
  /** Ends the connection after the first bytes of an upload. */
  | 'cutsUploads'
  /** Ends the connection after the first bytes of an answer's body. */
  | 'cutsAnswers'
  /** Changes a byte of each answer's body. */
  | 'changesBytes'
  /** Takes the call and says nothing. */
  | 'isSilent'
  | { status: number; retryAfter?: string };

/** A proxy before a store, which may do it badly; `way` is asked for each call. */
export async function startBadProxy(store: string, way: (method: string, path: string) => ProxyWay) {
  const calls: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const method = incoming.method ?? '';
    calls.push(method);
    const how = way(method, incoming.url ?? '');
    if (how === 'isSilent') return;
    if (typeof how === 'object') {
      incoming.resume();
      const retry = how.retryAfter === undefined ? {} : { 'retry-after': how.retryAfter };
      outgoing.writeHead(how.status, { 'content-type': 'application/xml', ...retry });
      outgoing.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');
      return;
    }
    if (how === 'cutsUploads' && method === 'PUT') {
      incoming.once('data', () => incoming.destroy());
      return;
    }
    const { port } = new URL(store);
    const onward = request(
      { host: '127.0.0.1', port, method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.on('data', (piece: Buffer) => {
          if (how === 'changesBytes') piece[0] = (piece[0] ?? 0) ^ 1;
          if (how === 'cutsAnswers') outgoing.write(piece.subarray(0, 10), () => outgoing.destroy());
          else outgoing.write(piece);
        });
        answer.on('end', () => {
          if (how !== 'cutsAnswers') outgoing.end();
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const found = server.address();
  const port = typeof found === 'object' && found !== null ? found.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A real reverse proxy as a process of its own; ended with the test. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './engine/temporary-folder.ts';
import { patience } from './patience.ts';

export const isThere = (program: string, option: string): boolean =>
  spawnSync(program, [option]).error === undefined;

/** Where a proxy is called, over TLS: a port of this computer, and the name that its certificate is chosen by. */
interface ProxyPlace {
  port: number;
  servername: string;
}

/** An nginx with these servers in its configuration. */
export async function startNginx(servers: string, place: ProxyPlace): Promise<void> {
  const folder = temporaryFolder();
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    // Its workers write large bodies into a folder of this account.
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log stderr notice; events {}
    http { access_log off; ${bodies}\n${servers} }`,
  );
  const args = ['-e', 'stderr', '-c', file, '-p', folder];
  await startProxy('nginx', args, {}, /start worker process \d/, place);
}

/** A Caddy with these sites, which makes certificates of its own where a site names none. */
export async function startCaddy(sites: string, place: ProxyPlace): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${sites}`);
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  await startProxy('caddy', args, env, /serving initial config/, place);
}

/** A HAProxy with this configuration; as no other account where this one may not become it. */
export async function startHaproxy(configuration: string, place: ProxyPlace): Promise<void> {
  const file = join(temporaryFolder(), 'haproxy.cfg');
  const ofAccount = process.getuid?.() === 0 ? /^$/g : /^ {2}(user|group) haproxy$/gm;
  writeFileSync(file, configuration.replace(ofAccount, ''));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  await startProxy('haproxy', ['-db', '-f', file], {}, null, place);
}

/**
 * Starts a proxy, which says on its standard error `whenReady` once it is there, or why not; it answers over TLS then. One that
 * says nothing is there once it does.
 */
async function startProxy(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  whenReady: RegExp | null,
  place: ProxyPlace,
): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface(child.stderr).on('line', (line) => {
    said.push(line);
    if (whenReady?.test(line)) ready.resolve();
  });
  if (whenReady === null) ready.resolve();
  await Promise.race([
    // It may listen before it has read its certificate, or has made that of its own authority.
    ready.promise.then(() => vi.waitUntil(() => shakesHands(place), patience)),
    ended.then(() => Promise.reject(new Error(`${program} ended:\n${said.join('\n')}`))),
  ]);
}

function shakesHands({ port, servername }: ProxyPlace): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
  socket.on('secureConnect', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

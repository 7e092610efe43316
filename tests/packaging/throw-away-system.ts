/**
 * This machine's system with a layer above it that is thrown away: a package is installed in it by the real dpkg and nothing of
 * the machine is changed. It needs root, for mounts in a namespace of their own.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tree = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Whether such a system can be had here: root of a Debian or its kin, and mounts allowed. */
export function canThrowAway(): boolean {
  const passes = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  return process.getuid?.() === 0 && passes('dpkg', '--version') && passes('unshare', '--mount', 'true');
}

export interface ThrowAwaySystem {
  /** A command line of this machine that runs a program in it: its own arguments follow. */
  readonly prefix: readonly [string, ...string[]];
  /** Runs a program of it to its end; what it printed. Throws where it fails. */
  run(...command: string[]): string;
  close(): Promise<void>;
}

export async function openThrowAwaySystem(): Promise<ThrowAwaySystem> {
  const folder = mkdtempSync(join(tmpdir(), 'perito-system-'));
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [upper, work, root]) mkdirSync(made);
  const mounts = [
    `mount -t overlay overlay -o 'lowerdir=/,upperdir=${upper},workdir=${work}' '${root}'`,
    ...['/proc', '/dev', tree, tmpdir()].map(
      (at) => `mkdir -p '${root}${at}' && mount --rbind '${at}' '${root}${at}'`,
    ),
  ];
  const holder = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-ec', [...mounts, 'echo ready', 'exec cat'].join('\n')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(holder, 'close');
  const close = async () => {
    holder.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = await Promise.race([once(holder.stdout, 'data'), ended.then(() => null)]);
  if (ready === null) {
    await close();
    throw new Error('A layer above this system cannot be mounted.');
  }
  const prefix = ['nsenter', '--target', String(holder.pid), '--mount', 'chroot', root] as const;
  return {
    prefix,
    run: (...command) =>
      execFileSync(prefix[0], [...prefix.slice(1), ...command], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    close,
  };
}

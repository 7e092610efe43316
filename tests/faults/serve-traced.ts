/** `perito serve` under `strace`, whose log says what it wrote, synced and sent, and in which order. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { cli } from '../built-program.ts';
import { goodKey } from '../engine/receiver/house.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { endWithTest } from '../process-group.ts';
import { traceCommand } from './traced-disk.ts';

export async function serveTraced(dataDir: string) {
  const log = join(temporaryFolder(), 'trace');
  const options = ['--receiver-port', '0', '--console-port', '0', '--hold-seconds', '2'];
  const [command = '', ...words] = [...traceCommand(log), process.execPath, cli];
  const child = spawn(command, [...words, 'serve', '--data', dataDir, ...options], {
    // A group of its own, so that strace and what it traces end together.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PERITO_LOG_LEVEL: 'silent',
      PERITO_RECEIVER_KEYS: Buffer.from(goodKey, 'base64').toString(),
    },
  });
  const ended = endWithTest(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  const ready: { receiverUrl: string; consoleUrl: string; consoleToken: string } = JSON.parse(String(line));
  const traced = () => readFileSync(log, 'latin1');
  /** To the process itself, not strace: that one ends with it. */
  const pid = () => Number(/^\d+/.exec(traced())?.[0]);
  const signal = (name: NodeJS.Signals) => process.kill(pid(), name);
  const journal = Buffer.from(join(dataDir, 'journal.db')).toString('hex').replaceAll(/../g, '\\x$&');
  return {
    dataDir,
    log,
    key: goodKey,
    url: ready.receiverUrl,
    async call(procedure: string, input: unknown) {
      const response = await fetch(`${ready.consoleUrl}/rpc/${procedure}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ready.consoleToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ json: input }),
      });
      return (await response.json()).json;
    },
    /** Resolves once the journal's log is copied back anew. */
    async checkpointed() {
      const copies = () =>
        traced()
          .split(`sync(`)
          .filter((part) => part.includes(`<${journal}>`)).length;
      const before = copies();
      await expect.poll(copies, { interval: 200 }).toBeGreaterThan(before);
    },
    signal,
    /** Resolves once each of its threads stands still. */
    async stopped() {
      const threads = `/proc/${pid()}/task`;
      const state = (thread: string) =>
        /\) (\S)/.exec(readFileSync(join(threads, thread, 'stat'), 'utf8'))?.[1] ?? '';
      await expect.poll(() => readdirSync(threads).map(state).join('')).toMatch(/^[tT]+$/);
    },
    async end() {
      signal('SIGTERM');
      await ended;
    },
  };
}

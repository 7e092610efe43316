/** The servers that are measured, each in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { cli } from '../built-program.ts';
import { benchKey } from './requests.ts';

export const contestantNames = ['echo', 'bareInsert', 'jsonServer', 'perito'] as const;
export type ContestantName = (typeof contestantNames)[number];

export const titles: Record<ContestantName, string> = {
  echo: 'node:http echo',
  bareInsert: 'node:http + group-committed insert',
  jsonServer: 'json-server',
  perito: 'Perito',
};

export interface Contestant {
  url: string;
  /** Halts the process, so that what it has left to do does not fall on another's round. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const ready = z.object({ ready: z.literal(true), receiverUrl: z.url() });
/** Windows has no signal for it. */
const canPause = process.platform !== 'win32';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Perito is started as an office would: `serve`, keys from the environment, all else as it comes. */
function commandOf(name: ContestantName, folder: string): string[] {
  switch (name) {
    case 'echo':
      return [here('servers/echo.ts')];
    case 'bareInsert':
      return [here('servers/bare-insert.ts'), folder];
    case 'jsonServer':
      return [here('servers/json-server.ts'), folder];
    case 'perito':
      return [cli, 'serve', '--data', folder, '--receiver-port', '0', '--console-port', '0'];
  }
}

/** Resolves when it listens; rejects with the last lines of its standard error where it ends before. */
export async function start(name: ContestantName, folder: string, nodeFlags: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeFlags, ...commandOf(name, folder)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PERITO_RECEIVER_KEYS: benchKey },
  });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    errors.push(line);
    if (errors.length > 20) errors.shift();
  });
  const ended = once(child, 'exit').then(([code]) => Number(code));
  const url = await Promise.race([
    firstReadyLine(child.stdout),
    ended.then((code) => {
      throw new Error(`${titles[name]} ended with ${code} before it listened:\n${errors.join('\n')}`);
    }),
  ]);
  const contestant: Contestant = {
    url,
    pause: () => void (canPause && child.kill('SIGSTOP')),
    resume: () => void (canPause && child.kill('SIGCONT')),
    async stop() {
      if (canPause) child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
  return contestant;
}

async function firstReadyLine(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(output);
  for await (const line of lines) {
    const said = ready.safeParse(JSON.parse(line));
    if (said.success) {
      output.resume();
      return said.data.receiverUrl;
    }
  }
  return new Promise(() => undefined);
}

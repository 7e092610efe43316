/** Sample data beside the insurer's own: the demo, as a process of its own in a throw-away place. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../engine/worker-file.ts';
import { cleanEnvironment } from './process.ts';

export interface SampleConsole {
  /** Starts the demo where none runs, and resolves with an address that opens its console once. Rejects where it ends before. */
  open(): Promise<string>;
  /** Ends it; its data goes with it. */
  close(): void;
}

/** Filling takes some seconds; a demo that says nothing for so long does not come. */
const startMilliseconds = 60_000;

const commandLine = () => workerFile({ source: '../cli.ts', built: 'cli.js' }, import.meta.url);

export function createSampleConsole(): SampleConsole {
  let running: ChildProcess | null = null;
  return {
    open() {
      running?.disconnect();
      const child = fork(fileURLToPath(commandLine()), ['demo'], {
        stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
        env: cleanEnvironment(process.env),
      });
      running = child;
      child.once('exit', () => {
        if (running === child) running = null;
      });
      return linkOf(child);
    },
    // The demo ends where its channel does, also when this process is killed.
    close() {
      running?.disconnect();
      running = null;
    },
  };
}

async function linkOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The demo has no output.');
  const lines = createInterface(child.stdout);
  const timer = setTimeout(() => child.kill(), startMilliseconds);
  try {
    for await (const line of lines) {
      const link = /http:\S+ticket=\S+/.exec(line)?.[0];
      if (link !== undefined) return link;
    }
    throw new Error('The sample data could not be opened.');
  } finally {
    clearTimeout(timer);
    // What it says afterwards is read and let go: a full pipe would hold it up.
    child.stdout.resume();
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cli } from '../built-program.ts';
import { benchKey } from './requests.ts';

export interface Served {
  receiverUrl: string;
  consoleUrl: string;
  consoleToken: string;
  /** Calls a procedure such as `policies/import`, as a script does; answers its output. */
  call<Output>(procedure: string, input: object): Promise<Output>;
  stop(): Promise<void>;
}

/** Perito as an office starts it, with the benchmark's key. */
export async function servePerito(dataDir: string, options: readonly string[] = []): Promise<Served> {
  const child = spawn(
    process.execPath,
    [cli, 'serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0', ...options],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, PERITO_RECEIVER_KEYS: benchKey } },
  );
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const ready: { receiverUrl: string; consoleUrl: string; consoleToken: string } = JSON.parse(String(line));
  return {
    ...ready,
    async call<Output>(procedure: string, input: object) {
      const response = await fetch(`${ready.consoleUrl}/rpc/${procedure}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ready.consoleToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ json: input }),
      });
      const answer: { json: Output } = await response.json();
      if (!response.ok) throw new Error(`${procedure}: ${JSON.stringify(answer)}`);
      return answer.json;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

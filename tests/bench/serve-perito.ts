/** Perito as an office starts it: `serve`, keys from the environment, all else as it comes. */
import * as z from 'zod';
import { cli as ownCli } from '../built-program.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const ready = z.object({ consoleUrl: z.url(), consoleToken: z.string() });

export interface Served extends ServerProcess {
  consoleUrl: string;
  consoleToken: string;
  /** Calls a procedure such as `policies/import`, as a script does; answers its output. */
  call<Output>(procedure: string, input: object): Promise<Output>;
}

interface ServeOptions {
  /** Of another checkout's built program. */
  cli?: string | undefined;
  /** Any free one otherwise. */
  receiverPort?: number;
  more?: readonly string[];
}

export function serveCommand(
  dataDir: string,
  { cli = ownCli, receiverPort = 0, more = [] }: ServeOptions = {},
): readonly string[] {
  const ports = ['--receiver-port', String(receiverPort), '--console-port', '0'];
  return [cli, 'serve', '--data', dataDir, ...ports, ...more];
}

export async function servePerito(dataDir: string, options: ServeOptions = {}): Promise<Served> {
  const server = await startServer(serveCommand(dataDir, options));
  const { consoleUrl, consoleToken } = ready.parse(server.ready);
  return {
    ...server,
    consoleUrl,
    consoleToken,
    async call<Output>(procedure: string, input: object) {
      const response = await fetch(`${consoleUrl}/rpc/${procedure}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ json: input }),
      });
      const answer: { json: Output } = await response.json();
      if (!response.ok) throw new Error(`${procedure}: ${JSON.stringify(answer)}`);
      return answer.json;
    },
  };
}

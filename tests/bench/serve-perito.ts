/** Perito as an office starts it: `serve`, keys from the environment, all else as it comes. */
import { request } from 'node:http';
import * as z from 'zod';
import { cli as ownCli } from '../built-program.ts';
import { benchKey } from './requests.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const ready = z.object({ consoleUrl: z.url(), consoleToken: z.string() });

export interface Served extends ServerProcess {
  consoleUrl: string;
  consoleToken: string;
  /** Calls a procedure such as `policies/import`, as a script does; answers its output. */
  call<Output>(procedure: string, input: object): Promise<Output>;
  /** Delivers a body to a path such as `/PurchaseOrders`. */
  post(path: string, body: Buffer): Promise<{ status: number; milliseconds: number }>;
}

interface ServeOptions {
  /** Of another checkout's built program. */
  cli?: string | undefined;
  /** Any free one otherwise. */
  receiverPort?: number;
  more?: readonly string[] | undefined;
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
    post: (path, body) => post(`${server.receiverUrl}${path}`, body),
  };
}

function post(url: string, body: Buffer): Promise<{ status: number; milliseconds: number }> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'x-api-key': Buffer.from(benchKey).toString('base64'),
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, milliseconds: performance.now() - from }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

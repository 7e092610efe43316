/** A data directory that takes orders, made by the command line, so that a proof needs nobody at the screen. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makePurchaseOrder } from '../../../main/simulator/index.ts';
import { freePort } from '../../free-port.ts';

export interface OrderOffice {
  receiverUrl: string;
  /** `email:secret`. */
  key: string;
}

const cli = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url));

/** Gives it a key and a port of its own; throws where a step is refused. */
export async function openForOrders(dataDir: string): Promise<OrderOffice> {
  const args = ['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0'];
  const child = fork(cli, args, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  if (child.stdout === null) throw new Error('no output');
  const exited = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { consoleUrl, consoleToken } = JSON.parse(String(line));
  const headers = { authorization: `Bearer ${consoleToken}` };
  const send = async (path: string, body: string | URLSearchParams, more: Record<string, string> = {}) => {
    const answer = await fetch(`${consoleUrl}${path}`, {
      ...{ method: 'POST', body, headers: { ...headers, ...more } },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const call = async (procedure: string, input: object) => {
    const json = JSON.stringify({ json: input });
    return Object(
      (await (await send(`/rpc/${procedure}`, json, { 'content-type': 'application/json' })).json()).json,
    );
  };
  const [port, key] = [await freePort(), 'mercado@prueba.example:una-clave-de-prueba'];
  const { path } = await call('receiverKeys/collect', { label: 'Prueba' });
  await send(path, new URLSearchParams({ key }));
  await call('settings/update', { receiver: { address: '127.0.0.1', port }, firstRunDone: true });
  child.kill('SIGTERM');
  await exited;
  return { receiverUrl: `http://127.0.0.1:${port}`, key };
}

/** The number that the order is answered with. */
export async function deliverOrder({ receiverUrl, key }: OrderOffice, index: number): Promise<string> {
  const answer = await fetch(`${receiverUrl}/PurchaseOrders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': Buffer.from(key).toString('base64') },
    body: JSON.stringify(makePurchaseOrder({ seed: 1, index, createdAt: new Date(0) })),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return String(Object(JSON.parse(text)).purchaseOrderNumber);
}

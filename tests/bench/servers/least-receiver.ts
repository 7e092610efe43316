/** What the least that keeps the promises does whatever database it has: checks the key, reads the JSON, hashes, gathers, answers. */
import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { announce } from './announce.ts';

export const kinds = { rejected: 0, purchaseOrder: 1 };

/** Where the last group ended: its last `seq`, the last number given, and the hash that the next one begins with. */
export interface Head {
  seq: number;
  number: number;
  chain: Buffer;
}

export interface Delivery {
  body: Buffer;
  /** Null of what is refused. */
  id: number | null;
  sha256: Buffer;
  response: ServerResponse;
}

/** The number of each, null of what is refused, once all is committed. */
type Append = (group: readonly Delivery[]) => (number | null)[] | Promise<(number | null)[]>;

/** All that came while a group was committed is the next. */
export function receive(append: Append): void {
  const key = Buffer.from(process.env['PERITO_RECEIVER_KEYS'] ?? '').toString('base64');
  const keyHash = hash('sha256', key, 'buffer');
  let waiting: Delivery[] = [];
  let isFlushing = false;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const numbers = await append(group);
      for (const [index, { id, response }] of group.entries())
        answerWith(response, id, numbers[index] ?? null);
    }
    isFlushing = false;
  }

  const server = createServer((request, response) => {
    const presented = request.headers['x-api-key'];
    if (typeof presented !== 'string' || !timingSafeEqual(hash('sha256', presented, 'buffer'), keyHash)) {
      response.shouldKeepAlive = false;
      return answer(response, 401, '{"title":"This key is not known."}');
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      waiting.push({ body, id: readId(body), sha256: hash('sha256', body, 'buffer'), response });
      if (isFlushing) return;
      isFlushing = true;
      setImmediate(flush);
    });
  });
  announce(server);
}

function answerWith(response: ServerResponse, id: number | null, number: number | null): void {
  const text = `{"purchaseOrderId":${id},"purchaseOrderNumber":"OC-${String(number).padStart(6, '0')}"}`;
  if (number === null) answer(response, 400, '{"title":"This is no purchase order."}');
  else answer(response, 200, text);
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}

/** Null where the body is no order with an identity and items. */
function readId(body: Buffer): number | null {
  try {
    const order: { purchaseOrderId?: unknown; items?: unknown } | null = JSON.parse(body.toString());
    if (!Array.isArray(order?.items) || order.items.length === 0) return null;
    return typeof order.purchaseOrderId === 'number' && Number.isSafeInteger(order.purchaseOrderId)
      ? order.purchaseOrderId
      : null;
  } catch {
    return null;
  }
}

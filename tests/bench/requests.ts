/** The requests of the benchmark: purchase orders of the simulator, each with an id of its own. */
import { makePurchaseOrder } from '../../main/simulator/index.ts';

/** `email:secret` that every contestant is called with; only Perito looks at it. */
export const benchKey = 'mercado@prueba.example:not-a-secret-only-for-the-benchmark';

const templateCount = 64;
/** Ids are patched in place, so all have as many digits. */
const firstId = 100_000_000;

export interface Requests {
  /** A whole HTTP request. */
  next(): Buffer;
  /** How many records there are once all was sent that was asked for so far. */
  readonly records: number;
  /** Mean bytes of a body. */
  readonly bodyBytes: number;
}

/** Each with an id that no other of the run carries; `start` keeps several load generators and rounds apart. */
export function makeRequests(host: string, start: number): Requests {
  const templates = Array.from({ length: templateCount }, (_, index) => template(host, index));
  let sent = start;
  return {
    get records() {
      return sent;
    },
    bodyBytes: Math.round(templates.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0) / templateCount),
    next() {
      const made = templates[sent % templateCount];
      if (made === undefined) throw new Error('there are no templates');
      const request = Buffer.from(made.bytes);
      request.write(String(firstId + sent), made.idAt, 'latin1');
      sent += 1;
      return request;
    },
  };
}

function template(host: string, index: number) {
  const order = makePurchaseOrder({ seed: 1, index, createdAt: new Date(), itemCount: 4 });
  const body = JSON.stringify({ ...order, purchaseOrderId: firstId });
  const bodyBytes = Buffer.byteLength(body);
  const head = [
    'POST /PurchaseOrders HTTP/1.1',
    `Host: ${host}`,
    'Content-Type: application/json; charset=utf-8',
    'Accept: application/json',
    `X-API-KEY: ${Buffer.from(benchKey).toString('base64')}`,
    `Content-Length: ${bodyBytes}`,
    '\r\n',
  ].join('\r\n');
  const bytes = Buffer.from(head + body);
  return { bytes, bodyBytes, idAt: bytes.indexOf(String(firstId)) };
}

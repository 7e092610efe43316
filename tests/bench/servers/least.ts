/**
 * The least that keeps the promises, in one thread of `node:http`: the key checked (SHA-256, constant time), the JSON read,
 * the identity looked up, numbers without a gap, the SHA-256 of the bytes, a group's hashes chained, and all that waits
 * committed in one synced transaction, then answered. A repeat gets its number again, a change is a revision, and what is
 * refused is kept. Where a commit fails it ends, and nobody was answered. Connected to its database as the product is.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openConnection } from '../../../main/engine/store/connection.ts';
import { announce } from './announce.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('give the folder of the database');
const key = Buffer.from(process.env['PERITO_RECEIVER_KEYS'] ?? '').toString('base64');
const keyHash = hash('sha256', key, 'buffer');

const database = openConnection(join(folder, 'least.db'), { readonly: false });
database.exec(`
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, marketplace_id INTEGER, revision INTEGER NOT NULL, number INTEGER,
    at INTEGER NOT NULL, sha256 BLOB NOT NULL, body BLOB NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS delivery_identity ON deliveries (kind, marketplace_id, revision);
  CREATE TABLE IF NOT EXISTS groups (seq INTEGER PRIMARY KEY, number INTEGER NOT NULL, chain BLOB NOT NULL);
`);
const rejected = 0;
const purchaseOrder = 1;

/** Where the last group ended: its last `seq`, the last number given, and the hash that the next one begins with. */
interface Head {
  seq: number;
  number: number;
  chain: Buffer;
}
const findLast = database.prepare<[number, number], { revision: number; number: number; sha256: Buffer }>(
  'SELECT revision, number, sha256 FROM deliveries WHERE kind = ? AND marketplace_id = ? ORDER BY revision DESC LIMIT 1',
);
const insert = database.prepare('INSERT INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
const insertGroup = database.prepare('INSERT INTO groups VALUES (?, ?, ?)');
const findHead = database.prepare<[], Head>('SELECT * FROM groups ORDER BY seq DESC LIMIT 1');
let head: Head = findHead.get() ?? { seq: 0, number: 0, chain: Buffer.alloc(32) };

interface Delivery {
  body: Buffer;
  /** Null of what is refused. */
  id: number | null;
  sha256: Buffer;
  response: ServerResponse;
}
let waiting: Delivery[] = [];

/** The number of each, null of what is refused; the head moves once it is committed. */
const append = database.transaction((group: readonly Delivery[]) => {
  let { seq, number } = head;
  const hashes = [head.chain];
  const at = Date.now();
  const numbers = group.map(({ id, sha256, body }) => {
    const last = id === null ? undefined : findLast.get(purchaseOrder, id);
    if (last?.sha256.equals(sha256)) return last.number;
    seq += 1;
    hashes.push(sha256);
    if (id === null) {
      insert.run(seq, rejected, null, 0, null, at, sha256, body);
      return null;
    }
    const own = last?.number ?? ++number;
    insert.run(seq, purchaseOrder, id, (last?.revision ?? 0) + 1, own, at, sha256, body);
    return own;
  });
  if (seq === head.seq) return { numbers, next: head };
  const chain = hash('sha256', Buffer.concat(hashes), 'buffer');
  insertGroup.run(seq, number, chain);
  return { numbers, next: { seq, number, chain } };
});

function flush(): void {
  const group = waiting;
  waiting = [];
  const { numbers, next } = append(group);
  head = next;
  for (const [index, { id, response }] of group.entries()) {
    const number = numbers[index];
    if (number === null) answer(response, 400, '{"title":"This is no purchase order."}');
    else
      answer(
        response,
        200,
        `{"purchaseOrderId":${id},"purchaseOrderNumber":"OC-${String(number).padStart(6, '0')}"}`,
      );
  }
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

announce(
  createServer((request, response) => {
    const presented = request.headers['x-api-key'];
    if (typeof presented !== 'string' || !timingSafeEqual(hash('sha256', presented, 'buffer'), keyHash)) {
      response.shouldKeepAlive = false;
      return answer(response, 401, '{"title":"This key is not known."}');
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const sha256 = hash('sha256', body, 'buffer');
      if (waiting.push({ body, id: readId(body), sha256, response }) === 1) setImmediate(flush);
    });
  }),
);

/**
 * The least that keeps the promises, in one thread of `node:http`, over SQLite: numbers without a gap, a group's hashes chained,
 * and all that waits committed in one synced transaction. A repeat gets its number again, a change is a revision, and what is
 * refused is kept. Where a commit fails it ends, and nobody was answered. Connected to its database as the product is.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { openConnection } from '../../../main/engine/store/connection.ts';
import { type Delivery, type Head, kinds, receive } from './least-receiver.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('give the folder of the database');
const database = openConnection(join(folder, 'least.db'), { readonly: false });
database.exec(`
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, marketplace_id INTEGER, revision INTEGER NOT NULL, number INTEGER,
    at INTEGER NOT NULL, sha256 BLOB NOT NULL, body BLOB NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS delivery_identity ON deliveries (kind, marketplace_id, revision);
  CREATE TABLE IF NOT EXISTS groups (seq INTEGER PRIMARY KEY, number INTEGER NOT NULL, chain BLOB NOT NULL);
`);
const findLast = database.prepare<[number, number], { revision: number; number: number; sha256: Buffer }>(
  'SELECT revision, number, sha256 FROM deliveries WHERE kind = ? AND marketplace_id = ? ORDER BY revision DESC LIMIT 1',
);
const insert = database.prepare('INSERT INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
const insertGroup = database.prepare('INSERT INTO groups VALUES (?, ?, ?)');
const findHead = database.prepare<[], Head>('SELECT * FROM groups ORDER BY seq DESC LIMIT 1');
let head: Head = findHead.get() ?? { seq: 0, number: 0, chain: Buffer.alloc(32) };

/** The number of each, null of what is refused; the head moves once it is committed. */
const append = database.transaction((group: readonly Delivery[]) => {
  let { seq, number } = head;
  const hashes = [head.chain];
  const at = Date.now();
  const numbers = group.map(({ id, sha256, body }) => {
    const last = id === null ? undefined : findLast.get(kinds.purchaseOrder, id);
    if (last?.sha256.equals(sha256)) return last.number;
    seq += 1;
    hashes.push(sha256);
    if (id === null) {
      insert.run(seq, kinds.rejected, null, 0, null, at, sha256, body);
      return null;
    }
    const own = last?.number ?? ++number;
    insert.run(seq, kinds.purchaseOrder, id, (last?.revision ?? 0) + 1, own, at, sha256, body);
    return own;
  });
  if (seq === head.seq) return { numbers, next: head };
  const chain = hash('sha256', Buffer.concat(hashes), 'buffer');
  insertGroup.run(seq, number, chain);
  return { numbers, next: { seq, number, chain } };
});

receive((group) => {
  const { numbers, next } = append(group);
  head = next;
  return numbers;
});

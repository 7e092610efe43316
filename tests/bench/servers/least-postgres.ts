/**
 * The least that keeps the promises over PostgreSQL: as `least.ts`, a group in two round trips. The first takes the row that says
 * where the last one ended, and asks for what is known of all; the second writes all, moves that row, and commits.
 */
import { hash } from 'node:crypto';
import { databaseAddressOf } from '../../../main/engine/store/postgres/address.ts';
import { ofCalls, PostgresConnection } from '../../../main/engine/store/postgres/connection.ts';
import { type Delivery, type Head, kinds, receive } from './least-receiver.ts';

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('give the address of the database');
const address = databaseAddressOf(url);
const client = await new PostgresConnection(address, ofCalls).opened();
await client.query(`
  CREATE SCHEMA IF NOT EXISTS ${address.schema};
  CREATE TABLE IF NOT EXISTS deliveries (
    seq BIGINT PRIMARY KEY, kind BIGINT NOT NULL, marketplace_id BIGINT, revision BIGINT NOT NULL, number BIGINT,
    at BIGINT NOT NULL, sha256 BYTEA NOT NULL, body BYTEA NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS delivery_identity ON deliveries (kind, marketplace_id, revision);
  CREATE TABLE IF NOT EXISTS groups (seq BIGINT PRIMARY KEY, number BIGINT NOT NULL, chain BYTEA NOT NULL);
  CREATE TABLE IF NOT EXISTS head (
    id BIGINT PRIMARY KEY, epoch BIGINT NOT NULL, seq BIGINT NOT NULL, number BIGINT NOT NULL, chain BYTEA NOT NULL
  );
  INSERT INTO head VALUES (1, 0, 0, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT (id) DO NOTHING;
  -- What is planned for an empty table stays so.
  SET enable_seqscan = off
`);
/** Whoever starts after this one fences it off. */
const { rows: taken } = await client.query<{ epoch: number }>(
  'UPDATE head SET epoch = epoch + 1 WHERE id = 1 RETURNING epoch',
);
const epoch = taken[0]?.epoch;

interface Last {
  id: number;
  revision: number;
  number: number;
  sha256: Buffer;
}

const findHead = {
  name: 'head',
  text: 'SELECT seq, number, chain FROM head WHERE id = 1 AND epoch = $1 FOR UPDATE',
};
const findLast = {
  name: 'last',
  text: `SELECT wanted.id, d.revision, d.number, d.sha256 FROM unnest($2::bigint[]) AS wanted (id) CROSS JOIN LATERAL (
    SELECT revision, number, sha256 FROM deliveries WHERE kind = $1 AND marketplace_id = wanted.id
      ORDER BY revision DESC LIMIT 1) AS d`,
};
/** The bodies come one behind the other as one value, since those of an array would be written out as digits. */
const insert = {
  name: 'insert',
  text: `INSERT INTO deliveries SELECT g.seq, g.kind, g.id, g.revision, g.number, $1, substr($2::bytea, g.hash_from, 32),
      substr($3::bytea, g.body_from, g.body_length)
    FROM unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::int[], $10::int[], $11::int[])
      AS g (seq, kind, id, revision, number, hash_from, body_from, body_length)`,
};
const insertGroup = { name: 'group', text: 'INSERT INTO groups VALUES ($1, $2, $3)' };
const moveHead = { name: 'move', text: 'UPDATE head SET seq = $1, number = $2, chain = $3 WHERE id = 1' };

receive(async (group) => {
  const ids = group.flatMap(({ id }) => (id === null ? [] : [id]));
  const [, heads, known] = await Promise.all([
    client.query('BEGIN'),
    client.query<Head>({ ...findHead, values: [epoch] }),
    client.query<Last>({ ...findLast, values: [kinds.purchaseOrder, ids] }),
  ]);
  const [head] = heads.rows;
  if (head === undefined) throw new Error('another one has begun');
  const { numbers, written, next } = drafted(group, head, new Map(known.rows.map((last) => [last.id, last])));
  const writing = [];
  if (written.length > 0) {
    const { seq, number, chain } = next;
    writing.push(
      client.query({ ...insert, values: valuesOf(written) }),
      client.query({ ...insertGroup, values: [seq, number, chain] }),
      client.query({ ...moveHead, values: [seq, number, chain] }),
    );
  }
  await Promise.all([...writing, client.query('COMMIT')]);
  return numbers;
});

interface Row extends Delivery {
  seq: number;
  revision: number;
  number: number | null;
}

function drafted(group: readonly Delivery[], head: Head, latest: Map<number, Last>) {
  let { seq, number } = head;
  const written: Row[] = [];
  const numbers = group.map((delivery) => {
    const { id, sha256 } = delivery;
    const last = id === null ? undefined : latest.get(id);
    if (last?.sha256.equals(sha256)) return last.number;
    seq += 1;
    const own = id === null ? null : (last?.number ?? ++number);
    const revision = id === null ? 0 : (last?.revision ?? 0) + 1;
    if (id !== null && own !== null) latest.set(id, { id, revision, number: own, sha256 });
    written.push({ ...delivery, seq, revision, number: own });
    return own;
  });
  const hashes = [head.chain, ...written.map(({ sha256 }) => sha256)];
  return { numbers, written, next: { seq, number, chain: hash('sha256', Buffer.concat(hashes), 'buffer') } };
}

function valuesOf(rows: readonly Row[]): unknown[] {
  let from = 1;
  const bodyFrom = rows.map(({ body }) => {
    const own = from;
    from += body.length;
    return own;
  });
  return [
    Date.now(),
    Buffer.concat(rows.map(({ sha256 }) => sha256)),
    Buffer.concat(rows.map(({ body }) => body)),
    rows.map(({ seq }) => seq),
    rows.map(({ id }) => (id === null ? kinds.rejected : kinds.purchaseOrder)),
    rows.map(({ id }) => id),
    rows.map(({ revision }) => revision),
    rows.map(({ number }) => number),
    rows.map((_, index) => 1 + 32 * index),
    bodyFrom,
    rows.map(({ body }) => body.length),
  ];
}

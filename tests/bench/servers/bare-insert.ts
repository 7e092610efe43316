/**
 * Contestant (b): the least that a durable receiver must do. `node:http`, and the body's bytes inserted into
 * SQLite (WAL, synchronous=FULL): all that waits is committed in one synced transaction, then answered. No
 * key, no reading of the body, no number, no index.
 */
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { announce } from './announce.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('give the folder of the database');
const database = new Database(join(folder, 'bare.sqlite'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE IF NOT EXISTS deliveries (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
const insert = database.prepare<[Buffer]>('INSERT INTO deliveries (body) VALUES (?)');

let waiting: { body: Buffer; response: ServerResponse }[] = [];

const commitGroup = database.transaction((group: typeof waiting) =>
  group.map(({ body }) => insert.run(body).lastInsertRowid),
);

function flush(): void {
  const group = waiting;
  waiting = [];
  const ids = commitGroup(group);
  group.forEach(({ response }, index) => {
    const answer = `{"number":"OC-${ids[index]}"}`;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
    response.end(answer);
  });
}

announce(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (waiting.push({ body: Buffer.concat(chunks), response }) === 1) setImmediate(flush);
    });
  }),
);

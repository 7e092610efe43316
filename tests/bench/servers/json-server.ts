/** Contestant (c): json-server, what people reach for to try an integration out. Keeps its data in one JSON file. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { announce } from './announce.ts';

/** The part of json-server's programming interface that is used; it comes without types. */
interface JsonServer {
  create(): { use(handler: unknown): void } & Parameters<typeof createServer>[1];
  router(file: string): unknown;
  defaults(options: { logger: boolean; static: string }): unknown;
  bodyParser: unknown;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('give the folder of the data');
const file = join(folder, `json-server-${process.pid}.json`);
writeFileSync(file, JSON.stringify({ PurchaseOrders: [] }));
const jsonServer = createRequire(import.meta.url)('json-server') as JsonServer;
const application = jsonServer.create();
application.use(jsonServer.defaults({ logger: false, static: folder }));
application.use(jsonServer.bodyParser);
application.use(jsonServer.router(file));
announce(createServer(application));

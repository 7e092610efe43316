/** Contestant (a): the most that `node:http` can do with these requests: reads the body and sends it back. */
import { createServer } from 'node:http';
import { announce } from './announce.ts';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength });
    response.end(body);
  });
});
announce(server);

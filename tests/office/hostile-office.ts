/** What answers in the place of an office, over TLS, as a test has it answer. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { onTestFinished } from 'vitest';
import { contractHeader, contractVersion } from '../../shared/contract/version.ts';
import type { Issued } from '../engine/receiver/certificates.ts';

/** `answer` has all but the question whether it is an office, which is answered as one would unless it is told to answer that too. */
export async function answerAsOffice(
  own: Issued,
  answer: RequestListener,
  { port = 0, isAlsoAsked = false } = {},
) {
  const asked: { url: string; headers: Record<string, unknown> }[] = [];
  let connections = 0;
  const server: Server = createServer(
    { cert: readFileSync(own.cert), key: readFileSync(own.key) },
    (request, response) => {
      asked.push({ url: request.url ?? '', headers: request.headers });
      response.setHeader(contractHeader, String(contractVersion));
      if (!isAlsoAsked && request.url === '/health') response.end('{}');
      else answer(request, response);
    },
  );
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  };
  onTestFinished(close);
  return {
    origin: `https://localhost:${address.port}`,
    port: address.port,
    asked,
    connections: () => connections,
    close,
  };
}

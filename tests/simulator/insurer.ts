/** An insurer's side for the simulator's own tests: a listening port that answers as the test says. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** As they came, names and values in turn. */
  rawHeaders: string[];
  body: string;
  /** Settles when the caller closes the connection before it was answered. */
  departed: Promise<void>;
}

export interface Reply {
  status?: number;
  type?: string;
  body: unknown;
}

/** `reply` null never answers. */
export async function listenAsInsurer(reply: (received: Received) => Reply | null) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const departed = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableEnded) resolve();
      });
    });
    const call: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: await text(request),
      departed,
    };
    received.push(call);
    server.emit('received', call);
    const answer = reply(call);
    if (answer === null) return;
    response.writeHead(answer.status ?? 200, { 'Content-Type': answer.type ?? 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** The next call, when it has come in whole. */
    next: async () => (await once(server, 'received'))[0] as Received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers every record with a number made of the id, lookups with nothing, and cancellations as given. */
export function agreeableInsurer(cancellation: Reply = cancelled) {
  return ({ path, body }: Received): Reply => {
    if (/\/cancel\/?$/.test(path)) return cancellation;
    if (/\/balance\/?\?/.test(path)) return { body: { accountBalance: 0, deductibleAmount: 5000 } };
    const [, place = ''] = /^\/([a-z]+)/i.exec(path) ?? [];
    const endpoint = endpoints[place.toLowerCase()];
    if (endpoint === undefined) return { body: [] };
    const sent = JSON.parse(body) as Record<string, number>;
    const [id, number, prefix] = endpoint;
    const value = sent[id] ?? sent[`${id.charAt(0).toUpperCase()}${id.slice(1)}`];
    return { body: { [id]: value, [number]: `${prefix}-${value}` } };
  };
}

const endpoints: Readonly<Record<string, readonly [id: string, number: string, prefix: string]>> = {
  purchaseorders: ['purchaseOrderId', 'purchaseOrderNumber', 'OC'],
  serviceorders: ['serviceOrderId', 'serviceOrderNumber', 'OS'],
  incidentreports: ['incidentReportFormId', 'internalIncidentReportId', 'IR'],
  financialdocuments: ['documentId', 'internalDocumentId', 'DF'],
};

export const cancelled: Reply = { body: { isCancelled: true, showResponseText: false, responseText: null } };
export const inReview: Reply = {
  body: { isCancelled: false, showResponseText: true, responseText: 'La solicitud está en revisión.' },
};

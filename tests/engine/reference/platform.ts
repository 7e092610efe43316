import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ReferenceList, referenceLists, referencePaths } from '../../../shared/reference-terms.ts';

export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

/** A platform that answers as a test says, and keeps what it was asked. */
export interface Platform {
  /** With a path and a slash at its end, as a base address may have. */
  baseUrl: string;
  readonly asked: {
    method: string;
    url: string;
    headers: IncomingMessage['headers'];
    list: ReferenceList | null;
  }[];
  /** From now on this list, or every one, is answered so. */
  answer(answering: Answering, list?: ReferenceList): void;
  /** Resolves when it was asked so many times in all. */
  askedTimes(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** A few entries of each list, in the shape that the sample of the interface suggests. */
export const entriesOf = (list: ReferenceList) => [
  { id: 1, name: `${list} uno` },
  { id: 2, name: `${list} dos` },
];

export const json = (body: unknown, type = 'application/json', status = 200): Answering =>
  text(JSON.stringify(body), type, status);

export function text(
  body: string | Buffer,
  type: string | null = 'application/json',
  status = 200,
): Answering {
  return (response) => {
    response.writeHead(status, type === null ? {} : { 'content-type': type });
    response.end(body);
  };
}

export async function openPlatform(
  make: (on: (request: IncomingMessage, response: ServerResponse) => void) => Server = createServer,
): Promise<Platform> {
  const asked: Platform['asked'] = [];
  const answers = new Map<ReferenceList, Answering>(
    referenceLists.map((list) => [list, json(entriesOf(list), 'application/json; charset=utf-8')]),
  );
  let wake = () => {};
  const server = make((request, response) => {
    const { method = '', url = '', headers } = request;
    const list = referenceLists.find((name) => url === `/base/v2${referencePaths[name]}`) ?? null;
    asked.push({ method, url, headers, list });
    wake();
    const answering = list === null ? undefined : answers.get(list);
    if (answering) answering(response, request);
    else text('no such path', 'text/plain', 404)(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/base/v2/`,
    asked,
    answer(answering, list) {
      for (const name of list === undefined ? referenceLists : [list]) answers.set(name, answering);
    },
    async askedTimes(count) {
      while (asked.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    stop,
  };
}

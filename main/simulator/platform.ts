/** The platform's side: the configuration API with its seven lists, on a real port of this machine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type ReferenceList, referenceLists, referencePaths } from '#shared/reference-terms.ts';
import { countries, itemTypes, provinces } from './sample-data.ts';

export type PlatformBehaviours = Partial<Record<ReferenceList, PlatformBehaviour>>;

export interface PlatformOptions {
  /** `email:secret` that may read. */
  key: string;
  /** `email:secret` that is known and may not read: answered 403. */
  keyWithoutRights?: string;
  /** How each list is answered; default `json`. */
  behaviour?: PlatformBehaviours;
  /** Default: any free one. */
  port?: number;
  /** How long `slow` takes; default 2,000. */
  slowMilliseconds?: number;
}

interface PlatformCall {
  method: string;
  path: string;
  list: ReferenceList | null;
}

export interface Platform extends AsyncDisposable {
  /** `{base_url}`, for example `http://127.0.0.1:54321`. */
  url: string;
  /** Changes how these lists are answered from now on. */
  setBehaviour(behaviour: PlatformBehaviours): void;
  /** What was called so far, in order. */
  calls(): readonly PlatformCall[];
  close(): Promise<void>;
}

export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  let behaviour: PlatformBehaviours = { ...options.behaviour };
  const calls: PlatformCall[] = [];
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://platform.invalid');
    const list = referenceLists.find((name) => referencePaths[name] === path) ?? null;
    calls.push({ method: request.method ?? '', path, list });
    request.resume();
    const refused = refusal(request, options);
    if (refused !== null) problem(response, refused, path);
    else if (list === null || request.method !== 'GET') problem(response, 404, path);
    else if (search !== '') problem(response, 400, path);
    else {
      const { slowMilliseconds = 2_000 } = options;
      const answering = { list, path, response, slowMilliseconds, stopping: stopping.signal };
      answerAs(behaviour[list] ?? 'json', answering);
    }
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the platform has no port');
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= (async () => {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    })();
    return closed;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    setBehaviour(changed) {
      behaviour = { ...behaviour, ...changed };
    },
    calls: () => [...calls],
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Interface, "Authentication": the status to refuse with, or null. */
function refusal(request: IncomingMessage, { key, keyWithoutRights }: PlatformOptions): 401 | 403 | null {
  const header = request.headers['x-api-key'];
  const isKey = (key: string) => header === Buffer.from(key).toString('base64');
  if (isKey(key)) return null;
  return keyWithoutRights !== undefined && isKey(keyWithoutRights) ? 403 : 401;
}

const statuses = (first: number, names: readonly string[]) =>
  names.map((documentStatusName, index) => ({
    documentStatusId: first + index,
    documentStatusName,
    isActive: true,
  }));

/**
 * The elements of each list, without any wrapper. The interface shows none of their fields, so these are likely ones; ids
 * and names are samples that agree with those in the records.
 */
export const listElements: Readonly<Record<ReferenceList, readonly object[]>> = {
  itemTypes: itemTypes.map(({ id, name }) => ({ itemTypeId: id, itemTypeName: name })),
  requestTypes: [
    { requestTypeId: 1, requestTypeName: 'Licitación de piezas' },
    { requestTypeId: 2, requestTypeName: 'Licitación de mano de obra' },
    { requestTypeId: 3, requestTypeName: 'Licitación de piezas y mano de obra' },
  ],
  requestStatuses: statuses(1, ['Borrador', 'Publicada', 'En evaluación', 'Adjudicada', 'Cancelada']),
  purchaseOrderStatuses: statuses(11, ['Creada', 'Enviada', 'Despachada', 'Recibida', 'Cancelada']),
  serviceOrderStatuses: statuses(21, ['Creada', 'En proceso', 'Terminada', 'Cancelada']),
  countries: countries.map(({ id, name, code }) => ({ countryId: id, countryName: name, isoCode: code })),
  states: provinces.map(({ id, name }) => ({ stateId: id, stateName: name, countryId: 1 })),
};

/** OperationResult of .NET services: item types come in it, and `wrapped` puts any list in it. */
function wrapped(elements: readonly object[]): object {
  return { isSuccess: true, message: null, errors: [], data: elements };
}

/** The list as the interface's table has it: item types in their wrapper, all others bare. */
function listAnswer(list: ReferenceList): object {
  return list === 'itemTypes' ? wrapped(listElements[list]) : listElements[list];
}

/** The ways in which the platform answers a list; besides these `status:N` answers that status with a problem document. */
export const behaviours = {
  json: 'the list as application/json',
  textPlain: 'the list as text/plain',
  textJson: 'the list as text/json',
  wrapped: 'the list in a wrapper that says that it went well',
  unwrapped: 'the list bare, item types too',
  unknownShape: 'the list under other names, two levels deep, beside a shorter list',
  problemWithoutFields: 'status 500 and a problem document without any field',
  html: 'status 200 and a page, as of a proxy that wants a log-in',
  garbage: 'status 200, application/json and bytes that are none',
  truncated: 'the first half of the list, with the length of the half',
  nothing: 'status 200 and no body at all',
  emptyList: 'a list without elements',
  slow: 'the list after a while',
  endless: 'a list that never ends',
  gzip: 'the list compressed',
  redirect: 'a redirect to another place of the same server',
  bom: 'the list behind a byte order mark',
  dropped: 'the connection closed without an answer',
} as const;
export type PlatformBehaviour = keyof typeof behaviours | `status:${number}`;

interface Answering {
  list: ReferenceList;
  path: string;
  response: ServerResponse;
  slowMilliseconds: number;
  stopping: AbortSignal;
}

type Simple = Exclude<PlatformBehaviour, `status:${number}`>;

function answerAs(behaviour: PlatformBehaviour, answering: Answering): void {
  const { response } = answering;
  if (isStatus(behaviour)) problem(response, Number(behaviour.slice('status:'.length)), answering.path);
  else answer[behaviour](answering);
}

function isStatus(behaviour: PlatformBehaviour): behaviour is `status:${number}` {
  return behaviour.startsWith('status:');
}

const answer: Record<Simple, (answering: Answering) => void> = {
  json: ({ response, list }) => send(response, 'application/json; charset=utf-8', asText(list)),
  textPlain: ({ response, list }) => send(response, 'text/plain; charset=utf-8', asText(list)),
  textJson: ({ response, list }) => send(response, 'text/json; charset=utf-8', asText(list)),
  wrapped: ({ response, list }) =>
    send(response, 'application/json', JSON.stringify(wrapped(listElements[list]))),
  unwrapped: ({ response, list }) => send(response, 'application/json', JSON.stringify(listElements[list])),
  unknownShape: ({ response, list }) => send(response, 'application/json', JSON.stringify(otherShape(list))),
  problemWithoutFields: ({ response }) => send(response, 'application/problem+json', '{}', 500),
  html: ({ response }) =>
    send(response, 'text/html; charset=utf-8', '<!doctype html><title>Entrar</title><p>Inicie sesión.</p>'),
  garbage: ({ response }) =>
    send(response, 'application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x5b, 0x2c])),
  truncated: ({ response, list }) => {
    const text = asText(list);
    send(response, 'application/json', text.slice(0, Math.floor(text.length / 2)));
  },
  nothing: ({ response }) => void response.writeHead(200).end(),
  emptyList: ({ response, list }) =>
    send(response, 'application/json', JSON.stringify(list === 'itemTypes' ? wrapped([]) : [])),
  slow({ response, list, slowMilliseconds, stopping }) {
    const timer = setTimeout(() => send(response, 'application/json', asText(list)), slowMilliseconds);
    const stop = () => clearTimeout(timer);
    stopping.addEventListener('abort', stop, { once: true });
    response.on('close', stop);
  },
  endless({ response }) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const element = `${JSON.stringify({ stateId: 1, stateName: 'Sin fin'.repeat(500) })},`;
    // Waits for the reader, so that a client that is slow to give up costs no memory.
    const write = () => {
      while (!response.destroyed && response.write(element));
    };
    response.on('drain', write);
    response.write('[');
    write();
  },
  gzip({ response, list }) {
    response.setHeader('Content-Encoding', 'gzip');
    send(response, 'application/json', gzipSync(asText(list)));
  },
  redirect: ({ response, path }) => void response.writeHead(302, { Location: `${path}/moved` }).end(),
  bom: ({ response, list }) => send(response, 'application/json', `\uFEFF${asText(list)}`),
  dropped: ({ response }) => void response.destroy(),
};

function asText(list: ReferenceList): string {
  return JSON.stringify(listAnswer(list));
}

function otherShape(list: ReferenceList): object {
  const entries = listElements[list].map((element) => {
    const [id, name] = Object.values(element);
    return { code: `X-${String(id)}`, label: name, tags: [] };
  });
  return { meta: { links: ['self'], count: entries.length }, payload: { entries } };
}

function send(response: ServerResponse, type: string, body: string | Buffer, status = 200): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** Interface, "Errors". */
const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  500: 'Server error',
};
const details: Readonly<Record<number, string>> = {
  400: 'These lists take no parameters.',
  401: 'The header X-API-KEY is missing or not right.',
  403: 'This key may not read the configuration.',
  404: 'There is nothing at this path.',
  500: 'The list could not be read.',
};

/** A problem document with all its fields. */
function problem(response: ServerResponse, status: number, instance: string): void {
  const body = {
    type: `https://httpstatuses.example/${status}`,
    title: titles[status] ?? 'Error',
    status,
    detail: details[status] ?? 'Something else went wrong.',
    instance,
  };
  send(response, 'application/problem+json; charset=utf-8', JSON.stringify(body), status);
}

import { type ClientContext, type ClientLink, createORPCClient, DynamicLink, ORPCError } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#shared/contract/contract.ts';
import type { officeContract } from '#shared/contract/office.ts';
import { portMessage, portWanted } from '#shared/desktop-port.ts';
import { noteRefusal, signInHeaders } from '../people/sign-in.ts';
import { useConnectionState } from './live/connection-state.ts';

export type Client = ContractRouterClient<Contract>;
/** The desktop program's own way to an office; where it works on data of its computer it knows none of these procedures. */
export type OfficeClient = ContractRouterClient<typeof officeContract>;

/** Where the page came from: everything of it lies below, that of an archive below `/archive/<id>/`. */
const pageAddress = () => new URL('.', window.location.href);

const portFromPreload = (): Promise<MessagePort> =>
  new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      const [port] = event.ports;
      if (event.source !== window || event.data !== portMessage || port === undefined) return;
      window.removeEventListener('message', listen);
      port.start();
      resolve(port);
    };
    window.addEventListener('message', listen);
    window.postMessage(portWanted, window.location.origin);
  });

/** A port closes with the engine behind it; the next call asks for another. */
export function overPorts(ask: () => Promise<MessagePort>): ClientLink<ClientContext> {
  let link: Promise<PortLink<ClientContext>> | null = null;
  const open = async () => {
    const port = await ask();
    port.addEventListener('close', () => {
      link = null;
    });
    return new PortLink({ port, headers: signInHeaders, interceptors: [watched] });
  };
  return new DynamicLink(() => {
    link ??= open();
    return link;
  });
}

const overHttp = () =>
  new FetchLink({
    url: new URL('rpc', pageAddress()).href,
    fetch: (request, init) => fetch(request, { ...init, credentials: 'same-origin' }),
    headers: signInHeaders,
    interceptors: [watched],
  });

/** Tells a call that is refused since nobody is signed in from one that is since the browser's session is over. */
async function watched<Answer>({ next }: { next: () => Promise<Answer> }): Promise<Answer> {
  const sent = signInHeaders();
  try {
    return await next();
  } catch (failure) {
    const isOfPerson = noteRefusal(failure, sent);
    if (!isOfPerson && failure instanceof ORPCError && failure.status === 401)
      useConnectionState.getState().signedOut();
    throw failure;
  }
}

/**
 * The one place where the renderer picks its shell: a page that came over HTTP talks HTTP to where it came
 * from, any other page gets message ports from the desktop's preload.
 */
export function connect(): { client: Client; office: OfficeClient | null } {
  const http = window.location.protocol === 'http:' || window.location.protocol === 'https:';
  if (http) return { client: createORPCClient<Client>(overHttp()), office: null };
  const link = overPorts(portFromPreload);
  const { office } = createORPCClient<{ office: OfficeClient }>(link);
  return { client: createORPCClient<Client>(link), office };
}

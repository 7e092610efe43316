import { type ClientContext, type ClientLink, createORPCClient, DynamicLink } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#shared/contract/contract.ts';
import { portMessage, portWanted } from '#shared/desktop-port.ts';
import { useConnectionState } from './live/connection-state.ts';

export type Client = ContractRouterClient<Contract>;

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
    return new PortLink({ port });
  };
  return new DynamicLink(() => {
    link ??= open();
    return link;
  });
}

const overHttp = () =>
  new FetchLink({
    url: new URL('rpc', pageAddress()).href,
    fetch: async (request, init) => {
      const response = await fetch(request, { ...init, credentials: 'same-origin' });
      if (response.status === 401) useConnectionState.getState().signedOut();
      return response;
    },
  });

/**
 * The one place where the renderer picks its shell: a page that came over HTTP talks HTTP to where it came
 * from, any other page gets message ports from the desktop's preload.
 */
export function connect(): Client {
  const http = window.location.protocol === 'http:' || window.location.protocol === 'https:';
  return createORPCClient<Client>(http ? overHttp() : overPorts(portFromPreload));
}

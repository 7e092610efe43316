/** Answers that send the caller elsewhere. */
import type { ServerResponse } from 'node:http';
import { type FileBehaviour, send } from './forms.ts';

const to = (response: ServerResponse, location: string, status = 302): void =>
  void response.writeHead(status, { Location: location, 'Content-Length': 0 }).end();

/** A host that nobody approved. */
export const unapprovedHost = 'archivos-sin-aprobar.example';

export const redirectBehaviours = {
  redirectOnce: {
    says: 'One redirect, to another path of the same server.',
    ending: 'jpg',
    answer: ({ response, path }) => to(response, path.replace('/redirectOnce', '/well')),
  },
  redirectChain: {
    says: 'Redirects one after the other, then the file.',
    ending: 'jpg',
    number: { counts: 'redirects', otherwise: 4 },
    async answer({ response, path, number, photo }) {
      if (number > 0)
        to(response, path.replace(/\/redirectChain(\.\d+)?/, `/redirectChain.${number - 1}`), 307);
      else send(response, await photo());
    },
  },
  redirectLoop: {
    says: 'A redirect to itself.',
    ending: 'jpg',
    answer: ({ response, path }) => to(response, path),
  },
  redirectToOtherPort: {
    says: 'A redirect to another port of this machine.',
    ending: 'jpg',
    answer: ({ response, elsewhereUrl }) => to(response, `${elsewhereUrl}/como/well/otro-puerto.jpg`),
  },
  redirectToLinkLocal: {
    says: 'A redirect to an address that clouds answer secrets at.',
    ending: 'jpg',
    answer: ({ response }) =>
      to(response, 'http://169.254.169.254/latest/meta-data/iam/security-credentials/'),
  },
  redirectToPrivate: {
    says: 'A redirect to an address of a private network.',
    ending: 'jpg',
    answer: ({ response }) => to(response, 'http://192.168.0.1/'),
  },
  redirectToUnapproved: {
    says: 'A redirect to a host that nobody approved.',
    ending: 'jpg',
    answer: ({ response }) => to(response, `https://${unapprovedHost}/incidentes/1/foto.jpg`, 301),
  },
  redirectToHttp: {
    says: 'A redirect to a host by http.',
    ending: 'jpg',
    answer: ({ response }) =>
      to(response, 'http://archivos.mercado-prueba.example/incidentes/1/foto.jpg', 308),
  },
  redirectToFile: {
    says: 'A redirect to a file of this machine.',
    ending: 'jpg',
    answer: ({ response }) => to(response, 'file:///etc/passwd'),
  },
  redirectNowhere: {
    says: 'A redirect that does not say where to.',
    ending: 'jpg',
    answer: ({ response }) => void response.writeHead(302, { 'Content-Length': 0 }).end(),
  },
} satisfies Record<string, FileBehaviour>;

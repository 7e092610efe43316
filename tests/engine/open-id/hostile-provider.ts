/** A provider that answers as a test says: with tokens that do not hold, and bodies that do not end. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Answer = (response: ServerResponse) => void;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What whoever knows no key of the provider may sign with: anybody has its public one, and its client the secret. */
export const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
/** The key of somebody else, as a token may bring it along. */
export const strangersKey = stranger.publicKey.export({ format: 'jwk' });

/** An ID token; `alg` none has no signature, and one with `sharedKey` an HMAC by it. */
export function signed(
  claims: object,
  {
    alg = 'RS256',
    isByStranger = false,
    kid = 'uno',
    sharedKey,
    header = {},
  }: { alg?: string; isByStranger?: boolean; kid?: string; sharedKey?: string; header?: object } = {},
): string {
  const content = `${base64url({ alg, kid, ...header })}.${base64url(claims)}`;
  if (alg === 'none') return `${content}.`;
  if (sharedKey !== undefined)
    return `${content}.${createHmac('sha256', sharedKey).update(content).digest('base64url')}`;
  const by = isByStranger ? stranger.privateKey : privateKey;
  return `${content}.${sign('sha256', Buffer.from(content), by).toString('base64url')}`;
}

export async function openHostileProvider() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const json =
    (value: object, status = 200): Answer =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
  /** What each path is answered with; a test puts another in its place. */
  const document = {
    ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
    ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'] },
    ...{ subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'] },
  };
  const answers = {
    discovery: json(document),
    token: json({ error: 'invalid_grant' }, 400),
    userinfo: json({}, 404),
    jwks: json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'uno', use: 'sig', alg: 'RS256' }] }),
  };
  const called: { path: string; body: URLSearchParams }[] = [];
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    void text(request).then((body) => {
      called.push({ path, body: new URLSearchParams(body) });
      if (path === '/.well-known/openid-configuration') answers.discovery(response);
      else if (path === '/token') answers.token(response);
      else if (path === '/jwks') answers.jwks(response);
      else if (path === '/userinfo') answers.userinfo(response);
      else json({}, 404)(response);
    });
  });
  return {
    ...{ issuer, document, answers, called, json },
    /** Answers with an ID token of these claims beside those that hold. */
    tokenOf(claims: object, how: Parameters<typeof signed>[1] = {}, more: object = {}) {
      const now = Math.floor(Date.now() / 1000);
      const holds = { iss: issuer, aud: 'perito', sub: 'uno', iat: now, exp: now + 300 };
      const id_token = signed({ ...holds, ...claims }, how);
      answers.token = json({ access_token: 'a', token_type: 'Bearer', id_token, ...more });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

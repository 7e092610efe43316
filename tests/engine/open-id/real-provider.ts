/** `oidc-provider` as an office's provider, over real HTTP, with a page of its own that asks who somebody is. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

export interface ProviderUser {
  sub: string;
  email: string;
  email_verified: boolean;
}

export const clientId = 'perito';
export const clientSecret = 'secreto-de-cliente-de-prueba';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What a provider remembers, which ends with it. */
function adapterOf(kept: Map<string, Record<string, unknown>>) {
  return (model: string) => {
    const keyOf = (id: string) => `${model} ${id}`;
    const by = (name: string, value: string) =>
      [...kept].find(([key, one]) => key.startsWith(`${model} `) && one[name] === value)?.[1];
    return {
      upsert: async (id: string, payload: Record<string, unknown>) => void kept.set(keyOf(id), payload),
      find: async (id: string) => kept.get(keyOf(id)),
      findByUid: async (uid: string) => by('uid', uid),
      findByUserCode: async (userCode: string) => by('userCode', userCode),
      destroy: async (id: string) => void kept.delete(keyOf(id)),
      consume: async (id: string) => {
        const found = kept.get(keyOf(id));
        if (found !== undefined) found['consumed'] = Math.floor(Date.now() / 1000);
      },
      revokeByGrantId: async (grantId: string) => {
        for (const [key, one] of kept) if (one['grantId'] === grantId) kept.delete(key);
      },
    };
  };
}

interface RealProvider {
  issuer: string;
  /** By what is typed on its page. */
  users: Map<string, ProviderUser>;
  /** Paths that were called, in their order. */
  called: string[];
  close(): Promise<void>;
}

/** Redirects only to these addresses; with `keepsEmailApart` only its userinfo endpoint has the e-mail. */
export async function openRealProvider(
  redirectUris: string[],
  { keepsEmailApart = false }: { keepsEmailApart?: boolean } = {},
): Promise<RealProvider> {
  const users = new Map<string, ProviderUser>();
  const called: string[] = [];
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris },
        ...{ grant_types: ['authorization_code'], response_types: ['code'] },
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: keepsEmailApart,
    adapter: adapterOf(new Map()),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'uno' }] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    cookies: { keys: ['una-clave-de-prueba'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...[...users.values()].find((user) => user.sub === sub), sub }),
    }),
    // Whoever may sign in needs no second page to say that Perito may know it.
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const grant = new provider.Grant({
        accountId: oidc.session.accountId,
        clientId: oidc.client.clientId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    called.push(path);
    if (!path.startsWith('/interaction/')) return callback(request, response);
    void (async () => {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(
          '<!doctype html><html lang="es"><title>Proveedor</title><form method="post"><label>Usuario <input name="login" autofocus></label><button>Seguir</button></form></html>',
        );
        return;
      }
      const login = new URLSearchParams(await text(request)).get('login') ?? '';
      const user = users.get(login);
      const result =
        user === undefined
          ? { error: 'access_denied', error_description: 'nobody' }
          : { login: { accountId: user.sub } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    })().catch(() => response.destroy());
  });
  return {
    ...{ issuer, users, called },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Signs in on the provider's page as a browser would; the address that it leads back to. Cookies stay in `jar`. */
export async function throughProvider(
  page: string,
  login: string,
  redirectUri: string,
  jar: Map<string, string> = new Map(),
): Promise<URL> {
  let url = page;
  let body: string | null = null;
  for (let step = 0; step < 10; step += 1) {
    const answer: Response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body,
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) {
      if (!url.includes('/interaction/')) throw new Error(`${answer.status} ${await answer.text()}`);
      body = new URLSearchParams({ login }).toString();
      continue;
    }
    body = null;
    url = new URL(location, url).href;
    if (url.startsWith(redirectUri)) return new URL(url);
  }
  throw new Error('The provider led nowhere.');
}

/** Speaks OpenID Connect with one provider by `openid-client`: discovery, the code flow with PKCE, and ID tokens (Core 1.0, 3.1). */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
  type UserInfoResponse,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { OpenIdProblem, OpenIdProvider, OpenIdRefusal } from '#shared/contract/open-id.ts';
import { isSecureAddress, NoAnswer } from './provider-fetch.ts';

/** The discovery document of a provider (OpenID Connect Discovery 1.0, 4.3), checked as far as a sign-in needs. */
export type Discovered = ServerMetadata & {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
};

/** Somebody for whom the provider vouches. */
interface ProviderUser {
  /** `sub`: the same for as long as this user is there, and never another's (Core 1.0, 5.7). */
  subject: string;
  /** In lower case, and only where the provider vouches that it is theirs; null otherwise. */
  email: string | null;
}

/** What belongs to one sign-in between its two halves. */
export interface Pending {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** In seconds since 1970, where the provider was told to ask anew, whoever is signed in there. */
  anewSince: number | null;
}

/** What a browser brought back. */
export interface CameBack {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

export type Verified =
  | { kind: 'verified'; user: ProviderUser }
  | { kind: 'refused'; reason: OpenIdRefusal; detail: string }
  | { kind: 'away'; problem: OpenIdProblem };

/** Fetches the document of an issuer. Never rejects. */
export async function discover(
  issuer: string,
  fetch: CustomFetch,
): Promise<{ found: Discovered } | { problem: OpenIdProblem }> {
  const url = new URL(issuer);
  try {
    const configuration = await discovery(url, 'perito', undefined, None(), {
      [customFetch]: fetch,
      ...(url.protocol === 'http:' && { execute: [allowInsecureRequests] }),
    });
    const found: ServerMetadata = configuration.serverMetadata();
    // Of some issuers the library takes a document that names another one, as a template.
    if (URL.parse(found.issuer)?.href !== url.href)
      return { problem: { code: 'otherIssuer', detail: cut(found.issuer) } };
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = found;
    if (authorization_endpoint === undefined || token_endpoint === undefined || jwks_uri === undefined)
      return { problem: { code: 'notOpenId', detail: null } };
    for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? issuer]) {
      const address = URL.parse(endpoint);
      if (address === null || !isSecureAddress(address) || (isHere(address) && !isHere(url)))
        return { problem: { code: 'insecure', detail: cut(endpoint) } };
    }
    return { found: { ...found, authorization_endpoint, token_endpoint, jwks_uri } };
  } catch (failure) {
    const isOther =
      failure instanceof ClientError && failure.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
    const otherwise = isOther ? ('otherIssuer' as const) : ('notOpenId' as const);
    return { problem: problemIn(failure) ?? { code: otherwise, detail: null } };
  }
}

/**
 * On this computer, on whichever has the browser, or of a network without addresses, where clouds keep their keys: only a provider that
 * is there itself leads there. Other addresses that are private are an office's own, whose provider may well be one of them.
 */
function isHere({ hostname }: URL): boolean {
  const literal = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(literal) === 0) return hostname === 'localhost' || hostname.endsWith('.localhost');
  return ['loopback', 'unspecified', 'linkLocal'].includes(ipaddr.process(literal).range());
}

/** A client of the provider that this is the document of. */
export function clientOf(
  found: Discovered,
  { clientId }: OpenIdProvider,
  secret: string | null,
  fetch: CustomFetch,
): Configuration {
  // Basic is what a provider takes that names none (Discovery 1.0, 3).
  const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication =
    secret === null
      ? None()
      : methods.includes('client_secret_basic')
        ? ClientSecretBasic(secret)
        : ClientSecretPost(secret);
  const configuration = new Configuration(found, clientId, undefined, authentication);
  configuration[customFetch] = fetch;
  // Also of what came over TLS from the provider itself.
  enableNonRepudiationChecks(configuration);
  if (new URL(found.issuer).protocol === 'http:') allowInsecureRequests(configuration);
  return configuration;
}

/** The provider's page for a new sign-in, and what is to be remembered of it. */
export async function beginFlow(
  client: Configuration,
  redirectUri: string,
  anewSince: number | null,
): Promise<{ url: URL; pending: Pending }> {
  const pending: Pending = {
    ...{ state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() },
    ...{ redirectUri, anewSince },
  };
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    ...(anewSince !== null && { prompt: 'login' }),
  });
  return { url, pending };
}

/** Exchanges what came back for an ID token, and checks that. Never rejects. */
export async function endFlow(
  client: Configuration,
  pending: Pending,
  { state, code, iss, error }: CameBack,
): Promise<Verified> {
  const back = new URL(pending.redirectUri);
  for (const [name, value] of Object.entries({ state, code, iss, error }))
    if (value !== undefined) back.searchParams.set(name, value);
  try {
    const tokens = await authorizationCodeGrant(client, back, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) return refused('notValid', 'no ID token');
    // What names nobody, or otherwise than Core 1.0, 2 allows, is not looked up.
    if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub)) return refused('notValid', 'sub');
    const askedAt = claims.auth_time;
    if (pending.anewSince !== null && askedAt !== undefined && askedAt < pending.anewSince)
      return refused('notAnew', 'auth_time');
    const email = emailIn(claims, claims.iss) ?? (await emailAt(client, tokens.access_token, claims));
    return { kind: 'verified', user: { subject: claims.sub, email } };
  } catch (cause) {
    return outcomeOf(cause);
  }
}

/** Of a provider that keeps the e-mail out of its ID tokens. */
async function emailAt(
  client: Configuration,
  accessToken: string,
  { sub, iss, email }: IDToken,
): Promise<string | null> {
  if (email !== undefined || client.serverMetadata().userinfo_endpoint === undefined) return null;
  return emailIn(await fetchUserInfo(client, accessToken, sub), iss);
}

/**
 * Microsoft says of an address whether the office has shown that its domain is theirs by a claim of its own; `email_verified` it has
 * not (Microsoft identity platform, "Optional claims reference").
 */
const microsoft = 'https://login.microsoftonline.com/';
const isTrue = (claim: unknown): boolean =>
  claim === true || claim === 'true' || claim === 1 || claim === '1';

function emailIn(claims: IDToken | UserInfoResponse, issuer: string): string | null {
  const { email } = claims;
  const isVerified =
    claims.email_verified === undefined && issuer.startsWith(microsoft)
      ? isTrue(claims['xms_edov'])
      : claims.email_verified === true || String(claims.email_verified) === 'true';
  // Other letters might be taken for these once they are in lower case.
  if (!isVerified || typeof email !== 'string' || !/^[\x21-\x7e]{3,200}$/.test(email)) return null;
  return email.toLowerCase();
}

const refused = (reason: OpenIdRefusal, detail: string): Verified => ({
  ...{ kind: 'refused', reason, detail: cut(detail) },
});

/** Whether the provider was away, or said no, or what it said does not hold. */
function outcomeOf(failure: unknown): Verified {
  const away = problemIn(failure);
  if (away !== null) return { kind: 'away', problem: away };
  if (failure instanceof AuthorizationResponseError) return refused('denied', failure.error);
  // Of a code for example that was used, is of another client, or comes without its verifier.
  if (failure instanceof ResponseBodyError) return refused('notValid', failure.error);
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  return refused('notValid', typeof code === 'string' ? code : 'unknown');
}

/** What is wrong with the provider, or what is set of it; null where it answered as one does. */
function problemIn(failure: unknown): OpenIdProblem | null {
  for (let one = failure, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (one instanceof NoAnswer) return one.problem;
  if (failure instanceof ResponseBodyError || failure instanceof AuthorizationResponseError) {
    const { error } = failure;
    if (error === 'invalid_client' || error === 'unauthorized_client')
      return { code: 'client', detail: error };
    const isBusy = error === 'server_error' || error === 'temporarily_unavailable';
    return isBusy ? { code: 'status', detail: error } : null;
  }
  if (failure instanceof WWWAuthenticateChallengeError)
    return { code: 'client', detail: String(failure.status) };
  if (!(failure instanceof ClientError)) return null;
  if (failure.cause instanceof Response) {
    const { status } = failure.cause;
    return status === 200 ? { code: 'notOpenId', detail: null } : { code: 'status', detail: String(status) };
  }
  return failure.code === 'OAUTH_PARSE_ERROR' ? { code: 'notOpenId', detail: null } : null;
}

const cut = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);

import { oc } from '@orpc/contract';
import * as z from 'zod';
import { rowId } from './common.ts';
import { me, person, seconds } from './people.ts';
import { passage } from './receiver-keys.ts';

/** Where the office's provider sends a browser back to; entered there as an allowed redirect address, behind the console's own. */
export const openIdRedirectPath = '/sign-in/provider';
/** By it the console tells the engine under which origin a browser called it, of a `Host` that it has checked. */
export const originHeader = 'perito-origin';

/** Only what stays on this computer may be without encryption. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** `iss` of OpenID Connect Discovery 1.0, 3: https, without query and fragment; here without a name and password too. */
const openIdIssuer = z
  .string()
  .trim()
  .max(500)
  .refine((text) => {
    const url = URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '' || /[?#\s]/.test(text)) return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  }, 'is no https address of a provider');

/** The office's provider as it is set; its client secret is kept elsewhere. */
export const openIdProvider = z.object({
  issuer: openIdIssuer,
  clientId: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .regex(/^[\x20-\x7e]*$/, 'has a character that no client id has'),
  /** What the sign-in screen calls it. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'has a character that cannot be seen'),
});
export type OpenIdProvider = z.infer<typeof openIdProvider>;

/** What may be a provider's client secret: `VSCHAR` of RFC 6749, appendix A.2, of 1,000 characters at most. */
export const isClientSecret = (text: string): boolean => /^[\x20-\x7e]{1,1000}$/.test(text);

/** Why the provider gives no answer that can be used. */
const openIdProblemCodes = [
  'unreachable',
  'timeout',
  'tls',
  /** It answered with another status than 200; `detail` is it. */
  'status',
  /** What it answered is no discovery document of OpenID Connect, or lacks what a sign-in needs. */
  'notOpenId',
  /** The document names another issuer; `detail` is it. */
  'otherIssuer',
  /** It names an address without encryption. */
  'insecure',
  'tooLarge',
  /** It does not know this client id, or another secret belongs to it. */
  'client',
  /** The client secret was put into the keychain, which does not give it. */
  'keychain',
] as const;
const problem = z.object({
  code: z.enum(openIdProblemCodes),
  /** In the system's or the provider's words, up to 200 characters. */
  detail: z.string().nullable(),
});
export type OpenIdProblem = z.infer<typeof problem>;

/** Why somebody who came back from the provider is not let in. */
export const openIdRefusals = [
  /** The sign-in was begun elsewhere, more than ten minutes ago, or was used. */
  'expired',
  /** The provider says no, or the person did there. */
  'denied',
  /** The answer is not of this sign-in, or not of this provider, or is no more valid. */
  'notValid',
  /** The provider names no e-mail, or does not vouch for it. */
  'noEmail',
  /** No account here has this e-mail, or several have. */
  'noAccount',
  /** The account belongs to somebody else at the provider, though the e-mail is the same. */
  'otherSubject',
  /** Behind a lock the provider has to ask anew, and did not. */
  'notAnew',
] as const;
export type OpenIdRefusal = (typeof openIdRefusals)[number];

const state = z.object({
  provider: openIdProvider.nullable(),
  /** Where the client secret is; `nowhere` where none was given, which a public client needs none of. */
  secretIn: z.enum(['keychain', 'memory', 'environment', 'nowhere']),
  /** Whether other computers open this console: only there is it offered. */
  isOffice: z.boolean(),
});

const notFound = { NOT_FOUND: { status: 404 } } as const;
/** Perito itself answered: what waits for it to come back has nothing to wait for. */
const away = { PROVIDER_AWAY: { status: 424, data: problem } } as const;
const tooMany = { TOO_MANY_TRIES: { status: 429, data: z.object({ seconds }) } } as const;
/** No provider is set, or nobody signs in here over the network. */
const notOffered = { NOT_OFFERED: { status: 409 } } as const;

/** Of what a provider sends along; RFC 6749 names no bound. */
const parameter = z.string().max(4096);
const flow = z.string().regex(/^[\w-]{43}$/);

export const openIdContract = {
  get: oc.output(state),
  /** Takes the place of the one before; whoever is bound to another issuer is bound no more while it holds. */
  set: oc.input(openIdProvider).output(state),
  remove: oc.output(state),
  /** Takes the client secret through the shell. */
  collectSecret: oc.output(passage).errors({ NO_KEY_THERE: { status: 422 } }),
  forgetSecret: oc.output(state),
  /** Fetches the discovery document now, and says what is in it; keeps nothing. */
  test: oc
    .output(
      z.object({
        problem: problem.nullable(),
        found: z
          .object({
            issuer: z.string(),
            authorizationEndpoint: z.string(),
            tokenEndpoint: z.string(),
            algorithms: z.array(z.string()),
            /** Whether it says so; it is used in any case. */
            namesPkce: z.boolean(),
          })
          .nullable(),
        milliseconds: z.int(),
      }),
    )
    .errors(notOffered),
  /**
   * Begins a sign-in of this browser: `url` is the provider's page. `flow` stays in the tab that asked, and is needed to end it, so that
   * nobody is signed in by what somebody else began. Answers anyone.
   */
  begin: oc.output(z.object({ url: z.string(), flow })).errors({ ...notOffered, ...tooMany, ...away }),
  /** Ends it with what the provider sent back (OpenID Connect Core 1.0, 3.1.2.5). Answers anyone who has a `flow`. */
  finish: oc
    .input(
      z.object({
        flow,
        state: parameter,
        code: parameter.exactOptional(),
        iss: parameter.exactOptional(),
        error: parameter.exactOptional(),
      }),
    )
    .output(z.object({ token: z.string(), me }))
    .errors({
      ...notOffered,
      ...tooMany,
      ...away,
      REFUSED: { status: 403, data: z.object({ reason: z.enum(openIdRefusals) }) },
    }),
  /** Whoever is bound comes in by the provider alone, or with their password too. */
  setPasswordOff: oc
    .input(z.object({ id: rowId, isOff: z.boolean() }))
    .output(person)
    .errors({
      ...notFound,
      NOT_BOUND: { status: 409 },
      /** No administrator would be left who comes in with a password. */
      LAST_ADMINISTRATOR: { status: 409 },
    }),
  /** Lets the account be bound anew at its next sign-in by the provider, and ends the sign-ins that it was bound for. */
  unbind: oc
    .input(z.object({ id: rowId }))
    .output(person)
    .errors(notFound),
};

/** The office's OpenID provider: which it is, its client secret, and sign-ins that are on their way through it. */
import { createHash, randomBytes } from 'node:crypto';
import type { SecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from 'openid-client';
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Actor } from '#shared/contract/common.ts';
import {
  isClientSecret,
  type OpenIdProblem,
  type OpenIdProvider,
  openIdProvider,
  openIdRedirectPath,
} from '#shared/contract/open-id.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { CollectedOutcome, EngineHost, SecretDelivery } from '../host.ts';
import { createKeptSecret, type KeptIn, type SecretRequests } from '../keys/index.ts';
import { appendAudit, findSetting, type Store, upsertSetting } from '../store/index.ts';
import { createTurns } from '../turns.ts';
import type { CameBack, Discovered, Pending, Verified } from './client.ts';
import { providerFetch } from './provider-fetch.ts';

export interface OpenId {
  /** The provider that is set; null where none is. */
  provider(): OpenIdProvider | null;
  /** Its issuer as accounts are bound to it; null where none is set. */
  issuer(): string | null;
  secretPlace(): Promise<KeptIn>;
  set(provider: OpenIdProvider, actor: Actor): Promise<void>;
  remove(actor: Actor): Promise<void>;
  collectSecret(actor: Actor): Promise<SecretDelivery | 'notAKey'>;
  forgetSecret(actor: Actor): Promise<void>;
  /** Fetches the discovery document anew; keeps nothing. */
  test(): Promise<{ found: Discovered } | { problem: OpenIdProblem }>;
  /**
   * The provider's page for a sign-in of a browser that calls the console by this origin, and what the browser has to bring along when
   * it comes back. With `asksAnew` the provider is told to ask for the password or whatever it asks for, whoever is signed in there.
   */
  begin(
    origin: string,
    source: string,
    asksAnew: boolean,
  ): Promise<{ url: string; flow: string } | { problem: OpenIdProblem }>;
  /** Who came back; a flow ends by it, whatever comes of it. `issuer` is that of the provider by which it was begun. */
  finish(flow: string, back: CameBack): Promise<Verified & { issuer: string }>;
  /** Reads again which provider is set, as after a commit of which nothing was heard. */
  reread(): Promise<void>;
  close(): Promise<void>;
}

const settingName = 'openIdProvider';
/** Between the two halves of a sign-in; whoever types a password and a second factor at the provider has that long. */
const flowLastsMs = 10 * 60_000;
const maxFlows = { all: 1000, source: 50 };
/** A document that was read counts so long, and that there was none. */
const knownMs = 60 * 60_000;
const awayMs = 5_000;
/** Said of when somebody last gave their password, where clocks differ. */
const clockToleranceSeconds = 60;

interface Flow extends Pending {
  until: number;
  source: string;
  issuer: string;
  client: Configuration;
}

/** With the library, which a desk without a provider never needs. */
const loadClient = () => import('./client.ts');

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

export async function openOpenId({
  store,
  host,
  clock,
  changes,
  collections,
  trust,
  givenSecret,
}: {
  store: Store;
  host: EngineHost;
  clock: Clock;
  changes: Changes;
  collections: SecretRequests;
  /** The TLS context of outgoing connections. */
  trust: () => Promise<SecureContext>;
  /** The client secret for this run, over the one that is kept. */
  givenSecret: string | undefined;
}): Promise<OpenId> {
  const kept = createKeptSecret({
    ...{ store, host, account: `open-id-secret:${store.installationId}`, setting: 'openIdSecretIn' },
    given: givenSecret ?? null,
  });
  const read = async (): Promise<OpenIdProvider | null> => {
    const text = await store.read((tx) => findSetting(tx, settingName));
    return text === null ? null : (openIdProvider.safeParse(JSON.parse(text)).data ?? null);
  };
  let provider = await read();
  const closing = new AbortController();
  const fetch = providerFetch(trust, closing.signal);
  const flows = new Map<string, Flow>();
  type Known = { client: Configuration } | { problem: OpenIdProblem };
  let known: { until: number; is: Promise<Known> } | null = null;

  const issuerOf = ({ issuer }: OpenIdProvider): string => new URL(issuer).href;
  const issuerOfAny = (of: OpenIdProvider | null) => (of === null ? null : issuerOf(of));
  const auditOf = (actor: Actor, action: AuditAction, detail: object = {}) => ({
    ...{ at: clock.now(), actor, action, subject: 'openId', detail: { ...detail } },
  });
  let timesAnew = 0;
  /** Another provider or secret: what was begun with the one before is over. */
  const beginAnew = () => {
    timesAnew += 1;
    known = null;
    flows.clear();
    changes.publish({ topic: 'people' });
  };
  const follow = (after: OpenIdProvider | null) => {
    if (isDeepStrictEqual(after, provider)) return;
    provider = after;
    beginAnew();
  };
  /** One after the other: a secret is taken for the provider that is set then, and no other is set meanwhile. */
  const inTurn = createTurns();
  async function keep(after: OpenIdProvider | null, actor: Actor): Promise<void> {
    // As it is stored: of what was set before nothing may have been heard.
    const before = await read();
    const isForgotten =
      !isDeepStrictEqual(after, before) &&
      (await store.write(async (tx) => {
        await upsertSetting(tx, settingName, JSON.stringify(after));
        await appendAudit(
          tx,
          after === null
            ? auditOf(actor, 'openId.removed', { name: before?.name })
            : auditOf(actor, 'openId.configured', { name: after.name, before, after }),
        );
        // A secret goes to nobody but whom it was given for.
        const isOther = before !== null && issuerOfAny(after) !== issuerOf(before);
        if (!isOther || !(await kept.forgetIn(tx))) return false;
        await appendAudit(tx, auditOf(actor, 'openId.secretForgotten'));
        return true;
      }));
    follow(after);
    if (isForgotten) await kept.letGo();
  }

  async function makeClient(of: OpenIdProvider): Promise<Known> {
    const { clientOf, discover } = await loadClient();
    const discovered = await discover(of.issuer, fetch);
    if ('problem' in discovered) return discovered;
    const secret = await kept.read(true);
    if ('missing' in secret && secret.missing === 'keychain')
      return { problem: { code: 'keychain', detail: null } };
    return { client: clientOf(discovered.found, of, 'secret' in secret ? secret.secret : null, fetch) };
  }

  /** One answer serves all who ask meanwhile, so that strangers cannot have the provider called as often as they like. */
  function clientNow(of: OpenIdProvider): Promise<Known> {
    if (known !== null && known.until > clock.now()) return known.is;
    const is = makeClient(of);
    const asked = { until: clock.now() + knownMs, is };
    known = asked;
    void is.then(
      (found) => {
        if ('problem' in found) asked.until = clock.now() + awayMs;
      },
      // Whoever asked is told; the next one asks anew.
      () => {
        if (known === asked) known = null;
      },
    );
    return is;
  }

  function forgetOld(source: string): void {
    for (const [key, { until }] of flows) if (until <= clock.now()) flows.delete(key);
    const ofSource = [...flows].filter(([, flow]) => flow.source === source);
    const [oldestOfSource] = ofSource;
    if (ofSource.length >= maxFlows.source && oldestOfSource !== undefined) flows.delete(oldestOfSource[0]);
    const oldest = flows.keys().next().value;
    if (flows.size >= maxFlows.all && oldest !== undefined) flows.delete(oldest);
  }

  async function begunWith(of: OpenIdProvider, redirectUri: string, asksAnew: boolean) {
    const found = await clientNow(of);
    if ('problem' in found) return found;
    const anewSince = asksAnew ? Math.floor(clock.now() / 1000) - clockToleranceSeconds : null;
    const { beginFlow } = await loadClient();
    return { ...(await beginFlow(found.client, redirectUri, anewSince)), client: found.client };
  }

  async function begin(
    origin: string,
    source: string,
    asksAnew: boolean,
  ): Promise<{ url: string; flow: string } | { problem: OpenIdProblem }> {
    const of = provider;
    if (of === null) return { problem: { code: 'notOpenId', detail: null } };
    const asOf = timesAnew;
    const begun = await begunWith(of, `${origin}${openIdRedirectPath}`, asksAnew);
    // Another provider or secret came meanwhile, and nobody is sent off with the one before.
    if (asOf !== timesAnew) return begin(origin, source, asksAnew);
    if ('problem' in begun) return begun;
    const { url, pending, client } = begun;
    const flow = randomBytes(32).toString('base64url');
    forgetOld(source);
    const until = clock.now() + flowLastsMs;
    flows.set(digest(flow), { ...pending, until, source, issuer: issuerOf(of), client });
    return { url: url.href, flow };
  }

  // Nobody waits for a keychain at the start.
  void kept.removeForgotten().catch(() => undefined);
  return {
    provider: () => provider,
    issuer: () => issuerOfAny(provider),
    secretPlace: () => kept.place(),
    set: (after, actor) => inTurn(() => keep(after, actor)),
    remove: (actor) => inTurn(() => keep(null, actor)),

    async collectSecret(actor) {
      const askedFor = issuerOfAny(provider);
      const passage = await collections.ask({
        purpose: 'openIdSecret',
        label: provider?.name ?? 'OpenID Connect',
        async take(given): Promise<CollectedOutcome> {
          const secret = given.trim();
          if (!isClientSecret(secret)) return 'notAKey';
          return inTurn(async () => {
            if (issuerOfAny(await read()) !== askedFor) return 'expired';
            await kept.keep(secret, (tx) => appendAudit(tx, auditOf(actor, 'openId.secretGiven')));
            beginAnew();
            return 'accepted';
          });
        },
      });
      return typeof passage === 'string' ? 'notAKey' : passage;
    },
    forgetSecret: (actor) =>
      inTurn(async () => {
        await kept.forget((tx) => appendAudit(tx, auditOf(actor, 'openId.secretForgotten')));
        beginAnew();
      }),

    async test() {
      if (provider === null) return { problem: { code: 'notOpenId', detail: null } };
      const { discover } = await loadClient();
      const discovered = await discover(provider.issuer, fetch);
      // What was away a moment ago is asked at the next sign-in.
      if ('found' in discovered) known = null;
      const secret = await kept.read(true);
      const isLocked = 'missing' in secret && secret.missing === 'keychain';
      return isLocked ? { problem: { code: 'keychain', detail: null } } : discovered;
    },

    begin,

    async finish(flow, back) {
      const key = digest(flow);
      const begun = flows.get(key);
      // Once, also where two come at the same moment.
      flows.delete(key);
      if (begun === undefined || begun.until <= clock.now())
        return { kind: 'refused', reason: 'expired', detail: '', issuer: '' };
      const { endFlow } = await loadClient();
      return { ...(await endFlow(begun.client, begun, back)), issuer: begun.issuer };
    },

    reread: () =>
      inTurn(async () => {
        follow(await read());
        // Nor is known whether another secret was given, or the one before forgotten.
        known = null;
        void kept.removeForgotten().catch(() => undefined);
      }),

    async close() {
      closing.abort();
      flows.clear();
    },
  };
}

import type { Actor } from '#shared/contract/common.ts';
import type { Clock } from '../clock.ts';
import type { CollectedOutcome, EngineHost } from '../host.ts';
import { createKeptSecret, type KeptIn, parseApiKeyInput } from '../keys/index.ts';
import { appendAudit, type Store } from '../store/index.ts';

/** The key with which Perito calls the platform: the secret with the shell, here only where it was put. */
interface PlatformKey {
  place(): Promise<KeptIn>;
  /**
   * The key as `email:secret`, to call with and then to let go of. `keychain` where it was put there and the
   * keychain does not give it; with `recheck` that is looked at anew, which may ask the person to unlock it.
   */
  read(recheck: boolean): Promise<{ key: string } | { missing: 'noKey' | 'keychain' }>;
  /** Keeps what a person gave in place of the one before. */
  take(given: string, actor: Actor): Promise<CollectedOutcome>;
  forget(actor: Actor): Promise<void>;
  /** Takes a key out of a keychain that was locked when it was forgotten or replaced. */
  removeForgottenSecret(): Promise<void>;
}

export interface PlatformKeyOptions {
  store: Store;
  host: EngineHost;
  clock: Clock;
  /** For this run only, over the one that is kept; `email:secret`, or its Base64 form. */
  environmentKey: string | undefined;
}

/** The account under which the key lies in the keychain. */
const platformAccount = (installationId: string): string => `platform-key:${installationId}`;

export function createPlatformKey({ store, host, clock, environmentKey }: PlatformKeyOptions): PlatformKey {
  const kept = createKeptSecret({
    ...{ store, host, account: platformAccount(store.installationId), setting: 'platformKeyIn' },
    given: environmentKey === undefined ? null : environmentKeyOf(environmentKey),
  });
  return {
    place: () => kept.place(),
    async read(recheck) {
      const found = await kept.read(recheck);
      if ('secret' in found) return { key: found.secret };
      return { missing: found.missing === 'none' ? 'noKey' : 'keychain' };
    },
    async take(given, actor) {
      const key = parseApiKeyInput(given);
      if (key === null) return 'notAKey';
      await kept.keep(`${key.email}:${key.secret}`, (tx) =>
        appendAudit(tx, {
          at: clock.now(),
          actor,
          action: 'platformKey.given',
          subject: 'platformKey',
          detail: { email: key.email },
        }),
      );
      return 'accepted';
    },
    forget: (actor) =>
      kept.forget((tx) =>
        appendAudit(tx, {
          at: clock.now(),
          actor,
          action: 'platformKey.forgotten',
          subject: 'platformKey',
          detail: {},
        }),
      ),
    removeForgottenSecret: () => kept.removeForgotten(),
  };
}

function environmentKeyOf(text: string): string {
  const given = parseApiKeyInput(text);
  if (given === null) throw new Error('PERITO_PLATFORM_KEY is not of the form email:secret.');
  return `${given.email}:${given.secret}`;
}

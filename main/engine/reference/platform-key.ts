import * as z from 'zod';
import type { Actor } from '#shared/contract/common.ts';
import type { Clock } from '../clock.ts';
import type { CollectedOutcome, EngineHost, SecretPlace } from '../host.ts';
import { parseApiKeyInput } from '../keys/index.ts';
import { appendAudit, findSetting, type Store, upsertSetting } from '../store/index.ts';

/** Where the platform's key is. */
export type KeyPlace = SecretPlace | 'nowhere' | 'environment';

/** The key with which Perito calls the platform: the secret with the shell, here only where it was put. */
interface PlatformKey {
  place(): Promise<KeyPlace>;
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

/** Where the key was put; forgotten ones are asked for no more, even where the keychain could not let them go. */
const putSchema = z.enum(['keychain', 'memory', 'forgotten']);
const putSetting = 'platformKeyIn';

export function createPlatformKey({ store, host, clock, environmentKey }: PlatformKeyOptions): PlatformKey {
  const account = platformAccount(store.installationId);
  const ofEnvironment = environmentKey === undefined ? null : environmentKeyOf(environmentKey);

  const put = async () => {
    const value = await store.read((tx) => findSetting(tx, putSetting));
    return value === null ? null : (putSchema.safeParse(JSON.parse(value)).data ?? null);
  };
  /** What was put in memory is gone with its run: what a keychain has then is the key before it. */
  let isOfThisRun = false;
  const isOfBefore = async (where: Awaited<ReturnType<typeof put>>) =>
    where === 'memory' && !isOfThisRun && (await host.secretPlace(account)) === 'keychain';
  const kept = async () => {
    const where = await put();
    return where === null || where === 'forgotten' || (await isOfBefore(where)) ? null : where;
  };
  /** Where the keychain works again by now, the shell has moved the key into it. */
  const noteMoved = async () => {
    if ((await host.secretPlace(account)) !== 'keychain') return;
    await store.write((tx) => upsertSetting(tx, putSetting, JSON.stringify('keychain')));
  };

  return {
    async place() {
      if (ofEnvironment !== null) return 'environment';
      const where = await kept();
      if (where === null) return 'nowhere';
      if (where === 'memory') await noteMoved();
      return (await host.secretPlace(account)) ?? (where === 'keychain' ? 'keychain' : 'nowhere');
    },
    async read(recheck) {
      if (ofEnvironment !== null) return { key: ofEnvironment };
      const where = await kept();
      if (where === null) return { missing: 'noKey' };
      let key = await host.secret(account);
      if (key === null && where === 'keychain' && recheck) {
        await host.keychain();
        key = await host.secret(account);
      }
      if (key === null) return { missing: where === 'keychain' ? 'keychain' : 'noKey' };
      if (where === 'memory') await noteMoved();
      return { key };
    },
    async take(given, actor) {
      const key = parseApiKeyInput(given);
      if (key === null) return 'notAKey';
      const place = await host.saveSecret({ account, secret: `${key.email}:${key.secret}` });
      isOfThisRun = true;
      await store.write(async (tx) => {
        await upsertSetting(tx, putSetting, JSON.stringify(place));
        await appendAudit(tx, {
          at: clock.now(),
          actor,
          action: 'platformKey.given',
          subject: 'platformKey',
          detail: { email: key.email },
        });
      });
      return 'accepted';
    },
    async forget(actor) {
      const where = await put();
      if (where === null || where === 'forgotten') return;
      await store.write(async (tx) => {
        await upsertSetting(tx, putSetting, JSON.stringify('forgotten'));
        await appendAudit(tx, {
          at: clock.now(),
          actor,
          action: 'platformKey.forgotten',
          subject: 'platformKey',
          detail: {},
        });
      });
      await host.forgetSecret(account);
    },
    async removeForgottenSecret() {
      const where = await put();
      const isLeft =
        where === 'forgotten' ? (await host.secretPlace(account)) !== null : await isOfBefore(where);
      if (isLeft) await host.forgetSecret(account);
    },
  };
}

function environmentKeyOf(text: string): string {
  const given = parseApiKeyInput(text);
  if (given === null) throw new Error('PERITO_PLATFORM_KEY is not of the form email:secret.');
  return `${given.email}:${given.secret}`;
}

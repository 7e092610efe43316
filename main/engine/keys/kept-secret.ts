import * as z from 'zod';
import type { EngineHost, SecretPlace } from '../host.ts';
import {
  findSetting,
  type ReadTransaction,
  type Store,
  upsertSetting,
  type WriteTransaction,
} from '../store/index.ts';
import { createTurns } from '../turns.ts';

/** Where a secret is. */
export type KeptIn = SecretPlace | 'nowhere' | 'environment';

/** A secret that Perito presents to another service: kept by the shell, and here only where it was put. */
interface KeptSecret {
  place(): Promise<KeptIn>;
  /**
   * To call with, and then to let go of. `keychain` where it was put there and the keychain does not give it; with `recheck` that is
   * looked at anew, which may ask the person to unlock it.
   */
  read(recheck: boolean): Promise<{ secret: string } | { missing: 'none' | 'keychain' }>;
  /** In place of the one before; `more` is written with where it was put. */
  keep(secret: string, more: (tx: WriteTransaction) => Promise<void>): Promise<void>;
  /** `more` is written where there was one. */
  forget(more: (tx: WriteTransaction) => Promise<void>): Promise<void>;
  /** Notes with what else a transaction writes that it is forgotten; whether there was one. `letGo` follows once that is committed. */
  forgetIn(tx: WriteTransaction): Promise<boolean>;
  letGo(): Promise<void>;
  /** Takes one out of a keychain that was locked when it was forgotten or replaced. */
  removeForgotten(): Promise<void>;
}

/** Where it was put; forgotten ones are asked for no more, even where the keychain could not let them go. */
const putSchema = z.enum(['keychain', 'memory', 'forgotten']);

export function createKeptSecret({
  store,
  host,
  account,
  setting,
  given,
}: {
  store: Store;
  host: EngineHost;
  /** Under which it lies in the keychain. */
  account: string;
  /** The name of the setting that says where it was put. */
  setting: string;
  /** For this run only, over the one that is kept; null where none is. */
  given: string | null;
}): KeptSecret {
  const putIn = async (tx: ReadTransaction) => {
    const value = await findSetting(tx, setting);
    return value === null ? null : (putSchema.safeParse(JSON.parse(value)).data ?? null);
  };
  const put = () => store.read(putIn);
  /** One after the other: what is let go of is never what was kept meanwhile. */
  const inTurn = createTurns();
  /** What was put in memory is gone with its run: what a keychain has then is the one before it. */
  let isOfThisRun = false;
  const isOfBefore = async (where: Awaited<ReturnType<typeof put>>) =>
    where === 'memory' && !isOfThisRun && (await host.secretPlace(account)) === 'keychain';
  const kept = async () => {
    const where = await put();
    return where === null || where === 'forgotten' || (await isOfBefore(where)) ? null : where;
  };
  /** Where the keychain works again by now, the shell has moved it there. */
  const noteMoved = () =>
    inTurn(async () => {
      if ((await host.secretPlace(account)) !== 'keychain') return;
      await store.write(async (tx) => {
        // It may have been forgotten meanwhile.
        if ((await putIn(tx)) === 'memory') await upsertSetting(tx, setting, JSON.stringify('keychain'));
      });
    });
  const forgetIn = async (tx: WriteTransaction): Promise<boolean> => {
    const where = await putIn(tx);
    if (where === null || where === 'forgotten') return false;
    await upsertSetting(tx, setting, JSON.stringify('forgotten'));
    return true;
  };

  return {
    async place() {
      if (given !== null) return 'environment';
      const where = await kept();
      if (where === null) return 'nowhere';
      if (where === 'memory') await noteMoved();
      return (await host.secretPlace(account)) ?? (where === 'keychain' ? 'keychain' : 'nowhere');
    },
    async read(recheck) {
      if (given !== null) return { secret: given };
      const where = await kept();
      if (where === null) return { missing: 'none' };
      let secret = await host.secret(account);
      if (secret === null && where === 'keychain' && recheck) {
        await host.keychain();
        secret = await host.secret(account);
      }
      if (secret === null) return { missing: where === 'keychain' ? 'keychain' : 'none' };
      if (where === 'memory') await noteMoved();
      return { secret };
    },
    keep: (secret, more) =>
      inTurn(async () => {
        const place = await host.saveSecret({ account, secret });
        isOfThisRun = true;
        await store.write(async (tx) => {
          await upsertSetting(tx, setting, JSON.stringify(place));
          await more(tx);
        });
      }),
    forget: (more) =>
      inTurn(async () => {
        const where = await put();
        if (where === null || where === 'forgotten') return;
        await store.write(async (tx) => {
          if (await forgetIn(tx)) await more(tx);
        });
        await host.forgetSecret(account);
      }),
    forgetIn,
    letGo: () =>
      inTurn(async () => {
        if ((await put()) === 'forgotten') await host.forgetSecret(account);
      }),
    removeForgotten: () =>
      inTurn(async () => {
        const where = await put();
        const isLeft =
          where === 'forgotten' ? (await host.secretPlace(account)) !== null : await isOfBefore(where);
        if (isLeft) await host.forgetSecret(account);
      }),
  };
}

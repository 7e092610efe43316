/** Secrets that Perito presents to others: kept, replaced and forgotten at the same moment. */
import { expect, onTestFinished, test } from 'vitest';
import { createKeptSecret } from '../../../main/engine/keys/index.ts';
import { findSetting, upsertSetting } from '../../../main/engine/store/index.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { openNewStore } from '../migrated-folder.ts';
import { steeredStore } from '../steered-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const account = 'platform-key:prueba';
const setting = 'platformKeyIn';
const nothing = async () => {};

async function room() {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  const steered = steeredStore(store);
  const host = new HostInMemory();
  const kept = createKeptSecret({ store: steered.store, host, account, setting, given: null });
  const noted = () => store.read((tx) => findSetting(tx, setting));
  return { store, steered, host, kept, noted };
}

test('a secret that is given while the one before is forgotten is kept', async () => {
  const { kept, host, steered } = await room();
  await kept.keep('anterior', nothing);
  let keeping: Promise<void> | undefined;
  steered.next('afterCommit', async () => {
    keeping = kept.keep('nuevo', nothing);
    await steered.rest();
  });
  await kept.forget(nothing);
  await keeping;
  expect(await kept.read(false)).toEqual({ secret: 'nuevo' });
  expect(host.secrets.get(account)).toBe('nuevo');
});

test('a secret that is given while what was forgotten is taken out of its place is kept', async () => {
  const { kept, host, store } = await room();
  await store.write((tx) => upsertSetting(tx, setting, JSON.stringify('forgotten')));
  host.secrets.set(account, 'anterior');
  let keeping: Promise<void> | undefined;
  host.secretPlace = async () => {
    keeping ??= kept.keep('nuevo', nothing);
    return 'memory';
  };
  await kept.removeForgotten();
  await keeping;
  expect(host.secrets.get(account)).toBe('nuevo');
});

test('a secret that is forgotten while it is noted that it moved into the keychain stays forgotten', async () => {
  const { kept, host, steered, noted } = await room();
  await kept.keep('anterior', nothing);
  host.secretPlace = async () => 'keychain' as never;
  let forgotten: Promise<unknown> | undefined;
  steered.next('beforeWrite', async () => {
    forgotten = kept.forget(nothing);
  });
  await kept.place();
  await forgotten;
  expect(await noted()).toBe(JSON.stringify('forgotten'));
});

test('a secret that moved into the keychain is not said to be there once another was put in memory', async () => {
  const { kept, host, steered, noted } = await room();
  await kept.keep('anterior', nothing);
  const { secretPlace } = host;
  let place: 'keychain' | 'memory' = 'keychain';
  host.secretPlace = async () => place as never;
  let given: Promise<unknown> | undefined;
  steered.next('beforeWrite', async () => {
    // The keychain locks again.
    place = 'memory';
    given = kept.keep('nuevo', nothing);
    await steered.rest();
  });
  await kept.place();
  await given;
  host.secretPlace = secretPlace;
  expect(await noted()).toBe(JSON.stringify('memory'));
});

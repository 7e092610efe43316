import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeWhole } from '../../main/engine/copies.ts';
import { openKeychain } from '../../main/keychain/keychain.ts';
import { openSafeStorage } from '../../main/keychain/safe-storage.ts';
import { openSecretStore } from '../../main/shell/secret-store.ts';

/** Electron's, as documented: it encrypts with a key that the system keeps, and throws where it cannot. */
function electronOn(backend: string, isAvailable = true) {
  const key = randomBytes(32);
  return {
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => backend,
    encryptString(text: string) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    },
    decryptString(bytes: Buffer) {
      const open = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      open.setAuthTag(bytes.subarray(-16));
      return open.update(bytes.subarray(12, -16), undefined, 'utf8') + open.final('utf8');
    },
  };
}

function opened(safeStorage = electronOn('gnome_libsecret'), platform: NodeJS.Platform = 'linux') {
  const folder = mkdtempSync(join(tmpdir(), 'perito-safe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'desktop', 'secrets.json');
  return { file, keychain: openSafeStorage({ file, safeStorage, platform, write: writeWhole }) };
}

/** The system's, in memory, which fails until it is mended. */
function systemKeychain() {
  const kept = new Map<string, string>();
  let fault: Error | null = new Error(
    'The name org.freedesktop.secrets was not provided by any .service files',
  );
  const guarded = async <Result>(then: () => Result): Promise<Result> => {
    if (fault !== null) throw fault;
    return then();
  };
  const keychain = openKeychain({
    load: async () => ({
      getPassword: (_service, account) => guarded(() => kept.get(account) ?? null),
      setPassword: (_service, account, value) => guarded(() => void kept.set(account, value)),
      deletePassword: (_service, account) => guarded(() => kept.delete(account)),
    }),
  });
  const mend = () => {
    fault = null;
  };
  return { keychain, kept, mend };
}

test('secrets are kept encrypted in a file of this account alone, where the system has no keychain', async () => {
  const { file, keychain } = opened();
  const secrets = openSecretStore(systemKeychain().keychain, keychain);
  expect(await secrets.report()).toMatchObject({ state: 'works', kind: 'safeStorage', problem: 'noService' });
  expect(existsSync(file)).toBe(false);
  expect(await secrets.save('receiver-key:1', 'una-clave-secreta')).toBe('keychain');
  expect(await secrets.place('receiver-key:1')).toBe('keychain');
  expect(await openSecretStore(systemKeychain().keychain, keychain).read('receiver-key:1')).toBe(
    'una-clave-secreta',
  );
  expect(readFileSync(file, 'utf8')).not.toContain('una-clave');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  await secrets.forget('receiver-key:1');
  expect([await secrets.read('receiver-key:1'), await keychain.accounts()]).toEqual([null, []]);
});

test("once the system's keychain works what was kept beside it moves there, once, over what is older", async () => {
  const { keychain } = opened();
  const system = systemKeychain();
  const secrets = openSecretStore(system.keychain, keychain);
  await secrets.save('platform-key', 'la-nueva');
  await secrets.save('receiver-key:2', 'otra');
  system.kept.set('platform-key', 'la-vieja');
  system.mend();
  expect(await secrets.recheck()).toEqual({ state: 'works', kind: 'system', problem: null, detail: '' });
  expect([...system.kept]).toEqual([
    ['platform-key', 'la-nueva'],
    ['receiver-key:2', 'otra'],
  ]);
  expect(await keychain.accounts()).toEqual([]);
  expect(await secrets.read('receiver-key:2')).toBe('otra');
});

test('what could not move, and was saved anew in the system, is not put over it by the next look', async () => {
  const { keychain } = opened();
  const system = systemKeychain();
  let isFull = true;
  const set = (account: string, value: string) =>
    isFull ? Promise.reject(new Error('no room')) : system.keychain.set(account, value);
  const secrets = openSecretStore({ ...system.keychain, set }, keychain);
  await secrets.save('platform-key', 'la-vieja');
  system.mend();
  await secrets.recheck();
  expect(await secrets.read('platform-key')).toBe('la-vieja');
  isFull = false;
  await secrets.save('platform-key', 'la-nueva');
  await secrets.recheck();
  expect(await secrets.read('platform-key')).toBe('la-nueva');
});

test.each([
  ['a key that everybody knows', electronOn('basic_text'), 'linux'],
  ['no known key', electronOn('unknown'), 'linux'],
  ['no key at all', electronOn('', false), 'darwin'],
] as const)('is not used with %s: secrets stay in memory', async (_, safeStorage, platform) => {
  const { file, keychain } = opened(safeStorage, platform);
  const secrets = openSecretStore(systemKeychain().keychain, keychain);
  expect(await secrets.report()).toMatchObject({ state: 'absent', kind: 'memory', problem: 'noService' });
  expect(await secrets.save('platform-key', 'la-clave')).toBe('memory');
  await expect(keychain.set('platform-key', 'la-clave')).rejects.toMatchObject({ problem: 'noService' });
  expect(existsSync(file)).toBe(false);
});

test('a file that was changed, or that another key encrypted, gives nothing and takes nothing along', async () => {
  const { file, keychain } = opened();
  await keychain.set('platform-key', 'la-clave');
  const other = openSafeStorage({
    ...{ file, safeStorage: electronOn('kwallet6'), platform: 'linux' },
    write: writeWhole,
  });
  const secrets = openSecretStore(systemKeychain().keychain, other);
  expect([await secrets.read('platform-key'), await secrets.place('platform-key')]).toEqual([null, null]);
  writeFileSync(file, '{"format":1,"secrets":{"a":7}}');
  expect(await keychain.check()).toMatchObject({ state: 'failed', problem: 'other' });
  await expect(keychain.set('b', 'c')).rejects.toMatchObject({ problem: 'other' });
  expect(readFileSync(file, 'utf8')).toContain('"a":7');
});

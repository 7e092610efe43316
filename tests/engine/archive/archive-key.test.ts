import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { archiveKey } from '../../../main/engine/archive/archive-key.ts';
import { openSigner, signerOf } from '../../../main/engine/archive/signing.ts';

/** A keychain in memory. */
function keychain({ works = true, loses = false } = {}) {
  const kept = new Map<string, string>();
  return {
    kept,
    read: async (account: string) => kept.get(account) ?? null,
    isKept: async () => works,
    async save(account: string, secret: string) {
      kept.set(account, secret);
      return loses ? ('memory' as const) : ('keychain' as const);
    },
    forget: async (account: string) => void kept.delete(account),
  };
}
const installationId = '4b7ed9a6-7d2f-4d0e-9a33-2f3a8d0f9c11';
const nothing = { installationId, given: undefined };

describe('the key of an installation', () => {
  test('is made once, kept under its name, and signs what its public key verifies', async () => {
    const secrets = keychain();
    const key = await archiveKey(secrets, nothing);
    expect(await archiveKey(secrets, nothing)).toBe(key);
    expect([...secrets.kept]).toEqual([[`archive-key:${installationId}`, key]]);
    const signer = openSigner(key ?? '');
    if (signer === null) throw new Error('it is no key');
    const signature = signer.sign(Buffer.from('root'));
    expect(signature).toHaveLength(64);
    expect(signerOf(signer.publicKey, Buffer.from('root'), signature)).toBe(signer.fingerprint);
    expect(signerOf(signer.publicKey, Buffer.from('other'), signature)).toBeNull();
    expect(signer.publicKey).not.toContain('PRIVATE');
    const other = await archiveKey(secrets, { ...nothing, installationId: crypto.randomUUID() });
    expect(other).not.toBe(key);
  });

  test('is none where nothing keeps it', async () => {
    const absent = keychain({ works: false });
    expect([await archiveKey(absent, nothing), absent.kept.size]).toEqual([null, 0]);
    const losing = keychain({ loses: true });
    expect([await archiveKey(losing, nothing), losing.kept.size]).toEqual([null, 0]);
  });

  test('is the one that is given, as it stands or in Base64', async () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const absent = keychain({ works: false });
    for (const given of [pem, `\n${pem}`, Buffer.from(pem).toString('base64')])
      expect(openSigner((await archiveKey(absent, { installationId, given })) ?? '')?.fingerprint).toBe(
        openSigner(pem)?.fingerprint,
      );
  });

  test('of another kind, or of none, signs nothing', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    for (const text of ['', 'x', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()])
      expect(openSigner(text)).toBeNull();
    expect(signerOf('x', Buffer.from(''), Buffer.from(''))).toBeNull();
  });
});

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { Encrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArchiveProblem } from '../../../main/engine/archive/archive-problem.ts';
import { encryptedSink, openPiece } from '../../../main/engine/archive/encryption.ts';
import { openBundle } from '../../../main/engine/archive/read-bundle.ts';
import { verifyBundle } from '../../../main/engine/archive/verify-bundle.ts';
import { writeBundle } from '../../../main/engine/archive/write-bundle.ts';
import { command } from '../../command-line/perito.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { folderWithPhotos, removeFolder } from './archived-folder.ts';

const passphrase = 'correcto caballo batería grapa';
let dataDir = '';
/** As the program writes it, and the same under a passphrase that is tried in no time. */
let file = '';
let quick = '';
let parts = 0;
beforeAll(async () => {
  dataDir = await folderWithPhotos();
  const choice = { claims: [], kinds: ['incidentReport' as const], from: null, until: null, ids: [] };
  const writing = { dataDir, version: '0.0.0', choice, signingKey: async () => null };
  file = join(dataDir, 'secret.perito');
  await writeBundle({ ...writing, to: file, passphrase });
  const open = join(dataDir, 'open.perito');
  await writeBundle({ ...writing, to: open });
  parts = (await verifyBundle(open)).whole;
  quick = join(dataDir, 'quick.perito');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(10);
  writeFileSync(quick, await encrypter.encrypt(readFileSync(open)));
});
afterAll(() => removeFolder(dataDir));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (failure: ArchiveProblem) => failure.code,
  );

describe('a bundle under a passphrase', () => {
  test('shows nothing of what it holds, and opens with its passphrase alone', async () => {
    const bytes = readFileSync(file);
    expect(bytes.toString('latin1', 0, 30)).toMatch(/^age-encryption\.org\/v1\n-> scryp/);
    expect(bytes.includes('LEAME.html') || bytes.includes('records/')).toBe(false);
    expect(await codeOf(openBundle(file))).toBe('passphraseNeeded');
    expect(await codeOf(openBundle(quick, 'other'))).toBe('wrongPassphrase');
    expect(await verifyBundle(quick, { passphrase })).toMatchObject({
      ...{ ok: true, isEncrypted: true, faults: [], whole: parts },
    });
  });

  test('is opened by the program age, and what that writes is a bundle', async () => {
    const folder = temporaryFolder();
    const open = join(folder, 'open.zip');
    // It asks a terminal, which `script` is for it.
    const { stdout } = spawnSync('script', ['-qec', `age -d -o ${open} ${file}`, '/dev/null'], {
      input: `${passphrase}\n`,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stdout).not.toContain('rror');
    expect(spawnSync('unzip', ['-tq', open], { encoding: 'utf8' }).stdout).toContain('No errors detected');
    expect((await verifyBundle(open)).ok).toBe(true);
  });

  test('that is damaged in one place gives back all that is not there', async () => {
    const bytes = readFileSync(quick);
    const damaged = join(temporaryFolder(), 'damaged.perito');
    const place = Math.floor(bytes.length / 2);
    bytes[place] = (bytes[place] ?? 0) ^ 16;
    writeFileSync(damaged, bytes);
    const found = await verifyBundle(damaged, { passphrase });
    expect(found.ok).toBe(false);
    expect(found.faults.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['encryptionDamaged', 'partDamaged']),
    );
    expect(found.whole).toBeGreaterThan(parts / 2);
    expect(found.whole).toBeLessThan(parts);
  });

  test('that was cut off gives back what lies before that place', async () => {
    const bytes = readFileSync(quick);
    const cut = join(temporaryFolder(), 'cut.perito');
    writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    const found = await verifyBundle(cut, { passphrase });
    expect([found.ok, found.whole > 5]).toEqual([false, true]);
    expect([found.faults[0]?.code, found.signature.state]).toEqual(['cutOff', 'lost']);
    // In its first piece, or in what stands before that.
    for (const at of [60_000, 170, 60]) {
      writeFileSync(cut, bytes.subarray(0, at));
      expect(await codeOf(verifyBundle(cut, { passphrase })), `cut at ${at}`).toBe('cutOff');
    }
    writeFileSync(cut, bytes.subarray(0, 60_000));
    const said = await command(['archive', 'verify', cut]);
    expect([said.code, said.errors]).toEqual([
      1,
      expect.stringContaining('Give it with --passphrase-file FILE.'),
    ]);
  });

  test('that would take all memory to open, or is for a key, is refused before it is tried', async () => {
    const other = join(temporaryFolder(), 'other.perito');
    const header = readFileSync(file).toString('latin1', 0, 200);
    writeFileSync(other, Buffer.from(header.replace(/(scrypt \S+) 18/, '$1 30'), 'latin1'));
    expect(await codeOf(openBundle(other, passphrase))).toBe('notABundle');
    const encrypter = new Encrypter();
    encrypter.addRecipient('age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p');
    writeFileSync(other, await encrypter.encrypt('x'));
    expect(await codeOf(openBundle(other, passphrase))).toBe('notABundle');
  });
});

test.each([true, false])('a piece is opened as it was, and no other one (natively: %s)', (usesNative) => {
  const key = randomBytes(32);
  const nonce = randomBytes(12);
  for (const size of [0, 1, 65_536]) {
    const plain = randomBytes(size);
    const stored = Buffer.from(chacha20poly1305(key, nonce).encrypt(plain));
    expect(Buffer.from(openPiece(key, nonce, stored, usesNative) ?? [1]).equals(plain)).toBe(true);
    stored[size] = (stored[size] ?? 0) ^ 1;
    expect(openPiece(key, nonce, stored, usesNative)).toBeNull();
  }
  expect(openPiece(key, nonce, Buffer.alloc(15), usesNative)).toBeNull();
});

test('what a full disk takes no more is told to whoever writes', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const sink = await encryptedSink(passphrase, {
    write: () => Promise.reject(full),
    end: async () => {},
  });
  const writing = async () => {
    for (let round = 0; round < 100; round += 1) await sink.write(Buffer.alloc(1024 * 1024));
    await sink.end();
  };
  await expect(writing()).rejects.toBe(full);
});

test('the command line takes a passphrase from a file, and names what is wrong with it', async () => {
  const folder = temporaryFolder();
  const [right, wrong, none] = ['right', 'wrong', 'none'].map((name) => join(folder, name));
  writeFileSync(right ?? '', `${passphrase}\r\nmore`);
  writeFileSync(wrong ?? '', 'other\n');
  writeFileSync(none ?? '', '\n');
  const verify = (given: string) => command(['archive', 'verify', quick, '--passphrase-file', given]);
  expect((await verify(right ?? '')).code).toBe(0);
  expect(await verify(wrong ?? '')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('not the passphrase'),
  });
  expect(await verify(none ?? '')).toMatchObject({ code: 2, errors: expect.stringContaining('first line') });
  expect(await verify(join(folder, 'absent'))).toMatchObject({ code: 2 });
  expect((await verify(right ?? '')).errors).not.toContain('caballo');
});

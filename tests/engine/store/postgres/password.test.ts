/** Which password a server is asked with, and under which name the keychain keeps it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseAddressOf } from '../../../../main/engine/store/postgres/address.ts';
import {
  holdPassword,
  holdPasswords,
  passwordAccount,
} from '../../../../main/engine/store/postgres/kept-passwords.ts';
import { findPassword, isPasswordSet } from '../../../../main/engine/store/postgres/password.ts';

const address = databaseAddressOf('postgresql://perito@127.0.0.1:5433,localhost/datos?schema=oficina');
const asking = { host: '127.0.0.1', port: 5433, database: 'datos', user: 'perito' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perito-pgpass-'));
  vi.stubEnv('PGPASSWORD', undefined);
  vi.stubEnv('PGPASSFILE', join(folder, 'pgpass'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  holdPasswords({});
  rmSync(folder, { recursive: true });
});
const writeFile = (...lines: string[]) =>
  writeFileSync(join(folder, 'pgpass'), `${lines.join('\n')}\n`, { mode: 0o600 });

test('what is set for the run counts over the file, and the file over the keychain', async () => {
  expect(await findPassword(address, asking)).toBeNull();
  holdPassword(passwordAccount(address), 'of-keychain');
  expect(await findPassword(address, asking)).toEqual({ password: 'of-keychain', isOfKeychain: true });
  writeFile('127.0.0.1:5432:datos:perito:of-another-port', '127.0.0.1:5433:datos:perito:of-file');
  expect(await findPassword(address, asking)).toEqual({ password: 'of-file', isOfKeychain: false });
  vi.stubEnv('PGPASSWORD', 'of-run');
  expect(await findPassword(address, asking)).toEqual({ password: 'of-run', isOfKeychain: false });
});

test('the keychain is asked unless each server of an address has one that is set', async () => {
  expect(await isPasswordSet(address)).toBe(false);
  writeFile('127.0.0.1:5433:datos:perito:of-file');
  expect(await isPasswordSet(address)).toBe(false);
  writeFile('127.0.0.1:5433:datos:perito:of-file', 'localhost:5432:*:*:of-file');
  expect(await isPasswordSet(address)).toBe(true);
});

test('one that was given for a server goes to no other, nor to another account of it', async () => {
  holdPassword(passwordAccount(address), 'of-keychain');
  const others = [
    'postgresql://perito@127.0.0.1:5433/datos',
    'postgresql://otra@127.0.0.1:5433,localhost/datos',
    'postgresql://perito@127.0.0.1:5433,localhost/otra',
    'postgresql://perito@127.0.0.1:5433,localhost:5433/datos',
  ];
  for (const other of others) expect(await findPassword(databaseAddressOf(other), asking)).toBeNull();
  const sameServers = databaseAddressOf('postgresql://perito@127.0.0.1:5433,localhost:5432/datos');
  expect(await findPassword(sameServers, asking)).toMatchObject({ password: 'of-keychain' });
});

test('the account names what it is of, and is never too long for a keychain', () => {
  expect(passwordAccount(address)).toBe('database-password:perito@127.0.0.1:5433,localhost:5432/datos');
  expect(passwordAccount(databaseAddressOf('postgresql://[::1]/datos'))).toBe(
    'database-password:@[::1]:5432/datos',
  );
  const long = (name: string) => databaseAddressOf(`postgresql://${name.repeat(60)}@localhost/datos`);
  expect(passwordAccount(long('abcd'))).toMatch(/^database-password:[\da-f]{64}$/);
  expect(passwordAccount(long('abcd'))).not.toBe(passwordAccount(long('abce')));
});

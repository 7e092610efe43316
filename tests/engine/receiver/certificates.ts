/** Certificates for tests, made by OpenSSL: small keys, so that each costs a few milliseconds. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A certificate and its key, as PEM files. */
export interface Issued {
  cert: string;
  key: string;
}

interface Wanted {
  /** Who issues it; itself where nobody is named. */
  by?: Issued;
  /** `DNS:` or `IP:` each. */
  names?: readonly string[];
  days?: number;
  /** Further extensions, as OpenSSL's configuration has them. */
  extensions?: readonly string[];
  /** Options of `openssl req` for the key. */
  key?: readonly string[];
}

const p256 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
export const openssl = (...args: readonly string[]): void =>
  void execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Certificates in a folder of their own, for all tests of a file. */
export function certificateFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'perito-certificates-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const issue = (name: string, wanted: Wanted = {}): Issued => {
    const { by, names = ['DNS:localhost', 'IP:127.0.0.1'], days = 90, extensions = [], key = p256 } = wanted;
    const issued = { cert: at(`${name}.pem`), key: at(`${name}-key.pem`) };
    const request = at(`${name}.csr`);
    openssl('req', '-new', '-nodes', ...key, '-keyout', issued.key, '-out', request, '-subj', `/CN=${name}`);
    const lines = [...(names.length === 0 ? [] : [`subjectAltName=${names.join(',')}`]), ...extensions];
    writeFileSync(at(`${name}.ext`), `${lines.join('\n')}\n`);
    const signer = by === undefined ? ['-signkey', issued.key] : ['-CA', by.cert, '-CAkey', by.key];
    const until = ['-days', String(days), '-extfile', at(`${name}.ext`)];
    openssl('x509', '-req', '-in', request, ...signer, ...until, '-out', issued.cert);
    return issued;
  };
  return {
    folder,
    at,
    issue,
    authority: (name: string, by?: Issued) =>
      issue(name, {
        ...(by !== undefined && { by }),
        names: [],
        extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'],
      }),
    /** One file of several. */
    joined(name: string, files: readonly string[]): string {
      writeFileSync(at(name), files.map((file) => readFileSync(file, 'utf8')).join(''));
      return at(name);
    },
    encryptedKey(name: string, { key }: Issued, passphrase: string): string {
      openssl('pkcs8', '-topk8', '-in', key, '-out', at(name), '-passout', `pass:${passphrase}`);
      return at(name);
    },
    pfx(name: string, { cert, key }: Issued, passphrase: string, ...more: readonly string[]): string {
      const made = ['-in', cert, '-inkey', key, '-out', at(name), '-passout', `pass:${passphrase}`];
      openssl('pkcs12', '-export', ...made, ...more);
      return at(name);
    },
    /** Puts the bytes of files into the place of others. */
    replace(from: Issued, to: Issued): void {
      copyFileSync(from.key, to.key);
      copyFileSync(from.cert, to.cert);
    },
  };
}

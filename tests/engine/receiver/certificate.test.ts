/** What is said of a certificate's files before anybody calls. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../main/engine/receiver/tls/certificate.ts';
import { makeTrialCertificate } from '../../../main/engine/receiver/tls/trial.ts';
import type { CertificateFiles } from '../../../shared/contract/settings.ts';
import { certificateFolder, type Issued, openssl } from './certificates.ts';

const made = certificateFolder();
const root = made.authority('root');
const middle = made.authority('middle', root);
const own = made.issue('own', { by: middle });
const trusted = readFileSync(root.cert, 'utf8');
const whole = made.joined('whole.pem', [own.cert, middle.cert]);
const day = 24 * 3_600_000;

interface Checked {
  passphrase?: string | null;
  authorities?: readonly string[] | null;
  host?: string | null;
  now?: number;
}

const check = (files: CertificateFiles, options: Checked = {}) =>
  checkCertificate(files, {
    passphrase: async () => options.passphrase ?? null,
    authorities: options.authorities === undefined ? [trusted] : options.authorities,
    host: options.host ?? null,
    now: options.now ?? Date.now(),
  });
const pem = (certificateFile: string, keyFile: string) =>
  ({ mode: 'pem', certificateFile, keyFile }) as const;
const pfx = (file: string) => ({ mode: 'pfx', file }) as const;

test('a whole chain to somebody who is trusted leaves nothing to say', async () => {
  expect(await check(pem(whole, own.key), { host: 'localhost' })).toEqual({
    certificate: {
      subject: 'CN=own',
      issuer: 'CN=middle',
      names: ['localhost', '127.0.0.1'],
      validFrom: expect.any(String),
      validTo: expect.any(String),
      fingerprint256: expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/),
      isSelfSigned: false,
      isTrial: false,
    },
    problem: null,
    warnings: [],
  });
});

test('a file that begins with the authority is taken, and the own certificate is sent first', async () => {
  const turned = made.joined('turned.pem', [middle.cert, own.cert]);
  expect(await check(pem(turned, own.key))).toMatchObject({
    problem: null,
    warnings: [],
    certificate: { subject: 'CN=own' },
  });
});

describe('what a caller will find', () => {
  test.each([
    [
      'the chain is not in the file',
      () => pem(own.cert, own.key),
      {},
      [{ code: 'chainIncomplete', issuer: 'CN=middle' }],
    ],
    [
      'nobody here trusts the authority',
      () => pem(whole, own.key),
      { authorities: [] },
      [{ code: 'unknownAuthority', issuer: 'CN=root' }],
    ],
    ['it is not known whom this computer trusts', () => pem(own.cert, own.key), { authorities: null }, []],
    [
      'it holds for another host',
      () => pem(whole, own.key),
      { host: 'perito.example' },
      [{ code: 'wrongHost', host: 'perito.example' }],
    ],
    ['it holds for that address', () => pem(whole, own.key), { host: '127.0.0.1' }, []],
    [
      'it is over in 30 days',
      () => pem(whole, own.key),
      { now: Date.now() + 60 * day + 60_000 },
      [{ code: 'expiresSoon', days: 29 }],
    ],
    ['it is over in 31 days', () => pem(whole, own.key), { now: Date.now() + 58 * day }, []],
    ['it is over', () => pem(whole, own.key), { now: Date.now() + 91 * day }, [{ code: 'expired' }]],
    ['it does not hold yet', () => pem(whole, own.key), { now: Date.now() - day }, [{ code: 'notYetValid' }]],
  ] as const)('%s', async (_, files, options, warnings) => {
    expect((await check(files(), options)).warnings).toEqual(warnings);
  });

  test('an authority that says where its own certificate is to be had expects it to be sent', async () => {
    const named = made.issue('named', {
      by: middle,
      extensions: ['authorityInfoAccess=caIssuers;URI:http://example/c.cer'],
    });
    const first = made.joined('first.pem', [named.cert]);
    expect((await check(pem(first, named.key), { authorities: [] })).warnings).toEqual([
      { code: 'chainIncomplete', issuer: 'CN=middle' },
    ]);
  });

  test('a root in the file that nobody trusts is an unknown authority; a certificate of its own is self-signed', async () => {
    const all = made.joined('all.pem', [own.cert, middle.cert, root.cert]);
    expect((await check(pem(all, own.key), { authorities: [] })).warnings).toEqual([
      { code: 'unknownAuthority', issuer: 'CN=root' },
    ]);
    const alone = made.issue('alone');
    expect(await check(pem(alone.cert, alone.key))).toMatchObject({
      certificate: { isSelfSigned: true, isTrial: false },
      warnings: [{ code: 'selfSigned' }],
    });
    expect(
      (await check(pem(alone.cert, alone.key), { authorities: [readFileSync(alone.cert, 'utf8')] })).warnings,
    ).toEqual([]);
  });

  test('one whose authority was over first is over then', async () => {
    const short = made.issue('short', {
      by: root,
      days: 5,
      names: [],
      extensions: ['basicConstraints=critical,CA:TRUE'],
    });
    const below = made.issue('below', { by: short });
    const files = pem(made.joined('below-chain.pem', [below.cert, short.cert]), below.key);
    expect((await check(files)).warnings).toEqual([{ code: 'expiresSoon', days: 4 }]);
  });

  test('a key that is too short by now, and one that is not for servers', async () => {
    const weak = made.issue('weak', {
      by: middle,
      key: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-224'],
    });
    const client = made.issue('client', { by: middle, extensions: ['extendedKeyUsage=clientAuth'] });
    const chain = (name: string, one: Issued) => pem(made.joined(name, [one.cert, middle.cert]), one.key);
    expect((await check(chain('weak-chain.pem', weak))).warnings).toEqual([{ code: 'weakKey' }]);
    expect((await check(chain('client-chain.pem', client))).warnings).toEqual([{ code: 'notForServers' }]);
  });
});

describe('why files cannot be taken', () => {
  const encrypted = made.encryptedKey('own-encrypted.pem', own, 'buena');
  const other = made.issue('other');
  const legacy = made.pfx('legacy.pfx', own, 'buena', '-legacy');
  const sealed = made.pfx('sealed.pfx', own, 'buena');
  writeFileSync(made.at('text.pem'), 'no hay nada aquí');
  writeFileSync(made.at('broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  writeFileSync(made.at('large.pem'), Buffer.alloc(600_000, 65));
  const small = made.issue('small', { key: ['-newkey', 'rsa:1024'] });
  const nowhere = made.at('nowhere.pem');
  test.each([
    ['noFile', pem(nowhere, own.key), nowhere, {}],
    ['noFile', pem(own.cert, nowhere), nowhere, {}],
    ['noFile', pfx(nowhere), nowhere, {}],
    ['notReadable', pem(made.folder, own.key), made.folder, {}],
    ['notReadable', pem('/dev/zero', own.key), '/dev/zero', {}],
    ['tooLarge', pem(made.at('large.pem'), own.key), made.at('large.pem'), {}],
    ['notCertificate', pem(made.at('text.pem'), own.key), made.at('text.pem'), {}],
    ['notCertificate', pem(made.at('broken.pem'), own.key), made.at('broken.pem'), {}],
    ['notCertificate', pem(own.key, own.key), own.key, {}],
    ['notCertificate', pfx(own.cert), own.cert, {}],
    ['notKey', pem(own.cert, own.cert), own.cert, {}],
    ['keyMismatch', pem(own.cert, other.key), other.key, {}],
    ['passphraseMissing', pem(own.cert, encrypted), encrypted, {}],
    ['passphraseWrong', pem(own.cert, encrypted), encrypted, { passphrase: 'mala' }],
    ['passphraseMissing', pfx(sealed), sealed, {}],
    ['passphraseWrong', pfx(sealed), sealed, { passphrase: 'mala' }],
    ['legacyEncryption', pfx(legacy), legacy, { passphrase: 'buena' }],
    ['tooWeak', pem(small.cert, small.key), small.cert, {}],
  ] as const)('%s: %o', async (code, files, file, options) => {
    expect(await check(files, options)).toEqual({
      certificate: null,
      problem: { code, file, detail: expect.any(String) },
      warnings: [],
    });
  });

  test('the passphrase opens an encrypted key, and PKCS 12, whose chain is sent too', async () => {
    expect(await check(pem(whole, encrypted), { passphrase: 'buena' })).toMatchObject({
      problem: null,
      warnings: [],
    });
    const chained = made.pfx('chained.pfx', own, 'buena', '-certfile', middle.cert);
    expect(await check(pfx(chained), { passphrase: 'buena' })).toMatchObject({
      problem: null,
      warnings: [],
      certificate: { subject: 'CN=own' },
    });
    expect((await check(pfx(sealed), { passphrase: 'buena' })).warnings).toEqual([
      { code: 'chainIncomplete', issuer: 'CN=middle' },
    ]);
  });

  test('PKCS 12 without a passphrase is opened, also where one is kept that is of another file', async () => {
    const open = made.pfx('open.pfx', own, '', '-certfile', middle.cert);
    for (const passphrase of [null, 'de otro archivo'])
      expect(await check(pfx(open), { passphrase })).toMatchObject({ problem: null, warnings: [] });
  });

  test('PKCS 12 that lacks the key says so', async () => {
    openssl(
      'pkcs12',
      '-export',
      '-nokeys',
      '-in',
      own.cert,
      '-out',
      made.at('keyless.pfx'),
      '-passout',
      'pass:buena',
    );
    expect((await check(pfx(made.at('keyless.pfx')), { passphrase: 'buena' })).problem).toMatchObject({
      code: 'notKey',
    });
  });
});

describe('a certificate for trials', () => {
  const folder = made.at('data');
  let files: CertificateFiles;
  beforeAll(async () => {
    files = await makeTrialCertificate(folder, ['perito.example', '192.0.2.7', '::1'], Date.now());
  });

  test('is called that, holds for what it was made for, and for 397 days at most', async () => {
    const { certificate, warnings } = await check(files, { host: '192.0.2.7' });
    expect(certificate).toMatchObject({
      isTrial: true,
      isSelfSigned: true,
      names: ['perito.example', '192.0.2.7', '0:0:0:0:0:0:0:1'],
    });
    expect(warnings).toEqual([{ code: 'selfSigned' }]);
    const days = (Date.parse(certificate?.validTo ?? '') - Date.parse(certificate?.validFrom ?? '')) / day;
    expect(days).toBe(397);
  });

  test('its key is for this account alone, and the next one takes its place', async () => {
    expect(files.mode).toBe('pem');
    if (files.mode !== 'pem') return;
    expect(statSync(files.keyFile).mode & 0o777).toBe(0o600);
    const before = readFileSync(files.certificateFile, 'utf8');
    expect(await makeTrialCertificate(folder, [], Date.now())).toEqual(files);
    expect(readFileSync(files.certificateFile, 'utf8')).not.toBe(before);
    expect(await check(files, { host: 'localhost' })).toMatchObject({
      problem: null,
      certificate: { names: ['localhost'] },
    });
  });
});

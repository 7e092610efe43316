/** What a package is given so that it looks for newer versions, and how a folder of them is signed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { updatesBuiltIn } from '../../main/desktop/installer/built-in-updates.ts';
import { signUpdates } from '../../main/desktop/installer/sign-updates.ts';
import { isSignedBy } from '../../main/desktop/updates/metadata-signature.ts';
import { keyPair } from '../desktop/update-feed.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';

const { privateKey, publicKey } = keyPair();
const feed = 'https://versiones.example/perito';

test.each([
  ['nothing', {}, []],
  [
    'an address and a private key',
    { PERITO_UPDATE_FEED: feed, PERITO_UPDATE_KEY: privateKey },
    [
      '-c.publish.provider=generic',
      `-c.publish.url=${feed}/`,
      `-c.extraMetadata.updates.feed=${feed}/`,
      `-c.extraMetadata.updates.publicKey=${publicKey}`,
    ],
  ],
])('by an environment with %s', (_what, environment, built) => {
  expect(updatesBuiltIn(environment)).toEqual(built);
});

test.each([
  ['no key', { PERITO_UPDATE_FEED: feed }, /no PERITO_UPDATE_KEY/],
  ['no address', { PERITO_UPDATE_PUBLIC_KEY: publicKey }, /no PERITO_UPDATE_FEED/],
  [
    'an address without TLS',
    { PERITO_UPDATE_FEED: 'http://versiones.example/', PERITO_UPDATE_PUBLIC_KEY: publicKey },
    /https:/,
  ],
  ['a key that is none', { PERITO_UPDATE_FEED: feed, PERITO_UPDATE_PUBLIC_KEY: 'AAAA' }, /./],
])('not with %s', (_what, environment, said) => {
  expect(() => updatesBuiltIn(environment)).toThrow(said);
});

/** What one machine made. */
function made(folder: string, name: string, url: string, version = '0.2.0'): string {
  mkdirSync(folder);
  const files = [{ url, sha512: 'x', size: 3 }];
  writeFileSync(join(folder, name), stringify({ version, files, path: url, sha512: 'x' }));
  writeFileSync(join(folder, url), url);
  return folder;
}

test('of several machines one folder is made, the metadata of one system joined, and all of it signed', () => {
  const folder = temporaryFolder();
  const to = join(folder, 'feed');
  const from = [
    made(join(folder, 'apple'), 'latest-mac.yml', 'Perito-0.2.0-arm64-mac.zip'),
    made(join(folder, 'intel'), 'latest-mac.yml', 'Perito-0.2.0-mac.zip'),
    made(join(folder, 'windows'), 'latest.yml', 'Perito-0.2.0-x64-installer.exe'),
  ];
  signUpdates(to, from, privateKey);
  expect(readdirSync(to).sort()).toEqual([
    'Perito-0.2.0-arm64-mac.zip',
    'Perito-0.2.0-mac.zip',
    'Perito-0.2.0-x64-installer.exe',
    'latest-mac.yml',
    'latest-mac.yml.sig',
    'latest.yml',
    'latest.yml.sig',
  ]);
  const { files } = parse(readFileSync(join(to, 'latest-mac.yml'), 'utf8'));
  expect(files.map(({ url }: { url: string }) => url)).toEqual([
    'Perito-0.2.0-arm64-mac.zip',
    'Perito-0.2.0-mac.zip',
  ]);
  for (const name of ['latest-mac.yml', 'latest.yml']) {
    const [bytes, signature] = [readFileSync(join(to, name)), readFileSync(join(to, `${name}.sig`), 'utf8')];
    expect(isSignedBy(publicKey, name, bytes, signature)).toBe(true);
    expect(isSignedBy(publicKey, 'latest-linux.yml', bytes, signature)).toBe(false);
  }
});

test('versions that differ are not made one, and an empty folder is not signed', () => {
  const folder = temporaryFolder();
  const from = [
    made(join(folder, 'a'), 'latest-mac.yml', 'a.zip'),
    made(join(folder, 'b'), 'latest-mac.yml', 'b.zip', '0.3.0'),
  ];
  expect(() => signUpdates(join(folder, 'feed'), from, privateKey)).toThrow('of 0.2.0 and of 0.3.0');
  expect(() => signUpdates(join(folder, 'none'), [], privateKey)).toThrow('no latest.yml');
});

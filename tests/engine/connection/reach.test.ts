import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { certificateFolder } from '../receiver/certificates.ts';

const made = certificateFolder();
const hasNamespaces = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

test.skipIf(!hasNamespaces)(
  'a way from outside that is broken is named by the step at which it is, through another network',
  async () => {
    const names = ['IP:203.0.113.2'];
    const root = made.authority('root');
    const issued = [
      made.issue('right', { by: root, names }),
      made.issue('old', { by: root, names, days: -1 }),
      made.issue('other', { by: root }),
      made.issue('own', { names }),
    ];
    const { stdout } = await promisify(execFile)('unshare', [
      ...['-n', process.execPath, new URL('office.ts', import.meta.url).pathname],
      ...[root.cert, ...issued.map(({ cert, key }) => `${cert},${key}`)],
    ]);
    const { said, counted } = JSON.parse(stdout);
    const there = ['name ok', 'route ok', 'port ok'];
    const plain = [...there, 'certificate notTried plainHttp'];
    expect(said).toEqual({
      open: [...plain, 'nonce ok', 'proxy ok  203.0.113.2', 'key ok'],
      name: [expect.stringMatching(/^name failed name(Unknown|NotAnswered)$/)],
      route: ['name ok', 'route failed unreachable'],
      port: ['name ok', 'route ok', 'port failed refused'],
      secure: [...there, 'certificate ok', 'nonce ok', 'proxy ok  203.0.113.2', 'key ok'],
      expired: [...there, 'certificate failed expired'],
      otherHost: [...there, 'certificate failed wrongHost'],
      selfSigned: [...there, 'certificate failed selfSigned'],
      noTls: [...there, 'certificate failed notTls'],
      trustedProxy: [...plain, 'nonce ok', 'proxy ok  203.0.113.1, 203.0.113.2', 'key ok'],
      strangeProxy: [...plain, 'nonce ok', 'proxy failed proxyNotTrusted 203.0.113.2', 'key ok'],
      proxyAlone: [...plain, 'nonce failed proxyWithoutPerito'],
      keyDropped: [...plain, 'nonce ok', 'proxy ok  203.0.113.1, 203.0.113.2', 'key failed keyNotPassed'],
      keyNotHere: [...plain, 'nonce ok', 'proxy ok  203.0.113.2', 'key notTried keyNotHere'],
      otherProgram: [...plain, 'nonce failed otherProgram'],
      redirect: [...plain, 'nonce failed redirected'],
      impostor: [...plain, 'nonce failed otherProgram'],
    });
    // None of these is a call of the marketplace.
    expect(counted).toEqual({ calls: 0, unauthenticated: 0, lastOutsideCall: null });
  },
);

import { describe, expect, test } from 'vitest';
import { openNetwork } from '../../../../main/engine/attachments/downloads/address-policy.ts';
import { fetchFile } from '../../../../main/engine/attachments/downloads/http-get.ts';
import { hostOf } from '../../../../shared/attachment-host.ts';
import { approvedHost, type HostileAddress, hostileAddresses, hostileUrl } from './hostile-addresses.ts';
import { openRawServer, openTrap } from './hostile-server.ts';
import { openLanding, publicAddress, rulesFor, testNetwork } from './house.ts';

/** Everything is approved that somebody could approve. */
function approvedBeside({ url, isApproved }: HostileAddress, port: number): string[] {
  const parsed = URL.parse(hostileUrl({ url }, port));
  const host = parsed === null || !isApproved ? null : hostOf(parsed);
  return host === null ? [approvedHost] : [approvedHost, host];
}

const named = hostileAddresses.map((row): [string, HostileAddress] => [
  `${row.name}: ${row.url.slice(0, 60)}`,
  row,
]);

describe('an address that must not be called is refused before anybody is called', () => {
  test.each(named)('%s', async (_, row) => {
    const trap = await openTrap();
    const { folder, left, around } = openLanding();
    const url = hostileUrl(row, trap.port);
    const outcome = await fetchFile(
      { ...openNetwork, trust: () => Promise.reject(new Error('nobody is called')) },
      { id: 7, url, folder, maximumBytes: 1000, maximumMilliseconds: 20_000 },
      rulesFor(approvedBeside(row, trap.port)),
      { signal: new AbortController().signal, onProgress: () => {} },
    );
    expect(outcome).toMatchObject({ outcome: 'notFetched', problem: row.problem, retryAfterSeconds: null });
    if (row.problem === 'hostNotApproved') {
      expect(outcome).toMatchObject({ host: hostOf(new URL(url)) });
    } else expect(outcome).toMatchObject({ host: null });
    expect(trap.connections).toBe(0);
    expect([left(), around()]).toEqual([[], ['landing']]);
  });
});

describe('the listener of this test is reached where addresses of this machine are allowed', () => {
  test.each(named.filter(([, row]) => row.isLoopback))('%s', async (_, row) => {
    const trap = await openTrap();
    const { fetch } = openLanding();
    const url = hostileUrl(row, trap.port).replace('https:', 'http:');
    const outcome = await fetch(url, rulesFor(approvedBeside(row, trap.port), { allowLoopback: true }));
    expect(outcome).toMatchObject({ outcome: 'downloaded', bytes: 'secreto'.length });
    expect(trap.connections).toBe(1);
  });
});

describe('allowing addresses of this machine allows nothing else', () => {
  test.each(named.filter(([, row]) => !row.isLoopback))('%s', async (_, row) => {
    const trap = await openTrap();
    const network = testNetwork({ [approvedHost]: [publicAddress] });
    const { fetch, left } = openLanding(network);
    const rules = rulesFor(approvedBeside(row, trap.port), { allowLoopback: true });
    expect(await fetch(hostileUrl(row, trap.port), rules)).toMatchObject({ problem: row.problem });
    expect([trap.connections, left()]).toEqual([0, []]);
    // Only what is unencrypted is looked up: it might be of this machine.
    expect(network.asked).toEqual(row.problem === 'httpNotAllowed' ? [approvedHost] : []);
  });
});

describe('a redirect to such an address is refused before anybody is called', () => {
  // What is no address at all is one beside the address that redirects.
  const rows = named.filter(([name]) => !name.startsWith('no address at all') && !name.startsWith('a share'));
  test.each(rows)('%s', async (_, row) => {
    const trap = await openTrap();
    const location = Buffer.from(hostileUrl(row, trap.port), 'utf8').toString('latin1');
    const server = await openRawServer(
      (socket) => void socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\n\r\n`, 'latin1'),
      { address: publicAddress },
    );
    const { fetch, left } = openLanding();
    const rules = rulesFor(approvedBeside(row, trap.port));
    rules.approved = [...rules.approved, { host: `${publicAddress}:${server.port}`, allowHttp: true }];
    const outcome = await fetch(`http://${publicAddress}:${server.port}/foto.jpg`, rules);
    const problem =
      row.problem === 'hostNotApproved'
        ? 'redirectHostNotApproved'
        : row.problem === 'notAnAddress' && URL.parse(hostileUrl(row, trap.port)) === null
          ? 'badRedirect'
          : row.problem;
    expect(outcome).toMatchObject({ outcome: 'notFetched', problem });
    expect([server.connections, trap.connections, left()]).toEqual([1, 0, []]);
  });
});

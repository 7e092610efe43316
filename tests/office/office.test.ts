/** The desktop program's way to an office, in plain Node, to a real one over TLS by the network. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAll } from '../command-line/perito.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { networkAddress } from '../network-address.ts';
import { connectOffice, memoryKeychain, pageOf, serveOffice, stateOf } from './served-office.ts';

const { issue, authority } = certificateFolder();
const issuer = authority('autoridad');
const own = issue('consola', { by: issuer, names: [`IP:${networkAddress()}`] });
const fingerprint = new X509Certificate(readFileSync(own.cert)).fingerprint256;
const compared = { by: 'person', fingerprint } as const;
const ca = [readFileSync(issuer.cert, 'utf8')];
const secret = 'clave-de-prueba-de-eva';

let running: Awaited<ReturnType<typeof serveOffice>>;
beforeAll(async () => {
  running = await serveOffice(own);
});
afterAll(endAll);

test('the first connection shows the fingerprint that the office prints, sends nothing, and goes on once a person compared it', async () => {
  await expect.poll(() => running.errors()).toContain(fingerprint);
  const { office, kept, page } = connectOffice(running.origin);
  const { trouble } = await stateOf(office, (state) => state.trouble !== null);
  expect(trouble).toMatchObject({
    code: 'newCertificate',
    certificate: { fingerprint, fault: 'authority', issuer: 'CN=autoridad', subject: 'CN=consola' },
  });
  const { client } = page();
  await expect(client.people.me()).rejects.toMatchObject({ status: 503 });
  // Another one was shown meanwhile: nothing is taken.
  const other = fingerprint.replace(/^../, fingerprint.startsWith('00') ? '01' : '00');
  expect((await client.office.trust({ fingerprint: other })).isConnected).toBe(false);
  expect(kept.certificate).toBeNull();
  expect(await client.office.trust({ fingerprint })).toMatchObject({ isConnected: true, trouble: null });
  expect(kept.certificate).toEqual(compared);
  expect(await client.people.me()).toMatchObject({ state: 'signedOut', isOffice: true });
});

test('a certificate of an authority that this computer trusts is asked about by nobody', async () => {
  const { office, kept } = connectOffice(running.origin, { ca });
  await stateOf(office, ({ isConnected }) => isConnected);
  expect(kept.certificate).toEqual({ by: 'authority' });
});

describe('a sign-in', () => {
  test('stays in this process and the keychain: its page is told a name that is worth nothing elsewhere', async () => {
    const secrets = memoryKeychain();
    const first = connectOffice(running.origin, { known: compared, secrets });
    const { client, said } = first.page();
    const accepted = await client.people.acceptInvitation({ token: running.invitation, secret });
    said.signIn = accepted.token;
    expect(await client.people.me()).toMatchObject({ state: 'signedIn', person: { name: 'Eva Prueba' } });
    await stateOf(first.office, ({ signInKept }) => signInKept === 'keychain');
    const [kept = ''] = [...secrets.kept.values()];
    const [name, token = ''] = kept.split(' ');
    expect(name).toBe(accepted.token);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(token).not.toBe(accepted.token);
    // The name alone signs nobody in at the office itself.
    const { client: stranger } = pageOf(connectOffice(running.origin, { known: compared }).office, name);
    expect(await stranger.people.me()).toMatchObject({ state: 'signedOut' });
    await first.office.close();

    // The next start has it of the keychain, and its page still has the name.
    const next = connectOffice(running.origin, { known: compared, secrets });
    const page = pageOf(next.office, accepted.token);
    expect(await page.client.people.me()).toMatchObject({ state: 'signedIn' });
    const { signIns } = await page.client.people.signIns({ personId: null });
    expect(signIns).toEqual([
      expect.objectContaining({
        address: networkAddress(),
        agent: expect.stringContaining('Perito/0.1.0'),
        isOwn: true,
      }),
    ]);
    await page.client.people.signOut();
    expect(await page.client.people.me()).toMatchObject({ state: 'signedOut' });
    await stateOf(next.office, ({ signInKept }) => signInKept === null);
    await expect.poll(() => secrets.kept.size).toBe(0);
  });

  test('a wrong password is told as such, many are throttled, and one that an administrator ends is forgotten here', async () => {
    const here = connectOffice(running.origin, { known: compared });
    const { client, said } = here.page();
    await expect(
      client.people.signIn({ who: 'Eva Prueba', secret: 'otra-cosa-12345' }),
    ).rejects.toMatchObject({
      code: 'WRONG_SECRET',
    });
    said.signIn = (await client.people.signIn({ who: 'Eva Prueba', secret })).token;
    await stateOf(here.office, ({ signInKept }) => signInKept === 'keychain');
    const ownPort = here.office.connectOwn();
    const closed = once(ownPort, 'close');
    ownPort.start();
    // At another desk.
    const elsewhere = connectOffice(running.origin, { known: compared }).page();
    elsewhere.said.signIn = (await elsewhere.client.people.signIn({ who: 'Eva Prueba', secret })).token;
    const { signIns } = await elsewhere.client.people.signIns({ personId: null });
    for (const { id } of signIns.filter(({ isOwn }) => !isOwn))
      await elsewhere.client.people.endSignIn({ id });
    await expect(client.status.get()).rejects.toMatchObject({ code: 'SIGN_IN' });
    expect(here.office.state().signInKept).toBeNull();
    await closed;
    const tries = Array.from({ length: 8 }, () =>
      client.people.signIn({ who: 'Nadie', secret: 'otra-cosa-12345' }).then(
        () => 'in',
        (failure: { code: string }) => failure.code,
      ),
    );
    expect(new Set(await Promise.all(tries))).toEqual(new Set(['WRONG_SECRET', 'TOO_MANY_TRIES']));
  });
});

test('what a desk cannot do is refused by name, with the reason, before the office hears of it', async () => {
  const { client } = connectOffice(running.origin, { known: compared }).page();
  const capabilities = await client.shell.capabilities();
  expect(capabilities.filter(({ available }) => available).map(({ name }) => name)).toEqual([
    'keychain',
    'notifications',
    'tray',
    'startAtLogin',
  ]);
  expect(new Set(capabilities.map(({ reason }) => reason))).toEqual(new Set([null, 'inOffice']));
  const refusals: [() => Promise<unknown>, string][] = [
    [() => client.receiverKeys.handOver({ id: 1 }), 'secretPage'],
    [() => client.receiverKeys.collect({ label: 'Prueba' }), 'secretPage'],
    [() => client.reference.collectKey(), 'secretPage'],
    [
      () => client.connection.collectPassphrase({ files: { mode: 'pfx', file: '/srv/prueba.pfx' } }),
      'secretPage',
    ],
    [() => client.archives.open({ file: '/srv/prueba.perito' }), 'keptArchives'],
    [() => client.shell.chooseFolder(), 'folderDialog'],
    [() => client.shell.chooseFile({ kind: 'key' }), 'folderDialog'],
    [() => client.shell.openSampleData(), 'sampleData'],
    [() => client.desktop.set({ keepAwake: true }), 'keepAwake'],
    [
      () =>
        client.archives.create({
          ...{ file: '/srv/prueba.perito', isEncrypted: true },
          choice: { kind: 'records', ids: [1] } as never,
        }),
      'secretPage',
    ],
  ];
  for (const [refused, capability] of refusals)
    await expect(refused()).rejects.toMatchObject({
      code: 'NOT_CAPABLE',
      data: { capability, reason: 'inOffice' },
    });
  expect(await client.desktop.get()).toMatchObject({ keepAwake: { lack: 'inOffice' } });
});

/** Who is given a stored file, by HTTP: while accounts have secrets, whoever is signed in and not behind a lock. */
import { Transformer } from '@napi-rs/image';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Contract } from '../../shared/contract/contract.ts';
import { signInHeader } from '../../shared/contract/people.ts';
import { deliver } from '../deliver.ts';
import { type FileServer, openFileServer } from '../files/file-server.ts';
import { reportNaming, sendReport } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import { marketplaceKey, type OpenedConsole, openTestConsole } from '../opened-console.ts';

const secrets = { ana: 'clave-de-prueba-de-ana', luis: '482915' };
let office: OpenedConsole;
let photos: FileServer;
/** The address of a stored photo, with its version. */
let photo = '';
let luis = 0;

/** A program that calls the console, and asks for files, with these headers. */
function caller(headers: Record<string, string>) {
  const { url } = office.opened.browser;
  const client: ContractRouterClient<Contract> = createORPCClient(
    new RPCLink({ url: `${url}/rpc`, headers }),
  );
  const ask = async (path: string, more: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, { headers: { ...headers, ...more } });
    const body = await answer.text();
    return { status: answer.status, body, caching: answer.headers.get('cache-control') };
  };
  const statusOf = async (path: string, more?: Record<string, string>) => (await ask(path, more)).status;
  return { client, ask, statusOf };
}
const script = (signIn?: string) =>
  caller({
    authorization: `Bearer ${office.opened.browser.token}`,
    ...(signIn === undefined ? {} : { [signInHeader]: signIn }),
  });

/** A browser of its own: its page calls with the token of a sign-in, its images bring the cookie alone. */
async function browserWith(): Promise<{
  page(signIn?: string): ReturnType<typeof caller>['client'];
  statusOf(path: string): Promise<number>;
}> {
  const entered = await fetch(office.opened.browser.newLink());
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    page: (signIn) => caller({ cookie, ...(signIn === undefined ? {} : { [signInHeader]: signIn }) }).client,
    statusOf: caller({ cookie }).statusOf,
  };
}

const exported = async (client: ReturnType<typeof caller>['client']): Promise<string> => {
  const { id } = await client.exports.begin({
    source: { of: 'records', filter: {} },
    format: 'csv',
    locale: 'es',
  });
  const isDone = async () =>
    (await client.exports.list()).some((one) => one.id === id && one.state === 'done');
  await vi.waitUntil(isDone, 20_000);
  return `/exports/${id}/download`;
};

beforeAll(async () => {
  photos = await openFileServer();
  const { host } = new URL(photos.url);
  office = await openTestConsole('files', { attachments: { allowLoopback: true, hosts: [host] } });
  const pixels = Buffer.alloc(64 * 48 * 4, 200);
  const address = photos.serve('1.jpg', await Transformer.fromRgbaPixels(pixels, 64, 48).jpeg(85));
  const { client } = script();
  const post = (path: string, body: object) => deliver(office.receiverUrl, marketplaceKey, path, body);
  const recordId = await sendReport({ client, post }, reportNaming(501, [address]));
  await settled({ client }, recordId, 1);
  const [one] = (await client.records.get({ id: recordId })).attachments;
  photo = `/attachments/${one?.id}/original?v=${one?.content?.sha256.slice(0, 12)}`;
  const account = { id: null, name: 'Luis Prueba', email: '', role: 'reader', verdictLimit: null } as const;
  luis = (await client.people.save(account)).id;
});
afterAll(async () => {
  await office.close();
  await photos.close();
});

const lasting = 'private, max-age=31536000, immutable';
const guarded = 'private, no-cache';
/** In both languages, and of what it is about. */
const refusal = (word: RegExp) => ({ status: 401, body: expect.stringMatching(word), caching: 'no-store' });

test('while no account has a secret, whoever has the console is given all, and a browser keeps photos', async () => {
  await script().client.people.rename({ name: 'Ana Prueba' });
  const { token } = await script().client.people.signIn({ personId: luis });
  const ofAna = await exported(script().client);
  const browser = await browserWith();
  for (const statusOf of [script().statusOf, script(token).statusOf, browser.statusOf])
    expect([await statusOf(photo), await statusOf(ofAna)]).toEqual([200, 200]);
  await script(token).client.people.lock();
  expect(await script(token).ask(photo)).toMatchObject({ status: 200, caching: lasting });
  expect(await caller({}).statusOf(photo)).toBe(401);
});

test('from the first secret on, a file is for whoever is signed in, and an export for who began it and administrators', async () => {
  await script().client.people.setSecret({ id: 1, secret: secrets.ana });
  expect(await script().ask(photo)).toMatchObject(refusal(/^Entre primero.*\nSign in/));
  expect(await script('A'.repeat(43)).statusOf(photo)).toBe(401);
  expect(await script().statusOf('/attachments/999/original')).toBe(401);

  const ana = (await script().client.people.signIn({ personId: 1, secret: secrets.ana })).token;
  await script(ana).client.people.setSecret({ id: luis, secret: secrets.luis });
  const ofLuis = (await script().client.people.signIn({ personId: luis, secret: secrets.luis })).token;
  const file = await script(ana).ask(photo);
  expect(file).toMatchObject({ status: 200, caching: guarded });
  // Sent again only to whoever may have it.
  const tag = { 'if-none-match': '*' };
  expect(await script(ana).statusOf(photo, tag)).toBe(304);
  expect(await script().statusOf(photo, tag)).toBe(401);

  const [hers, his] = [await exported(script(ana).client), await exported(script(ofLuis).client)];
  const given = async (path: string) => [
    await script(ana).statusOf(path),
    await script(ofLuis).statusOf(path),
    await script().statusOf(path),
  ];
  expect([await given(hers), await given(his)]).toEqual([
    [200, 403, 401],
    [200, 200, 401],
  ]);
  expect(await script(ofLuis).ask(hers)).toMatchObject({
    body: expect.stringMatching(/otra persona.*\n.*another/),
  });

  await script(ofLuis).client.people.lock();
  expect(await script(ofLuis).ask(photo)).toMatchObject(refusal(/bloqueada.*\n.*locked/));
  await script(ofLuis).client.people.unlock({ secret: secrets.luis });
  expect(await script(ofLuis).statusOf(photo)).toBe(200);
  await script(ofLuis).client.people.signOut();
  expect([await script(ofLuis).statusOf(photo), await script(ofLuis).statusOf(his)]).toEqual([401, 401]);
});

test('the images of a browser follow the sign-in of its own page, and of no other browser', async () => {
  const [one, other] = [await browserWith(), await browserWith()];
  const { token } = await one.page().people.signIn({ personId: luis, secret: secrets.luis });
  expect(await one.statusOf(photo)).toBe(401);
  expect((await one.page(token).people.me()).state).toBe('signedIn');
  await other.page().people.me();
  expect([await one.statusOf(photo), await other.statusOf(photo), await script().statusOf(photo)]).toEqual([
    200, 401, 401,
  ]);
  await one.page(token).people.lock();
  expect(await one.statusOf(photo)).toBe(401);
  await one.page(token).people.unlock({ secret: secrets.luis });
  expect(await one.statusOf(photo)).toBe(200);
  await one.page(token).people.signOut();
  expect(await one.statusOf(photo)).toBe(401);
});

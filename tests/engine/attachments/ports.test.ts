/** Files of one machine at two of its ports, over real servers: each port is a host of its own. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { FileServer } from '../../files/file-server.ts';
import { openFileServer } from '../../files/file-server.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
import { isStored, settled } from '../../files/settled.ts';
import { type EngineHouse, openEngineHouse, sharedEngineHouse } from './house.ts';

const bytes = Buffer.alloc(100_000, 7);
const hostAt = ({ url }: FileServer) => new URL(url).host;
const decide = (house: EngineHouse, server: FileServer, decision: 'approved' | 'refused' | 'pending') =>
  house.client.attachments.decideHost({ host: hostAt(server), decision });
const { house: shared, openServer } = sharedEngineHouse({ attachments: { allowLoopback: true } });

test('each port is asked about, approved and refused for itself, by its address or by its name', async () => {
  const one = await openServer();
  const other = await openServer();
  const house = shared();
  const before = new Set((await house.client.attachments.hosts()).map(({ host }) => host));
  const files = [one, other].map((server) => server.serve('1.jpg', bytes));
  const byName = files.map((address) => address.replace('127.0.0.1', 'localhost'));
  const recordId = await sendReport(house, reportNaming(1, [...files, ...byName]));
  await settled(house, recordId, 4, ({ state }) => state === 'awaitingApproval');
  const hosts = (await house.client.attachments.hosts()).filter(({ host }) => !before.has(host));
  expect(hosts.map(({ host, waiting }) => [host, waiting])).toEqual(
    [...files, ...byName].map((address) => [new URL(address).host, 1]).toSorted(),
  );
  await decide(house, one, 'approved');
  const stored = await settled(house, recordId, 1, isStored);
  expect(stored.map(({ state, host }) => [state, host])).toEqual([
    ['stored', hostAt(one)],
    ...[files[1], ...byName].map((address) => ['awaitingApproval', new URL(address ?? '').host]),
  ]);
  await decide(house, other, 'refused');
  const refused = await settled(house, recordId, 1, ({ state }) => state === 'refused');
  expect(refused.map(({ state }) => state)).toEqual([
    'stored',
    'refused',
    'awaitingApproval',
    'awaitingApproval',
  ]);
  // What comes later, too.
  const later = await sendReport(house, reportNaming(2, [`${one.url}/1.jpg`, `${other.url}/1.jpg`]));
  const [first, second] = await settled(house, later, 1, isStored);
  expect([first?.state, second?.state, second?.problem?.code]).toEqual(['stored', 'refused', 'hostRefused']);
  expect([one.asked, other.asked]).toEqual([['/1.jpg', '/1.jpg'], []]);
});

test('a redirect to another port of the same machine waits for that port, which is not called before', async () => {
  const one = await openServer();
  const other = await openServer();
  const there = other.serve('alla.bin', bytes);
  const here = one.serve('aqui.bin', (response) => void response.writeHead(302, { location: there }).end());
  const house = shared();
  await decide(house, one, 'approved');
  const recordId = await sendReport(house, reportNaming(3, [here]));
  const [waiting] = await settled(house, recordId, 1, ({ state }) => state === 'awaitingApproval');
  expect(waiting).toMatchObject({
    host: hostAt(other),
    problem: { code: 'redirectHostNotApproved' },
    attempts: 0,
  });
  expect([one.asked, other.asked]).toEqual([['/aqui.bin'], []]);
  // The other way round it is no better: both have to be approved.
  await decide(house, one, 'pending');
  await decide(house, other, 'approved');
  await settled(
    house,
    recordId,
    1,
    ({ host, state }) => state === 'awaitingApproval' && host === hostAt(one),
  );
  expect(other.asked).toEqual([]);
  await decide(house, one, 'approved');
  await settled(house, recordId, 1, isStored);
  expect(other.asked).toEqual(['/alla.bin']);
});

test('a refusal ends what arrives from that port at once; what arrives from the other one goes on', async () => {
  const one = await openServer();
  const other = await openServer();
  const goOn = other.hold();
  const closed = Promise.withResolvers<boolean>();
  const mine = one.serve('mia.bin', (response) => {
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1000));
    void once(response, 'close').then(() => closed.resolve(response.writableFinished));
  });
  const house = shared();
  await decide(house, one, 'approved');
  await decide(house, other, 'approved');
  const recordId = await sendReport(house, reportNaming(4, [mine, other.serve('otra.bin', bytes)]));
  await house.until(async () => {
    const { active } = await house.client.attachments.downloads();
    return active.filter((download) => download.bytes > 0).length === 2;
  });
  await decide(house, one, 'refused');
  expect(await closed.promise).toBe(false);
  const [first, second] = await settled(house, recordId, 1, ({ state }) => state === 'refused');
  expect([first?.problem, second?.state]).toMatchObject([
    { code: 'hostRefused', detail: hostAt(one) },
    'downloading',
  ]);
  goOn();
  await settled(house, recordId, 1, isStored);
  expect([one.asked, other.asked]).toEqual([['/mia.bin'], ['/otra.bin']]);
});

test('a host that is given for this run is given at that port', async () => {
  await using one = await openFileServer();
  await using other = await openFileServer();
  const files = [one, other].map((server) => server.serve('1.jpg', bytes));
  const house = await openEngineHouse({ files: [one] });
  const recordId = await sendReport(house, reportNaming(1, files));
  await settled(house, recordId, 1, isStored);
  expect(
    (await house.client.attachments.hosts()).map(({ host, fromCommandLine }) => [host, fromCommandLine]),
  ).toEqual([
    [hostAt(other), false],
    [hostAt(one), true],
  ]);
  expect(other.asked).toEqual([]);
});

import { setImmediate as turn } from 'node:timers/promises';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { openHosts } from '../../../main/engine/attachments/hosts.ts';
import { attachmentProcedures } from '../../../main/engine/console/attachments.ts';
import { saveHostDecision } from '../../../main/engine/store/index.ts';
import { hostNamed, hostOf, portOf } from '../../../shared/attachment-host.ts';
import type { Change } from '../../../shared/contract/changes.ts';
import { ManualClock } from '../manual-clock.ts';
import { purchaseOrder } from '../orders.ts';
import { steeredStore } from '../steered-store.ts';
import {
  host,
  landed,
  notFetched,
  openRoom,
  pictures,
  type Room,
  somebody,
  withPictures,
} from './room-house.ts';

const none = { given: { hosts: [] } };
const approve = { decision: 'approved', allowHttp: false } as const;
const statesOf = async (room: Room, id: number) =>
  (await room.rowsOf(id)).map(({ state, problem }) => `${state} ${problem}`);
const listed = async (room: Room) =>
  (await room.attachments.hosts.list()).map(
    ({ host: of, decision, waiting, allowHttp, needsHttp, fromCommandLine }) => ({
      of,
      decision,
      waiting,
      allowHttp,
      needsHttp,
      fromCommandLine,
    }),
  );

test.each<[given: string, named: string | null]>([
  ['fotos.example', 'fotos.example'],
  [' Fotos.Example. ', 'fotos.example'],
  ['daños.example', 'xn--daos-hqa.example'],
  ['127.0.0.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['[0:0:0:0:0:0:0:1]', '[::1]'],
  ['::1', null],
  ['[::1]:8443', '[::1]:8443'],
  [' Fotos.Example.:8443 ', 'fotos.example:8443'],
  ['fotos.example:443', 'fotos.example'],
  ['fotos.example:08443', 'fotos.example:8443'],
  ['fotos.example:80', 'fotos.example:80'],
  ['2130706433:80', '127.0.0.1:80'],
  ['fotos.example:', null],
  ['fotos.example:0', null],
  ['fotos.example:65536', null],
  ['fotos.example:https', null],
  ['fotos.example:80:80', null],
  ['*.example', null],
  ['fotos..example', null],
  ['https://fotos.example', null],
  ['fotos.example/1', null],
  ['ana@fotos.example', null],
  ['fotos.example?x', null],
  ['fotos example', null],
  ['', null],
  ['.', null],
  ['a\\b', null],
  ['%', null],
])('%j is the host %s', (given, named) => {
  expect(hostNamed(given)).toBe(named);
});

test.each<[address: string, host: string | null, port: string]>([
  ['https://fotos.example/1.jpg', 'fotos.example', '443'],
  ['https://Fotos.Example.:443/1.jpg', 'fotos.example', '443'],
  ['https://fotos.example:80/', 'fotos.example:80', '80'],
  ['https://fotos.example:8443/', 'fotos.example:8443', '8443'],
  ['http://fotos.example/', 'fotos.example:80', '80'],
  ['http://fotos.example:80/', 'fotos.example:80', '80'],
  ['http://fotos.example:443/', 'fotos.example', '443'],
  ['https://ana:clave@fotos.example:8443/', 'fotos.example:8443', '8443'],
  ['https://[::1]/', '[::1]', '443'],
  ['http://[2001:DB8::1]/', '[2001:db8::1]:80', '80'],
  ['ftp://fotos.example/1.jpg', null, ''],
  ['https://fotos..example/', null, ''],
])('%s is at the host %s', (address, named, port) => {
  const found = hostOf(new URL(address));
  expect(found).toBe(named);
  if (found === null) return;
  expect(portOf(found)).toBe(port);
  // As it is written, it is read.
  expect(hostNamed(found)).toBe(found);
});

test('one click approves: what waits is fetched, who decided is kept, and the next ones are fetched at once', async () => {
  const room = await openRoom(none);
  const first = await room.report(1, withPictures(pictures(3)));
  expect(await statesOf(room, first)).toEqual(
    Array.from({ length: 3 }, () => 'awaitingApproval hostNotApproved'),
  );
  expect(await listed(room)).toEqual([
    { of: host, decision: 'pending', waiting: 3, allowHttp: false, needsHttp: false, fromCommandLine: false },
  ]);
  expect((await room.attachments.hosts.list())[0]?.example).toBe(`https://${host}/1.jpg`);
  expect(await room.attachments.hosts.decide({ host: 'FOTOS.example.', ...approve }, somebody)).toBe(
    'decided',
  );
  await room.settled();
  expect(await statesOf(room, first)).toEqual(Array.from({ length: 3 }, () => 'stored null'));
  const second = await room.report(2, withPictures(pictures(1)));
  await room.settled();
  expect(await statesOf(room, second)).toEqual(['stored null']);
  expect(await room.attachments.hosts.list()).toMatchObject([
    { decision: 'approved', waiting: 0, decidedBy: 'Ana Prueba', decidedAt: '2026-11-20T14:00:00.000Z' },
  ]);
  expect(await room.audit('attachmentHost.decided')).toEqual([
    { subject: `attachmentHost:${host}`, before: 'pending', after: 'approved', allowHttp: false },
  ]);
});

test('of two decisions at once the log says of each what it changed', async () => {
  const room = await openRoom(none);
  await Promise.all([
    room.attachments.hosts.decide({ host, ...approve }, somebody),
    room.attachments.hosts.decide({ host, ...approve, decision: 'refused' }, somebody),
  ]);
  await room.settled();
  expect(await room.audit('attachmentHost.decided')).toMatchObject([
    { before: 'pending', after: 'approved' },
    { before: 'approved', after: 'refused' },
  ]);
});

test('refused, nothing is fetched; taken back, it waits again; approved, it comes', async () => {
  const room = await openRoom({
    ...none,
    fetch: (task) =>
      task.url.endsWith('9.jpg') ? notFetched('timeout') : landed(task, Buffer.from(task.url)),
  });
  const id = await room.report(1, withPictures(pictures(2)));
  const decide = async (decision: 'approved' | 'refused' | 'pending') => {
    await room.attachments.hosts.decide({ host, decision, allowHttp: false }, somebody);
    await room.settled();
    return statesOf(room, id);
  };
  expect(await decide('refused')).toEqual(['refused hostRefused', 'refused hostRefused']);
  const more = await room.report(2, withPictures(pictures(1)));
  expect(await statesOf(room, more)).toEqual(['refused hostRefused']);
  expect(room.asked).toEqual([]);
  expect(await decide('pending')).toEqual([
    'awaitingApproval hostNotApproved',
    'awaitingApproval hostNotApproved',
  ]);
  expect(await statesOf(room, more)).toEqual(['awaitingApproval hostNotApproved']);
  expect(await decide('approved')).toEqual(['stored null', 'stored null']);
  expect(await decide('refused')).toEqual(['stored null', 'stored null']);
});

test('what failed at a host that is not approved any more waits for it, and is tried again once it is', async () => {
  let isDown = true;
  const room = await openRoom({
    ...none,
    fetch: (task) => (isDown ? notFetched('timeout') : landed(task, Buffer.from('x'))),
  });
  const id = await room.report(1, withPictures(pictures(1)));
  await room.attachments.hosts.decide({ host, ...approve }, somebody);
  for (let n = 0; n < 4; n++) {
    await room.settled();
    room.clock.advance(60_000);
  }
  await room.settled();
  expect(await statesOf(room, id)).toEqual(['failed timeout']);
  await room.attachments.hosts.decide({ host, decision: 'pending', allowHttp: false }, somebody);
  await room.settled();
  expect(await statesOf(room, id)).toEqual(['awaitingApproval hostNotApproved']);
  isDown = false;
  await room.attachments.hosts.decide({ host, ...approve }, somebody);
  await room.settled();
  expect(await statesOf(room, id)).toEqual(['stored null']);
});

test('unencrypted is a decision of its own', async () => {
  const room = await openRoom({
    ...none,
    fetch: (task, { approved }) =>
      task.url.startsWith('http:') && !approved.some((one) => one.allowHttp)
        ? notFetched('httpNotAllowed')
        : landed(task, Buffer.from(task.url)),
  });
  const id = await room.report(1, withPictures([...pictures(1), ...pictures(1, 2, `http://${host}:443`)]));
  expect(await listed(room)).toMatchObject([{ waiting: 2, needsHttp: true }]);
  await room.attachments.hosts.decide({ host, ...approve }, somebody);
  await room.settled();
  expect(await statesOf(room, id)).toEqual(['stored null', 'refused httpNotAllowed']);
  expect(room.asked).toHaveLength(2);
  await room.attachments.hosts.decide({ host, ...approve }, somebody);
  await room.settled();
  expect(room.asked).toHaveLength(2);
  await room.attachments.hosts.decide({ host, decision: 'approved', allowHttp: true }, somebody);
  await room.settled();
  expect(await statesOf(room, id)).toEqual(['stored null', 'stored null']);
});

test('a host that is given for this run is fetched from, cannot be changed, and in a later run waits again', async () => {
  const room = await openRoom({ ...none, isStarted: false });
  const id = await room.report(1, withPictures(pictures(3)));
  const { dataDir } = room;
  await room.close();
  let isDown = false;
  const given = await openRoom({
    dataDir,
    given: { hosts: ['FOTOS.example'] },
    fetch: (task) => (isDown ? notFetched('timeout') : landed(task, Buffer.from(task.url))),
  });
  await given.settled();
  expect(await statesOf(given, id)).toEqual(Array.from({ length: 3 }, () => 'stored null'));
  expect(
    await given.attachments.hosts.decide({ host, decision: 'refused', allowHttp: false }, somebody),
  ).toBe('fromCommandLine');
  expect(await listed(given)).toMatchObject([{ of: host, decision: 'approved', fromCommandLine: true }]);
  isDown = true;
  const failing = await given.report(2, withPictures(pictures(2)));
  await given.settled();
  expect(await statesOf(given, failing)).toEqual(['queued timeout', 'queued timeout']);
  await given.close();
  const later = await openRoom({ dataDir, ...none });
  await later.settled();
  expect(await statesOf(later, failing)).toEqual([
    'awaitingApproval hostNotApproved',
    'awaitingApproval hostNotApproved',
  ]);
  expect(await listed(later)).toMatchObject([{ of: host, decision: 'pending', waiting: 2 }]);
});

test('a decision that a kill kept from being carried out is at the next start', async () => {
  const room = await openRoom({ ...none, isStarted: false });
  const id = await room.report(1, withPictures(pictures(3)));
  const { dataDir } = room;
  await room.store.write(async (tx) => {
    await tx.run(
      "INSERT INTO attachment_host (host, decision, allow_http, decided_at, decided_by) VALUES (?, 'approved', 0, 1, 'Ana Prueba')",
      host,
    );
  });
  await room.close();
  const again = await openRoom({ dataDir, ...none });
  await again.settled();
  expect(await statesOf(again, id)).toEqual(Array.from({ length: 3 }, () => 'stored null'));
});

test('a thousand that wait are moved in batches, orders are answered meanwhile, and their reports are told', async () => {
  const room = await openRoom({ ...none, fetch: () => notFetched('timeout') });
  await room.settings.update({ attachments: { maximumPerRecord: 1000 } }, somebody);
  const id = await room.report(1, withPictures(pictures(1000)));
  expect(await listed(room)).toMatchObject([{ waiting: 1000 }]);
  const told = new Set<number>();
  const left = new AbortController();
  const changes = room.changes.subscribe(left.signal);
  await changes.next();
  const listening = (async () => {
    for await (const change of changes)
      if (isOfAttachments(change)) for (const one of change.ids) told.add(one);
  })();
  let orders = 0;
  let isDone = false;
  const moved = new Set<number>();
  await room.settings.update({ attachments: { paused: true } }, somebody);
  const refusing = room.attachments.hosts
    .decide({ host, decision: 'refused', allowHttp: false }, somebody)
    .then(() => room.attachments.hosts.settled())
    .then(() => {
      isDone = true;
    });
  while (!isDone) {
    orders += 1;
    await room.answered('purchaseOrder', orders, purchaseOrder(orders));
    moved.add((await statesOf(room, id)).filter((state) => state === 'refused hostRefused').length);
    await turn();
  }
  await refusing;
  expect(new Set(await statesOf(room, id))).toEqual(new Set(['refused hostRefused']));
  // An order was answered when some had been moved, and others not yet.
  expect([...moved].filter((count) => count > 0 && count < 1000)).not.toEqual([]);
  while (!told.has(id)) await turn();
  left.abort();
  await listening;
});
const isOfAttachments = ({ topic, ids }: Change) => topic === 'attachments' && ids.length > 0;

test('a redirect to a host that nobody approved waits for that host, and goes on after approval', async () => {
  const room = await openRoom({
    fetch: (task, { approved }) =>
      approved.some((one) => one.host === 'cdn.example')
        ? landed(task, Buffer.from('foto'))
        : notFetched('redirectHostNotApproved', { host: 'cdn.example' }),
  });
  const id = await room.report(1, withPictures(pictures(1)));
  await room.settled();
  expect(await room.rowsOf(id)).toMatchObject([
    { state: 'awaitingApproval', problem: 'redirectHostNotApproved', host: 'cdn.example', attempts: 0 },
  ]);
  expect(await listed(room)).toMatchObject([
    { of: 'cdn.example', decision: 'pending', waiting: 1 },
    { of: host },
  ]);
  await room.attachments.hosts.decide({ host: 'cdn.example', ...approve }, somebody);
  await room.settled();
  expect(await statesOf(room, id)).toEqual(['stored null']);
});

test('a redirect to a host that was refused is refused, and asks nobody again', async () => {
  const room = await openRoom({
    fetch: () => notFetched('redirectHostNotApproved', { host: 'cdn.example' }),
  });
  await room.attachments.hosts.decide(
    { host: 'cdn.example', decision: 'refused', allowHttp: false },
    somebody,
  );
  const id = await room.report(1, withPictures(pictures(1)));
  await room.settled();
  expect(await statesOf(room, id)).toEqual(['refused hostRefused']);
});

test.each([
  ['approved meanwhile', 'hostNotApproved', 'approved', 'stored null', 1],
  ['approved meanwhile, after a redirect', 'redirectHostNotApproved', 'approved', 'stored null', 1],
  ['allowed unencrypted meanwhile', 'httpNotAllowed', 'approved', 'stored null', 1],
  ['refused meanwhile', 'timeout', 'refused', 'refused hostRefused', 0],
  [
    'refused meanwhile, after it was found not approved',
    'hostNotApproved',
    'refused',
    'refused hostRefused',
    0,
  ],
  ['taken back meanwhile', 'timeout', 'pending', 'awaitingApproval hostNotApproved', 0],
] as const)('%s, while it is asked for', async (_, problem, decision, state, attempts) => {
  const other = 'cdn.example';
  const answers = [Promise.withResolvers<ReturnType<typeof notFetched>>()];
  const asked = Promise.withResolvers<void>();
  const room = await openRoom({
    ...none,
    fetch: (task) => {
      asked.resolve();
      return answers.shift()?.promise ?? landed(task, Buffer.from('foto'));
    },
  });
  const [first] = answers;
  await room.attachments.hosts.decide({ host, ...approve }, somebody);
  const id = await room.report(1, withPictures(pictures(1)));
  await asked.promise;
  const of = problem === 'redirectHostNotApproved' ? other : host;
  await room.attachments.hosts.decide(
    { host: of, decision, allowHttp: problem === 'httpNotAllowed' },
    somebody,
  );
  await room.attachments.hosts.settled();
  first?.resolve(notFetched(problem, problem === 'timeout' ? {} : { host: of }));
  await room.settled();
  expect(await statesOf(room, id)).toEqual([state]);
  // What a decision overtook is no attempt that failed.
  expect(await room.rowsOf(id)).toMatchObject([{ attempts }]);
});

test('an address that is refused whoever approves its host asks nobody', async () => {
  const room = await openRoom(none);
  const at = (fileFullPath: string, id: number) => ({ ...pictures(1, id)[0], fileFullPath, baseUrl: null });
  const id = await room.report(
    1,
    withPictures(
      [
        'https://10.0.0.1/1.jpg',
        'https://ana:clave@fotos.example/1.jpg',
        'https://fotos.example:22/1.jpg',
        'ftp://fotos.example/1.jpg',
      ].map(at),
    ),
  );
  expect(await statesOf(room, id)).toEqual([
    'refused addressNotPublic',
    'refused namesUser',
    'refused portNotAllowed',
    'refused schemeNotAllowed',
  ]);
  expect(await listed(room)).toEqual([]);
});

/** Two ports of one machine, and the files that wait at each. */
const twoPorts = [`${host}:8443`, `${host}:9443`] as const;
const [one, other] = twoPorts;
const stand = (room: Room, at: string, decision: 'approved' | 'refused' | 'pending', allowHttp = false) =>
  room.attachments.hosts.decide({ host: at, decision, allowHttp }, somebody).then(() => room.settled());
/** How the file at each of the two ports stands. */
const atEach = async (room: Room, id: number) => {
  const rows = await room.rowsOf(id);
  return twoPorts.map((at) => {
    const row = rows.find((found) => found.host === at);
    return `${row?.state} ${row?.problem} ${row?.problemDetail}`;
  });
};

test('what is decided about one port of a machine says nothing of another, nor of 443', async () => {
  const room = await openRoom(none);
  const id = await room.report(
    1,
    withPictures([
      ...pictures(1, 1, `https://${one}`),
      ...pictures(1, 2, `https://${other}`),
      ...pictures(1, 3),
    ]),
  );
  const asked = () => room.asked.map(({ url }) => url);
  const waits = (at: string) => `awaitingApproval hostNotApproved ${at}`;
  expect(await atEach(room, id)).toEqual([waits(one), waits(other)]);
  await stand(room, one, 'approved');
  expect(await atEach(room, id)).toEqual(['stored null null', waits(other)]);
  expect(asked()).toEqual([`https://${one}/1.jpg`]);
  await stand(room, other, 'refused');
  const more = await room.report(
    2,
    withPictures([...pictures(1, 4, `https://${one}`), ...pictures(1, 5, `https://${other}`)]),
  );
  await room.settled();
  expect(await atEach(room, more)).toEqual(['stored null null', `refused hostRefused ${other}`]);
  expect(asked()).toEqual([`https://${one}/1.jpg`, `https://${one}/4.jpg`]);
  expect(await listed(room)).toMatchObject([
    { of: host, decision: 'pending', waiting: 1 },
    { of: one, decision: 'approved' },
    { of: other, decision: 'refused' },
  ]);
  expect((await room.audit('attachmentHost.decided')).map(({ subject }) => subject)).toEqual([
    `attachmentHost:${one}`,
    `attachmentHost:${other}`,
  ]);
});

test('a refusal, and its undoing, move what failed at that port alone', async () => {
  const room = await openRoom({ ...none, fetch: () => notFetched('timeout') });
  for (const at of twoPorts) await stand(room, at, 'approved');
  const id = await room.report(
    1,
    withPictures(twoPorts.flatMap((at, n) => pictures(1, n + 1, `https://${at}`))),
  );
  for (let n = 0; n < 4; n++) {
    await room.settled();
    room.clock.advance(60_000);
  }
  await room.settled();
  const failed = 'failed timeout null';
  expect(await atEach(room, id)).toEqual([failed, failed]);
  await stand(room, one, 'refused');
  expect(await atEach(room, id)).toEqual([`refused hostRefused ${one}`, failed]);
  await stand(room, one, 'pending');
  expect(await atEach(room, id)).toEqual([`awaitingApproval hostNotApproved ${one}`, failed]);
  await stand(room, other, 'pending');
  expect(await atEach(room, id)).toEqual(twoPorts.map((at) => `awaitingApproval hostNotApproved ${at}`));
});

test('a refusal, and its undoing, move what is unencrypted at that port alone', async () => {
  const room = await openRoom({
    ...none,
    fetch: (task, { approved }) =>
      approved.some((at) => at.host === new URL(task.url).host && at.allowHttp)
        ? landed(task, Buffer.from(task.url))
        : notFetched('httpNotAllowed'),
  });
  const id = await room.report(
    1,
    withPictures(twoPorts.flatMap((at, n) => pictures(1, n + 1, `http://${at}`))),
  );
  for (const at of twoPorts) await stand(room, at, 'approved');
  const plain = 'refused httpNotAllowed null';
  expect(await atEach(room, id)).toEqual([plain, plain]);
  await stand(room, one, 'refused');
  expect(await atEach(room, id)).toEqual([`refused hostRefused ${one}`, plain]);
  await stand(room, one, 'pending');
  expect(await atEach(room, id)).toEqual([`awaitingApproval hostNotApproved ${one}`, plain]);
  // Undone without a refusal between.
  await stand(room, other, 'pending');
  expect(await atEach(room, id)).toEqual(twoPorts.map((at) => `awaitingApproval hostNotApproved ${at}`));
  await stand(room, other, 'approved');
  await stand(room, one, 'approved', true);
  expect(await atEach(room, id)).toEqual(['stored null null', plain]);
});

test('counts are of one moment: what is moved by an approval between two of them is in one', async () => {
  const room = await openRoom({ ...none, isStarted: false });
  await room.report(1, withPictures(pictures(3)));
  const { store, next } = steeredStore(room.store);
  // Somebody approves once the first thing was read.
  next('afterRead', () => room.attachments.hosts.decide({ host, ...approve }, somebody));
  const { attachments, settings } = room;
  const client = createRouterClient(attachmentProcedures({ store, attachments, settings }), {
    context: { via: 'token' },
  });
  const { counts } = await client.downloads();
  expect([counts.awaitingApproval, counts.queued]).toEqual([3, 0]);
  expect((await client.downloads()).counts).toMatchObject({ awaitingApproval: 0, queued: 3 });
});

test('how many wait is not known while they are moved, and no part of them is told for all', async () => {
  const room = await openRoom({ ...none, isStarted: false });
  await room.settings.update({ attachments: { maximumPerRecord: 1000 } }, somebody);
  await room.attachments.hosts.decide({ host, ...approve }, somebody);
  await room.report(1, withPictures(pictures(1000)));
  let isMoved = false;
  const moved = room.attachments.hosts
    .decide({ host, decision: 'pending', allowHttp: false }, somebody)
    .then(() => room.attachments.hosts.settled())
    .then(() => {
      isMoved = true;
    });
  const told = new Set<unknown>();
  while (!isMoved) {
    const [known] = await room.attachments.hosts.list();
    // Until it is decided it is as it was; it does not leave the list in between either.
    if (known?.decision !== 'approved') told.add(known?.waiting);
    await turn();
  }
  await moved;
  expect([...told].filter((waiting) => waiting !== 1000)).toEqual([null]);
  expect(await listed(room)).toMatchObject([{ of: host, decision: 'pending', waiting: 1000 }]);
});

test('how many wait is not known either where all of them are moved while they are counted', async () => {
  const room = await openRoom({ ...none, isStarted: false });
  await room.report(1, withPictures(pictures(3)));
  const { store, next } = steeredStore(room.store);
  const hosts = await openHosts({
    store,
    clock: new ManualClock(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    fromCommandLine: [],
    onDecided: () => {},
    onChange: () => {},
  });
  next('afterRead', async () => {
    await hosts.decide({ host, ...approve }, somebody);
    await hosts.settled();
  });
  expect(await hosts.list()).toMatchObject([{ host, decision: 'approved', waiting: null }]);
  expect(await hosts.list()).toMatchObject([{ host, decision: 'approved', waiting: 0 }]);
});

test('a decision of which nothing was heard is gone by once the rows are read again', async () => {
  const room = await openRoom({ ...none, isStarted: false });
  await room.report(1, withPictures(pictures(3)));
  const { hosts } = room.attachments;
  const row = { decision: 'approved', allowHttp: false, decidedAt: 1, decidedBy: 'Ana Prueba' } as const;
  await room.store.write((tx) => saveHostDecision(tx, host, row));
  expect(hosts.decisionOf(host)).toBe('pending');
  await hosts.reread();
  await hosts.settled();
  expect(hosts.decisionOf(host)).toBe('approved');
  expect(await hosts.list()).toMatchObject([{ host, decision: 'approved', waiting: 0 }]);
});

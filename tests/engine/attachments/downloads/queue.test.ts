import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FetchOutcome, FetchTask } from '../../../../main/engine/attachments/downloads/http-get.ts';
import { thorough } from '../../../thorough.ts';
import { ManualClock } from '../../manual-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import {
  host,
  landed,
  notFetched,
  openRoom,
  pictures,
  type Room,
  somebody,
  withPictures,
} from '../room-house.ts';

const pathOf = ({ url }: FetchTask) => url.replace('https://', '');
const hostOfTask = ({ url }: FetchTask) => new URL(url).host;

/** A fetcher that answers when the test says so. */
function held() {
  const open: { task: FetchTask; end: (outcome: FetchOutcome) => void }[] = [];
  let told = () => {};
  return {
    open,
    fetch: (task: FetchTask, _: unknown, { signal }: { signal: AbortSignal }) => {
      const { promise, resolve } = Promise.withResolvers<FetchOutcome>();
      if (signal.aborted) resolve({ outcome: 'aborted' });
      signal.addEventListener('abort', () => resolve({ outcome: 'aborted' }));
      const one = {
        task,
        end: (outcome: FetchOutcome) => {
          open.splice(open.indexOf(one), 1);
          resolve(outcome);
        },
      };
      open.push(one);
      told();
      return promise;
    },
    async until(isSo: () => boolean) {
      while (!isSo()) {
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
    },
  };
}

/** Rows of a host as if named long ago, without a report that names them. */
async function queueRows(room: Room, recordId: number, of: string, count: number): Promise<void> {
  await room.store.write(async (tx) => {
    for (let n = 0; n < count; n++) {
      await tx.run(
        `INSERT INTO attachment (record_id, identity, role, position, pointer, filename, first_revision, last_revision,
           url, host, state, next_attempt_at) VALUES (?, ?, 'picture', 0, '', 'foto.jpg', 1, 1, ?, ?, 'queued', ?)`,
        recordId,
        `${of} ${n}`,
        `https://${of}/${n}.jpg`,
        of,
        room.clock.now() - count + n,
      );
    }
  });
}

test('what fails is tried again exactly when it is due, and now and then once it counts as failed', async () => {
  const room = await openRoom({ fetch: () => notFetched('httpStatus', { detail: '503' }), random: () => 0 });
  const id = await room.report(1, withPictures(pictures(1)));
  await room.settled();
  for (const [count, state, pause] of [
    [1, 'queued', 1000],
    [2, 'queued', 4000],
    [3, 'queued', 15_000],
    [4, 'failed', 900_000],
    [5, 'failed', 1_800_000],
  ] as const) {
    expect(room.asked).toHaveLength(count);
    expect(await room.rowsOf(id)).toMatchObject([
      { state, attempts: count, problem: 'httpStatus', problemDetail: '503' },
    ]);
    room.clock.advance(pause - 1);
    await room.settled();
    expect(room.asked).toHaveLength(count);
    room.clock.advance(1);
    await room.settled();
  }
  expect(room.asked).toHaveLength(6);
});

test('the server says when to come again', async () => {
  const room = await openRoom({ fetch: () => notFetched('httpStatus', { retryAfterSeconds: 120 }) });
  await room.report(1, withPictures(pictures(1)));
  await room.settled();
  room.clock.advance(119_999);
  await room.settled();
  expect(room.asked).toHaveLength(1);
  room.clock.advance(1);
  await room.settled();
  expect(room.asked).toHaveLength(2);
});

test('the newest problem is shown, and none once it is stored', async () => {
  const answers = [
    notFetched('dnsFailed', { detail: 'ENOTFOUND' }),
    notFetched('tls', { detail: 'CERT_HAS_EXPIRED' }),
  ];
  const room = await openRoom({ fetch: (task) => answers.shift() ?? landed(task, Buffer.from('foto')) });
  const id = await room.report(1, withPictures(pictures(1)));
  const seen: unknown[] = [];
  for (let n = 0; n < 3; n++) {
    await room.settled();
    const [row] = await room.rowsOf(id);
    seen.push([row?.state, row?.problem, row?.problemDetail, row?.problemAt]);
    room.clock.advance(8000);
  }
  const begun = room.clock.now() - 24_000;
  expect(seen).toEqual([
    ['queued', 'dnsFailed', 'ENOTFOUND', begun],
    ['queued', 'tls', 'CERT_HAS_EXPIRED', begun + 8000],
    ['stored', null, null, null],
  ]);
});

test('a fetcher that fails in a way of its own is a try that failed, not one that never ends', async () => {
  let isBroken = true;
  const room = await openRoom({
    fetch: (task) => {
      if (isBroken) throw new Error('a secret of the inside');
      return landed(task, Buffer.from('foto'));
    },
  });
  const id = await room.report(1, withPictures(pictures(1)));
  await room.settled();
  expect(await room.rowsOf(id)).toMatchObject([
    { state: 'queued', problem: 'writeFailed', problemDetail: null },
  ]);
  isBroken = false;
  room.clock.advance(3000);
  await room.settled();
  expect(await room.rowsOf(id)).toMatchObject([{ state: 'stored' }]);
});

const steps = {
  end: async (fetcher, _, at) => {
    const one = fetcher.open.at(at);
    one?.end(landed(one.task, Buffer.from(one.task.url)));
  },
  fail: async (fetcher, _, at) => fetcher.open.at(at)?.end(notFetched('timeout')),
  retry: async (_, room) => void (await room.attachments.retry({ recordId: 1 }, somebody)),
  wake: async (_, room) => room.attachments.wake([]),
  time: async (_, room) => room.clock.advance(60_000),
  pause: async (_, room) => {
    const { paused } = room.settings.current().attachments;
    await room.settings.update({ attachments: { paused: !paused } }, somebody);
  },
  revise: async (_, room, at) => {
    const signed = pictures(6).map((one) => ({ ...one, fileFullPath: `${one.fileFullPath}?n=${at}` }));
    await room.report(1, withPictures(signed));
  },
} satisfies Record<string, (fetcher: ReturnType<typeof held>, room: Room, at: number) => Promise<void>>;
const stepNames = Object.keys(steps) as (keyof typeof steps)[];

test('no attachment is ever downloaded twice at a time, whatever happens meanwhile', async () => {
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...stepNames), fc.nat(3)), { minLength: 10, maxLength: 40 }),
      async (life) => {
        const fetcher = held();
        const underWay = new Set<number>();
        const twice: number[] = [];
        const room = await openRoom({
          fetch: async (task, rules, told) => {
            if (underWay.has(task.id)) twice.push(task.id);
            underWay.add(task.id);
            const outcome = await fetcher.fetch(task, rules, told);
            underWay.delete(task.id);
            return outcome;
          },
        });
        await room.report(1, withPictures(pictures(6)));
        for (const [step, at] of life) await steps[step](fetcher, room, at);
        asked += room.asked.length;
        expect(twice).toEqual([]);
        await room.close();
      },
    ),
    { numRuns: thorough ? 100 : 8 },
  );
  expect(asked).toBeGreaterThan(25);
});

test('so many at a time as the settings say from one host, and twice as many in all', async () => {
  const hosts = ['uno.example', 'dos.example', 'tres.example'];
  const fetcher = held();
  const room = await openRoom({ fetch: fetcher.fetch, given: { hosts } });
  await room.settings.update({ attachments: { perHost: 5 } }, somebody);
  const lists = hosts.flatMap((one, index) => pictures(20, index * 20, `https://${one}`));
  await room.report(1, withPictures(lists));
  await fetcher.until(() => fetcher.open.length === 10);
  const most = new Map<string, number>();
  let mostInAll = 0;
  let ended = 0;
  while (ended < 60) {
    await fetcher.until(() => fetcher.open.length >= Math.min(10, 60 - ended));
    mostInAll = Math.max(mostInAll, fetcher.open.length);
    for (const one of hosts) {
      const count = fetcher.open.filter(({ task }) => hostOfTask(task) === one).length;
      most.set(one, Math.max(most.get(one) ?? 0, count));
    }
    const one = fetcher.open[ended % fetcher.open.length];
    one?.end(landed(one.task, Buffer.from(one.task.url)));
    ended += 1;
  }
  await room.settled();
  expect(mostInAll).toBe(10);
  for (const count of most.values()) expect(count).toBeLessThanOrEqual(5);
  expect(Math.max(...most.values())).toBe(5);
});

test('two slow hosts with five thousand files each do not hold back a third', async () => {
  const fetcher = held();
  const room = await openRoom({
    fetch: fetcher.fetch,
    given: { hosts: ['lento.example', 'pesado.example', 'rapido.example'] },
    isStarted: false,
  });
  const recordId = await room.report(1, withPictures([]));
  await queueRows(room, recordId, 'lento.example', 5000);
  await queueRows(room, recordId, 'pesado.example', 5000);
  void room.attachments.start();
  await fetcher.until(() => fetcher.open.length === 8);
  await queueRows(room, recordId, 'rapido.example', 3);
  room.attachments.wake([]);
  for (let n = 0; n < 2; n++) {
    const slow = fetcher.open.find(({ task }) => hostOfTask(task) !== 'rapido.example');
    slow?.end(landed(slow.task, Buffer.from(slow.task.url)));
    await fetcher.until(() => fetcher.open.length === 8);
  }
  const fast = fetcher.open.filter(({ task }) => hostOfTask(task) === 'rapido.example');
  expect(fast.map(({ task }) => pathOf(task))).toEqual(['rapido.example/0.jpg', 'rapido.example/1.jpg']);
});

test('one slow host alone uses no more than its share, and the rest of the places are free for another', async () => {
  const fetcher = held();
  const room = await openRoom({
    fetch: fetcher.fetch,
    given: { hosts: ['lento.example', 'rapido.example'] },
    isStarted: false,
  });
  await room.settings.update({ attachments: { perHost: 16 } }, somebody);
  const recordId = await room.report(1, withPictures([]));
  await queueRows(room, recordId, 'lento.example', 5000);
  void room.attachments.start();
  await fetcher.until(() => fetcher.open.length === 16);
  await queueRows(room, recordId, 'rapido.example', 2);
  room.attachments.wake([]);
  await fetcher.until(() => fetcher.open.length === 18);
  expect(fetcher.open.filter(({ task }) => hostOfTask(task) === 'rapido.example')).toHaveLength(2);
});

test('paused, nothing is begun; what is arriving arrives; then it goes on, also after a restart', async () => {
  const fetcher = held();
  const room = await openRoom({ fetch: fetcher.fetch });
  const id = await room.report(1, withPictures(pictures(6)));
  await fetcher.until(() => fetcher.open.length === 4);
  await room.settings.update({ attachments: { paused: true } }, somebody);
  for (const one of [...fetcher.open]) one.end(landed(one.task, Buffer.from(one.task.url)));
  await room.settled();
  expect((await room.rowsOf(id)).map(({ state }) => state).sort()).toEqual([
    'queued',
    'queued',
    'stored',
    'stored',
    'stored',
    'stored',
  ]);
  await room.close();
  const again = await openRoom({ dataDir: room.dataDir });
  await again.settled();
  expect(again.asked).toEqual([]);
  await again.settings.update({ attachments: { paused: false } }, somebody);
  await again.settled();
  expect(again.asked).toHaveLength(2);
});

test('closed while it downloads, it goes on where it was, and the try that was cut short is not counted', async () => {
  const fetcher = held();
  const room = await openRoom({
    fetch: fetcher.fetch,
    given: { hosts: [host] },
  });
  const id = await room.report(1, withPictures(pictures(10)));
  await fetcher.until(() => fetcher.open.length === 4);
  const first = fetcher.open[0];
  first?.end(landed(first.task, Buffer.from(first.task.url)));
  await fetcher.until(() => fetcher.open.length === 4 && room.asked.length === 5);
  await room.close();
  expect(room.asked).toHaveLength(5);
  const again = await openRoom({ dataDir: room.dataDir });
  await again.settled();
  const rows = await again.rowsOf(id);
  expect(rows.every(({ state, attempts }) => state === 'stored' && attempts === 1)).toBe(true);
  expect(again.asked).toHaveLength(9);
});

test('with too little room on the disk nothing is begun, and it goes on by itself', async () => {
  let free = 100 * 1024 * 1024;
  const room = await openRoom({ freeBytes: () => free });
  const id = await room.report(1, withPictures(pictures(2)));
  await room.settled();
  expect([room.asked.length, room.attachments.isDiskLow()]).toEqual([0, true]);
  room.clock.advance(60_000);
  await room.settled();
  expect(room.asked).toHaveLength(0);
  free = 10 * 1024 ** 3;
  room.clock.advance(10_000);
  await room.settled();
  expect((await room.rowsOf(id)).map(({ state }) => state)).toEqual(['stored', 'stored']);
});

test('a disk that fills up under a file is no failure of the file, however long it lasts', async () => {
  let isFull = true;
  const room = await openRoom({
    fetch: () => (isFull ? notFetched('diskLow', { detail: 'ENOSPC' }) : notFetched('timeout')),
  });
  const id = await room.report(1, withPictures(pictures(1)));
  for (let n = 0; n < 20; n++) {
    await room.settled();
    room.clock.advance(60_000);
  }
  await room.settled();
  expect(room.asked.length).toBeGreaterThan(15);
  expect(await room.rowsOf(id)).toMatchObject([{ state: 'queued', problem: 'diskLow', attempts: 0 }]);
  isFull = false;
  room.clock.advance(60_000);
  await room.settled();
  expect(await room.rowsOf(id)).toMatchObject([{ state: 'queued', problem: 'timeout', attempts: 1 }]);
});

test('limits go with each file, and one that is too large is refused until somebody wants it', async () => {
  let most = 0;
  const room = await openRoom({
    fetch: (task) => {
      most = task.maximumBytes;
      return task.maximumBytes < 200 * 1024 * 1024
        ? notFetched('tooLarge')
        : landed(task, Buffer.from('foto'));
    },
  });
  const id = await room.report(1, withPictures(pictures(1)));
  await room.settled();
  expect(most).toBe(50 * 1024 * 1024);
  expect(await room.rowsOf(id)).toMatchObject([
    { state: 'refused', problem: 'tooLarge', nextAttemptAt: null },
  ]);
  await room.settings.update({ attachments: { maximumMegabytes: 200 } }, somebody);
  await room.settled();
  expect(room.asked).toHaveLength(1);
  expect(await room.attachments.retry({ recordId: id }, somebody)).toBe(1);
  await room.settled();
  expect(await room.rowsOf(id)).toMatchObject([{ state: 'stored' }]);
});

test('of one report only so many are fetched by themselves, the others by hand', async () => {
  const room = await openRoom();
  await room.settings.update({ attachments: { maximumPerRecord: 3 } }, somebody);
  const id = await room.report(1, withPictures(pictures(5)));
  await room.settled();
  const states = async () => (await room.rowsOf(id)).map(({ state, problem }) => `${state} ${problem}`);
  expect(await states()).toEqual([
    'stored null',
    'stored null',
    'stored null',
    'refused tooManyOfRecord',
    'refused tooManyOfRecord',
  ]);
  const last = (await room.rowsOf(id)).at(-1);
  expect(await room.attachments.retry({ id: last?.id ?? 0 }, somebody)).toBe(1);
  await room.settled();
  expect((await states()).slice(3)).toEqual(['refused tooManyOfRecord', 'stored null']);
});

test('by hand one goes first, before all that waits', async () => {
  const fetcher = held();
  const room = await openRoom({ fetch: fetcher.fetch });
  const id = await room.report(1, withPictures(pictures(30)));
  await fetcher.until(() => fetcher.open.length === 4);
  const last = (await room.rowsOf(id)).at(-1);
  await room.attachments.retry({ id: last?.id ?? 0 }, somebody);
  fetcher.open[0]?.end(notFetched('timeout'));
  await fetcher.until(() => fetcher.open.length === 4);
  expect(fetcher.open.at(-1)?.task.id).toBe(last?.id);
  expect(await room.audit('attachment.retried')).toEqual([{ subject: `attachment:${last?.id}`, count: 1 }]);
});

test('all that failed are fetched again by one click, also behind many that cannot be', async () => {
  let isDown = true;
  const room = await openRoom({
    fetch: (task) => (isDown ? notFetched('unreachable') : landed(task, Buffer.from(task.url))),
    isStarted: false,
  });
  const recordId = await room.report(1, withPictures([]));
  await queueRows(room, recordId, 'otro.example', 450);
  await queueRows(room, recordId, host, 450);
  await room.store.write(async (tx) => {
    await tx.run(
      "UPDATE attachment SET state = 'failed', next_attempt_at = NULL, attempts = 14, problem = 'timeout'",
    );
  });
  isDown = false;
  expect(await room.attachments.retry({ all: 'failed' }, somebody)).toBe(450);
  expect(await room.attachments.retry({ all: 'failed' }, somebody)).toBe(0);
  const entries = await room.audit('attachment.retried');
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(450);
  expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set(['attachments']));
  await room.attachments.start();
  await room.settled();
  const states = new Map<string, number>();
  for (const { host: of, state } of await room.rowsOf(recordId))
    states.set(`${of} ${state}`, (states.get(`${of} ${state}`) ?? 0) + 1);
  expect(states.get(`${host} stored`)).toBe(450);
});

test('what is stored, arrives or has no approved host is left as it is', async () => {
  const fetcher = held();
  const room = await openRoom({ fetch: fetcher.fetch });
  const id = await room.report(
    1,
    withPictures([
      ...pictures(1),
      ...pictures(1, 2, 'https://otro.example'),
      ...pictures(1, 3, 'ftp://otro.example').map((one) => ({ ...one, baseUrl: null })),
    ]),
  );
  await fetcher.until(() => fetcher.open.length === 1);
  expect(await room.attachments.retry({ recordId: id }, somebody)).toBe(0);
  const one = fetcher.open[0];
  one?.end(landed(one.task, Buffer.from('foto')));
  await room.settled();
  for (const { id: one } of await room.rowsOf(id))
    expect(await room.attachments.retry({ id: one }, somebody)).toBe(0);
  expect(await room.attachments.retry({ id: 999_999 }, somebody)).toBe(0);
  expect((await room.rowsOf(id)).map(({ state }) => state)).toEqual([
    'stored',
    'awaitingApproval',
    'refused',
  ]);
  expect(await room.audit('attachment.retried')).toEqual([]);
});

test('times are kept over a restart', async () => {
  const dataDir = temporaryFolder();
  const clock = new ManualClock();
  const room = await openRoom({ dataDir, clock, fetch: () => notFetched('timeout') });
  await room.report(1, withPictures(pictures(1)));
  await room.settled();
  await room.close();
  const again = await openRoom({ dataDir, clock: new ManualClock(clock.now() + 1999) });
  await again.settled();
  expect(again.asked).toEqual([]);
  again.clock.advance(1);
  await again.settled();
  expect(again.asked).toHaveLength(1);
});

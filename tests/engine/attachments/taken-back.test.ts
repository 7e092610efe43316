import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type {
  FetchOptions,
  FetchOutcome,
  FetchTask,
} from '../../../main/engine/attachments/downloads/http-get.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
import { settled } from '../../files/settled.ts';
import { type EngineHouse, sharedEngineHouse } from './house.ts';
import { host, landed, openRoom, pictures, type Room, somebody, withPictures } from './room-house.ts';

const bytes = Buffer.alloc(200_000, 7);
const { house: shared, openServer } = sharedEngineHouse({ attachments: { allowLoopback: true } });
let reports = 0;
const approve = (house: EngineHouse, ...hosts: string[]) =>
  Promise.all(
    hosts.map((one) => house.client.attachments.decideHost({ host: one, decision: 'approved' as const })),
  );
const landing = (house: EngineHouse) => readdirSync(join(house.dataDir, 'attachments', 'landing'));
/** Until so many downloads have their first bytes. */
const arriving = (house: EngineHouse, count: number) =>
  house.until(async () => {
    const { active } = await house.client.attachments.downloads();
    return active.filter((one) => one.bytes > 0).length === count;
  });

test.each([
  ['refused', 'refused', 'hostRefused'],
  ['pending', 'awaitingApproval', 'hostNotApproved'],
] as const)(
  '%s while it arrives, it ends at once, nothing of it is kept, and others go on',
  async (decision, state, problem) => {
    const server = await openServer();
    const goOn = server.hold();
    const closed = Promise.withResolvers<boolean>();
    const mine = server.serve('mia.bin', (response) => {
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1000));
      void once(response, 'close').then(() => closed.resolve(response.writableFinished));
    });
    const other = server.serve('otra.bin', bytes).replace('127.0.0.1', 'localhost');
    const house = shared();
    const { host } = new URL(mine);
    await approve(house, host, new URL(other).host);
    const recordId = await sendReport(house, reportNaming(++reports, [mine, other]));
    await arriving(house, 2);
    expect(landing(house)).toHaveLength(2);
    await house.client.attachments.decideHost({ host, decision });
    expect(await closed.promise).toBe(false);
    const [first, second] = await settled(house, recordId, 1, (one) => one.state === state);
    expect(first).toMatchObject({ state, problem: { code: problem, detail: host }, attempts: 0 });
    expect(landing(house)).toEqual([`${second?.id}.part`]);
    goOn();
    await settled(house, recordId, 1, (one) => one.state === 'stored');
    expect(server.asked.toSorted()).toEqual(['/mia.bin', '/otra.bin']);
  },
);

test.each([
  ['refused', 'refused', 'hostRefused'],
  ['pending', 'awaitingApproval', 'redirectHostNotApproved'],
] as const)('%s, a host that a download was redirected to ends it too', async (decision, state, problem) => {
  const server = await openServer();
  server.hold();
  const there = server.serve('alla.bin', bytes).replace('127.0.0.1', 'localhost');
  const here = server.serve(
    'aqui.bin',
    (response) => void response.writeHead(302, { location: there }).end(),
  );
  const house = shared();
  await approve(house, new URL(here).host, new URL(there).host);
  const recordId = await sendReport(house, reportNaming(++reports, [here]));
  await arriving(house, 1);
  await house.client.attachments.decideHost({ host: new URL(there).host, decision });
  const [ended] = await settled(house, recordId, 1, (one) => one.state === state);
  expect(ended).toMatchObject({ host: new URL(there).host, problem: { code: problem }, attempts: 0 });
  expect(landing(house)).toEqual([]);
});

/** A fetcher that answers when told, or when it is to give up. */
function held(needsHttp = false) {
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<FetchOutcome>();
  let asked: FetchTask | null = null;
  return {
    begun: begun.promise,
    end: (outcome: (task: FetchTask) => FetchOutcome) => {
      if (asked !== null) answer.resolve(outcome(asked));
    },
    fetch: (task: FetchTask, _: unknown, { signal, onHop }: FetchOptions): Promise<FetchOutcome> => {
      // Only the first is held.
      if (asked !== null) return Promise.resolve(landed(task, Buffer.from(task.url)));
      asked = task;
      onHop?.({ host, needsHttp });
      signal.addEventListener('abort', () => answer.resolve({ outcome: 'aborted' }));
      begun.resolve();
      return answer.promise;
    },
  };
}
const decide = (room: Room, decision: 'approved' | 'refused' | 'pending', allowHttp = false) =>
  room.attachments.hosts.decide({ host, decision, allowHttp }, somebody);
const rowOf = async (room: Room, id: number) => (await room.rowsOf(id))[0];

test('unencrypted no more, what arrives so is ended, and what arrives otherwise goes on', async () => {
  for (const needsHttp of [true, false]) {
    const fetcher = held(needsHttp);
    const room = await openRoom({ given: { hosts: [] }, fetch: fetcher.fetch });
    await decide(room, 'approved', true);
    const id = await room.report(1, withPictures(pictures(1, 1, `http://${host}:443`)));
    await fetcher.begun;
    await decide(room, 'approved', false);
    fetcher.end((task) => landed(task, Buffer.from('foto')));
    await room.settled();
    expect(await rowOf(room, id)).toMatchObject(
      needsHttp
        ? { state: 'refused', problem: 'httpNotAllowed', attempts: 0, host }
        : { state: 'stored', problem: null },
    );
    expect(room.asked).toHaveLength(1);
    await decide(room, 'approved', true);
    await room.settled();
    expect(await rowOf(room, id)).toMatchObject({ state: 'stored', attempts: 1 });
  }
});

test('what is whole at the last moment is not kept either', async () => {
  const answer = Promise.withResolvers<FetchOutcome>();
  const begun = Promise.withResolvers<FetchTask>();
  const room = await openRoom({
    given: { hosts: [] },
    fetch: (task) => {
      begun.resolve(task);
      return answer.promise;
    },
  });
  await decide(room, 'approved');
  const id = await room.report(1, withPictures(pictures(1)));
  const task = await begun.promise;
  await decide(room, 'refused');
  await room.attachments.hosts.settled();
  answer.resolve(landed(task, Buffer.from('foto')));
  await room.settled();
  expect(await rowOf(room, id)).toMatchObject({ state: 'refused', problem: 'hostRefused', sha256: null });
  const folder = join(room.dataDir, 'attachments');
  expect([readdirSync(join(folder, 'landing')), readdirSync(join(folder, 'content'))]).toEqual([[], []]);
});

test('refused and approved again before it has ended, it is fetched anew', async () => {
  const fetcher = held();
  const room = await openRoom({ given: { hosts: [] }, fetch: fetcher.fetch });
  await decide(room, 'approved');
  const id = await room.report(1, withPictures(pictures(1)));
  await fetcher.begun;
  await Promise.all([decide(room, 'refused'), decide(room, 'approved')]);
  await room.settled();
  expect(await rowOf(room, id)).toMatchObject({ state: 'stored', attempts: 1 });
  expect(room.asked).toHaveLength(2);
});

test('what arrived when Perito was killed stands at the next start as its host was decided by then', async () => {
  for (const [decision, state] of [
    ['refused', 'refused'],
    [null, 'awaitingApproval'],
  ] as const) {
    const fetcher = held();
    // Given for this run only, unless it is decided.
    const room = await openRoom({ fetch: fetcher.fetch });
    const id = await room.report(1, withPictures(pictures(1)));
    await fetcher.begun;
    if (decision !== null)
      await room.store.write(async (tx) => {
        await tx.run(
          "INSERT INTO attachment_host (host, decision, allow_http, decided_at, decided_by) VALUES (?, ?, 0, 1, 'Ana Prueba')",
          host,
          decision,
        );
      });
    await room.close();
    const again = await openRoom({ dataDir: room.dataDir, given: { hosts: [] } });
    await again.settled();
    expect(await rowOf(again, id)).toMatchObject({ state, attempts: 0 });
    expect(again.asked).toEqual([]);
  }
});

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAbsences } from '../../main/engine/absences/index.ts';
import { createChanges } from '../../main/engine/changes/index.ts';
import {
  type Absence,
  heartbeatFile,
  lengthBetween,
  type Moment,
  openHeartbeat,
} from '../../main/engine/receiver/heartbeat.ts';
import { openJournalledStore } from './journal-house.ts';
import { ManualClock } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const minute = 60_000;
const hour = 60 * minute;
const week = 7 * 24 * hour;
const silent = { info() {}, warn() {}, error() {} };

/** A computer whose time a test moves: it runs on, its clock is set, it starts anew. */
class Computer {
  at = Date.parse('2026-11-20T22:05:00Z');
  uptime = 5 * hour;
  boot: string | null = 'first';

  now = (): Moment => ({ at: this.at, uptime: this.uptime, boot: this.boot });
  pass(milliseconds: number): void {
    this.at += milliseconds;
    this.uptime += milliseconds;
  }
  /** Off for a while, and on for a minute. */
  startAnew(off: number, boot: string | null = 'second'): void {
    this.at += off + minute;
    this.uptime = minute;
    this.boot = boot;
  }
}

function opened(computer: Computer, dataDir = temporaryFolder()) {
  let told = 0;
  const onAbsence = () => {
    told += 1;
  };
  const open = () => openHeartbeat({ dataDir, log: silent, now: computer.now, onAbsence });
  return { dataDir, open, told: () => told };
}

const since = (computer: Computer, length: number, why: Absence['why'], ago = 0): Absence[] => [
  { from: computer.at - ago - length, until: computer.at - ago, why },
];

test('a run that was closed, and one that was killed, are told of by the next, once, until an engine keeps them', () => {
  const computer = new Computer();
  const { open, told } = opened(computer);
  const first = open();
  first.note('starting');
  first.note('listening');
  computer.pass(2 * hour);
  first.end();
  computer.startAnew(14 * hour);
  const second = open();
  second.note('starting');
  expect(second.waiting()).toEqual([]);
  second.note('listening');
  const closed = since(computer, 14 * hour + minute, 'closed');
  expect([second.waiting(), told()]).toEqual([closed, 1]);
  computer.pass(10_000);
  second.note('listening');
  // It is killed here: what nobody kept is told of again, with what came since.
  computer.pass(3 * hour);
  const third = open();
  third.note('listening');
  expect(third.waiting()).toEqual([...closed, ...since(computer, 3 * hour + 10_000, 'killed')]);
  third.keptUntil(computer.at);
  expect([third.waiting(), open().waiting()]).toEqual([[], []]);
});

test('a sleep and a receiver that takes nothing are told of; a minute, a key that is missing and a first start are not', () => {
  const computer = new Computer();
  const { open } = opened(computer);
  const beat = open();
  beat.note('noKey');
  computer.pass(9 * hour);
  beat.note('noKey');
  beat.note('listening');
  computer.pass(59_000);
  beat.note('listening');
  expect(beat.waiting()).toEqual([]);
  computer.pass(8 * hour);
  beat.note('listening');
  const slept = since(computer, 8 * hour, 'asleep');
  expect(beat.waiting()).toEqual(slept);
  computer.pass(10_000);
  beat.note('failed');
  computer.pass(30 * minute);
  beat.note('failed');
  beat.note('listening');
  expect(beat.waiting()).toEqual([...slept, ...since(computer, 30 * minute + 10_000, 'notListening')]);
});

test('a clock that is set makes no hours up and takes none away', () => {
  const computer = new Computer();
  const { open } = opened(computer);
  const first = open();
  first.note('listening');
  computer.at += 10 * hour;
  computer.pass(10_000);
  first.note('listening');
  expect(first.waiting()).toEqual([]);
  first.end();
  // Set back while it is closed for an hour, in the same run of the computer.
  computer.at -= 20 * hour;
  computer.pass(hour);
  const second = open();
  second.note('listening');
  expect(second.waiting()).toEqual(since(computer, hour, 'closed'));
  second.keptUntil(computer.at);
  // Set forward by a year.
  computer.at += 365 * 24 * hour;
  computer.pass(20_000);
  const third = open();
  third.note('listening');
  expect(third.waiting()).toEqual([]);
});

test('between two starts of the computer the clock counts, but never less than the computer is up', () => {
  const at = (uptime: number, boot: string | null, clock: number): Moment => ({ uptime, boot, at: clock });
  expect(lengthBetween(at(hour, 'a', 0), at(minute, 'b', 5 * hour))).toBe(5 * hour);
  expect(lengthBetween(at(hour, 'a', 5 * hour), at(2 * hour, 'b', 0))).toBe(2 * hour);
  // Where the system does not name its starts.
  expect(lengthBetween(at(hour, null, 9 * hour), at(2 * hour, null, 10 * hour))).toBe(hour);
  expect(lengthBetween(at(9 * hour, null, 9 * hour), at(hour, null, 20 * hour))).toBe(11 * hour);
});

test.each([
  ['is gone', (file: string) => rmSync(file)],
  ['was cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 40))],
  ['is not what was written', (file: string) => writeFileSync(file, '{"beat":{"at":"x"},"waiting":[1]}')],
  ['is too long', (file: string) => writeFileSync(file, ' '.repeat(70_000))],
])('a file that %s tells of nothing', (_, change) => {
  const computer = new Computer();
  const { open, dataDir } = opened(computer);
  open().note('listening');
  change(join(dataDir, heartbeatFile));
  computer.startAnew(5 * hour);
  const next = open();
  next.note('listening');
  expect(next.waiting()).toEqual([]);
});

test('an absence says what usually comes at such hours, which ids are missing, and is read with all before it', async () => {
  const clock = new ManualClock(Date.parse('2026-10-01T22:00:00Z'));
  const start = clock.now();
  const house = await openJournalledStore({ dataDir: temporaryFolder(), clock });
  const { store } = house;
  const changes = createChanges(clock);
  onTestFinished(async () => {
    changes.close();
    await house.close();
  });
  const absences = createAbsences({ store, clock, changes });
  let id = 100;
  const order = async () => {
    id += 1;
    await house.receive({ kind: 'purchaseOrder', marketplaceId: id, body: { purchaseOrderId: id } });
  };
  // Five weeks: two orders at ten in the evening and one at noon, which no absence of the evening is compared with.
  for (let turn = 0; turn < 5; turn++) {
    clock.advance(start + turn * week + 5 * minute - clock.now());
    await order();
    await order();
    clock.advance(14 * hour);
    await order();
  }
  const from = start + 5 * week;
  const until = from + 10 * hour;
  clock.advance(until + minute - clock.now());
  id += 3;
  await order();
  await absences.keep([
    { from: from - week, until: from - week + 2 * minute, why: 'asleep' },
    { from, until, why: 'closed' },
    { from, until: until + 1, why: 'killed' },
  ]);
  const { rows, unseen } = await absences.list();
  expect([rows.map(({ why }) => why), unseen]).toEqual([['closed', 'asleep'], 2]);
  const [last, before] = rows;
  expect(await absences.find(last?.id ?? 0)).toMatchObject({
    usual: { weeks: 4, calls: [{ kind: 'purchaseOrder', count: 2 }] },
    gaps: [{ kind: 'purchaseOrder', lastBefore: 115, firstAfter: 119, missing: 3, usually: 0 }],
  });
  const ana = { person: 'Ana Prueba', via: 'token' } as const;
  expect(await absences.setSeen(last?.id ?? 0, ana)).toMatchObject({ seenBy: 'Ana Prueba' });
  expect(await absences.find(before?.id ?? 0)).toMatchObject({ seenBy: 'Ana Prueba' });
  expect((await absences.list()).unseen).toBe(0);
  expect([await absences.find(99), await absences.setSeen(99, ana)]).toEqual([null, null]);
});

test('of two engines of an office, the time in which the other received is told of by neither', () => {
  const computer = new Computer();
  const dataDir = temporaryFolder();
  const open = (unledMilliseconds: number | null) =>
    openHeartbeat({ dataDir, log: silent, now: computer.now, onAbsence() {}, unledMilliseconds });
  const first = open(0);
  first.note('listening');
  first.end();
  computer.pass(9 * hour);
  const second = open(300);
  second.note('listening');
  expect(second.waiting()).toEqual([]);
  second.end();
  // Then nobody led for two hours: the office was closed, or its server away.
  computer.pass(5 * hour);
  const third = open(2 * hour);
  third.note('listening');
  expect(third.waiting()).toEqual(since(computer, 2 * hour, 'closed'));
  third.end();
  // One that leads alone knows it by itself.
  computer.pass(hour);
  const fourth = open(week);
  fourth.note('listening');
  expect(fourth.waiting().at(-1)).toEqual(since(computer, hour, 'closed')[0]);
});

test('an engine that takes over a silence that nobody tells of tells of it, though it never received before', () => {
  const computer = new Computer();
  const openNew = (unledMilliseconds: number | null) => {
    const options = { dataDir: temporaryFolder(), log: silent, now: computer.now, onAbsence() {} };
    const heartbeat = openHeartbeat({ ...options, unledMilliseconds });
    heartbeat.note('listening');
    return heartbeat.waiting();
  };
  expect(openNew(12 * hour)).toEqual(since(computer, 12 * hour, 'killed'));
  for (const nobody of [300, null]) expect(openNew(nobody)).toEqual([]);
});

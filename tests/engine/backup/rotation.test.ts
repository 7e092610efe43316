/** Which backups are kept. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KeptBackup, surplusBackups } from '../../../main/engine/backup/rotation.ts';

const day = 86_400_000;
const usual = { daily: 7, weekly: 4, monthly: 12 };
const nameOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const at = (time: string): KeptBackup => ({ name: nameOf(Date.parse(time)), hasDatabase: true });

/** What stays of these, the newest first. */
function kept(
  backups: readonly KeptBackup[],
  keep = usual,
  now = Date.parse('2027-12-31T12:00:00'),
): string[] {
  const surplus = new Set(surplusBackups(backups, keep, now));
  return backups
    .map(({ name }) => name)
    .filter((name) => !surplus.has(name))
    .sort()
    .reverse();
}

describe('backups are kept', () => {
  test('that are the newest of their day, week or month, in the time of this computer', () => {
    const backups = [
      // A Wednesday, twice.
      at('2026-11-25T08:00:00'),
      at('2026-11-25T23:59:59'),
      at('2026-11-24T00:00:00'),
      at('2026-11-23T12:00:00'),
      // The Sunday before, of another week.
      at('2026-11-22T23:00:00'),
      at('2026-11-21T12:00:00'),
      at('2026-10-31T23:00:00'),
      at('2026-10-30T12:00:00'),
    ];
    const names = (...indices: number[]) => indices.map((index) => backups[index]?.name);
    expect(kept(backups, { daily: 1, weekly: 0, monthly: 0 })).toEqual(names(1));
    expect(kept(backups, { daily: 3, weekly: 0, monthly: 0 })).toEqual(names(1, 2, 3));
    expect(kept(backups, { daily: 1, weekly: 2, monthly: 0 })).toEqual(names(1, 4));
    expect(kept(backups, { daily: 1, weekly: 0, monthly: 2 })).toEqual(names(1, 6));
    expect(kept(backups)).toEqual(names(1, 2, 3, 4, 5, 6, 7));
  });

  test('as weeks of ISO 8601 have them, over the end of a year', () => {
    // Thursday and Friday of the same week; the Monday after it.
    const backups = [at('2026-12-31T12:00:00'), at('2027-01-01T12:00:00'), at('2027-01-04T12:00:00')];
    expect(kept(backups, { daily: 1, weekly: 2, monthly: 0 })).toEqual([backups[2]?.name, backups[1]?.name]);
  });

  test('for a year of daily ones: a week of days, a month of weeks, a year of months', () => {
    let present: KeptBackup[] = [];
    for (let time = Date.parse('2026-01-01T18:00:00'); time < Date.parse('2027-06-01'); time += day) {
      present.push({ name: nameOf(time), hasDatabase: true });
      const surplus = new Set(surplusBackups(present, usual, time));
      present = present.filter(({ name }) => !surplus.has(name));
      expect(present.length).toBeLessThanOrEqual(7 + 4 + 12);
    }
    expect(present.map(({ name }) => name.slice(0, 8))).toEqual([
      ...['20260630', '20260731', '20260831', '20260930', '20261031', '20261130', '20261231'],
      ...['20270131', '20270228', '20270331', '20270430'],
      ...['20270516', '20270523'],
      ...['20270525', '20270526', '20270527', '20270528', '20270529', '20270530', '20270531'],
    ]);
  });

  const moment = fc
    .integer({ min: 0, max: 800 * 24 })
    .map((hours) => Date.UTC(2026, 0, 1) + hours * 3_600_000);
  const backups = fc.uniqueArray(fc.record({ time: moment, hasDatabase: fc.boolean() }), {
    selector: ({ time }) => time,
    maxLength: 60,
  });
  const keeping = fc.record({
    daily: fc.integer({ min: 1, max: 10 }),
    weekly: fc.integer({ min: 0, max: 10 }),
    monthly: fc.integer({ min: 0, max: 10 }),
  });

  test('whatever there is: the newest of all, and the newest with what people made; and what is kept once stays', () => {
    fc.assert(
      fc.property(backups, keeping, moment, (made, keep, now) => {
        const all = made.map(({ time, hasDatabase }) => ({ name: nameOf(time), hasDatabase, time }));
        const past = all.filter(({ time }) => time <= now + day).sort((one, other) => other.time - one.time);
        const staying = kept(all, keep, now);
        const newest = [past[0], past.find(({ hasDatabase }) => hasDatabase)].flatMap(
          (one) => one?.name ?? [],
        );
        expect(staying).toEqual(expect.arrayContaining(newest));
        // What a wrong clock named is left alone.
        for (const { name, time } of all) if (time > now + day) expect(staying).toContain(name);
        const days = new Map(
          past.toReversed().map(({ name, time }) => [new Date(time).toDateString(), name]),
        );
        const newestDays = [...days.values()].sort().reverse().slice(0, keep.daily);
        expect(staying).toEqual(expect.arrayContaining(newestDays));
        const counted = staying.filter((name) => past.some((one) => one.name === name));
        expect(counted.length).toBeLessThanOrEqual(keep.daily + keep.weekly + keep.monthly + 1);
        const remaining = all.filter(({ name }) => staying.includes(name));
        expect(surplusBackups(remaining, keep, now)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('also where the clock was set back: those of the future take nobody’s place', () => {
    const now = Date.parse('2026-11-23T12:00:00');
    const future = Array.from({ length: 30 }, (_, index) => nameOf(now + (index + 2) * day));
    const present = Array.from({ length: 3 }, (_, index) => nameOf(now - index * day));
    const all = [...future, ...present].map((name) => ({ name, hasDatabase: true }));
    expect(surplusBackups(all, { daily: 7, weekly: 0, monthly: 0 }, now)).toEqual([]);
  });

  test('by days that have 23 or 25 hours as by others', () => {
    const code = `import { surplusBackups } from './main/engine/backup/rotation.ts';
      const names = JSON.parse(process.argv[1]);
      const all = names.map((name) => ({ name, hasDatabase: true }));
      console.log(JSON.stringify(surplusBackups(all, { daily: 90, weekly: 0, monthly: 0 }, Date.UTC(2027, 0, 1))));`;
    const surplusIn = (zone: string, names: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(names)], {
          cwd: fileURLToPath(new URL('../../..', import.meta.url)),
          env: { ...process.env, TZ: zone },
        }).toString(),
      );
    // 8 March 2026 has 23 hours in New York: 05:00 to 04:00 of the next day. 1 November has 25: 04:00 to 05:00.
    const names = ['20260308T045959Z', '20260308T050000Z', '20260309T035959Z', '20260309T040000Z'];
    expect(surplusIn('America/New_York', names)).toEqual(['20260308T050000Z']);
    const autumn = [
      '20261101T040000Z',
      '20261101T053000Z',
      '20261101T063000Z',
      '20261102T045959Z',
      '20261102T050000Z',
    ];
    expect(surplusIn('America/New_York', autumn)).toEqual([
      '20261101T063000Z',
      '20261101T053000Z',
      '20261101T040000Z',
    ]);
  });
});

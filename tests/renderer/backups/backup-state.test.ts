import { CircleCheck } from 'lucide-react';
import { describe, expect, it, test } from 'vitest';
import {
  type Backups,
  backupPhases,
  chipOf,
  foldersOf,
  inOrder,
  instantOfName,
  nextOf,
  scheduleDraft,
  stateOfPlace,
  stateOfSecondCopy,
  warningOf,
  withSchedule,
} from '../../../renderer/backups/backup-state.ts';
import {
  type BackupConfiguration,
  type BackupPlace,
  type BackupSummary,
  backupConfiguration,
  backupProgress,
  type PlaceProblem,
  type RestorableCopy,
  type SecondCopyStatus,
} from '../../../shared/contract/backups.ts';

const now = Date.UTC(2026, 10, 23, 14);
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const day = 24 * 60;
const id = '5f0c1a52-0a4b-4c39-9d2b-6a3f8f8e2a11';

const made = (minutes: number): BackupSummary => ({
  ...{ name: '20261123T060000Z', madeAt: ago(minutes), cause: 'schedule', version: '0.1.0' },
  ...{
    lastEntry: 1,
    lastEntryAt: ago(minutes),
    records: 1,
    attachments: 0,
    bytes: 1,
    newBytes: 1,
    missing: 0,
    hasDatabase: true,
  },
});
const place = (more: Partial<BackupPlace> = {}): BackupPlace => ({
  ...{ id, folder: '/mnt/a', problem: null, isSameDisk: false, freeBytes: 1, lastGood: made(60) },
  ...{ isTooOld: false, lastFailure: null, nextAt: null },
  ...more,
});
const copy = (more: Partial<SecondCopyStatus> = {}): NonNullable<Backups['secondCopy']> => ({
  ...{ folder: '/mnt/b', state: 'following', problem: null, isSameDisk: false, freeBytes: 1 },
  ...{ arrivals: { behind: 0, since: null }, database: { since: null }, attachments: { behind: 0 } },
  ...{ copiedAt: ago(0), isForThisRun: false },
  ...more,
});
const configuration: BackupConfiguration = {
  places: [{ id, folder: '/mnt/a' }],
  schedule: { isOn: true, hour: 2 },
  keep: { daily: 7, weekly: 4, monthly: 12 },
  warnAfterDays: 3,
  secondCopy: null,
};
const backups = (more: Partial<Backups> = {}): Backups => ({
  ...{
    configuration,
    places: [place()],
    running: null,
    secondCopy: null,
    lacksPlace: false,
    isOnServer: false,
  },
  ...more,
});
const running = { placeId: id, phase: 'journal', done: 1, all: 2, since: ago(1), isEnding: false } as const;
const away: PlaceProblem = { code: 'away', detail: 'ENOENT' };
const full: PlaceProblem = { code: 'full', detail: 'ENOSPC' };
const failed = { at: ago(5), problem: full };

test('phases stand in the order of the contract', () => {
  expect(backupPhases).toEqual(backupProgress.shape.phase.options);
});

describe('the state of a place', () => {
  it.each<[string, Partial<BackupPlace>, string]>([
    ['a good backup', {}, 'good'],
    ['none yet', { lastGood: null }, 'first'],
    ['none, though it is time', { lastGood: null, isTooOld: true }, 'none'],
    ['none, and the first one failed', { lastGood: null, lastFailure: failed }, 'failed'],
    ['a good one, and a later one that failed', { lastFailure: failed }, 'failed'],
    ['a good one that is too old, whatever failed since', { isTooOld: true, lastFailure: failed }, 'tooOld'],
    ['one without what people made', { lastGood: { ...made(60), hasDatabase: false } }, 'partial'],
    ['a disk that is not there', { problem: away, isTooOld: true }, 'away'],
    ['a full disk', { problem: full }, 'unusable'],
  ])('with %s', (_, more, state) => {
    expect(stateOfPlace(place(more), null)).toBe(state);
  });

  it('is that of the backup that is under way there, and not elsewhere', () => {
    expect(stateOfPlace(place({ isTooOld: true }), running)).toBe('running');
    expect(stateOfPlace(place(), { ...running, placeId: crypto.randomUUID() })).toBe('good');
  });
});

describe('the state of the second copy', () => {
  it.each<[string, Partial<SecondCopyStatus>, string]>([
    ['all is there', {}, 'following'],
    ['something waits for a moment', { arrivals: { behind: 3, since: ago(0.5) } }, 'following'],
    ['something has waited for over a minute', { arrivals: { behind: 3, since: ago(1.1) } }, 'catchingUp'],
    ['what people did has waited', { database: { since: ago(2) } }, 'catchingUp'],
    ['photos wait', { attachments: { behind: 2 } }, 'attachments'],
    ['it catches up', { state: 'catchingUp' }, 'catchingUp'],
    ['it starts', { state: 'starting' }, 'starting'],
    ['its disk is away', { state: 'away', problem: away }, 'away'],
    ['its disk is full', { state: 'away', problem: full }, 'unusable'],
  ])('where %s', (_, more, state) => {
    expect(stateOfSecondCopy(copy(more), now)).toBe(state);
  });
});

test('nothing is green on the disk of the data', () => {
  const icon = CircleCheck;
  const toneOf = (tone: 'matched' | 'waiting', isSameDisk: boolean | null) =>
    chipOf({ tone, icon }, isSameDisk).tone;
  expect([false, null, true].map((isSameDisk) => toneOf('matched', isSameDisk))).toEqual([
    ...['matched', 'matched', 'neutral'],
  ]);
  expect(toneOf('waiting', true)).toBe('waiting');
});

describe('the one thing that everybody is told', () => {
  const told = (more: Partial<Backups>) => warningOf(backups(more), now);
  const late = copy({ arrivals: { behind: 312, since: ago(42) } });

  it('is nothing where all is well', () => {
    expect(told({})).toBeNull();
    expect(told({ secondCopy: copy() })).toBeNull();
    expect(told({ secondCopy: copy({ arrivals: { behind: 3, since: ago(0.5) } }) })).toBeNull();
    expect(told({ secondCopy: copy({ attachments: { behind: 9 } }) })).toBeNull();
  });

  it('is that there is no copy at all, once Perito has been used for some days', () => {
    expect(told({ places: [], lacksPlace: true })).toEqual({ tone: 'waiting', type: 'none' });
    expect(told({ places: [] })).toBeNull();
    expect(told({ places: [], lacksPlace: true, secondCopy: copy() })).toBeNull();
  });

  it('is that no backup is good, once there should be one', () => {
    const places = [place({ lastGood: null, isTooOld: true })];
    expect(told({ places })).toEqual({ tone: 'refusal', type: 'neverGood' });
    expect(told({ places: [place({ lastGood: null })] })).toBeNull();
  });

  it('is the newest of those that are all too old, though the second copy is late as well', () => {
    const places = [
      place({ isTooOld: true, lastGood: made(9 * day) }),
      place({ isTooOld: true, lastGood: made(5 * day), problem: away }),
      place({ isTooOld: true, lastGood: null }),
    ];
    expect(told({ places, secondCopy: late })).toEqual({ tone: 'refusal', type: 'tooOld', at: ago(5 * day) });
  });

  it('is the second copy before a place among several', () => {
    const places = [place(), place({ problem: away })];
    expect(told({ places, secondCopy: late })).toEqual({
      ...{ tone: 'waiting', type: 'secondCopyBehind', behind: 312, since: ago(42) },
    });
    expect(told({ places, secondCopy: { ...late, state: 'away', problem: full } })).toEqual({
      ...{ tone: 'refusal', type: 'secondCopyAway', behind: 312, problem: full },
    });
    expect(told({ places, secondCopy: copy({ database: { since: ago(3) } }) })).toEqual({
      ...{ tone: 'waiting', type: 'secondCopyDatabase', since: ago(3) },
    });
  });

  it('is what is wrong with one of several places, the gravest first', () => {
    const folder = '/mnt/c';
    const lacking = place({ folder, isTooOld: true, lastGood: null });
    const old = place({ folder, isTooOld: true, lastGood: made(8 * day) });
    expect(told({ places: [place(), lacking] })).toEqual({
      tone: 'waiting',
      type: 'onePlaceNeverGood',
      folder,
    });
    expect(told({ places: [place(), old] })).toEqual({
      ...{ tone: 'waiting', type: 'onePlaceTooOld', folder, at: ago(8 * day) },
    });
    const afterFailure = { tone: 'waiting', type: 'lastFailed', folder: '/mnt/a', problem: full };
    expect(told({ places: [old, place({ lastFailure: failed })] })).toEqual(afterFailure);
    const gone = { tone: 'waiting', type: 'placeProblem', folder, problem: away };
    expect(told({ places: [place({ lastFailure: failed }), { ...old, problem: away }] })).toEqual(gone);
  });
});

test('folders in which copies may lie are told once each', () => {
  const two = {
    configuration: { ...configuration, places: [...configuration.places, { id, folder: '/mnt/c' }] },
    // Of a data directory that is ill nothing is known but what was configured.
    places: [],
  };
  const places = [
    { folder: '/mnt/a', isSecondCopy: false },
    { folder: '/mnt/c', isSecondCopy: false },
  ];
  expect(foldersOf(backups(two))).toEqual(places);
  expect(foldersOf(backups({ ...two, secondCopy: copy({ folder: '/mnt/c' }) }))).toEqual(places);
  expect(foldersOf(backups({ ...two, secondCopy: copy() }))).toEqual([
    ...places,
    { folder: '/mnt/b', isSecondCopy: true },
  ]);
  const configured = { ...two.configuration, secondCopy: { folder: '/mnt/b' } };
  expect(foldersOf(backups({ ...two, configuration: configured })).at(-1)).toEqual({
    ...{ folder: '/mnt/b', isSecondCopy: true },
  });
});

test('the second copy stands before the backups, of which the newest is first', () => {
  const named = (name: string | null): RestorableCopy => ({
    ...{ name, arrivalsUntil: null, actsUntil: null, entries: 0, backup: null, problem: null },
  });
  const names = ['20261121T060000Z', '20261123T060000Z', null, '20261122T060000Z'];
  expect(inOrder(names.map(named)).map(({ name }) => name)).toEqual([
    ...[null, '20261123T060000Z', '20261122T060000Z', '20261121T060000Z'],
  ]);
  expect(instantOfName('20261123T060102Z')).toBe('2026-11-23T06:01:02Z');
});

describe('a schedule', () => {
  it('that nobody changed is the one that is saved', () => {
    expect(withSchedule(configuration, scheduleDraft(configuration))).toEqual(configuration);
  });

  it.each([
    [{ daily: '0' }, 'keep'],
    [{ daily: 'siete' }, 'keep'],
    [{ monthly: '121' }, 'keep'],
    [{ warnAfterDays: '' }, 'warnAfterDays'],
    [{ warnAfterDays: '1.5' }, 'warnAfterDays'],
  ])('with %j is not taken', (typed, field) => {
    const read = backupConfiguration.safeParse(
      withSchedule(configuration, { ...scheduleDraft(configuration), ...typed }),
    );
    expect(read.error?.issues.map(({ path: [first] }) => first)).toEqual([field]);
  });
});

test.each([
  ['is made now', 'running', ago(20), 'now'],
  ['was due and could not be made', 'away', ago(20), 'soon'],
  ['is due later', 'good', ago(-20), { at: ago(-20) }],
  ['is asked for by people alone', 'good', null, 'none'],
] as const)('of a next backup that %s no moment is said that is over', (_, state, nextAt, said) => {
  expect(nextOf(place({ nextAt }), state, now)).toEqual(said);
});

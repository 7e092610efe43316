import { describe, expect, it } from 'vitest';
import type { attachmentProblemCodes } from '#shared/attachment-terms.ts';
import type { AttachmentHost, Downloads } from '#shared/contract/attachments.ts';
import { makeFormat } from '../../../renderer/app/locale/format.ts';
import {
  canRetry,
  cappedCount,
  decidedPorts,
  nextTry,
  overallState,
  progressOf,
  shareOf,
  waitingRecordsByHost,
} from '../../../renderer/downloads/download-state.ts';
import { attachment } from './attachment.ts';

const none = { queued: 0, awaitingApproval: 0, downloading: 0, failed: 0, refused: 0, unexamined: 0 };
const downloads = (given: Partial<Downloads> & { of?: Partial<Downloads['counts']> }): Downloads => ({
  paused: given.paused ?? false,
  diskLow: given.diskLow ?? false,
  placeAway: given.placeAway ?? false,
  active: given.active ?? [],
  counts: { ...none, ...given.of },
});

describe('what is said of all downloads', () => {
  it.each([
    [downloads({}), 'idle'],
    [downloads({ of: { unexamined: 3 } }), 'idle'],
    [downloads({ of: { failed: 1 } }), 'idleWaiting'],
    [downloads({ of: { queued: 2, downloading: 1 } }), 'downloading'],
    [downloads({ paused: true, of: { queued: 1 } }), 'paused'],
    [downloads({ paused: true, of: { downloading: 1 } }), 'pausing'],
    [downloads({ paused: true, diskLow: true }), 'diskLow'],
  ])('%j: %s', (given, expected) => {
    expect(overallState(given)).toBe(expected);
  });

  it('does not pretend to have counted further than it did', () => {
    const { count } = makeFormat('en');
    expect(cappedCount(1234, count)).toBe('1,234');
    expect(cappedCount(10_000, count)).toBe('10,000+');
  });
});

describe('when a file is tried again', () => {
  const now = Date.parse('2026-11-20T14:00:00.000Z');
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const format = { when: () => 'mañana' };
  it.each([
    [-5, null],
    [0, null],
    [20, { minutes: 1 }],
    [240, { minutes: 4 }],
    [3600, { minutes: 60 }],
    [3700, { when: 'mañana' }],
  ])('in %d seconds: %j', (seconds, expected) => {
    expect(nextTry(at(seconds), now, format)).toEqual(expected);
  });

  it('is not told where the time is none', () => {
    expect(nextTry('luego', now, format)).toBeNull();
  });
});

describe('trying again by hand', () => {
  const problem = (code: (typeof attachmentProblemCodes)[number]) => ({ code, detail: null, at: '' });
  it.each([
    ['what failed', attachment({ state: 'failed', problem: problem('timeout') }), true],
    ['what waits for its next try', attachment({ problem: problem('dnsFailed') }), true],
    ['what was too large', attachment({ state: 'refused', problem: problem('tooLarge') }), true],
    [
      'over the limit of a record',
      attachment({ state: 'refused', problem: problem('tooManyOfRecord') }),
      true,
    ],
    ['what waits for its turn anyway', attachment(), false],
    ['a refused host', attachment({ state: 'refused', problem: problem('hostRefused') }), false],
    [
      'a host nobody approved',
      attachment({ state: 'awaitingApproval', problem: problem('hostNotApproved') }),
      false,
    ],
    ['no address', attachment({ state: 'refused', address: null, problem: problem('noAddress') }), false],
    ['what is here', attachment({ state: 'stored' }), false],
  ])('of %s: %s', (_what, given, expected) => {
    expect(canRetry(given)).toBe(expected);
  });
});

describe('how far a download is', () => {
  const downloading = attachment({ state: 'downloading', progress: { bytes: 10, total: 100 } });
  const active = { attachmentId: 1, recordId: 4, filename: '', host: '', bytes: 60, total: 100 };
  it('is what was told last', () => {
    expect(progressOf(downloading, { active: [active] })).toMatchObject({ bytes: 60, total: 100 });
    expect(progressOf(downloading, { active: [{ ...active, attachmentId: 2 }] })).toEqual({
      bytes: 10,
      total: 100,
    });
    expect(progressOf(attachment(), { active: [active] })).toBeNull();
  });

  it.each([
    [{ bytes: 25, total: 100 }, 0.25],
    [{ bytes: 250, total: 100 }, 1],
    [{ bytes: 25, total: null }, null],
    [{ bytes: 0, total: 0 }, null],
  ])('%j is a share of %s', (progress, expected) => {
    expect(shareOf(progress)).toBe(expected);
  });
});

it('the records whose files wait for a host are named once each, and the files counted', () => {
  const of = (id: number, host: string | null) =>
    attachment({ host, record: { id, kind: 'incidentReport', number: `IR-${id}` } });
  const found = waitingRecordsByHost([
    of(2, 'a.example'),
    of(1, 'a.example'),
    of(2, 'a.example'),
    of(3, null),
    of(3, 'b.example'),
  ]);
  expect(
    [...found].map(([host, { records, files }]) => [host, records.map(({ number }) => number), files]),
  ).toEqual([
    ['a.example', ['IR-2', 'IR-1'], 3],
    ['b.example', ['IR-3'], 1],
  ]);
});

it('other ports of a machine that were decided about are found, and no other machine', () => {
  const hosts = [
    ['fotos.example', 'approved'],
    ['fotos.example:8443', 'refused'],
    ['fotos.example:9443', 'pending'],
    ['fotos.example:80', 'pending'],
    ['mis-fotos.example:8443', 'approved'],
    ['[2001:db8::1]', 'approved'],
    ['[2001:db8::1]:8443', 'pending'],
  ] as const;
  const all = hosts.map(([host, decision]) => ({ ...decidedHost, host, decision }));
  const at = (host: string) => decidedPorts({ host }, all).map((one) => one.host);
  expect(at('fotos.example:9443')).toEqual(['fotos.example', 'fotos.example:8443']);
  expect(at('fotos.example')).toEqual(['fotos.example:8443']);
  expect(at('[2001:db8::1]:8443')).toEqual(['[2001:db8::1]']);
  expect(at('otro.example')).toEqual([]);
});

const decidedHost: AttachmentHost = {
  host: '',
  decision: 'pending',
  allowHttp: false,
  fromCommandLine: false,
  waiting: 0,
  needsHttp: false,
  example: null,
  decidedAt: null,
  decidedBy: null,
};

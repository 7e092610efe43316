/**
 * Knows the hours in which nothing was received, over restarts too: a small file beside the journal says twice a minute that the
 * receiver listens, so that the next start knows since when it did not. Lengths are taken from the computer's uptime wherever that
 * can be, which goes on in a sleep and knows nothing of a clock that is set, so that a new time of day makes no hours up.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { absenceReason, type receiverState } from '#shared/terms.ts';
import type { EngineLog } from '../log.ts';
import { renameFileSync } from '../rename-file.ts';
import { readSmallFile } from '../small-file.ts';

/** How often the receiver's thread says that it goes on, in milliseconds. */
export const beatMilliseconds = 10_000;
/** How often that is written down. */
const writeMilliseconds = 30_000;
/** What is shorter is not told of: a restart, a network that comes back. */
const leastMilliseconds = 60_000;
/** So many wait at most for an engine that keeps them. */
const maxWaiting = 100;

/** A moment as the clock has it and by the time since the computer started, in milliseconds; `boot` names that start, where the system does. */
const moment = z.object({ at: z.number(), uptime: z.number(), boot: z.string().max(100).nullable() });
export type Moment = z.infer<typeof moment>;

/** From when until when nothing was received, in milliseconds since 1970. */
const absence = z.object({ from: z.int(), until: z.int(), why: absenceReason });
export type Absence = z.infer<typeof absence>;

const kept = z.object({
  beat: moment,
  /** Whether calls were taken then. */
  listened: z.boolean(),
  /** Whether that was the end of a run that was closed. */
  ended: z.boolean(),
  away: z.object({ from: moment, why: absenceReason }).nullable(),
  waiting: z.array(absence).max(maxWaiting),
});
type Kept = z.infer<typeof kept>;

export const heartbeatFile = 'listening.json';
const maxFileBytes = 64 * 1024;

export interface Heartbeat {
  /** Heeds the state that the receiver has now; to be called whenever it may be another, and every ten seconds. */
  note(state: z.infer<typeof receiverState>): void;
  /** Absences that no engine has kept yet, the oldest first. */
  waiting(): readonly Absence[];
  /** Those that ended until then are kept. */
  keptUntil(until: number): void;
  /** The run is closed. */
  end(): void;
}

export interface HeartbeatOptions {
  dataDir: string;
  log: EngineLog;
  /** Told once one is over. */
  onAbsence: () => void;
  /** For so many milliseconds no engine of the office received before this one; null where there is no other. */
  unledMilliseconds?: number | null;
  /** For tests. */
  now?: () => Moment;
}

export function openHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { dataDir, log, onAbsence, unledMilliseconds = null, now = momentNow } = options;
  const file = join(dataDir, heartbeatFile);
  const before = read(file);
  let away = before === null ? null : awaySince(before);
  let waiting: Absence[] = before?.waiting ?? [];
  let last = now();
  if (unledMilliseconds !== null) {
    const { at, uptime, boot } = last;
    const unled = { at: at - unledMilliseconds, uptime: uptime - unledMilliseconds, boot };
    // Since this one received last, if it ever did, another may have.
    const isLonger = away !== null && lengthBetween(away.from, last) > unledMilliseconds;
    if (before === null || isLonger) away = { why: away?.why ?? 'killed', from: unled };
  }
  let writtenAt: Moment | null = null;
  let listened = false;
  let isWritable = true;

  const add = (from: number, until: number, why: Absence['why']) => {
    if (until - from < leastMilliseconds) return;
    waiting = [...waiting, { from: Math.round(from), until: Math.round(until), why }].slice(-maxWaiting);
    const [since, to] = [from, until].map((at) => new Date(at).toISOString());
    log.warn(
      { from: since, until: to, why },
      `Nothing was received from ${since} until ${to}: ${reasons[why]}`,
    );
    onAbsence();
  };
  const write = (beat: Moment, ended: boolean) => {
    writtenAt = beat;
    const content: Kept = { beat, listened, ended, away, waiting };
    try {
      writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
      renameFileSync(`${file}.new`, file);
      isWritable = true;
    } catch (failure) {
      if (isWritable)
        log.warn({ err: failure }, 'Since when the receiver listens could not be written down.');
      isWritable = false;
    }
  };

  return {
    note(state) {
      const at = now();
      const slept = lengthBetween(last, at);
      const isAway = state === 'failed' || state === 'notStoring' || state === 'stopped';
      const hasListened = listened;
      listened = state === 'listening';
      const count = waiting.length;
      // No beat came for so long: nothing of this program ran.
      if (away === null && hasListened && slept >= leastMilliseconds) add(at.at - slept, at.at, 'asleep');
      if (isAway && away === null && hasListened)
        away = { from: slept >= leastMilliseconds ? at : last, why: 'notListening' };
      if (listened && away !== null) {
        const { from, why } = away;
        away = null;
        add(at.at - lengthBetween(from, at), at.at, why);
      }
      last = at;
      const isDue = writtenAt === null || lengthBetween(writtenAt, at) >= writeMilliseconds;
      if (isDue || listened !== hasListened || waiting.length !== count) write(at, false);
    },
    waiting: () => waiting,
    keptUntil(until) {
      waiting = waiting.filter((one) => one.until > until);
      write(now(), false);
    },
    end: () => write(now(), true),
  };
}

const reasons = {
  closed: 'Perito was closed.',
  killed: 'Perito or the computer ended without being asked to.',
  asleep: 'the computer slept.',
  notListening: 'the receiver could not take calls.',
} as const satisfies Record<Absence['why'], string>;

/** Since when nothing was received, of what the run before left; null where it did not receive either, or nobody can know. */
function awaySince({ beat, listened, ended, away }: Kept): Kept['away'] {
  if (away !== null) return away;
  return listened ? { from: beat, why: ended ? 'closed' : 'killed' } : null;
}

/**
 * How long it is from one moment to a later one, in milliseconds: by the uptime where both are of one start of the computer, else
 * by the clock, and at the least as long as the computer is up. Never negative.
 */
export function lengthBetween(from: Moment, until: Moment): number {
  const byClock = until.at - from.at;
  const startedAt = until.at - until.uptime;
  const isSameStart =
    from.boot !== null && until.boot !== null
      ? from.boot === until.boot
      : until.uptime >= from.uptime && from.at >= startedAt;
  return Math.max(0, isSameStart ? until.uptime - from.uptime : Math.max(byClock, until.uptime));
}

let boot: string | null | undefined;

function momentNow(): Moment {
  boot ??= bootId();
  return { at: Date.now(), uptime: Math.round(uptime() * 1000), boot };
}

/** Linux names each start of the computer; elsewhere nothing does. */
function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

/** Null where there is none, or none that can be read: then nothing is known, and nothing is made up. */
function read(file: string): Kept | null {
  try {
    return kept.parse(JSON.parse(readSmallFile(file, maxFileBytes)));
  } catch {
    return null;
  }
}

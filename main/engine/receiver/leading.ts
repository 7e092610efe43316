/**
 * Which engine of an office leads: each writes it into the database that it leads, and at its end that it was asked to. So whoever
 * leads next knows whose place it took, and whether that was planned. The lease does not say it: it knows processes, of commands too.
 */
import * as z from 'zod';
import { takeOver as toldTakeOver } from '#shared/contract/database.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/index.ts';
import type { EngineLog } from '../log.ts';
import { candidate, findOrMakeEngineId, leadingSetting, leaseSeconds } from '../store/index.ts';

/** `at` in milliseconds since 1970; no two have the same. */
const takeOver = toldTakeOver.extend({ at: z.int() });
export type TakeOver = z.infer<typeof takeOver>;

/** The last are kept, for an engine that was not there to tell of them. */
const maxKept = 20;

const leading = z.object({
  /** As its data directory is marked. */
  engine: z.uuid(),
  /** The computer and process. */
  name: z.string(),
  /** When it was asked to end; null while it leads, and where nobody asked. */
  endedAt: z.int().nullable(),
  /** Of the server of its database, which is another's once that was promoted, or restored to a moment. */
  timeline: z.string(),
  /** The newest is the last. */
  takeOvers: z.array(takeOver).max(maxKept),
});
type Leading = z.infer<typeof leading>;

const day = 24 * 3_600_000;

/** Take-overs of the journal of a database, the newest last. `settingOf` finds what the journal keeps under a name. */
export async function takeOversOf(
  settingOf: (name: string) => Promise<string | null>,
): Promise<readonly TakeOver[]> {
  return leadingOf(await settingOf(leadingSetting))?.takeOvers ?? [];
}

/** Null where there is none, or none of this version. */
function leadingOf(json: string | null): Leading | null {
  try {
    return json === null ? null : leading.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/**
 * Writes that this engine leads, and whose place it took where another led before; of files, which nobody else leads, nothing.
 * Where it cannot be written the next start does. `end` writes that this one was asked to end.
 */
export async function noteLeading(
  journal: Pick<Journal, 'taken' | 'setting' | 'saveSetting'>,
  { dataDir, clock, log }: { dataDir: string; clock: Clock; log: EngineLog },
): Promise<{ end(): Promise<void> }> {
  const { taken } = journal;
  const engine = taken === null ? null : findOrMakeEngineId(dataDir);
  if (taken === null || engine === null) return { async end() {} };
  const save = (content: Leading) =>
    journal.saveSetting(leadingSetting, JSON.stringify(content)).catch((failure: unknown) => {
      log.warn({ err: failure }, 'Which engine leads could not be noted in the database.');
    });
  const before = leadingOf(await journal.setting(leadingSetting));
  const takeOvers = [...(before?.takeOvers ?? [])];
  if (before !== null && before.engine !== engine && taken.unledMilliseconds !== null) {
    const isPlanned = before.endedAt !== null;
    const unled = Math.round(taken.unledMilliseconds);
    // The clock of the one that led before may be ahead of this one's, but not by years.
    const last = takeOvers.at(-1)?.at ?? 0;
    const at = last - clock.now() > day ? clock.now() : Math.max(clock.now(), last + 1);
    const isServerReplaced = taken.isReplaced || taken.timeline !== before.timeline;
    const names = { leader: candidate, before: before.name };
    takeOvers.push({
      ...{ at, ...names, unledMilliseconds: unled, isPlanned, isServerReplaced },
      // The last that was heard of it was a lease.
      silentMilliseconds: isPlanned ? null : unled + leaseSeconds * 1000,
    });
    log.info({ ...names, isPlanned }, 'This engine took the place of another.');
  }
  const own = { engine, name: candidate, takeOvers: takeOvers.slice(-maxKept), timeline: taken.timeline };
  await save({ ...own, endedAt: null });
  return { end: () => save({ ...own, endedAt: clock.now() }) };
}

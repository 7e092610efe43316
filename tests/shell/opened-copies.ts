/** Copies of a filled data directory as a shell has them, with real processes and a clock of the test's own. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished } from 'vitest';
import { copierProcess } from '../../main/shell/copies/copier-client.ts';
import { type CopiesOptions, openCopies } from '../../main/shell/copies/copies.ts';
import { forkProcess } from '../../main/shell/start-process.ts';
import type { BackupConfiguration } from '../../shared/contract/backups.ts';
import { fillData } from '../engine/backup/filled-data.ts';
import { ManualClock } from '../engine/manual-clock.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Every place in this order, made at six in the evening. */
export function placesIn(...folders: string[]): BackupConfiguration {
  return {
    places: folders.map((folder) => ({ id: randomUUID(), folder })),
    schedule: { isOn: true, hour: 18 },
    keep: { daily: 7, weekly: 4, monthly: 12 },
    warnAfterDays: 3,
    secondCopy: null,
  };
}

/** A data directory with a few records and photos, on which nobody works. */
export const aDirectory = async () => (await fillData({ orders: 3, photos: 2 })).dataDir;

/** `clock` begins now; the processes have the computer's own. */
export async function openedCopies(
  dataDir: string,
  options: Partial<CopiesOptions> & { file?: URL; args?: string[]; clock?: ManualClock } = {},
) {
  const { file, args, clock = new ManualClock(Date.now()) } = options;
  const pids: number[] = [];
  const faults: unknown[] = [];
  const copies = openCopies({
    ...{ dataDir, version: '0.0.0' },
    start: () => {
      const started = forkProcess(copierProcess(file, args));
      pids.push(started.pid ?? 0);
      return started;
    },
    onFault: (cause) => faults.push(cause),
    ...options,
    clock,
  });
  onTestFinished(() => copies.close(1000));
  await copies.begin();
  const client = createRouterClient(copies.procedures);
  return {
    copies,
    clock,
    pids,
    faults,
    client,
    /** As they are seen now. */
    async places() {
      clock.advance(5000);
      return (await client.get()).places;
    },
    /** The only place, once its first good backup has come to its end. */
    async backedUp() {
      await expect
        .poll(async () => {
          clock.advance(5000);
          const { running, places } = await client.get();
          return running === null && places[0]?.lastFailure === null && places[0].lastGood !== null;
        })
        .toBe(true);
      const [place] = (await client.get()).places;
      if (place === undefined) throw new Error('there is no place');
      return place;
    },
    running: async () => (await client.get()).running,
  };
}

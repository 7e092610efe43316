import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thorough } from '../../../thorough.ts';
import { newDataDirectory } from '../../migrated-folder.ts';
import { House } from '../open-cancellations.ts';
import { Life } from './life.ts';
import { type Round, rounds } from './steps.ts';

const runs = thorough ? 10_000 : 120;

/** Each life gets a range of marketplace ids of its own, since all share one store. */
const idsOfLife = 10;

/** What has to happen now and then, or the lives show nothing; in as few as are lived usually the rarest would be missed by chance. */
const passages = [
  ...['waiting', 'deferred', 'approved', 'refused', 'cancelled', 'unmatched'],
  ...['kept', 'decided', 'textRequired', 'notDecidable', 'alreadyDecided approve', 'alreadyDecided refuse'],
  ...[
    'withdrawn',
    'notWithdrawable notDecided',
    'notWithdrawable delivered',
    'notWithdrawable beingDelivered',
  ],
  ...['refused', 'engine killed', 'too late cancelled', 'too late refused', 'not kept inReview'],
  ...['kept at last', 'never kept'],
  ...['cancelled', 'refused', 'unknownOrder'].map((answer) => `${answer} told inReview`),
  ...['mustAskAgain', 'mayHaveBeenDelivered', 'held null', 'lost null'],
  ...['closed', 'alreadyClosed', 'notClosable', 'is closed'],
  ...['waiting', 'deferred', 'approved', 'refused', 'cancelled'].map((state) => `arrived ${state}`),
  ...['cancelled', 'refused', 'inReview', 'unknownOrder'].flatMap((answer) =>
    ['answering', 'delivered', 'lost', 'unknown'].map((delivery) => `${delivery} ${answer}`),
  ),
];

const settled = { ending: 'settle', taken: false } as const;

/** An approval that is taken while Perito closes on a full disk, and is taken back after that; chance seldom finds it. */
const takenBack: Round[] = [
  { steps: [{ do: 'ask', order: 0, slow: true }], ...settled },
  { steps: [{ do: 'decide', which: 0, verdict: 'approve', text: false }], ...settled },
  { steps: [{ do: 'disk', isFull: true }], ending: 'close', taken: true },
  { steps: [], ...settled },
  { steps: [{ do: 'withdraw', which: 0 }], ...settled },
];

/**
 * The store lies on disk; its folder in memory where the system has one, since a sync for each of a million commits is not
 * what this looks at.
 */
test('cancellations do what the model says, whatever happens in whatever order', {
  timeout: 1_200_000,
}, async () => {
  const memory = '/dev/shm';
  const dataDir = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'perito-lives-'));
  const house = new House({ dataDir: await newDataDirectory(dataDir), derivesByHand: true });
  await house.open();
  const witness = new Database(join(dataDir, 'perito.db'), { readonly: true });
  witness.prepare('ATTACH ? AS journal').run(join(dataDir, 'journal.db'));
  const cameThrough = new Map<string, number>();
  let lives = 0;
  try {
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        lives += 1;
        const life = new Life(house, witness, lives * idsOfLife);
        await life.live(given);
        for (const what of life.cameThrough) cameThrough.set(what, (cameThrough.get(what) ?? 0) + 1);
      }),
      { numRuns: runs, examples: [[takenBack]] },
    );
    if (!thorough) return;
    const rare = passages.filter((what) => (cameThrough.get(what) ?? 0) < runs / 500);
    expect(rare, 'what too few lives came through').toEqual([]);
  } finally {
    witness.close();
    await house.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

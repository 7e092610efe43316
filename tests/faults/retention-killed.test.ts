/**
 * Retention, ended by SIGKILL in each phase, and at random moments: whatever is found then, each record is live with all its bytes, or
 * lies in a bundle that is whole.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRetentionHouse, over, sendClaims, setPolicy, somebody } from '../engine/retention/house.ts';
import { type Reckoning, reckon } from '../engine/retention/reckoning.ts';
import { thorough } from '../thorough.ts';

const claims = 12;
const recordsOfBundle = 8;
let root = '';
let filled = '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'perito-retention-killed-'));
  filled = join(root, 'filled');
  const house = await openRetentionHouse({ dataDir: filled });
  await sendClaims(house, claims);
  await house.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const script = join(import.meta.dirname, '../engine/retention/retention-process.ts');

interface Ended {
  /** The phase that was told of last. */
  phase: string;
  /** What the next start found before it did anything, and once it had settled it. */
  found: Reckoning;
  settled: Reckoning;
  state: 'ended' | 'wentOn' | 'undone' | 'untouched';
}

/** Ends a run, so many milliseconds after a phase began, and starts again. */
async function endedAfter(name: string, wanted: string | null, milliseconds: number): Promise<Ended> {
  const dataDir = join(root, name);
  const folder = mkdtempSync(join(root, 'place-'));
  const secondFolder = mkdtempSync(join(root, 'second-'));
  cpSync(filled, dataDir, { recursive: true });
  const before = await openRetentionHouse({ dataDir });
  await setPolicy(before, { folder, secondFolder });
  await before.close();
  const phase = await killed({ dataDir, wanted, milliseconds });
  const house = await openRetentionHouse({ dataDir, limits: { records: recordsOfBundle, bytes: 1e9 } });
  try {
    const found = await reckon(house.store);
    const { last } = await house.retention.state();
    house.retention.start();
    await over(house);
    const { failure, last: after } = await house.retention.state();
    const settled = await reckon(house.store);
    const state =
      failure !== null ? 'undone' : after === null ? 'untouched' : last === null ? 'wentOn' : 'ended';
    // What is left over leaves with the next run, and nothing lies there that nobody knows.
    await house.retention.begin(somebody);
    await over(house);
    expect(await reckon(house.store)).toEqual({ live: 0, archived: 2 * claims, lost: [] });
    const known = (await house.retention.bundles()).map(({ file }) => file.slice(folder.length + 1));
    expect(readdirSync(folder).filter((one) => one.endsWith('.part'))).toEqual([]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(known));
    return { phase, found, settled, state };
  } finally {
    await house.close();
    for (const one of [dataDir, folder, secondFolder]) rmSync(one, { recursive: true, force: true });
  }
}

async function killed(run: {
  dataDir: string;
  wanted: string | null;
  milliseconds: number;
}): Promise<string> {
  const given = JSON.stringify({ dataDir: run.dataDir, records: recordsOfBundle });
  const child: ChildProcess = spawn(process.execPath, [script, given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let phase = 'starting';
  if (child.stdout === null) throw new Error('there is no output');
  for await (const line of createInterface({ input: child.stdout })) {
    phase = line;
    if (line !== (run.wanted ?? 'opened')) continue;
    void setTimeout(run.milliseconds).then(() => child.kill('SIGKILL'));
  }
  await closed;
  return phase;
}

const nothingLost = { lost: [] };

const always: [phase: string, milliseconds: number][] = [
  ['writing', 10],
  ['copying', 0],
  ['removing', 15],
];
const besides: typeof always = [
  ['choosing', 5],
  ['checking', 5],
  ['removing', 0],
];

test.each(thorough ? [...always, ...besides] : always)(
  'SIGKILL in the phase %s, %i ms after it began',
  async (phase, milliseconds) => {
    const ended = await endedAfter(`in-${phase}-${milliseconds}`, phase, milliseconds);
    expect(ended.found).toMatchObject(nothingLost);
    expect(ended.settled).toMatchObject(nothingLost);
  },
);

test.runIf(thorough)('SIGKILL at 30 random moments of retention', { timeout: 900_000 }, async () => {
  const ended: Ended[] = [];
  for (let index = 0; index < 30; index += 1)
    ended.push(await endedAfter(`random-${index}`, null, Math.random() * 3500));
  const lines = ended.map(
    ({ phase, found, settled, state }, index) =>
      `${String(index + 1).padStart(2)}  ${phase.padEnd(9)}  ${String(found.live).padStart(4)} live ${String(found.archived).padStart(4)} archived ${found.lost.length} lost; then ${state}: ${settled.live} live, ${settled.archived} archived, ${settled.lost.length} lost`,
  );
  process.stdout.write(`SIGKILL at 30 random moments of retention: what was found\n${lines.join('\n')}\n`);
  expect(ended.flatMap(({ found, settled }) => [...found.lost, ...settled.lost])).toEqual([]);
});

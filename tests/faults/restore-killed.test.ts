/** A restore is killed anywhere: then the directory is what it was, byte by byte, or the restored one, and the next start says which. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settleInterruptedRestore } from '../../main/engine/store/restore-place.ts';
import { compileCache } from '../compile-cache.ts';
import { allRows, hashesOf, liveOn } from '../engine/backup/lived-in.ts';
import { backedUp } from '../engine/backup/restored.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { thorough } from '../thorough.ts';

const program = fileURLToPath(new URL('./restore-process.ts', import.meta.url));
const kills = thorough ? 30 : 3;

type BackedUp = Awaited<ReturnType<typeof backedUp>>;

interface End {
  signal: string | null;
  /** In milliseconds. */
  took: number;
  /** Of one that came to its end: what came of it, and how many calls changed files. */
  state: string | null;
  calls: number;
}

/** Restores, or settles; to be ended before a call that changes files for so many times, or after so many milliseconds. */
async function run(
  { place: folder, installationId, name }: BackedUp,
  dataDir: string,
  {
    settles = false,
    endsBefore = null,
    refuses = null,
    after = null,
  }: { settles?: boolean; endsBefore?: number | null; refuses?: number | null; after?: number | null },
): Promise<End> {
  const request = JSON.stringify({ folder, installationId, name, dataDir, settles, endsBefore, refuses });
  const child = spawn(process.execPath, [program, request], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  let printed = '';
  let begun = 0;
  child.stdout.on('data', (chunk) => {
    if (printed === '') {
      begun = performance.now();
      if (after !== null) setTimeout(() => child.kill('SIGKILL'), after);
    }
    printed += chunk;
  });
  const [, signal] = await once(child, 'close');
  const { state = null, calls = 0 } = JSON.parse(printed.split('\n')[1] || '{}');
  return { signal, took: performance.now() - begun, state, calls };
}

const note = /^restored\.json$/;
const asides = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));

/** Which of the two a directory is, once the next start has looked at it. */
async function settled(dataDir: string, before: Record<string, string>, given: BackedUp): Promise<string> {
  settleInterruptedRestore(dataDir);
  expect(existsSync(join(dataDir, 'restore'))).toBe(false);
  const [aside] = asides(dataDir);
  const said = existsSync(join(dataDir, 'restored.json'))
    ? JSON.parse(readFileSync(join(dataDir, 'restored.json'), 'utf8')).outcome
    : 'nothing';
  if (aside === undefined) {
    expect(hashesOf(dataDir, [note])).toEqual(before);
    expect(['interrupted', 'nothing']).toContain(said);
    return 'before';
  }
  expect(hashesOf(join(dataDir, aside))).toEqual(before);
  expect(said).toBe('restored');
  expect(allRows(dataDir)['perito.db audit']).toEqual(given.rows['perito.db audit']);
  expect(Object.keys(hashesOf(dataDir)).filter((name) => name.startsWith('attachments')).length).toBe(2);
  return 'restored';
}

async function filled() {
  const given = await backedUp();
  await liveOn(given.dataDir, { orders: [4], photos: ['c'] });
  const before = hashesOf(given.dataDir);
  const copy = () => {
    const dataDir = join(temporaryFolder(), 'data');
    cpSync(given.dataDir, dataDir, { recursive: true });
    return dataDir;
  };
  return { given, before, copy };
}

test('killed before calls that change files and at random moments, it is one of the two', {
  timeout: 600_000,
}, async () => {
  const { given, before, copy } = await filled();
  const whole = copy();
  const { state, calls, took } = await run(given, whole, {});
  expect(state).toBe('restored');
  expect(await settled(whole, before, given)).toBe('restored');

  const found: Record<string, number> = { before: 0, restored: 0 };
  const tried = async (kill: (dataDir: string) => Promise<unknown>) => {
    const dataDir = copy();
    await kill(dataDir);
    const which = await settled(dataDir, before, given);
    found[which] = (found[which] ?? 0) + 1;
    rmSync(dataDir, { recursive: true });
    return which;
  };
  // Nothing is changed before the first call, and all is before the last.
  const places = thorough
    ? Array.from({ length: calls }, (_, index) => index + 1)
    : [1, ...Array.from({ length: kills }, () => 2 + randomInt(calls - 2)), calls];
  const ofPlaces: string[] = [];
  for (const endsBefore of places)
    ofPlaces.push(
      await tried(async (dataDir) =>
        expect((await run(given, dataDir, { endsBefore })).signal).toBe('SIGKILL'),
      ),
    );
  expect([ofPlaces[0], ofPlaces.at(-1)]).toEqual(['before', 'restored']);
  for (let kill = 0; kill < kills; kill += 1)
    await tried((dataDir) => run(given, dataDir, { after: randomInt(Math.ceil(took)) }));
  // And the start that would end it is killed as well.
  for (let kill = 0; kill < (thorough ? kills : 2); kill += 1)
    await tried(async (dataDir) => {
      await run(given, dataDir, { endsBefore: calls - randomInt(20) });
      await run(given, dataDir, { settles: true, endsBefore: 1 + randomInt(10) });
    });
  // Where the disk refuses one of them, what is said of it is what is there: at the very end it is in place all the same.
  for (const refuses of thorough ? places : [calls, calls - 3, calls - 4 - randomInt(12)]) {
    const dataDir = copy();
    const said = await run(given, dataDir, { refuses });
    const isThere = asides(dataDir).length > 0;
    expect([said.signal, said.state, refuses]).toEqual([null, isThere ? 'restored' : 'failed', refuses]);
    expect(await settled(dataDir, before, given)).toBe(isThere ? 'restored' : 'before');
    rmSync(dataDir, { recursive: true });
  }
  if (thorough) process.stdout.write(`${JSON.stringify({ calls, found, ofPlaces })}\n`);
});

/** That the proofs can be run: some pass under the stand-in for Electron; without a runtime none is claimed. */
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { putNewDatabase } from '../../engine/migrated-folder.ts';
import { runDesktopProgram, startDesktopProgram } from '../desktop-program.ts';
import { exitCodeOf, type ProofContext, proofs, proveAll, type Running } from './probes.ts';

function contextUnderStandIn(): ProofContext {
  const folder = mkdtempSync(join(tmpdir(), 'perito-prove-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let shared: Running | null = null;
  const closeShared = async () => {
    const running = shared;
    shared = null;
    await running?.close();
  };
  onTestFinished(closeShared);
  const context: ProofContext = {
    // Each start costs a second; what spoils it for the others comes last.
    async openAny(name) {
      shared ??= await context.open([`--data=${context.folder(name)}`]);
      return { ...shared, close: async () => {} };
    },
    async open(args): Promise<Running> {
      // Both would receive on the same port.
      await closeShared();
      const desktop = await startDesktopProgram(folder, { args: [...args], isDataGiven: true });
      return {
        // The stand-in has of Electron what the proofs use.
        evaluate: (act, given) => desktop.evaluate(act as never, given) as never,
        page: await desktop.page(),
        async close() {
          const code = await desktop.quit();
          await desktop[Symbol.asyncDispose]();
          const complaints = desktop.said.filter((line) => !line.includes('"level":30'));
          expect([code, complaints], complaints.join('')).toEqual([0, []]);
        },
        kill: async () => desktop[Symbol.asyncDispose](),
      };
    },
    async exitCodeOf(args) {
      return (await runDesktopProgram(folder, { args: [...args], isDataGiven: true })).exitCode;
    },
    folder(name) {
      const made = join(folder, name);
      mkdirSync(made);
      putNewDatabase(made);
      receiveAlone(made);
      return made;
    },
    times: { reloads: 3, threads: 20 },
    packed: null,
  };
  return context;
}

/** On a port that no desktop of another test has, which all begin with the usual one. */
function receiveAlone(dataDir: string): void {
  const database = new Database(join(dataDir, 'perito.db'));
  const receiver = { ...defaultSettings.receiver, port: randomInt(10_000, 32_768) };
  database.prepare(`INSERT INTO setting (name, value) VALUES ('receiver', ?)`).run(JSON.stringify(receiver));
  database.close();
}

test('they can be run: some of them, under the stand-in', async () => {
  const those = (names: RegExp) => proofs.filter(({ name }) => names.test(name));
  // First those that one start serves.
  const some = [...those(/loaded again|out of memory|examiner/), ...those(/in both forms|was killed/)];
  const results = await proveAll(contextUnderStandIn(), null, some);
  expect(results.map(({ outcome, seen }) => `${outcome}: ${seen}`)).toEqual([
    'passed: ERR_WORKER_OUT_OF_MEMORY',
    'passed: 3 times',
    'passed: image/jpeg, image/heic, application/pdf; 2 previews',
    'passed: loaded again 3 times, asked 1 time',
    'passed: both forms; empty ends with 1',
    expect.stringMatching(/^passed: (OC-\d+-\d+), then \1 and (?!\1)/),
  ]);
});

test('without a runtime each says that it is not here, and the exit code is not that of a pass', async () => {
  const results = await proveAll(contextUnderStandIn(), 'No runtime.');
  expect(results).toEqual(proofs.map(({ name }) => ({ name, outcome: 'not here', seen: 'No runtime.' })));
  expect([exitCodeOf(results), exitCodeOf([])]).toEqual([2, 0]);
});

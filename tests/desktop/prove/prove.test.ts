/** That the proofs can be run: some pass under the stand-in for Electron; without a runtime none is claimed. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { putNewDatabase } from '../../engine/migrated-folder.ts';
import { runDesktopProgram, startDesktopProgram } from '../desktop-program.ts';
import { exitCodeOf, type ProofContext, proofs, proveAll, type Running } from './probes.ts';

function contextUnderStandIn(): ProofContext {
  const folder = mkdtempSync(join(tmpdir(), 'perito-prove-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    async open(args): Promise<Running> {
      const desktop = await startDesktopProgram(folder, { args: [...args], isDataGiven: true });
      return {
        // The stand-in has of Electron what the proofs use.
        evaluate: (act) => desktop.evaluate(act as never) as never,
        page: await desktop.page(),
        async close() {
          const code = await desktop.quit();
          await desktop[Symbol.asyncDispose]();
          expect([code, desktop.said.filter((line) => !line.includes('"level":30'))]).toEqual([0, []]);
        },
      };
    },
    async exitCodeOf(args) {
      return (await runDesktopProgram(folder, { args: [...args], isDataGiven: true })).exitCode;
    },
    folder(name) {
      const made = join(folder, name);
      mkdirSync(made);
      putNewDatabase(made);
      return made;
    },
    times: { reloads: 3, threads: 20 },
    packed: null,
  };
}

test('they can be run: some of them, under the stand-in', async () => {
  const some = proofs.filter(({ name }) => /loaded again|out of memory|in both forms/.test(name));
  const results = await proveAll(contextUnderStandIn(), null, some);
  expect(results.map(({ outcome, seen }) => `${outcome}: ${seen}`)).toEqual([
    'passed: ERR_WORKER_OUT_OF_MEMORY',
    'passed: 3 times',
    'passed: both forms; empty ends with 1',
  ]);
});

test('without a runtime each says that it is not here, and the exit code is not that of a pass', async () => {
  const results = await proveAll(contextUnderStandIn(), 'No runtime.');
  expect(results).toEqual(proofs.map(({ name }) => ({ name, outcome: 'not here', seen: 'No runtime.' })));
  expect([exitCodeOf(results), exitCodeOf([])]).toEqual([2, 0]);
});

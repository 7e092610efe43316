/**
 * Compacts both databases of a data directory in a process of its own, which a test ends anywhere; or which ends itself before
 * a call that changes files is made for so many times. Prints how many there were where it comes to its end.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import * as z from 'zod';

const given = z.object({
  dataDir: z.string(),
  least: z.object({ bytes: z.number(), share: z.number() }),
  /** Null: it is ended by others. */
  endsBefore: z.int().nullable(),
});
const { dataDir, least, endsBefore } = given.parse(JSON.parse(process.argv[2] ?? ''));

let calls = 0;
function counted<Call extends (...parameters: never[]) => unknown>(call: Call) {
  return (...parameters: Parameters<Call>): unknown => {
    calls += 1;
    if (calls === endsBefore) process.kill(process.pid, 'SIGKILL');
    return call(...parameters);
  };
}
const changed = { rename: fs.renameSync, fsync: fs.fsyncSync, rm: fs.rmSync };
Object.assign(fs, {
  renameSync: counted(changed.rename),
  fsyncSync: counted(changed.fsync),
  rmSync: counted(changed.rm),
});
syncBuiltinESMExports();

const { compactDatabase, compactJournal } = await import('../../main/engine/store/compaction.ts');
process.stdout.write('begun\n');
const outcomes = [
  await compactJournal(dataDir, { least }),
  await compactDatabase(dataDir, async () => {}, { least }),
];
process.stdout.write(`${JSON.stringify({ outcomes: outcomes.map((one) => one?.outcome ?? null), calls })}\n`);

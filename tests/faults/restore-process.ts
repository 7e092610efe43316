/**
 * Restores, or ends what another restore began, in a process of its own, which a test ends anywhere; or which ends itself before a call that changes files is made
 * for so many times, or to which the disk refuses one. Prints how many there were where it comes to its end.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import * as z from 'zod';
import type { RestoreOptions } from '../../main/engine/backup/restore.ts';

const given = z.object({
  ...{ folder: z.string(), installationId: z.string(), name: z.string().nullable(), dataDir: z.string() },
  settles: z.boolean(),
  /** Null: it is ended by others. */
  endsBefore: z.int().nullable(),
  /** The disk refuses the call that so many were made before; null: none. */
  refuses: z.int().nullable(),
});
const { settles, endsBefore, refuses, ...request } = given.parse(JSON.parse(process.argv[2] ?? ''));

let calls = 0;
function counted<Call extends (...parameters: never[]) => unknown>(call: Call) {
  return (...parameters: Parameters<Call>): unknown => {
    calls += 1;
    if (calls === endsBefore) process.kill(process.pid, 'SIGKILL');
    if (calls === refuses) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    return call(...parameters);
  };
}
const changed = { rename: fs.renameSync, fsync: fs.fsyncSync, rm: fs.rmSync, mkdir: fs.mkdirSync };
Object.assign(fs, {
  renameSync: counted(changed.rename),
  fsyncSync: counted(changed.fsync),
  rmSync: counted(changed.rm),
  mkdirSync: counted(changed.mkdir),
});
syncBuiltinESMExports();

const { restore } = await import('../../main/engine/backup/restore.ts');
const { settleInterruptedRestore } = await import('../../main/engine/store/restore-place.ts');
process.stdout.write('begun\n');
let state = 'settled';
if (settles) settleInterruptedRestore(request.dataDir);
else {
  const options: RestoreOptions = { ...request, actor: { person: 'Ana', via: 'browser' } };
  ({ state } = await restore(options));
}
process.stdout.write(`${JSON.stringify({ state, calls })}\n`);

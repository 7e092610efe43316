/** Files of records that were moved to a bundle are removed, and that is killed anywhere: no row lacks its file, and the next start ends it. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compileCache } from '../compile-cache.ts';
import { host, landed, openRoom, withPictures } from '../engine/attachments/room-house.ts';
import { filesBelow } from '../engine/backup/lived-in.ts';
import { incidentAttachment } from '../engine/incident-reports.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { thorough } from '../thorough.ts';

const program = fileURLToPath(new URL('./released-process.ts', import.meta.url));
const kills = thorough ? 30 : 3;
const records = thorough ? 200 : 60;

/** Ended after so many milliseconds; how many it took where it came to its end. */
async function run(dataDir: string, recordIds: readonly number[], after: number | null): Promise<number> {
  const child = spawn(process.execPath, [program, JSON.stringify({ dataDir, recordIds })], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  const begun = performance.now();
  if (after !== null) setTimeout(() => child.kill('SIGKILL'), after);
  await closed;
  return performance.now() - begun;
}

/** SHA-256 of each content that has a row, and of each that has a file, in hexadecimal. */
function kept(dataDir: string): { rows: string[]; files: string[] } {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  const rows = database
    .prepare<[], string>('SELECT lower(hex(sha256)) FROM content ORDER BY 1')
    .pluck()
    .all();
  database.close();
  const files = filesBelow(join(dataDir, 'attachments', 'content')).map(
    (path) => path.split('/').at(-1) ?? '',
  );
  return { rows, files: files.toSorted() };
}

test(`killed at ${kills} moments, it leaves no row without its file, and the next start removes what is left`, {
  timeout: 600_000,
}, async () => {
  const room = await openRoom({ fetch: (task) => landed(task, Buffer.from(task.url.replace(/\d+\//, ''))) });
  const recordIds: number[] = [];
  for (let id = 1; id <= records; id += 1) {
    // Each of its own, and one that the record behind it has as well.
    const photos = [`${id}/${id}.jpg`, `${id}/of-${Math.floor(id / 2)}.jpg`];
    const list = photos.map((path, index) =>
      incidentAttachment(id * 10 + index, { fileFullPath: `https://${host}/${path}`, previewFullPath: null }),
    );
    recordIds.push(await room.report(id, withPictures(list)));
  }
  await room.settled();
  await room.close();
  const copy = () => {
    const dataDir = join(temporaryFolder(), 'data');
    cpSync(room.dataDir, dataDir, { recursive: true });
    return dataDir;
  };
  const all = kept(room.dataDir);
  expect(all.files).toEqual(all.rows);
  // Half of the records stay.
  const leaving = recordIds.filter((_, index) => index % 2 === 0);
  const whole = copy();
  const took = await run(whole, leaving, null);
  const after = kept(whole);
  expect(after.files).toEqual(after.rows);
  expect(after.rows.length).toBeLessThan(all.rows.length);

  const table: Record<string, number> = {};
  for (let kill = 0; kill < kills; kill += 1) {
    const dataDir = copy();
    await run(dataDir, leaving, randomInt(0, Math.ceil(took)));
    const found = kept(dataDir);
    expect(found.rows.filter((sha256) => !found.files.includes(sha256))).toEqual([]);
    const [rows, files] = [all.rows.length - found.rows.length, all.files.length - found.files.length];
    const which =
      rows === 0 ? 'nothing left' : files < rows ? 'rows ahead of files' : 'as many files as rows';
    table[which] = (table[which] ?? 0) + 1;
    await run(dataDir, leaving, null);
    expect(kept(dataDir)).toEqual(after);
    rmSync(dataDir, { recursive: true });
  }
  if (thorough) console.log(`Files of records that left: ${JSON.stringify(table)}`);
});

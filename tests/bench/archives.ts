/**
 * `npm run bench:archive`: a bundle of records with photos: how long writing it takes, and after how long one who opens it sees
 * the records, a first photo, and the verdict on the whole.
 *
 * --records N    default 5000
 * --photos N     default 500
 * --megabytes N  of each photo, default 2.5
 * --data DIR     kept, and gone on from; default a new folder
 * --bundle FILE  kept, and used where it is there; default a new one
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeBundle } from '../../main/engine/archive/write-bundle.ts';
import { type ReviewThread, startReview } from '../../main/engine/review-thread.ts';
import {
  insertContent,
  listAttachmentsInState,
  openStoreInFiles,
  setAttachmentStored,
  updateContentFacts,
} from '../../main/engine/store/index.ts';
import { openBenchFolder } from './bench-folder.ts';
import { rest } from './process-figures.ts';
import { runLoad } from './run-load.ts';
import { servePerito } from './serve-perito.ts';
import { table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '5000' },
    photos: { type: 'string', default: '500' },
    megabytes: { type: 'string', default: '2.5' },
    data: { type: 'string' },
    bundle: { type: 'string' },
  },
});
const longestRest = 3600;
const rows: string[][] = [];
const folder = openBenchFolder(options.data);
const scratch = mkdtempSync(join(tmpdir(), 'perito-bench-archive-'));
const bundle = options.bundle ?? join(scratch, 'bench.perito');
try {
  if (!existsSync(bundle)) {
    await fill();
    const photos = await putPhotos();
    await timed('written and read back', () => write());
    console.error(`${photos} photos`);
  }
  const names = ['cold', 'once more'];
  for (const name of names) await open(name);
  console.log(`\n${(statSync(bundle).size / 1e6).toFixed(1)} MB\n${table(['', 'seconds', 'load'], rows)}`);
} finally {
  folder.close();
  rmSync(scratch, { recursive: true, force: true });
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  note(name, began);
  return result;
}

function note(name: string, began: number): void {
  rows.push([name, ((performance.now() - began) / 1000).toFixed(2), loadavg()[0]?.toFixed(1) ?? '']);
  console.error(rows.at(-1)?.join(' | '));
}

async function fill(): Promise<void> {
  if (folder.records >= Number(options.records)) return;
  const served = await servePerito(folder.path, { more: ['--hold-seconds', '0'] });
  const { records } = await runLoad({
    ...{ url: served.receiverUrl, connections: 16, calls: { claimFiles: folder.records, seed: 1 } },
    ...{ warmUpMilliseconds: 0, until: { records: Number(options.records) }, ratePerSecond: null },
  });
  folder.records = records;
  await rest(served.pid, longestRest);
  await served.stop();
  folder.save();
}

/** As the examiner leaves them; how many there are. */
async function putPhotos(): Promise<number> {
  const store = openStoreInFiles({ dataDir: folder.path });
  try {
    const facts = { mediaType: 'image/jpeg', shownAs: 'image', problem: null, detail: null } as const;
    const unknown = { width: 1, height: 1, hasPreviews: false, photo: null, perceptualHash: null };
    const ids = await store.read((tx) =>
      listAttachmentsInState(tx, 'awaitingApproval', 0, Number(options.photos)),
    );
    for (const id of ids) {
      const bytes = randomBytes(Math.round(Number(options.megabytes) * 1e6));
      bytes.write('ffd8ff', 'hex');
      const hash = createHash('sha256').update(bytes).digest();
      const name = hash.toString('hex');
      const file = join(folder.path, 'attachments', 'content', name.slice(0, 2), name);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { mode: 0o600 });
      await store.write(async (tx) => {
        await insertContent(tx, hash, bytes.length, Date.now());
        await updateContentFacts(tx, hash, { ...facts, ...unknown }, 1000);
        await setAttachmentStored(tx, id, hash, Date.now());
      });
    }
    return ids.length;
  } finally {
    await store.close();
  }
}

function write() {
  return writeBundle({
    ...{ dataDir: folder.path, to: bundle, version: '0.0.0', signingKey: async () => null },
    choice: { claims: [], kinds: [], from: null, until: null, ids: [] },
  });
}

async function open(name: string): Promise<void> {
  const began = performance.now();
  const dataDir = join(scratch, 'opened', 'data');
  const review = startReview({
    ...{ version: '0.0.0', dataDir },
    source: { kind: 'bundle', file: bundle, name: 'bench.perito' },
  });
  try {
    const state = await review.settled();
    if (state.is !== 'open') throw new Error(JSON.stringify(state));
    note(`opened, ${name}: the records`, began);
    const asked = performance.now();
    if (!(await hasPhoto(review))) console.error('no photo');
    note(`opened, ${name}: a photo, from when it was asked for`, asked);
    for (;;) {
      const now = review.state();
      if (now.is !== 'open') throw new Error(JSON.stringify(now));
      if (now.archive.checking === null) break;
      await pause(20);
    }
    note(`opened, ${name}: the verdict`, began);
  } finally {
    await review.close();
    rmSync(join(scratch, 'opened'), { recursive: true, force: true });
  }
}

async function hasPhoto(review: ReviewThread): Promise<boolean> {
  for (let id = 1; id < 100_000; id += 1) {
    const file = await review.attachmentFile(id, 'original');
    if (file !== null) return (await readFile(file.path)).length > 0;
  }
  return false;
}

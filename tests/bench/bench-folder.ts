/** The data folder of a benchmark: one of its own that is removed after it, or one that is kept and gone on from. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

/** What was sent to the Perito of this folder, so that what is sent next is new. */
const sent = z.object({
  /** Records of the claim files of seed 1. */
  records: z.int(),
  /** Purchase orders of `makeRequests`. */
  orders: z.int(),
});

export interface BenchFolder extends z.infer<typeof sent> {
  path: string;
  /** Keeps the counts, where the folder is. */
  save(): void;
  /** Removes a folder that nobody named. */
  close(): void;
}

export function openBenchFolder(kept: string | undefined, parent = tmpdir()): BenchFolder {
  const path = kept ?? mkdtempSync(join(parent, 'perito-bench-'));
  mkdirSync(path, { recursive: true });
  const file = join(path, 'benchmark.json');
  const folder: BenchFolder = {
    ...readSent(file),
    path,
    save: () => writeFileSync(file, JSON.stringify({ records: folder.records, orders: folder.orders })),
    close() {
      if (kept === undefined) rmSync(path, { recursive: true, force: true });
      else folder.save();
    },
  };
  return folder;
}

function readSent(file: string): z.infer<typeof sent> {
  try {
    return sent.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { records: 0, orders: 0 };
  }
}

/** Where the nth of several programs keeps its data: each in a folder of its own, one alone in the one that was named. */
export function keptPlace(named: string | undefined, nth: number, programs: number): string | undefined {
  return named === undefined || programs === 1 ? named : join(named, String(nth + 1));
}

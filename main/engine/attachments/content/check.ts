import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentCheck } from '#shared/contract/attachments.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  appendAudit,
  attachmentsOfContent,
  contentRow,
  contentsAfter,
  countContents,
  forgetContent,
  type Store,
  standAttachment,
} from '../../store/index.ts';
import { type ContentFolders, contentPath } from './folders.ts';
import { hashFile } from './hash-file.ts';

export interface Checking {
  /** Begins a check unless one is under way. */
  begin(): void;
  state(): ContentCheck;
  /** What is missing or damaged is fetched again; used also where a file turns out to be gone when it is asked for. */
  lose(sha256: Uint8Array, how: 'damaged' | 'missing'): Promise<void>;
  stop(): Promise<void>;
}

export interface CheckingOptions {
  store: Store;
  clock: Clock;
  log: EngineLog;
  folders: ContentFolders;
  onTurn(recordId: number): void;
  onProgress(): void;
}

const batch = 50;
const engine: Actor = { person: '', via: 'engine' };
const mostOfContent = 1000;

/** Compares all that is stored with its SHA-256, and the folders with what the database names. */
export function createChecking(options: CheckingOptions): Checking {
  const { store, clock, log, folders } = options;
  let state: ContentCheck = {
    running: false,
    checked: 0,
    total: 0,
    damaged: 0,
    missing: 0,
    orphans: 0,
    startedAt: null,
    finishedAt: null,
  };
  let isStopped = false;
  let checking: Promise<void> = Promise.resolve();

  const run = async () => {
    let after: Uint8Array = new Uint8Array();
    while (!isStopped) {
      const from = after;
      const rows = await store.read((tx) => contentsAfter(tx, from, batch));
      for (const row of rows) {
        if (isStopped) return;
        await checkOne(row.sha256, row.bytes);
        after = row.sha256;
        state = { ...state, checked: state.checked + 1 };
        options.onProgress();
      }
      if (rows.length < batch) break;
    }
    if (!isStopped) state = { ...state, orphans: await removeOrphans() };
  };

  const checkOne = async (sha256: Uint8Array, bytes: number) => {
    const name = Buffer.from(sha256).toString('hex');
    const found = await hashFile(contentPath(folders, name));
    if (found === null) {
      // It may have been forgotten, or not yet moved, while this looked.
      if ((await store.read((tx) => contentRow(tx, sha256))) === undefined) return;
      state = { ...state, missing: state.missing + 1 };
      await lose(sha256, 'missing');
    } else if (found.sha256 !== name || found.bytes !== bytes) {
      state = { ...state, damaged: state.damaged + 1 };
      await lose(sha256, 'damaged');
    }
  };

  const lose = async (sha256: Uint8Array, how: 'damaged' | 'missing') => {
    const name = Buffer.from(sha256).toString('hex');
    if (how === 'damaged') {
      await mkdir(folders.damaged, { recursive: true, mode: 0o700 });
      await rename(contentPath(folders, name), join(folders.damaged, `${name}-${clock.now()}`));
    }
    const at = clock.now();
    const problem = how === 'damaged' ? 'contentDamaged' : 'contentMissing';
    const rows = await store.write(async (tx) => {
      const lost = await attachmentsOfContent(tx, sha256, mostOfContent);
      await forgetContent(tx, sha256);
      for (const { id } of lost) {
        await standAttachment(tx, id, { state: 'queued', problem, detail: null, nextAttemptAt: at }, at);
      }
      await appendAudit(tx, {
        at,
        actor: engine,
        action: how === 'damaged' ? 'content.damaged' : 'content.missing',
        subject: `content:${name}`,
        detail: { attachments: lost.map(({ id }) => id) },
      });
      return lost;
    });
    log.warn({ sha256: name, how }, 'A stored file is not what it was; it is fetched again.');
    for (const { record_id } of rows) options.onTurn(record_id);
  };

  /** Files that no row names: what a run left behind that was killed at the wrong moment, or by somebody else's hand. */
  const removeOrphans = async (): Promise<number> => {
    let count = 0;
    for await (const { name, path } of filesBelow([folders.content, folders.previews])) {
      if (isStopped) break;
      const sha256 = Buffer.from(/^[\da-f]{64}/.exec(name)?.[0] ?? '', 'hex');
      const row = await store.read((tx) => contentRow(tx, sha256));
      if (row !== undefined && isOwnName(name)) continue;
      await rm(path, { recursive: true, force: true });
      count += 1;
    }
    return count;
  };

  return {
    state: () => state,
    lose,
    begin() {
      if (state.running || isStopped) return;
      const startedAt = new Date(clock.now()).toISOString();
      state = {
        ...state,
        running: true,
        checked: 0,
        damaged: 0,
        missing: 0,
        orphans: 0,
        startedAt,
        finishedAt: null,
      };
      checking = (async () => {
        state = { ...state, total: await store.read(countContents) };
        options.onProgress();
        await run();
      })()
        .catch((failure: unknown) => {
          if (!isStopped) log.error({ err: failure }, 'What is stored could not be checked.');
        })
        .then(() => {
          state = { ...state, running: false, finishedAt: new Date(clock.now()).toISOString() };
          options.onProgress();
        });
    },
    async stop() {
      isStopped = true;
      await checking;
    },
  };
}

async function* filesBelow(folders: readonly string[]): AsyncGenerator<{ name: string; path: string }> {
  for (const folder of folders) {
    for (const part of await readdir(folder)) {
      const names = await readdir(join(folder, part)).catch(() => []);
      for (const name of names) yield { name, path: join(folder, part, name) };
    }
  }
}

/** What a preview is written under before it has its name is none of these. */
const isOwnName = (name: string): boolean => /^[\da-f]{64}(-thumbnail\.jpg|-preview\.jpg)?$/.test(name);

/** The threads on a data directory, and on another one where a person chooses so while the first is ill. */
import { isAbsolute } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { DataFolder } from '#shared/contract/recovery.ts';
import { findInstallationId } from '../engine/copies.ts';
import { findKeptFolder, forgetKeptFolder, keepFolder, usualDataDir } from './data-folder.ts';
import {
  type DataFolders,
  type EngineThread,
  type EngineThreadOptions,
  startEngineThread,
} from './engine-client.ts';
import { defaultDataDir, EngineProblem } from './process.ts';

/** Starts both threads, as `startEngineThread`; what it returns goes on with another directory where one is chosen. */
export async function startEngineOnFolder(
  start: EngineThreadOptions & { isFolderGiven: boolean },
): Promise<EngineThread> {
  const folders = new Folders(start);
  await folders.begin();
  return folders;
}

const noFailure = { failure: null, fault: null };

class Folders implements EngineThread, DataFolders {
  readonly isWell: Promise<string | null>;
  readonly ended: Promise<EngineProblem | null>;
  readonly #start: EngineThreadOptions & { isFolderGiven: boolean };
  readonly #well = Promise.withResolvers<string | null>();
  readonly #ended = Promise.withResolvers<EngineProblem | null>();
  #first: EngineThread | null = null;
  #current: EngineThread | null = null;
  #dataDir: string;
  #failure: Pick<DataFolder, 'failure' | 'fault'> = noFailure;
  #changing: Promise<void> | null = null;
  #isClosed = false;

  constructor(start: EngineThreadOptions & { isFolderGiven: boolean }) {
    this.#start = start;
    this.#dataDir = start.options.dataDir;
    this.isWell = this.#well.promise;
    this.ended = this.#ended.promise;
  }

  async begin(): Promise<void> {
    this.#first = await startEngineThread({ ...this.#start, folders: this });
    this.#take(this.#first);
  }

  get receiverUrl() {
    return this.#first?.receiverUrl ?? null;
  }
  get lacked() {
    return this.#first?.lacked ?? null;
  }
  get isIll() {
    return this.#first?.isIll ?? false;
  }

  state(): DataFolder {
    return {
      ...{ path: this.#dataDir, usual: usualDataDir(), ofNextStart: defaultDataDir() },
      ...{ isGiven: this.#start.isFolderGiven, origin: this.#origin() },
      ...{ isChanging: this.#changing !== null, ...this.#failure },
    };
  }

  #origin(): DataFolder['origin'] {
    const { isFolderGiven, options } = this.#start;
    if (isFolderGiven) return this.#dataDir === options.dataDir ? 'given' : 'forThisRun';
    if (findKeptFolder()?.folder === this.#dataDir) return 'kept';
    return this.#dataDir === usualDataDir() ? 'usual' : 'forThisRun';
  }

  use(folder: string, isKept: boolean): void {
    if (this.#changing !== null || this.#isClosed || !isAbsolute(folder) || folder === this.#dataDir) return;
    this.#failure = noFailure;
    this.#changing = this.#change(folder, isKept).finally(() => {
      this.#changing = null;
    });
  }

  forget(): void {
    forgetKeptFolder();
  }

  async #change(folder: string, isKept: boolean): Promise<void> {
    const { receiver: _, expects: __, ...start } = this.#start;
    const options = { ...start.options, dataDir: folder };
    const before = this.#current;
    try {
      const next = await startEngineThread({ ...start, options, folders: this });
      this.#dataDir = folder;
      this.#take(next);
      if (isKept && !start.isFolderGiven) void next.isWell.then(() => this.#keep(folder));
      // Its ports close with it; whoever had one comes again.
      await before?.close();
    } catch (failure) {
      this.#failure = {
        failure: failure instanceof Error ? failure.message : String(failure),
        fault: failure instanceof EngineProblem ? failure.fault : null,
      };
    }
  }

  /** Once it is known whose it is. */
  #keep(folder: string): void {
    const installationId = findInstallationId(folder);
    if (installationId === null || this.#dataDir !== folder) return;
    try {
      keepFolder(folder, installationId);
    } catch (cause) {
      this.#start.onFault({ procedure: 'recovery.useFolder', cause });
    }
  }

  #take(threads: EngineThread): void {
    this.#current = threads;
    void threads.isWell.then((url) => {
      if (this.#current === threads) this.#well.resolve(url);
    });
    void threads.ended.then((problem) => {
      if (this.#current === threads) this.#ended.resolve(problem);
    });
  }

  receiving() {
    return this.#now().receiving();
  }
  connect(...given: Parameters<EngineThread['connect']>): MessagePort {
    return this.#now().connect(...given);
  }
  acceptCollected(...given: Parameters<EngineThread['acceptCollected']>) {
    return this.#now().acceptCollected(...given);
  }
  recognise(...given: Parameters<EngineThread['recognise']>) {
    return this.#now().recognise(...given);
  }
  hearing(...given: Parameters<EngineThread['hearing']>) {
    return this.#now().hearing(...given);
  }
  attachmentFile(...given: Parameters<EngineThread['attachmentFile']>) {
    return this.#now().attachmentFile(...given);
  }
  exportFile(...given: Parameters<EngineThread['exportFile']>) {
    return this.#now().exportFile(...given);
  }

  async close(limitMs?: number) {
    this.#isClosed = true;
    const how = await this.#now().close(limitMs);
    // One that was just being started.
    await this.#changing;
    await this.#now().close(limitMs);
    this.#ended.resolve(null);
    return how;
  }

  closeNow(limitMs?: number) {
    this.#isClosed = true;
    return this.#now().closeNow(limitMs);
  }
  checkListening(): void {
    this.#current?.checkListening();
  }

  #now(): EngineThread {
    if (this.#current === null) throw new Error('The threads were not started.');
    return this.#current;
  }
}

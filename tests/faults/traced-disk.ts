/**
 * What a program wrote, read from the log of `strace`, and what a disk has of it once the power is cut: all that was synced,
 * and of the rest any part, in pieces of a sector.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../main/simulator/random.ts';

/** The words of the command that another is put behind, so that all that it does to files and sockets is written to a log. */
export const traceCommand = (log: string): string[] => [
  ...['strace', '-f', '-y', '-xx', '-qq', '-s', '1000000', '-o', log, '-e'],
  'trace=openat,write,writev,pwrite64,sendto,sendmsg,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir',
];

/** A call of the program, in the order of the log. Paths of files lie below the folder that is looked at. */
export type Step = { thread: number } & (
  | { what: 'write'; path: string; offset: number; bytes: Buffer }
  | { what: 'truncate'; path: string; size: number }
  | { what: 'create'; path: string; isEmptied: boolean }
  | { what: 'folder'; path: string }
  | { what: 'rename'; path: string; to: string }
  | { what: 'remove'; path: string }
  /** It covers what was written before `begun`, the place in the list where it began. */
  | { what: 'sync'; path: string; begun: number }
  /** To a socket. */
  | { what: 'send'; bytes: Buffer }
);

/** Reads a log; a step of two lines, with others between them, stands where it began, but a sync where it ended. */
export function readTrace(log: string, folder: string): Step[] {
  return new TraceReader(folder).read(readFileSync(log, 'latin1'));
}

const isSocket = (target: string) => /^(socket|TCP|TCPv6|UNIX)/.test(target);

class TraceReader {
  readonly #folder: string;
  readonly #steps: Step[] = [];
  /** By thread: the sync that it waits for. */
  readonly #syncing = new Map<number, { path: string; begun: number }>();
  /** Of the files that are written from one end to the other. */
  readonly #lengths = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(log: string): Step[] {
    for (const line of log.split('\n')) {
      const [, thread = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
      this.#readCall(Number(thread), call);
    }
    return this.#steps;
  }

  #readCall(thread: number, call: string): void {
    const resumed = /^<\.\.\. (\w+) resumed>.*= (-?\d+)/.exec(call);
    if (resumed !== null) {
      const [, name = '', result] = resumed;
      const sync = this.#syncing.get(thread);
      if (!name.includes('sync') || sync === undefined) return;
      this.#syncing.delete(thread);
      if (result === '0') this.#steps.push({ thread, what: 'sync', ...sync });
      return;
    }
    const [, name = '', given = ''] = /^(\w+)\((.*)$/.exec(call) ?? [];
    const hasFailed = /\) = -1 /.test(given);
    if (name === '' || hasFailed) return;
    // The file of a descriptor, then texts in their order.
    const target = decode(/^(?:\d+|AT_FDCWD)<([^>]*)>/.exec(given)?.[1] ?? '').toString();
    const texts = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) => decode(text));
    if (isSocket(target)) this.#steps.push({ thread, what: 'send', bytes: Buffer.concat(texts) });
    else if (name.endsWith('sync')) this.#readSync(thread, target, given);
    else if (name.startsWith('rename') || name.startsWith('unlink') || name === 'mkdir' || name === 'openat')
      this.#readName(thread, name, given, texts);
    else if (this.#isInside(target)) this.#readWrite(thread, name, target, given, texts);
  }

  #isInside(path: string): boolean {
    return path === this.#folder || path.startsWith(`${this.#folder}/`);
  }

  #readSync(thread: number, path: string, given: string): void {
    if (!this.#isInside(path)) return;
    const sync = { path, begun: this.#steps.length };
    if (/\) = 0$/.test(given)) this.#steps.push({ thread, what: 'sync', ...sync });
    else this.#syncing.set(thread, sync);
  }

  #readName(thread: number, name: string, given: string, texts: Buffer[]): void {
    const [path = '', to = ''] = texts.map(String);
    if (!this.#isInside(path)) return;
    if (name === 'mkdir') this.#steps.push({ thread, what: 'folder', path });
    else if (name.startsWith('rename')) this.#steps.push({ thread, what: 'rename', path, to });
    else if (name.startsWith('unlink')) this.#steps.push({ thread, what: 'remove', path });
    else if (given.includes('O_CREAT')) {
      const isEmptied = given.includes('O_TRUNC');
      if (isEmptied) this.#lengths.set(path, 0);
      this.#steps.push({ thread, what: 'create', path, isEmptied });
    }
  }

  #readWrite(thread: number, name: string, path: string, given: string, texts: Buffer[]): void {
    const last = Number(/, (\d+)(?:\) += .*|\s+<unfinished \.\.\.>)$/.exec(given)?.[1]);
    if (name === 'ftruncate') this.#steps.push({ thread, what: 'truncate', path, size: last });
    else if (name === 'pwrite64')
      this.#steps.push({ thread, what: 'write', path, offset: last, bytes: texts[0] ?? Buffer.alloc(0) });
    else {
      const bytes = Buffer.concat(texts);
      const offset = this.#lengths.get(path) ?? 0;
      this.#lengths.set(path, offset + bytes.length);
      this.#steps.push({ thread, what: 'write', path, offset, bytes });
    }
  }
}

const decode = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** What becomes of what was not synced: none of it, all of it, or any part. */
export type Unsynced = 'lost' | 'kept' | 'anyPart';

const sectorBytes = 512;

type Change = Extract<Step, { what: 'write' | 'truncate' }>;
type Naming = Extract<Step, { what: 'create' | 'folder' | 'rename' | 'remove' }>;

/** A file, whatever its name is. */
interface Inode {
  changes: { at: number; change: Change }[];
  /** Changes before this place are on the disk. */
  syncedUntil: number;
}

/** A disk as the steps before a place leave it. */
class TracedDisk {
  readonly #names = new Map<string, Inode>();
  readonly #namings: { at: number; naming: Naming; inode: Inode | null }[] = [];
  /** Names of a folder before this place are on the disk. */
  readonly #syncedNames = new Map<string, number>();

  /** What lay there before the first step. */
  put(path: string, bytes: Buffer): void {
    const change: Change = { thread: 0, what: 'write', path, offset: 0, bytes };
    const inode = { changes: [{ at: -1, change }], syncedUntil: 0 };
    this.#names.set(path, inode);
    this.#namings.push({ at: -1, naming: { thread: 0, what: 'create', path, isEmptied: false }, inode });
  }

  take(step: Step, at: number): void {
    switch (step.what) {
      case 'write':
      case 'truncate':
        this.#names.get(step.path)?.changes.push({ at, change: step });
        return;
      case 'sync': {
        const inode = this.#names.get(step.path);
        if (inode === undefined) this.#syncedNames.set(step.path, step.begun);
        else inode.syncedUntil = Math.max(inode.syncedUntil, step.begun);
        return;
      }
      case 'send':
        return;
      default:
        this.#name(step, at);
    }
  }

  #name(naming: Naming, at: number): void {
    if (naming.what === 'create') {
      const { path, thread } = naming;
      let inode = this.#names.get(path);
      if (inode === undefined) {
        inode = { changes: [], syncedUntil: 0 };
        this.#names.set(path, inode);
        this.#namings.push({ at, naming, inode });
      } else if (naming.isEmptied)
        inode.changes.push({ at, change: { thread, what: 'truncate', path, size: 0 } });
      return;
    }
    const inode = this.#names.get(naming.path) ?? null;
    if (naming.what !== 'folder') this.#names.delete(naming.path);
    if (naming.what === 'rename' && inode !== null) this.#names.set(naming.to, inode);
    this.#namings.push({ at, naming, inode });
  }

  /** Writes into an empty folder what is there once the power is back. */
  putInto(folder: string, from: string, unsynced: Unsynced, random: Random): void {
    for (const [path, inode] of this.#namesLeft(unsynced, random)) {
      const file = join(folder, path.slice(from.length));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contentLeft(inode, unsynced, random));
    }
  }

  /** Changes of names come to the disk in their order: those that were synced, and some or all of the others. */
  #namesLeft(unsynced: Unsynced, random: Random): Map<string, Inode> {
    const synced = this.#namings.findLastIndex(
      ({ at, naming }) => at < (this.#syncedNames.get(dirname(naming.path)) ?? 0),
    );
    const kept = { lost: synced + 1, kept: this.#namings.length, anyPart: 0 }[unsynced];
    const count = unsynced === 'anyPart' ? random.integer(synced + 1, this.#namings.length) : kept;
    const left = new Map<string, Inode>();
    for (const { naming, inode } of this.#namings.slice(0, count)) {
      if (naming.what !== 'create') left.delete(naming.path);
      if (inode !== null && naming.what === 'create') left.set(naming.path, inode);
      if (inode !== null && naming.what === 'rename') left.set(naming.to, inode);
    }
    return left;
  }
}

function contentLeft({ changes, syncedUntil }: Inode, unsynced: Unsynced, random: Random): Buffer {
  const longest = Math.max(
    0,
    ...changes.map(({ change }) =>
      change.what === 'write' ? change.offset + change.bytes.length : change.size,
    ),
  );
  const content = Buffer.alloc(longest);
  let length = 0;
  for (const { at, change } of changes) {
    const isSynced = at < syncedUntil || unsynced === 'kept';
    if (!isSynced && (unsynced === 'lost' || random.chance(0.3))) continue;
    if (change.what === 'write') {
      const { offset, bytes } = change;
      length = Math.max(length, offset + bytes.length);
      if (isSynced || random.chance(0.5)) bytes.copy(content, offset);
      else copySomeSectors(bytes, content, offset, random);
      continue;
    }
    content.fill(0, change.size);
    length = change.size;
  }
  return content.subarray(0, length);
}

function copySomeSectors(bytes: Buffer, to: Buffer, offset: number, random: Random): void {
  for (let from = 0; from < bytes.length; from += sectorBytes)
    if (random.chance(0.5)) bytes.copy(to, offset + from, from, from + sectorBytes);
}

/** Puts into an empty folder what a power cut after so many steps leaves of the traced one, which was like `base` before. */
export function cutPower(
  steps: readonly Step[],
  {
    folder,
    base,
    after,
    into,
    unsynced,
    random,
  }: {
    base?: string;
    folder: string;
    after: number;
    into: string;
    unsynced: Unsynced;
    random: Random;
  },
): void {
  const disk = new TracedDisk();
  for (const entry of base === undefined ? [] : readdirSync(base, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && base !== undefined)
      disk.put(join(folder, path.slice(base.length)), readFileSync(path));
  }
  for (const [at, step] of steps.slice(0, after).entries()) disk.take(step, at);
  disk.putInto(into, folder, unsynced, random);
}

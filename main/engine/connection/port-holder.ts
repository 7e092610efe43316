/** Which program has a port of this computer that it listens at. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PortHolder } from '#shared/contract/reachability.ts';
import { outputOf } from './system-command.ts';

const unknown: PortHolder = { processId: null, program: null };

/** Fields are null for what the system does not tell this account. */
export async function findPortHolder(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<PortHolder> {
  if (platform === 'linux') return onLinux(port);
  if (platform === 'win32') return onWindows(port);
  if (platform !== 'darwin') return unknown;
  return holderByLsof(
    (await outputOf('/usr/sbin/lsof', '-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc')) ?? '',
  );
}

/** Of processes and their open files, that are looked through. */
const maxProcesses = 10_000;
const maxFiles = 5000;

async function onLinux(port: number): Promise<PortHolder> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const wanted = new Set(
    tables.flatMap((table) => listeningInodes(table, port)).map((id) => `socket:[${id}]`),
  );
  if (wanted.size === 0) return unknown;
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).slice(0, maxProcesses);
  for (const id of processes) {
    const folder = `/proc/${id}/fd`;
    // Those of other accounts are closed to this one.
    const files = (await readdir(folder).catch(() => [])).slice(0, maxFiles);
    for (const file of files) {
      if (!wanted.has(await readlink(`${folder}/${file}`).catch(() => ''))) continue;
      return { processId: Number(id), program: await programOf(id) };
    }
  }
  return unknown;
}

/** By its file, since a program may call its first thread what it likes; by that name where the file is closed to this account. */
async function programOf(id: string): Promise<string | null> {
  const file = await readlink(`/proc/${id}/exe`).catch(() => '');
  const name = basename(file.replace(/ \(deleted\)$/, ''));
  return name || (await readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')).trim() || null;
}

/** The sockets that listen at a port, by a table of the kernel (`/proc/net/tcp`, proc(5)). */
function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, ...rest] = line.trim().split(/\s+/);
    const inode = rest[5];
    return state === '0A' && local.endsWith(`:${wanted}`) && inode !== undefined && inode !== '0'
      ? [inode]
      : [];
  });
}

async function onWindows(port: number): Promise<PortHolder> {
  const processId = holderByNetstat((await outputOf('netstat.exe', '-ano', '-p', 'TCP')) ?? '', port);
  if (processId === null) return unknown;
  const found = await outputOf('tasklist.exe', '/FI', `PID eq ${processId}`, '/FO', 'CSV', '/NH');
  return { processId, program: programByTasklist(found ?? '', processId) };
}

/** By the other side's port, which is 0 where somebody listens: the word for it is of the system's language. */
export function holderByNetstat(text: string, port: number): number | null {
  for (const line of text.split(/\r?\n/)) {
    const [, local = '', other = '', , id = ''] = line.trim().split(/\s+/);
    if (local.endsWith(`:${port}`) && other.endsWith(':0') && /^\d+$/.test(id)) return Number(id);
  }
  return null;
}

export function programByTasklist(text: string, processId: number): string | null {
  const found = /^"([^"]+)","(\d+)"/m.exec(text);
  return found?.[2] === String(processId) ? (found[1] ?? null) : null;
}

/** Of `lsof -Fpc`: a line each, `p` and the process, `c` and its program. */
export function holderByLsof(text: string): PortHolder {
  const processId = /^p(\d+)$/m.exec(text)?.[1];
  return {
    processId: processId === undefined ? null : Number(processId),
    program: /^c(.+)$/m.exec(text)?.[1]?.trim() ?? null,
  };
}

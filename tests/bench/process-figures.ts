/** What Linux says of a process and of a folder's files; where /proc is not there, nothing is known of a process. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Bytes of memory of the process alone: resident, and what is its own when what it shares is divided by who shares it. */
export function memoryOf(pid: number): { resident: number; proportional: number } | null {
  const text = readProcess(pid, 'smaps_rollup');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text ?? '')?.[1]);
  return text === null ? null : { resident: kilobytes('Rss') * 1024, proportional: kilobytes('Pss') * 1024 };
}

/**
 * Waits until the process has worked less than a twentieth of the time for ten seconds, at most `longest` seconds; the
 * seconds before these ten, or null where it never rested. One who gets no turn on a busy machine may seem to rest.
 */
export async function rest(pid: number, longest: number): Promise<number | null> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  let [quietSince, before] = [0, processorSeconds(pid)];
  while (seconds() < longest) {
    await pause(1000);
    const now = processorSeconds(pid);
    if (now - before > 0.05) quietSince = seconds();
    else if (seconds() - quietSince >= 10) return quietSince;
    before = now;
  }
  return null;
}

/** Seconds of processor time since its start (proc_pid_stat(5), fields 14 and 15, in hundredths). */
export function processorSeconds(pid: number): number {
  const fields = readProcess(pid, 'stat')?.split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** Seconds that its thread of this name has run (`schedstat`, in nanoseconds); 0 where there is none. */
export function threadSeconds(pid: number, name: string): number {
  const threads = readProcessFolder(pid);
  const thread = threads.find((id) => readProcess(pid, `task/${id}/comm`)?.trim() === name);
  return Number(readProcess(pid, `task/${thread}/schedstat`)?.split(' ')[0] ?? 0) / 1e9;
}

function readProcessFolder(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function readProcess(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

/** Bytes of the databases' files in a folder, by name. */
export function databaseFiles(folder: string): Record<string, number> {
  const names = readdirSync(folder).filter((name) => /\.db(-wal)?$/.test(name));
  return Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).size]));
}

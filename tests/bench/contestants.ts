/** The servers that are measured beside each other. */
import { fileURLToPath } from 'node:url';
import { serveCommand } from './serve-perito.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export const contestantNames = ['echo', 'bareInsert', 'jsonServer', 'least', 'before', 'perito'] as const;
export type ContestantName = (typeof contestantNames)[number];

export const titles: Record<ContestantName, string> = {
  echo: 'node:http echo',
  bareInsert: 'node:http + group-committed insert',
  jsonServer: 'json-server',
  least: 'the least that keeps the promises',
  before: 'another Perito',
  perito: 'Perito',
};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export function commandOf(name: ContestantName, folder: string, cli?: string): readonly string[] {
  switch (name) {
    case 'echo':
      return [here('servers/echo.ts')];
    case 'bareInsert':
      return [here('servers/bare-insert.ts'), folder];
    case 'jsonServer':
      return [here('servers/json-server.ts'), folder];
    case 'least':
      return [here('servers/least.ts'), folder];
    case 'before':
      return serveCommand(folder, { cli });
    case 'perito':
      return serveCommand(folder);
  }
}

/** The least over a database of PostgreSQL. */
export const leastOnPostgres = (url: string): readonly string[] => [here('servers/least-postgres.ts'), url];

/** Resolves when it listens; rejects where it ends before. `cli` is that of the other Perito. */
export function start(name: ContestantName, folder: string, cli?: string): Promise<ServerProcess> {
  return startServer(commandOf(name, folder, cli));
}

/** A real engine behind the real shell, on a data directory of its own and on free ports, with no keychain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Console, type ConsoleOptions, openConsole } from '../main/browser/console.ts';
import type { ThreadOptions } from '../main/engine/engine-protocol.ts';
import { putNewDatabase } from './engine/migrated-folder.ts';

/** The key that its receiver takes. */
export const marketplaceKey = 'mercado@prueba.example:clave-de-prueba';

export interface OpenedConsole {
  opened: Console;
  receiverUrl: string;
  dataDir: string;
  /** Closes it and removes its data. */
  close(): Promise<void>;
}

/** `name` tells whose data directory it is; what `engine` and `shell` say comes before what is usual here. */
export async function openTestConsole(
  name: string,
  engine: Pick<ThreadOptions, 'attachments' | 'receiver' | 'isOffice'> = {},
  {
    dataDir = putNewDatabase(mkdtempSync(join(tmpdir(), `perito-${name}-`))),
    ...shell
  }: Partial<Pick<ConsoleOptions, 'sampleConsole' | 'threads' | 'files' | 'onFault'>> & {
    /** Of one that was closed. */
    dataDir?: string;
  } = {},
): Promise<OpenedConsole> {
  const absent = () => Promise.reject(new Error('absent'));
  const opened = await openConsole({
    engine: {
      dataDir,
      version: '0.0.0',
      receiver: { address: '127.0.0.1', port: 0, holdSeconds: 60 },
      environmentKeys: [marketplaceKey],
      ...engine,
    },
    consolePort: 0,
    keychain: {
      check: async () => ({ state: 'absent', problem: 'noService', detail: 'none in this test' }),
      get: absent,
      set: absent,
      remove: absent,
    },
    files: { answer: () => null },
    onFault: (where, cause) => {
      throw new Error(`fault in ${where}`, { cause });
    },
    ...shell,
  });
  const { receiverUrl } = opened.engine;
  if (receiverUrl === null) throw new Error('the receiver does not listen');
  return {
    opened,
    receiverUrl,
    dataDir,
    async close() {
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

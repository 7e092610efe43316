/** What is opened read-only, in its threads: a copy of a data directory, up to how many, and what is left of each. */
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder, removeLeftFolders } from '../../main/engine/temporary-folder.ts';
import { type Archives, createArchives, type OpenArchive } from '../../main/shell/archives.ts';
import type { OpenedArchive } from '../../shared/contract/archives.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';

const copy: OpenedArchive = {
  ...{ kind: 'copy', name: 'respaldo', madeAt: '2026-01-02T03:04:05.000Z', company: '', signature: null },
  ...{ keyFingerprint: null, damaged: [], damagedCount: 0, isCutOff: false, hasPolicies: true },
  ...{ checking: null, isLost: false },
};

function openArchives(): Archives {
  const archives = createArchives('0.0.0');
  onTestFinished(() => archives.close());
  return archives;
}

/** Where the last one was opened lies in `path`. */
function openCopy(archives: Archives): { archive: OpenArchive; path: string } {
  let path = '';
  const archive = archives.openCopy('respaldo', (dataDir) => {
    path = dataDir;
    putNewDatabase(dataDir);
    return {
      ready: Promise.resolve(copy),
      progress: () => ({ done: 1, all: 2 }),
      stop: async () => {},
    };
  });
  if (archive === null) throw new Error('as many are open as may be');
  return { archive, path };
}

function clientOf(archive: OpenArchive): ContractRouterClient<Contract> {
  const port = archive.connect('browser');
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }));
  port.start();
  return client;
}

test('a copy is looked at beside others, and nothing is left of it once it is closed', async () => {
  const archives = openArchives();
  const { archive, path } = openCopy(archives);
  expect(archive.state()).toEqual({ is: 'fetching', done: 1, all: 2 });
  expect(await archive.settled()).toEqual({ is: 'open', archive: copy });
  const client = clientOf(archive);
  expect((await client.status.get()).archive).toEqual(copy);
  await expect(client.people.rename({ name: 'Ana' })).rejects.toMatchObject({
    code: 'READ_ONLY',
  });
  expect(await archive.attachmentFile(1, 'original')).toBeNull();
  expect(archives.find(archive.id)).toBe(archive);
  await archive.close();
  expect([archives.find(archive.id), existsSync(path), archive.state().is]).toEqual([null, false, 'failed']);
});

test('no more than five are open at once; one that cannot be opened says why, and is closed like the others', async () => {
  const archives = openArchives();
  const file = join(temporaryFolder(), 'there-is-none.perito');
  const [first, ...others] = [1, 2, 3, 4, 5].map(() => archives.openFile(file));
  expect(others).not.toContain(null);
  expect([archives.openFile(file), archives.newFolder()]).toEqual([null, null]);
  expect(await first?.settled()).toMatchObject({ is: 'failed', code: 'notReadable' });
  await first?.close();
  const folder = archives.newFolder();
  expect([folder === null, archives.openFile(file)]).toEqual([false, null]);
  folder?.discard();
  expect(existsSync(dirname(folder?.bundle ?? ''))).toBe(false);
  expect(archives.openFile(file)).not.toBeNull();
});

test('of folders that were left those alone are removed that nobody holds', async () => {
  const place = mkdtempSync(join(tmpdir(), 'perito-left-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const held = makeTemporaryFolder(place);
  const [left, young] = [
    mkdtempSync(join(place, 'perito-temporary-')),
    mkdtempSync(join(place, 'perito-temporary-')),
  ];
  for (const path of [held.path, left]) utimesSync(path, new Date(0), new Date(0));
  expect(await removeLeftFolders(place)).toBe(1);
  expect([held.path, left, young].map((path) => existsSync(path))).toEqual([true, false, true]);
  held.remove();
  expect(existsSync(held.path)).toBe(false);
});

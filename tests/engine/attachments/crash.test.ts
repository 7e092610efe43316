import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPerito } from '../../e2e/perito.ts';
import { openFileServer } from '../../files/file-server.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
import { isStored, settled } from '../../files/settled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openEngineHouse } from './house.ts';

const key = 'mercado@prueba.example:clave';

/** Files below a folder, by their names. */
function namesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('killed while it downloads, it loses nothing, fetches nothing twice that was whole, and leaves no other file', async () => {
  const count = 30;
  const files = Array.from({ length: count }, () => randomBytes(200_000));
  const pathOf = new Map(files.map((bytes, index) => [hashOf(bytes), `/${index}.bin`]));
  // The first half of each body, and at the `heldFrom`th nothing more, until the process is gone.
  let heldFrom = 7;
  let sent = 0;
  let held = Promise.withResolvers<void>();
  await using server = await openFileServer();
  const addresses = files.map((bytes, index) =>
    server.serve(`${index}.bin`, (response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      sent += 1;
      if (sent < heldFrom) response.end(bytes);
      else response.write(bytes.subarray(0, 100_000), () => sent >= heldFrom + 3 && held.resolve());
    }),
  );
  const dataDir = temporaryFolder();
  const attachments = join(dataDir, 'attachments');
  const options = { keys: key, dataDir, attachmentHosts: [new URL(server.url).host] };

  let perito = await startPerito(options);
  onTestFinished(() => perito.stop());
  const recordId = await sendReport(perito, reportNaming(1, addresses));
  /** Of each file that lay there whole at a kill, how much had been asked for by then. */
  const notAgain = new Map<string, number>();
  for (const next of [17, 1000]) {
    await held.promise;
    await perito.kill();
    // What lies there whole under the name of its hash is never asked for again.
    for (const name of [
      ...namesBelow(join(attachments, 'landing')),
      ...namesBelow(join(attachments, 'content')),
    ]) {
      const path = pathOf.get(name.split('.').at(-1) ?? '');
      if (path !== undefined && !notAgain.has(path)) notAgain.set(path, server.asked.length);
    }
    held = Promise.withResolvers();
    heldFrom = next;
    sent = next === 17 ? 7 : 0;
    perito = await startPerito(options);
  }
  const all = await settled(perito, recordId, count, isStored);
  expect(all.map(({ content }) => content?.sha256)).toEqual(files.map(hashOf));
  expect(notAgain.size).toBeGreaterThan(5);
  expect([...notAgain].filter(([path, before]) => server.asked.includes(path, before))).toEqual([]);
  await perito.stop();
  expect(namesBelow(join(attachments, 'landing'))).toEqual([]);
  expect(namesBelow(join(attachments, 'content')).toSorted()).toEqual(files.map(hashOf).toSorted());
  expect(namesBelow(join(attachments, 'previews'))).toEqual([]);
});

test('what a killed run left between two steps is ended at the next start, without asking for it again', async () => {
  const [whole, kept, torn] = [randomBytes(1000), randomBytes(2000), randomBytes(3000)];
  const bytes = [whole, kept, torn];
  let isOpen = false;
  await using server = await openFileServer();
  const addresses = bytes.map((one, index) =>
    server.serve(`${index}.bin`, (response) => {
      if (isOpen || index === 1) response.end(one);
    }),
  );
  const first = await openEngineHouse({ files: [server] });
  const recordId = await sendReport(first, reportNaming(1, addresses));
  // The second is stored, the others hang.
  await first.until(async () => {
    const states = (await first.client.attachments.list({ recordId })).map(({ state }) => state);
    return states.join() === 'downloading,stored,downloading';
  });
  const ids = (await first.client.attachments.list({ recordId })).map(({ id }) => id);
  await first.close();

  const folder = join(first.dataDir, 'attachments');
  const landing = join(folder, 'landing');
  // Whole, and no row says so yet; stored, and not yet moved; begun; named before its bytes were there; and no file at all.
  writeFileSync(join(landing, `${ids[0]}.${hashOf(whole)}`), whole);
  writeFileSync(join(landing, `${ids[1]}.${hashOf(kept)}`), kept);
  writeFileSync(join(landing, `${ids[2]}.part`), torn.subarray(0, 500));
  writeFileSync(join(landing, `${ids[2]}.${hashOf(torn)}`), torn.subarray(0, 500));
  writeFileSync(join(landing, `999.${hashOf(Buffer.alloc(0))}`), '');
  mkdirSync(join(landing, 'folder'));
  isOpen = true;
  const again = await openEngineHouse({ dataDir: first.dataDir, files: [server] });
  await settled(again, recordId, 3, isStored);
  expect(server.asked.toSorted()).toEqual(['/0.bin', '/1.bin', '/2.bin', '/2.bin']);
  await again.close();
  expect(readdirSync(landing)).toEqual([]);
  expect(namesBelow(join(folder, 'content')).toSorted()).toEqual(bytes.map(hashOf).toSorted());
});

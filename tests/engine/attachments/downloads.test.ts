import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { expect, test } from 'vitest';
import { openFileServer } from '../../files/file-server.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
import { settled } from '../../files/settled.ts';
import { openEngineHouse } from './house.ts';

async function photo(shade: number): Promise<Buffer> {
  const pixels = Buffer.alloc(64 * 48 * 4, 255);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([shade, (at / 4) % 251, (at * shade) % 253], at);
  return Transformer.fromRgbaPixels(pixels, 64, 48).jpeg(85);
}

const script = { via: 'token' } as const;

test('photos that a report names are fetched after the answer, stored by their hash, looked at and served', async () => {
  const bytes = await Promise.all([1, 2, 3].map((shade) => photo(shade * 40)));
  await using files = await openFileServer();
  const addresses = bytes.map((one, index) => files.serve(`${index + 1}.jpg`, one));
  const house = await openEngineHouse({ files: [files] });
  const recordId = await sendReport(house, reportNaming(501, addresses));
  await settled(house, recordId, 3);
  const all = (await house.client.records.get({ id: recordId })).attachments;
  expect(all.map((one) => [one.role, one.state, one.filename, one.content?.mediaType])).toEqual(
    [1, 2, 3].map((n) => ['picture', 'stored', `foto ${n}.jpg`, 'image/jpeg']),
  );
  for (const [index, one] of all.entries()) {
    const sha256 = createHash('sha256')
      .update(bytes[index] ?? '')
      .digest('hex');
    expect(one.content?.sha256).toBe(sha256);
    const path = join(house.dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);
    expect(readFileSync(path).equals(bytes[index] ?? Buffer.alloc(0))).toBe(true);
    const preview = await house.engine.attachmentFile(one.id, 'preview', script);
    expect(preview).toMatchObject({ mediaType: 'image/jpeg' });
    expect(await house.engine.attachmentFile(one.id, 'download', script)).toMatchObject({
      isShown: false,
      filename: one.filename,
    });
  }
  expect(readdirSync(join(house.dataDir, 'attachments', 'landing'))).toEqual([]);
  expect(files.asked.toSorted()).toEqual(['/1.jpg', '/2.jpg', '/3.jpg']);
  expect(house.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('files of an unknown host wait for one click', async () => {
  await using files = await openFileServer();
  files.serveElsewhere(await photo(90));
  const house = await openEngineHouse({ attachments: { allowLoopback: true } });
  await sendReport(house, reportNaming(502, [`${files.url}/1.jpg`, `${files.url}/2.jpg`]));
  await house.until(async () => (await house.client.attachments.downloads()).counts.awaitingApproval === 2);
  const { host } = new URL(files.url);
  const [named] = await house.client.attachments.hosts();
  expect(named).toMatchObject({ host, decision: 'pending', waiting: 2, needsHttp: true });
  expect(files.asked).toEqual([]);
  await house.client.attachments.decideHost({ host, decision: 'approved', allowHttp: true });
  await house.until(async () => {
    const { counts } = await house.client.attachments.downloads();
    const isCounted = counts.awaitingApproval + counts.queued + counts.downloading === 0;
    return isCounted && (await house.client.attachments.waiting({})).rows.length === 0;
  });
  const { rows } = await house.client.audit.list({});
  const subjects = rows
    .filter(({ action }) => action === 'attachmentHost.decided')
    .map(({ subject }) => subject);
  expect(subjects).toEqual([`attachmentHost:${host}`]);
  expect((await house.client.attachments.waiting({})).rows).toEqual([]);
  expect(await house.client.audit.verify()).toMatchObject({ intact: true });
});

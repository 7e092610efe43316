import { Transformer } from '@napi-rs/image';
import { expect, onTestFinished, test } from 'vitest';
import { incidentAttachment, incidentReport } from '../incident-reports.ts';
import { sendJpeg, serveFiles } from './file-server.ts';
import { openEngineHouse } from './house.ts';

/** A scene of some shapes: what is in it depends on `seed`, its size and coding do not change it. */
function scene(seed: number): Uint8Array {
  const width = 640;
  const height = 480;
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave =
        Math.sin((x * (seed + 2)) / 90) + Math.cos((y * (seed + 3)) / 70) + Math.sin((x + y * seed) / 130);
      const light = Math.max(0, Math.min(255, Math.round(128 + wave * 42)));
      pixels.set([light, Math.round(light * 0.8), 255 - light, 255], (y * width + x) * 4);
    }
  }
  return pixels;
}
const sceneOf = (seed: number) => Transformer.fromRgbaPixels(scene(seed), 640, 480);

test('a photo that was coded again or made smaller is found beside the first, on both reports, with how near it is', async () => {
  const original = await sceneOf(1).jpeg(92);
  const files: Record<string, Uint8Array> = {
    '/original.jpg': original,
    '/coded-again.jpg': await new Transformer(original).jpeg(55),
    '/smaller.jpg': await new Transformer(original).resize(320, 240).jpeg(80),
    '/other.jpg': await sceneOf(4).jpeg(92),
  };
  const server = await serveFiles((request, response) =>
    sendJpeg(response, files[request.url ?? ''] ?? original),
  );
  const house = await openEngineHouse();
  onTestFinished(async () => {
    await house.close();
    house.remove();
    await server.close();
  });
  const report = (id: number, names: string[]) => {
    const list = names.map((name, index) =>
      incidentAttachment(index, { fileFullPath: `${server.url}/${name}.jpg` }),
    );
    const lists = { attachmentsPictures: list, attachmentsDocuments: [], generalInfo: null };
    return house.post('/incidentReports', incidentReport(id, lists));
  };
  await report(1, ['original']);
  await report(2, ['coded-again', 'smaller', 'other']);
  const { client } = house;
  const idOf = async (marketplaceId: number) =>
    (await client.records.list({ kind: 'incidentReport' })).rows.find(
      (row) => row.marketplaceId === marketplaceId,
    )?.id ?? 0;
  const found = async (marketplaceId: number) => {
    const { findings } = await client.records.get({ id: await idOf(marketplaceId) });
    return findings.filter(({ code }) => code.startsWith('photo.'));
  };
  await house.until(async () => {
    const [one] = await found(1);
    return one?.parameters['count'] === 2 && (await found(2)).length === 2;
  });
  const [first, second] = [await found(1), await found(2)];
  expect(first).toMatchObject([{ code: 'photo.similar', parameters: { count: 2 } }]);
  expect(second.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['photo.similar', '/attachmentsPictures/0'],
    ['photo.similar', '/attachmentsPictures/1'],
  ]);
  for (const { parameters } of [...first, ...second]) {
    expect(Number(parameters['distance'])).toBeLessThanOrEqual(7);
  }
  const [photo] = await client.attachments.list({ recordId: await idOf(1) });
  const { likePhotos } = await client.attachments.get({ id: photo?.id ?? 0 });
  expect(likePhotos.map(({ recordId, distance }) => [recordId, (distance ?? 99) <= 7])).toEqual([
    [await idOf(2), true],
    [await idOf(2), true],
  ]);
});

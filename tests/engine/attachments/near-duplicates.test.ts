import { Transformer } from '@napi-rs/image';
import { expect, test } from 'vitest';
import { openFileServer } from '../../files/file-server.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
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
  await using files = await openFileServer();
  const addresses = [
    files.serve('original.jpg', original),
    files.serve('coded-again.jpg', await new Transformer(original).jpeg(55)),
    files.serve('smaller.jpg', await new Transformer(original).resize(320, 240).jpeg(80)),
    files.serve('other.jpg', await sceneOf(4).jpeg(92)),
  ];
  const house = await openEngineHouse({ files: [files] });
  const { client } = house;
  // Nothing but their photographs links the two.
  const report = (id: number, named: readonly string[]) =>
    sendReport(house, reportNaming(id, named, { generalInfo: null }));
  const one = await report(1, addresses.slice(0, 1));
  const two = await report(2, addresses.slice(1));
  const found = async (id: number) => {
    const { findings } = await client.records.get({ id });
    return findings.filter(({ code }) => code.startsWith('photo.'));
  };
  await house.until(async () => {
    const [of] = await found(one);
    return of?.parameters['count'] === 2 && (await found(two))[0]?.count === 2;
  });
  const [first, second] = [await found(one), await found(two)];
  expect(first).toMatchObject([{ code: 'photo.similar', parameters: { count: 2 } }]);
  expect(second).toMatchObject([{ code: 'photo.similar', count: 2 }]);
  const places = [...first, ...second].flatMap((finding) => finding.places);
  expect(places.map(({ pointer }) => pointer)).toEqual([
    '/attachmentsPictures/0',
    '/attachmentsPictures/0',
    '/attachmentsPictures/1',
  ]);
  for (const { parameters } of places) {
    expect(Number(parameters['distance'])).toBeLessThanOrEqual(7);
  }
  const [photo] = await client.attachments.list({ recordId: one });
  const { similarPhotos } = await client.attachments.get({ id: photo?.id ?? 0 });
  expect(similarPhotos.map(({ recordId, distance }) => [recordId, (distance ?? 99) <= 7])).toEqual([
    [two, true],
    [two, true],
  ]);
});

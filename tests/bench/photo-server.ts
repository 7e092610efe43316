/** A process that serves photographs of 12 megapixels, each with bytes of its own. Prints its address when ready. */
import { Transformer } from '@napi-rs/image';
import { openFileServer } from '../files/file-server.ts';

const width = 4000;
const height = 3000;
const variants = 4;

/** Slopes, edges and grain, so that it compresses as a photograph does. */
async function photo(seed: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4, 255);
  let noise = 12_345 + seed;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      noise = (noise * 1_103_515_245 + 12_345) & 0x7fffffff;
      const edge = ((x >> (6 + seed)) + (y >> 7)) % 3 === 0 ? 60 : 0;
      const grain = (noise >> 16) & 15;
      const at = (y * width + x) * 4;
      pixels[at] = ((x * 180) / width + edge + grain) & 255;
      pixels[at + 1] = ((y * 180) / height + edge + grain) & 255;
      pixels[at + 2] = 60 + edge + grain;
    }
  }
  return Transformer.fromRgbaPixels(pixels, width, height).jpeg(82);
}

const photos = await Promise.all(Array.from({ length: variants }, (_, seed) => photo(seed)));

/** The photograph with its number as a comment (ITU-T T.81, B.2.4.5), which makes other bytes of the same picture. */
function numbered(count: number): Buffer {
  const plain = photos[count % variants] ?? Buffer.alloc(0);
  const comment = Buffer.from(`prueba ${count}`);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
  return Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
}

const { url, serveElsewhere } = await openFileServer();
serveElsewhere((response, request) => {
  const body = numbered(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0));
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': body.length }).end(body);
});
console.log(JSON.stringify({ url, bytes: photos.map(({ length }) => length) }));

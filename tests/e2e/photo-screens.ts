/** Reports with photographs in every state, marks, and one photo in two reports, for the pictures of their screens. */
import type { Attachment } from '../../shared/contract/attachments.ts';
import { generalInfo } from '../engine/incident-reports.ts';
import { type FileServer, openFileServer } from '../files/file-server.ts';
import { approve } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import type { Perito } from './perito.ts';
import { sendPhotos, takePhoto } from './photo-report.ts';

const shown = ['frente', 'trasera', 'izquierdo', 'derecho', 'chasis', 'motor'];

export interface FilledPhotos {
  files: FileServer;
  /** The record of each report. */
  report: number;
  other: number;
  empty: number;
  /** The pictures of the first, in its order. */
  photos: Attachment[];
  screens: { name: string; path: string; isOver?: boolean }[];
}

/** `perito` was started with `allowLoopback`. */
export async function fillPhotos(perito: Perito, firstId = 9_100): Promise<FilledPhotos> {
  const files = await openFileServer();
  await approve(perito, files.url);
  const taken = await Promise.all(
    shown.map((name, position) => takePhoto(name, { position, megapixels: position === 0 ? 5 : 1 })),
  );
  const addresses = shown.map((name, place) => files.serve(`${name}.jpg`, taken[place] ?? Buffer.alloc(0)));
  const html = { type: 'image/jpeg', bytes: Buffer.from('<!doctype html><script>1</script>') };
  const held = files.serve('lenta.jpg', (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 4_000_000 });
    response.write(Buffer.alloc(1_500_000));
    // As long as something comes it is not given up.
    const trickle = setInterval(() => response.write('.'), 5_000);
    response.on('close', () => clearInterval(trickle));
  });
  const edited = await takePhoto('frente', { position: 0, megapixels: 5, form: 'edited' });
  const report = await sendPhotos(perito, firstId, [
    ...addresses.map((address) => ({ address })),
    { address: held, caption: 'Lateral derecho' },
    { address: `${files.url}/no-esta.jpg`, caption: 'Tablero' },
    { address: 'https://fotos.taller-prueba.example/llave.jpg', caption: 'Llave' },
    { address: 'https://10.0.0.7/interior.jpg', caption: 'Interior' },
    { address: files.serve('pagina.jpg', html), caption: 'Otra' },
  ]);
  // Reported four weeks later, with the photos of the first.
  const other = await sendPhotos(
    perito,
    firstId + 1,
    [
      { address: files.serve('la-misma.jpg', taken[0] ?? Buffer.alloc(0)), caption: 'Frontal' },
      { address: files.serve('parecida.jpg', edited), caption: 'Golpe' },
    ],
    { generalInfo: generalInfo({ incidentDateTime: '2026-12-13T09:10:00' }) },
  );
  const empty = await sendPhotos(perito, firstId + 2, []);
  await settled(perito, other, 2);
  await settled(perito, report, shown.length);
  // And what is only saved was looked at.
  const photos = await settled(perito, report, shown.length + 1, ({ content }) => content?.shownAs != null);
  const [first] = photos;
  if (first === undefined) throw new Error('the report has no photo');
  await mark(perito, first.id);
  const twin = (await perito.client.attachments.list({ recordId: other }))[1];
  const over = `/incidents/${report}`;
  return {
    files,
    report,
    other,
    empty,
    photos,
    screens: [
      { name: 'photos-grid', path: over },
      { name: 'photos-grid-same', path: `/incidents/${other}` },
      { name: 'photos-none', path: `/incidents/${empty}` },
      { name: 'photo', path: `${over}/photos/${first.id}`, isOver: true },
      ...photos.slice(shown.length).map(({ id, state, content }) => ({
        name: `photo-${state === 'stored' ? (content?.shownAs ?? 'stored') : state}`,
        path: `${over}/photos/${id}`,
        isOver: true,
      })),
      {
        name: 'photos-beside',
        path: `${over}/photos/${first.id}/beside/${photos[1]?.id ?? 0}`,
        isOver: true,
      },
      { name: 'photos-beside-reports', path: `/photos/${first.id}/beside/${twin?.id ?? 0}`, isOver: true },
      { name: 'photo-unknown', path: `${over}/photos/999999`, isOver: true },
    ],
  };
}

async function mark({ client }: Perito, attachmentId: number): Promise<void> {
  await client.attachments.addAnnotation({
    attachmentId,
    shape: { kind: 'rectangle', x: 0.32, y: 0.48, width: 0.2, height: 0.18 },
    text: 'Golpe anterior: la pintura ya está oxidada.',
  });
  await client.attachments.addAnnotation({
    attachmentId,
    shape: { kind: 'arrow', fromX: 0.8, fromY: 0.3, toX: 0.66, toY: 0.44 },
    text: 'Faro roto',
  });
  await client.attachments.addAnnotation({
    attachmentId,
    shape: { kind: 'point', x: 0.5, y: 0.8 },
    text: '',
  });
  await client.attachments.addAnnotation({
    attachmentId,
    shape: { kind: 'note' },
    text: 'Pedir al taller una foto de más cerca.',
  });
}

/** Reports whose photographs are served on this machine, each as a camera makes it, and how they come to be seen. */
import { vi } from 'vitest';
import { develop, type PhotoForm } from '../../main/simulator/files/photos/develop.ts';
import { shotOf } from '../../main/simulator/files/photos/shot.ts';
import type { Attachment } from '../../shared/contract/attachments.ts';
import { generalInfo, incidentAttachment, incidentReport } from '../engine/incident-reports.ts';
import { type FileServer, openFileServer, type ServedFile } from './file-server.ts';
import type { Perito } from './perito.ts';

/** The day of every report here; what the cameras say lies about it. */
export const incidentAt = '2026-11-16T15:20:00';

/** A photograph of 12 megapixels, unless told otherwise; the same bytes for the same name. */
export const takePhoto = (
  name: string,
  { position = 0, megapixels = 12, form = 'whole' as PhotoForm, seed = 4 } = {},
): Promise<Buffer> =>
  develop(shotOf(seed, name, { position, report: { reportId: 7, incidentAt } }), form, megapixels);

/** The same picture in other bytes: a comment of its own behind the first marker. */
export function withComment(jpeg: Buffer, text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    Buffer.from(text),
    jpeg.subarray(2),
  ]);
}

/** `count` photographs that differ, of which only `drawn` were drawn: what a screen does with them is the same. */
export async function takePhotos(
  count: number,
  drawn = Math.min(count, 6),
  megapixels = 12,
): Promise<Buffer[]> {
  const made: Buffer[] = [];
  for (let place = 0; place < drawn; place++) {
    made.push(await takePhoto(`prueba-${place}`, { position: place, megapixels }));
  }
  return Array.from({ length: count }, (_, place) =>
    withComment(made[place % drawn] ?? Buffer.alloc(0), `prueba ${place}`),
  );
}

export interface PhotoFiles extends AsyncDisposable {
  url: string;
  /** Has a file served from now on, and gives its address. */
  serve(name: string, file: ServedFile | Buffer): string;
}

export async function openPhotoFiles(): Promise<PhotoFiles> {
  const files = new Map<string, ServedFile>();
  const server: FileServer = await openFileServer(files);
  return {
    url: server.url,
    serve(name, file) {
      files.set(`/${name}`, Buffer.isBuffer(file) ? { type: 'image/jpeg', bytes: file } : file);
      return `${server.url}/${name}`;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const views = [
  'Frontal',
  'Trasera',
  'Lateral izquierdo',
  'Lateral derecho',
  'VIN',
  'Motor',
  'Tablero',
  'Daño',
];

export type Named = { address: string; caption?: string; filename?: string; type?: string };

/** Sends a report that names pictures, and gives the id of its record. */
export async function sendReport(
  { client, receiverUrl }: Perito,
  key: string,
  id: number,
  pictures: readonly Named[],
  changes: Record<string, unknown> = {},
): Promise<number> {
  const body = incidentReport(id, {
    attachmentsDocuments: [],
    attachmentsPictures: pictures.map(({ address, caption, filename, type }, place) =>
      incidentAttachment(place + 1, {
        incidentReportFormAttachmentId: id * 1000 + place,
        incidentDocumentTypeName: caption ?? views[place % views.length],
        originalFilename: filename ?? `IMG_${String(2001 + place)}.jpg`,
        contentType: type ?? 'image/jpeg',
        fileFullPath: address,
      }),
    ),
    generalInfo: generalInfo({ incidentDateTime: incidentAt }),
    ...changes,
  });
  const answer = await fetch(`${receiverUrl}/incidentReports`, {
    method: 'POST',
    headers: { 'X-API-KEY': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`the report was answered with ${answer.status}`);
  const { rows } = await client.records.list({ kind: 'incidentReport', limit: 200 });
  const row = rows.find(({ marketplaceId }) => marketplaceId === id);
  if (row === undefined) throw new Error('the report is in no list');
  return row.id;
}

/** Waits until as many attachments of a record are as they should be, and gives all of them. */
export const settled = (
  { client }: Perito,
  recordId: number,
  count: number,
  is: (attachment: Attachment) => boolean = ({ content }) => content?.hasPreviews === true,
): Promise<Attachment[]> =>
  vi.waitFor(
    async () => {
      const all = await client.attachments.list({ recordId });
      const there = all.filter(is).length;
      if (there < count) throw new Error(`${there} of ${count} are there`);
      return all;
    },
    { timeout: 90_000, interval: 100 },
  );

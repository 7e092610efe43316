/** Photographs as cameras make them, and reports that name them. */
import { encodePhoto, type PhotoForm } from '../../main/simulator/files/encode-photo.ts';
import { photoSpec } from '../../main/simulator/files/photo-spec.ts';
import { generalInfo, incidentAttachment, incidentReport } from '../engine/incident-reports.ts';
import { type Receiving, sendReport } from '../files/reports.ts';

/** The day of every report here; what the cameras say lies about it. */
export const incidentAt = '2026-11-16T15:20:00';

/** A photograph of 12 megapixels, unless told otherwise; the same bytes for the same name. */
export const takePhoto = (
  name: string,
  { position = 0, megapixels = 12, form = 'whole' as PhotoForm, seed = 4 } = {},
): Promise<Buffer> =>
  encodePhoto(photoSpec(seed, name, { position, report: { reportId: 7, incidentAt } }), form, megapixels);

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

/** Sends a report that names pictures, with the captions of the usual views unless told otherwise; the id of its record. */
export function sendPhotos(
  to: Receiving,
  id: number,
  pictures: readonly { address: string; caption?: string }[],
  changes: Record<string, unknown> = {},
): Promise<number> {
  const body = incidentReport(id, {
    attachmentsDocuments: [],
    attachmentsPictures: pictures.map(({ address, caption }, place) =>
      incidentAttachment(place + 1, {
        incidentReportFormAttachmentId: id * 1000 + place,
        incidentDocumentTypeName: caption ?? views[place % views.length],
        originalFilename: `IMG_${2001 + place}.jpg`,
        fileFullPath: address,
      }),
    ),
    generalInfo: generalInfo({ incidentDateTime: incidentAt }),
    ...changes,
  });
  return sendReport(to, body);
}

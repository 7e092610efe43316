/** Photographs and documents of sample incident reports ("AttachmentDetails" of incidents). */
import type * as z from 'zod';
import type { incidentAttachment } from '#shared/marketplace/incident-report.ts';
import { type AttachmentType, documentTypesOfIncident, pictureTypes } from './incident-words.ts';
import type { Random } from './random.ts';

export type AttachmentBody = z.input<typeof incidentAttachment>;

/** Where the marketplace keeps its files, unless it is told otherwise; nobody answers there. */
export const sampleFilesUrl = 'https://archivos.mercado-prueba.example';

interface MakingAttachments {
  random: Random;
  reportId: number;
  filesUrl: string;
}

/** Six or more: the usual views first, then details of the damage. */
export function makePictures(making: MakingAttachments, count: number): AttachmentBody[] {
  return Array.from({ length: count }, (_, index) => {
    const type = pictureTypes[index] ?? making.random.pick(pictureTypes);
    return makeAttachment(making, type, index, `IMG_${String(1_000 + index)}.jpg`, 'image/jpeg', true);
  });
}

/** Up to four, each of another type. */
export function makeDocuments(making: MakingAttachments, count: number): AttachmentBody[] {
  return documentTypesOfIncident
    .slice(0, count)
    .map((type, index) =>
      makeAttachment(making, type, index, `${type.name}.pdf`, 'application/pdf', making.random.chance(0.5)),
    );
}

function makeAttachment(
  { random, reportId, filesUrl }: MakingAttachments,
  type: AttachmentType,
  index: number,
  originalFilename: string,
  contentType: string,
  hasPreview: boolean,
): AttachmentBody {
  const baseUrl = `${filesUrl}/incidentes/${reportId}`;
  const name = random.guid();
  const filename = `${name}.${contentType === 'image/jpeg' ? 'jpg' : 'pdf'}`;
  const previewFilename = hasPreview ? `${name}-preview.jpg` : '';
  return {
    sequenceIndex: index + 1,
    incidentReportFormAttachmentId: reportId * 1_000 + index + (contentType === 'image/jpeg' ? 0 : 900),
    incidentDocumentTypeId: type.id,
    incidentDocumentTypeName: type.name,
    originalFilename,
    hasPreview,
    contentType,
    filename,
    previewFilename,
    baseUrl,
    fileFullPath: `${baseUrl}/${filename}`,
    previewFullPath: hasPreview ? `${baseUrl}/${previewFilename}` : '',
  };
}

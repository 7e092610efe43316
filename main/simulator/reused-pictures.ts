/** Pictures of one report that are found in another, or lie somewhere else. */
import type { AttachmentBody } from './incident-attachments.ts';
import type { IncidentReportBody } from './incident-report.ts';

/** `own` showing what `other` shows, byte for byte: the server tells pictures apart by their names alone. */
export function samePicture(own: AttachmentBody, other: AttachmentBody): AttachmentBody {
  const { filename, previewFilename } = other;
  return {
    ...own,
    filename,
    fileFullPath: `${own.baseUrl}/${filename}`,
    previewFilename,
    hasPreview: previewFilename !== '',
    previewFullPath: previewFilename === '' ? '' : `${own.baseUrl}/${previewFilename}`,
  };
}

/** `own` showing what `other` shows, cut a little, smaller, and compressed once more. */
export function editedPicture(own: AttachmentBody, other: AttachmentBody): AttachmentBody {
  const filename = other.filename.replace(/\.jpg$/, '-editada.jpg');
  return samePicture(own, { ...other, filename, previewFilename: '' });
}

/** The picture as kept by another host. */
export function pictureAt(host: string, own: AttachmentBody): AttachmentBody {
  const baseUrl = `https://${host}/fotos`;
  return samePicture({ ...own, baseUrl }, { ...own, previewFilename: '' });
}

/** The report with its first pictures changed by those of another, in their order. */
export function withPicturesOf(
  report: IncidentReportBody,
  others: readonly AttachmentBody[],
  change: (own: AttachmentBody, other: AttachmentBody) => AttachmentBody,
): IncidentReportBody {
  const attachmentsPictures = report.attachmentsPictures.map((own, index) => {
    const other = others[index];
    return other === undefined ? own : change(own, other);
  });
  return { ...report, attachmentsPictures };
}

import { hostOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode, AttachmentRole } from '#shared/attachment-terms.ts';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentAttachment } from '#shared/marketplace/incident-report.ts';
import { bodyPointer } from '#shared/marketplace/places.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { NamedAttachmentRow } from '../../store/index.ts';
import { findAddress, type SaidPlaces } from './address.ts';
import { shownName } from './shown-name.ts';

/** What a record names, with the reason where no address can be found. */
export type AttachmentReference = NamedAttachmentRow & {
  problem: { code: AttachmentProblemCode; detail: string | null } | null;
};

/** Further ones stand in the body only; no honest report has so many. */
export const maxPerRecord = 1000;

/** The photographs and papers that a record names, pictures first, each in the order of the body's numbering. */
export function namedAttachments(content: RecordContent, platformUrl: string | null): AttachmentReference[] {
  const said = saidBy(content).slice(0, maxPerRecord);
  const seen = new Map<string, number>();
  return said.map((one) => {
    const found = findAddress(one.places, platformUrl);
    const url = 'url' in found ? found.url : null;
    const base = [one.role, one.marketplaceId ?? '', placeOf(one.places)].join(' ');
    const before = seen.get(base) ?? 0;
    seen.set(base, before + 1);
    return {
      identity: before === 0 ? base : `${base} ${before + 1}`,
      role: one.role,
      position: one.position,
      pointer: one.pointer,
      marketplaceId: one.marketplaceId,
      filename: one.filename,
      caption: one.caption,
      declaredType: one.declaredType,
      declaredSize: one.declaredSize,
      url: url?.href ?? null,
      addressSource: 'url' in found ? found.source : null,
      host: url === null ? null : hostOf(url),
      problem: 'problem' in found ? { code: found.problem, detail: found.detail } : null,
    };
  });
}

/**
 * What makes it the same place in a later revision: without a query, which is another one each time where addresses
 * are signed, and wherever the platform is at present.
 */
function placeOf(places: SaidPlaces): string {
  const found = findAddress(places, null);
  if ('url' in found) return `${found.url.origin} ${found.url.pathname}`;
  const { documentUrl, fullPath, filename, previewFullPath, previewFilename } = places;
  const said = [documentUrl, fullPath, filename, previewFullPath, previewFilename];
  const first = said.find((text) => text !== null && text.trim() !== '')?.trim() ?? '';
  return ` ${(first.split('?')[0] ?? '').slice(0, maxPointerLength)}`;
}
const maxPointerLength = 4096;

type Said = Pick<
  NamedAttachmentRow,
  'role' | 'position' | 'pointer' | 'marketplaceId' | 'filename' | 'caption' | 'declaredType' | 'declaredSize'
> & { places: SaidPlaces };

function saidBy(content: RecordContent): Said[] {
  if (content.kind === 'incidentReport') {
    const { attachmentsPictures, attachmentsDocuments } = content.report;
    const at = (name: string) => (index: number) => bodyPointer(content.report, `/${name}/${index}`);
    return [
      ...ofReport('picture', attachmentsPictures, at('attachmentsPictures')),
      ...ofReport('document', attachmentsDocuments, at('attachmentsDocuments')),
    ];
  }
  return content.kind === 'financialDocument' ? ofDocument(content.document) : [];
}

function ofReport(
  role: AttachmentRole,
  list: readonly (IncidentAttachment | null)[] | null,
  pointerOf: (index: number) => string,
): Said[] {
  const all = (list ?? []).flatMap((one, index) => (one === null ? [] : [{ one, index }]));
  const inOrder = all.toSorted(
    (a, b) => (a.one.sequenceIndex ?? a.index) - (b.one.sequenceIndex ?? b.index) || a.index - b.index,
  );
  return inOrder.map(({ one, index }, position) => ({
    role,
    position,
    pointer: pointerOf(index),
    marketplaceId: whole(one.incidentReportFormAttachmentId),
    filename: shownName(one.originalFilename, one.filename, one.fileFullPath),
    caption: textOf(one.incidentDocumentTypeName),
    declaredType: textOf(one.contentType),
    declaredSize: null,
    places: {
      fullPath: one.fileFullPath,
      filename: one.filename,
      baseUrl: one.baseUrl,
      previewFullPath: one.previewFullPath,
      previewFilename: one.previewFilename,
      documentUrl: null,
    },
  }));
}

function ofDocument(document: FinancialDocument): Said[] {
  return (document.attachments ?? []).flatMap((one, index) =>
    one === null
      ? []
      : [
          {
            role: 'document' as const,
            position: index,
            pointer: bodyPointer(document, `/attachments/${index}`),
            marketplaceId: whole(one.attachmentId),
            filename: shownName(one.attachmentFilename, one.documentUrl),
            caption: null,
            declaredType: textOf(one.contentType),
            declaredSize: whole(one.documentFileSizeBytes),
            places: {
              fullPath: null,
              filename: null,
              baseUrl: null,
              previewFullPath: null,
              previewFilename: null,
              documentUrl: one.documentUrl,
            },
          },
        ],
  );
}

const whole = (value: number | null): number | null =>
  value !== null && Number.isSafeInteger(value) ? value : null;

function textOf(text: string | null): string | null {
  const clean = text?.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim() ?? '';
  return clean === '' ? null : clean.slice(0, 200).toWellFormed();
}

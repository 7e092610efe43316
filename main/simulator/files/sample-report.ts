/** Reports for tests and benchmarks: with many pictures, or with files of every behaviour of their server. */
import {
  type AttachmentBody,
  type IncidentReportBody,
  makeIncidentReport,
  pictureTypes,
} from '../incident-report.ts';
import { type BehaviourRef, behaviourPath, fileBehaviourNames, mediaTypes } from './behaviours.ts';

interface MakingReport {
  seed?: number;
  /** Counted from 0; makes the report's id. */
  index?: number;
  createdAt?: Date;
  documents?: number;
}

/** A report with this many pictures, up to 800, captions and all. */
export function makeReport(
  count: number,
  filesUrl: string,
  { seed = 1, index = 0, createdAt = new Date(), documents = 2 }: MakingReport = {},
): IncidentReportBody {
  return makeIncidentReport({ seed, index, createdAt, pictures: count, documents, filesUrl });
}

/** A report whose pictures and documents are each answered in another way. */
export function makeReportOfBehaviours(
  filesUrl: string,
  behaviours: readonly BehaviourRef[] = fileBehaviourNames,
  making: MakingReport = {},
): IncidentReportBody {
  const report = makeReport(0, filesUrl, { ...making, documents: 0 });
  return withBehaviours(report, filesUrl, behaviours);
}

/** The report with further pictures and documents, each answered in another way. */
export function withBehaviours(
  report: IncidentReportBody,
  filesUrl: string,
  behaviours: readonly BehaviourRef[],
): IncidentReportBody {
  const { attachmentsPictures: pictures, attachmentsDocuments: documents } = report;
  const reportId = report.incidentReportFormId;
  const made = behaviours.map((written, index) => attachmentOf(written, { reportId, filesUrl, index }));
  const isPdf = ({ contentType }: AttachmentBody) => contentType === mediaTypes.pdf;
  return {
    ...report,
    attachmentsPictures: inSequence([...pictures, ...made.filter((attachment) => !isPdf(attachment))]),
    attachmentsDocuments: inSequence([...documents, ...made.filter(isPdf)]),
  };
}

const inSequence = (list: readonly AttachmentBody[]) =>
  list.map((attachment, index) => ({ ...attachment, sequenceIndex: index + 1 }));

function attachmentOf(
  written: BehaviourRef,
  { reportId, filesUrl, index }: { reportId: number; filesUrl: string; index: number },
): AttachmentBody {
  const path = behaviourPath(written, `${reportId}-${index + 1}`);
  const cut = path.lastIndexOf('/');
  const [, ending] = path.split(/\.(?=[a-z]+$)/);
  const type = pictureTypes[index % pictureTypes.length] ?? { id: 0, name: '' };
  return {
    sequenceIndex: 0,
    incidentReportFormAttachmentId: reportId * 1_000 + 800 + index,
    incidentDocumentTypeId: type.id,
    incidentDocumentTypeName: type.name,
    originalFilename: `${written}.${ending}`,
    hasPreview: false,
    contentType: Object.entries(mediaTypes).find(([name]) => name === ending)?.[1] ?? '',
    filename: path.slice(cut + 1),
    previewFilename: '',
    baseUrl: `${filesUrl}${path.slice(0, cut)}`,
    fileFullPath: `${filesUrl}${path}`,
    previewFullPath: '',
  };
}

/** What the server was told of the reports and documents whose files it serves. */
import type { FinancialDocumentBody } from '../financial-document.ts';
import type { IncidentReportBody } from '../incident-report.ts';
import { documentTypesOfIncident, pictureTypes } from '../incident-words.ts';
import { randomFor } from '../random.ts';
import type { BodyStyle } from './drawing/car-look.ts';
import { views } from './drawing/views.ts';
import {
  type IncidentPaper,
  incidentPapers,
  type ReportOfPaper,
  unknownReport,
} from './papers/incident-papers.ts';
import type { PictureFacts, ReportFacts } from './photos/shot.ts';

export interface Known {
  /** Of a file that two reports name, the first says what it shows. */
  tell(body: IncidentReportBody | FinancialDocumentBody): void;
  /** By the file's name without its ending; of one that nobody told of, what its report's id makes likely. */
  picture(name: string, reportId: number): PictureFacts;
  /** A paper has no picture of itself here. */
  isPaper(name: string): boolean;
  paper(name: string, reportId: number): { kind: IncidentPaper; report: ReportOfPaper };
  document(documentId: number): FinancialDocumentBody | null;
}

export function openKnown(seed: number): Known {
  const pictures = new Map<string, PictureFacts>();
  const papers = new Map<string, { kind: IncidentPaper; report: ReportOfPaper }>();
  const documents = new Map<number, FinancialDocumentBody>();
  function tellOfReport(report: IncidentReportBody): void {
    const facts = factsOf(report);
    for (const { filename, incidentDocumentTypeId, sequenceIndex } of report.attachmentsPictures) {
      const view = views[pictureTypes.findIndex(({ id }) => id === incidentDocumentTypeId)];
      const name = nameOf(filename);
      if (pictures.has(name)) continue;
      pictures.set(name, {
        report: facts,
        position: sequenceIndex - 1,
        ...(view === undefined ? {} : { view }),
      });
    }
    for (const { filename, incidentDocumentTypeId } of report.attachmentsDocuments) {
      const kind =
        incidentPapers[documentTypesOfIncident.findIndex(({ id }) => id === incidentDocumentTypeId)];
      papers.set(nameOf(filename), { kind: kind ?? 'quotation', report });
    }
  }
  return {
    tell(body) {
      if ('documentId' in body) documents.set(body.documentId, body);
      else tellOfReport(body);
    },
    picture: (name, reportId) => pictures.get(name) ?? { report: { reportId } },
    isPaper: (name) => papers.has(name),
    paper: (name, reportId) =>
      papers.get(name) ?? {
        kind: randomFor(seed, `kind of ${name}`).pick(incidentPapers),
        report: unknownReport(reportId),
      },
    document: (documentId) => documents.get(documentId) ?? null,
  };
}

/** Without its ending, and without the word for a form of it. */
export const nameOf = (filename: string): string => filename.replace(/(-preview|-editada)?\.[a-z]+$/, '');

function factsOf({ incidentReportFormId, generalInfo, reportFormContents }: IncidentReportBody): ReportFacts {
  const odometerKm: unknown = reportFormContents['odometroKm'];
  return {
    reportId: incidentReportFormId,
    vin: generalInfo.vinNumber,
    style: styleOf(generalInfo.vehicleModelName),
    incidentAt: generalInfo.incidentDateTime,
    provinceName: generalInfo.stateName,
    ...(typeof odometerKm === 'number' ? { odometerKm } : {}),
  };
}

const pickups = ['Hilux', 'Frontier', 'L200', 'BT-50', 'Colorado', 'Ranger', 'D-Max'];
const sedans = [
  'Corolla',
  'Yaris',
  'Civic',
  'Accord',
  'Fit',
  'Sonata',
  'Accent',
  'Grand i10',
  'K5',
  'Picanto',
  'Sentra',
  'Swift',
  'Mazda3',
];

function styleOf(model: string): BodyStyle {
  if (pickups.includes(model)) return 'pickup';
  return sedans.includes(model) ? 'sedan' : 'suv';
}

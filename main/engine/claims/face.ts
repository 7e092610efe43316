import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { contentOfRevision } from '../records/index.ts';
import {
  type AttachmentView,
  attachmentsOfRecords,
  type FindingOfRecord,
  latestRevision,
  type ReadTransaction,
  worstFindings,
} from '../store/index.ts';
import type { Member } from './dossier-records.ts';

/** What is said of a dossier before its records are looked at one by one. */
export interface StoredFace {
  /** The newest report, from which insured, vehicle and day are taken; null where the dossier has none. */
  incident: { recordId: number; number: string; generalInfo: IncidentReport['generalInfo'] } | null;
  incidentCount: number;
  /** Errors and warnings of the newest revisions, the gravest first; some more than are shown, since some may be acknowledged. */
  findings: FindingOfRecord[];
  photos: StoredFiles;
  papers: StoredFiles;
}

export interface StoredFiles {
  /** The first ones, in the order of their reports. */
  shown: AttachmentView[];
  count: number;
}

const maxFindings = 100;
/** Files of all records together that are looked at. */
const maxFiles = 1000;
/** A longer report is not read here: its own screen does. */
const reportBytes = 512 * 1024;
const shownPhotos = 12;
const shownPapers = 6;

export async function faceOf(tx: ReadTransaction, members: readonly Member[]): Promise<StoredFace> {
  const ids = members.map(({ row }) => row.id);
  const reports = members.filter(({ row }) => row.kind === 'incidentReport');
  const files = await attachmentsOfRecords(tx, ids, maxFiles);
  const isLookedAt = (file: AttachmentView) => file.role === 'picture' || file.shown_as === 'image';
  return {
    incident: reports[0] === undefined ? null : await incidentOf(tx, reports[0]),
    incidentCount: reports.length,
    findings: await worstFindings(tx, ids, maxFindings),
    photos: firstOf(files.filter(isLookedAt), shownPhotos),
    papers: firstOf(
      files.filter((file) => !isLookedAt(file)),
      shownPapers,
    ),
  };
}

async function incidentOf(tx: ReadTransaction, { row }: Member): Promise<StoredFace['incident']> {
  const revision = await latestRevision(tx, row.id);
  const isRead = revision?.body != null && revision.body.length <= reportBytes;
  const content = isRead ? contentOfRevision(revision) : null;
  const generalInfo = content?.kind === 'incidentReport' ? content.report.generalInfo : null;
  return { recordId: row.id, number: row.number, generalInfo };
}

const firstOf = (files: readonly AttachmentView[], limit: number): StoredFiles => ({
  shown: files.slice(0, limit),
  count: files.length,
});

import { hostOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode, AttachmentRole } from '#shared/attachment-terms.ts';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentAttachment } from '#shared/marketplace/incident-report.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { bodyPointer } from '#shared/marketplace/source-pointers.ts';
import { contentOfRevision } from '../records/index.ts';
import {
  type AttachmentStateChange,
  type AttachmentView,
  enqueueRecheck,
  findAttachment,
  findLatestRevision,
  findRevision,
  listAttachmentsInState,
  listAttachmentsOfRevision,
  listRecordsWithSharedPictures,
  type NamedAttachmentRow,
  type ReadTransaction,
  type Store,
  setAttachmentsDropped,
  type UnexaminedRow,
  upsertAttachment,
  type WriteTransaction,
} from '../store/index.ts';
import type { HostDecision } from './hosts.ts';
import { type DeclaredLocations, displayName, findAddress } from './reference-address.ts';

/** A file that a record references, with the reason where no address can be found. */
export type AttachmentReference = NamedAttachmentRow & {
  problem: { code: AttachmentProblemCode; detail: string | null } | null;
};

/** Further ones stand in the body only; no honest report has so many. */
const maxPerRecord = 1000;

/** The photographs and papers that a record references, pictures first, each in the order of the body's numbering. */
export function referencesIn(content: RecordContent, platformUrl: string | null): AttachmentReference[] {
  const seen = new Map<string, number>();
  return declaredIn(content)
    .slice(0, maxPerRecord)
    .map(({ locations, ...declared }) => {
      const found = findAddress(locations, platformUrl);
      const url = 'url' in found ? found.url : null;
      const base = [declared.role, declared.marketplaceId ?? '', placeOf(locations)].join(' ');
      const before = seen.get(base) ?? 0;
      seen.set(base, before + 1);
      return {
        ...declared,
        identity: before === 0 ? base : `${base} ${before + 1}`,
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
function placeOf(locations: DeclaredLocations): string {
  const found = findAddress(locations, null);
  if ('url' in found) return `${found.url.origin} ${found.url.pathname}`;
  const { documentUrl, fullPath, filename, previewFullPath, previewFilename } = locations;
  const texts = [documentUrl, fullPath, filename, previewFullPath, previewFilename];
  const first = texts.find((text) => text !== null && text.trim() !== '')?.trim() ?? '';
  return ` ${(first.split('?')[0] ?? '').slice(0, maxPlaceLength)}`;
}
const maxPlaceLength = 4096;

type DeclaredAttachment = Pick<
  NamedAttachmentRow,
  'role' | 'position' | 'pointer' | 'marketplaceId' | 'filename' | 'caption' | 'declaredType' | 'declaredSize'
> & { locations: DeclaredLocations };

function declaredIn(content: RecordContent): DeclaredAttachment[] {
  if (content.kind === 'financialDocument') return declaredInDocument(content.document);
  if (content.kind !== 'incidentReport') return [];
  const { report } = content;
  const { attachmentsPictures, attachmentsDocuments } = report;
  const pointerAt = (name: string) => (index: number) => bodyPointer(report, `/${name}/${index}`);
  return [
    ...declaredInReport('picture', attachmentsPictures, pointerAt('attachmentsPictures')),
    ...declaredInReport('document', attachmentsDocuments, pointerAt('attachmentsDocuments')),
  ];
}

function declaredInReport(
  role: AttachmentRole,
  attachments: readonly (IncidentAttachment | null)[] | null,
  pointerOf: (index: number) => string,
): DeclaredAttachment[] {
  return (attachments ?? [])
    .flatMap((attachment, index) => (attachment === null ? [] : [{ attachment, index }]))
    .toSorted(
      (a, b) =>
        (a.attachment.sequenceIndex ?? a.index) - (b.attachment.sequenceIndex ?? b.index) ||
        a.index - b.index,
    )
    .map(({ attachment, index }, position) => {
      const { originalFilename, fileFullPath, filename, baseUrl, previewFullPath, previewFilename } =
        attachment;
      return {
        role,
        position,
        pointer: pointerOf(index),
        marketplaceId: wholeNumber(attachment.incidentReportFormAttachmentId),
        filename: displayName(originalFilename, filename, fileFullPath),
        caption: cleanText(attachment.incidentDocumentTypeName),
        declaredType: cleanText(attachment.contentType),
        declaredSize: null,
        locations: {
          ...{ fullPath: fileFullPath, filename, baseUrl, previewFullPath, previewFilename },
          documentUrl: null,
        },
      };
    });
}

function declaredInDocument(document: FinancialDocument): DeclaredAttachment[] {
  return (document.attachments ?? []).flatMap((attachment, index) => {
    if (attachment === null) return [];
    const { documentUrl } = attachment;
    return {
      role: 'document' as const,
      position: index,
      pointer: bodyPointer(document, `/attachments/${index}`),
      marketplaceId: wholeNumber(attachment.attachmentId),
      filename: displayName(attachment.attachmentFilename, documentUrl),
      caption: null,
      declaredType: cleanText(attachment.contentType),
      declaredSize: wholeNumber(attachment.documentFileSizeBytes),
      locations: { ...noLocations, documentUrl },
    };
  });
}

const noLocations = {
  fullPath: null,
  filename: null,
  baseUrl: null,
  previewFullPath: null,
  previewFilename: null,
};

const wholeNumber = (value: number | null): number | null =>
  value !== null && Number.isSafeInteger(value) ? value : null;

function cleanText(text: string | null): string | null {
  const clean = text?.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim() ?? '';
  return clean === '' ? null : clean.slice(0, 200).toWellFormed();
}

/** References of one revision, of which those from `from` on are to be saved. */
export interface RevisionReferences {
  recordId: number;
  revision: number;
  named: readonly AttachmentReference[];
  from: number;
}

/** What decides the first state of an attachment. */
interface InitialStateRules {
  at: number;
  decisionOf(host: string): HostDecision;
  /** The problem of an address that shows without calling it; null where there is none. */
  problemOf(url: URL): { problem: AttachmentProblemCode; detail: string | null } | null;
  /** How many of one record are fetched by themselves. */
  maxOfRecord: number;
}

/** References that are saved in one job of the writer, and rows that are read at a time. */
const batch = 200;

/**
 * Saves what a revision references, in the transaction that examines it: all of it is queued or waits for somebody
 * before that is over. Whether anything is new or other than before, and where the next job goes on; null after the last.
 */
export async function saveReferences(
  tx: WriteTransaction,
  { recordId, revision, named, from }: RevisionReferences,
  rules: InitialStateRules,
): Promise<{ isOther: boolean; next: number | null }> {
  let isOther = false;
  for (const [index, reference] of named.slice(from, from + batch).entries()) {
    const state = initialState(reference, from + index, rules);
    const { problem: _, ...row } = reference;
    const upserted = await upsertAttachment(tx, { recordId, revision, at: rules.at }, row, state);
    isOther ||= upserted !== 'same';
  }
  if (from + batch < named.length) return { isOther, next: from + batch };
  if (revision > 1) {
    if ((await setAttachmentsDropped(tx, recordId)) > 0) isOther = true;
    for (const id of await listRecordsWithSharedPictures(tx, recordId, maxSiblings)) {
      await enqueueRecheck(tx, { name: 'record', value: String(id) });
    }
  }
  return { isOther, next: null };
}

/** Records that are examined again since a photo of theirs may no longer be in this one, or be in it again. */
const maxSiblings = 50;

/** The state of the `index`th attachment of a record, from 0, before anything was called. */
function initialState(
  reference: AttachmentReference,
  index: number,
  { at, decisionOf, problemOf, maxOfRecord }: InitialStateRules,
): AttachmentStateChange {
  const refused = (problem: AttachmentProblemCode, detail: string | null = null): AttachmentStateChange => ({
    state: 'refused',
    problem,
    detail,
    nextAttemptAt: null,
  });
  const { problem, url, host } = reference;
  if (problem !== null) return refused(problem.code, problem.detail);
  if (url === null) return refused('noAddress');
  const ofAddress = problemOf(new URL(url));
  if (ofAddress !== null) return refused(ofAddress.problem, ofAddress.detail);
  if (host === null) return refused('schemeNotAllowed');
  const decision = decisionOf(host);
  if (decision === 'refused') return refused('hostRefused', host);
  if (index >= maxOfRecord) return refused('tooManyOfRecord', String(maxOfRecord));
  if (decision === 'pending') {
    return { state: 'awaitingApproval', problem: 'hostNotApproved', detail: host, nextAttemptAt: null };
  }
  return { state: 'queued', problem: null, detail: null, nextAttemptAt: at };
}

/**
 * The attachments that a revision of a record references, pictures first, in the order of the newest revision that does.
 * A row says which revision was the first and which the last; whether one in between does is read from its own body,
 * since a file may be dropped and referenced again.
 */
export async function attachmentsOfRevision(
  tx: ReadTransaction,
  { recordId, revision }: { recordId: number; revision: number },
  { namedBy }: { namedBy(content: RecordContent): readonly AttachmentReference[] },
): Promise<AttachmentView[]> {
  const rows = await listAttachmentsOfRevision(tx, recordId, revision);
  const isSure = (row: AttachmentView) => row.firstRevision === revision || row.lastRevision === revision;
  if (rows.every(isSure)) return rows;
  const body = await findRevision(tx, recordId, revision);
  const references = body === undefined ? [] : namedBy(contentOfRevision(body));
  const identities = new Set(references.map(({ identity }) => identity));
  return rows.filter((row) => isSure(row) || identities.has(row.identity));
}

/**
 * Saves the references of files that lie on the platform once more, whose own address was not known before. Ids of the
 * records of which something is to be fetched now.
 */
export async function resolvePlatformUrls(deps: {
  store: Store;
  referencesOf(row: UnexaminedRow): readonly AttachmentReference[];
  saveReferences(
    tx: WriteTransaction,
    references: RevisionReferences,
  ): Promise<{ isOther: boolean; next: number | null }>;
  isClosed(): boolean;
}): Promise<number[]> {
  const { store } = deps;
  const changed: number[] = [];
  let lastRecord = 0;
  let ids: number[] = [];
  do {
    const after = ids.at(-1) ?? 0;
    ids = await store.read((tx) => listAttachmentsInState(tx, 'refused', after, batch));
    const recordIds = await store.read((tx) => withoutAddress(tx, ids));
    for (const recordId of recordIds) {
      // Rows of a record stand together, in their order.
      if (recordId === lastRecord) continue;
      lastRecord = recordId;
      if (await saveAgain(recordId)) changed.push(recordId);
    }
  } while (ids.length === batch && !deps.isClosed());
  return changed;

  async function saveAgain(recordId: number): Promise<boolean> {
    const row = await store.read((tx) => findLatestRevision(tx, recordId));
    if (row === undefined) return false;
    const named = deps.referencesOf(row);
    let isOther = false;
    for (let from: number | null = 0; from !== null; ) {
      const references: RevisionReferences = { recordId, revision: row.revision, named, from };
      const saved = await store.write((tx) => deps.saveReferences(tx, references));
      isOther ||= saved.isOther;
      from = saved.next;
    }
    return isOther;
  }
}

/** Records of those attachments that lie on the platform, wherever that is. */
async function withoutAddress(tx: ReadTransaction, ids: readonly number[]): Promise<Set<number>> {
  const recordIds = new Set<number>();
  for (const id of ids) {
    const row = await findAttachment(tx, id);
    if (row?.problem === 'relativeAddress') recordIds.add(row.recordId);
  }
  return recordIds;
}

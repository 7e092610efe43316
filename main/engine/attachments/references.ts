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
  attachmentById,
  attachmentsAround,
  attachmentsInState,
  dropAttachments,
  latestRevision,
  type NamedAttachmentRow,
  queueRecheck,
  type ReadTransaction,
  recordsBeside,
  revisionOfRecord,
  type Store,
  type UnexaminedRow,
  upsertAttachment,
  type WriteTransaction,
} from '../store/index.ts';
import type { HostDecision } from './hosts.ts';
import { type DeclaredLocations, displayName, findAddress } from './reference-address.ts';

/** What a record names, with the reason where no address can be found. */
export type AttachmentReference = NamedAttachmentRow & {
  problem: { code: AttachmentProblemCode; detail: string | null } | null;
};

/** Further ones stand in the body only; no honest report has so many. */
export const maxPerRecord = 1000;

/** The photographs and papers that a record names, pictures first, each in the order of the body's numbering. */
export function referencesIn(content: RecordContent, platformUrl: string | null): AttachmentReference[] {
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
function placeOf(places: DeclaredLocations): string {
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
> & { places: DeclaredLocations };

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
    filename: displayName(one.originalFilename, one.filename, one.fileFullPath),
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
            filename: displayName(one.attachmentFilename, one.documentUrl),
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

/** What is known where a record names an attachment. */
export interface Known {
  at: number;
  decisionOf(host: string): HostDecision;
  /** What is wrong with an address without calling it; null where nothing is. */
  problemOf(url: URL): { problem: AttachmentProblemCode; detail: string | null } | null;
  /** How many of one record are fetched by themselves. */
  mostOfRecord: number;
}

/** Where the `count`th attachment of a record stands before anything was called, the first being 0. */
export function initialState(named: AttachmentReference, count: number, known: Known): AttachmentStateChange {
  const refused = (problem: AttachmentProblemCode, detail: string | null = null): AttachmentStateChange => ({
    state: 'refused',
    problem,
    detail,
    nextAttemptAt: null,
  });
  if (named.problem !== null) return refused(named.problem.code, named.problem.detail);
  if (named.url === null) return refused('noAddress');
  const found = known.problemOf(new URL(named.url));
  if (found !== null) return refused(found.problem, found.detail);
  if (named.host === null) return refused('schemeNotAllowed');
  const decision = known.decisionOf(named.host);
  if (decision === 'refused') return refused('hostRefused', named.host);
  if (count >= known.mostOfRecord) return refused('tooManyOfRecord', String(known.mostOfRecord));
  if (decision === 'pending') {
    return { state: 'awaitingApproval', problem: 'hostNotApproved', detail: named.host, nextAttemptAt: null };
  }
  return { state: 'queued', problem: null, detail: null, nextAttemptAt: known.at };
}

/** Attachments that are kept in one job of the writer. */
const batch = 200;

/**
 * Keeps what a revision names, in the transaction that examines it: all of it stands in the queue or beside it before
 * that is over. Whether anything is new or other than before, and where the next job goes on; null after the last.
 */
export async function saveReferences(
  tx: WriteTransaction,
  of: { recordId: number; revision: number; named: readonly AttachmentReference[]; from: number },
  known: Known,
): Promise<{ isOther: boolean; next: number | null }> {
  const { recordId, revision, from } = of;
  let isOther = false;
  for (const [index, { problem, ...named }] of of.named.slice(from, from + batch).entries()) {
    const decision = initialState({ problem, ...named }, from + index, known);
    const kept = await upsertAttachment(tx, { recordId, revision, at: known.at }, named, decision);
    isOther ||= kept !== 'same';
  }
  if (from + batch < of.named.length) return { isOther, next: from + batch };
  if (revision > 1) {
    if ((await dropAttachments(tx, recordId)) > 0) isOther = true;
    await recheckBeside(tx, recordId);
  }
  return { isOther, next: null };
}

/** Records that are looked at again since a photo of theirs may no longer be in this one, or be in it again. */
const maxSiblings = 50;

async function recheckBeside(tx: WriteTransaction, recordId: number): Promise<void> {
  for (const id of await recordsBeside(tx, recordId, maxSiblings)) {
    await queueRecheck(tx, { name: 'record', value: String(id) });
  }
}

/**
 * The attachments that a revision of a record names, pictures first, in the order of the newest revision that names them.
 * A row says which revision was the first to name it and which the last; whether one in between does is read from its own
 * body, since a file may be dropped and named again.
 */
export async function attachmentsOfRevision(
  tx: ReadTransaction,
  { recordId, revision }: { recordId: number; revision: number },
  { namedBy }: { namedBy(content: RecordContent): readonly AttachmentReference[] },
): Promise<AttachmentView[]> {
  const rows = await attachmentsAround(tx, recordId, revision);
  const isSure = (row: AttachmentView) => row.first_revision === revision || row.last_revision === revision;
  if (rows.every(isSure)) return rows;
  const body = await revisionOfRecord(tx, recordId, revision);
  const named = new Set(
    body === undefined ? [] : namedBy(contentOfRevision(body)).map(({ identity }) => identity),
  );
  return rows.filter((row) => isSure(row) || named.has(row.identity));
}

const searchBatch = 200;

/**
 * Looks once more for the addresses of files that lie on the platform, whose own address was not known when they were
 * named. Ids of the records of which something is to be fetched now.
 */
export async function findAddresses(room: {
  store: Store;
  namedBy(row: UnexaminedRow): readonly AttachmentReference[];
  keepNamed(
    tx: WriteTransaction,
    of: { recordId: number; revision: number; named: readonly AttachmentReference[]; from: number },
  ): Promise<{ isOther: boolean; next: number | null }>;
  isClosed(): boolean;
}): Promise<number[]> {
  const { store } = room;
  const changed: number[] = [];
  let before = 0;
  let afterId: number | null = 0;
  while (afterId !== null && !room.isClosed()) {
    const from: number = afterId;
    const found: { recordIds: number[]; lastId: number | null } = await store.read((tx) =>
      withoutAddress(tx, from),
    );
    for (const recordId of found.recordIds) {
      // Rows of a record stand together, as they were named.
      if (recordId === before) continue;
      before = recordId;
      if (await keepAgain(recordId)) changed.push(recordId);
    }
    afterId = found.lastId;
  }
  return changed;

  async function keepAgain(recordId: number): Promise<boolean> {
    const row = await store.read((tx) => latestRevision(tx, recordId));
    if (row === undefined) return false;
    const named = room.namedBy(row);
    let isOther = false;
    let next: number | null = 0;
    while (next !== null) {
      const of = { recordId, revision: row.revision, named, from: next };
      const kept: { isOther: boolean; next: number | null } = await store.write((tx) =>
        room.keepNamed(tx, of),
      );
      isOther ||= kept.isOther;
      next = kept.next;
    }
    return isOther;
  }
}

async function withoutAddress(
  tx: ReadTransaction,
  afterId: number,
): Promise<{ recordIds: number[]; lastId: number | null }> {
  const ids = await attachmentsInState(tx, 'refused', afterId, searchBatch);
  const recordIds = new Set<number>();
  for (const id of ids) {
    const row = await attachmentById(tx, id);
    if (row?.problem === 'relativeAddress') recordIds.add(row.record_id);
  }
  return { recordIds: [...recordIds], lastId: ids.length < searchBatch ? null : (ids.at(-1) ?? null) };
}

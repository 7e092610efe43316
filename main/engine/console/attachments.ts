import { photoFacts } from '#shared/attachment-terms.ts';
import type {
  Attachment,
  AttachmentContent,
  AttachmentDetail,
  SimilarPhoto,
  WaitingAttachment,
} from '#shared/contract/attachments.ts';
import { type Attachments, annotationOf, attachmentsOfRevision, withoutQuery } from '../attachments/index.ts';
import { photosSimilarTo } from '../records/index.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  type AttachmentOfRecord,
  type AttachmentView,
  countAttachments,
  countFailedAttachments,
  countUnexaminedContents,
  findAttachmentView,
  findRecord,
  listAnnotations,
  listAttachmentsOfRecord,
  listUnstoredAttachments,
  type ReadTransaction,
  type Store,
} from '../store/index.ts';
import { actorOf, instantOf, os } from './base.ts';
import { cursorBelow, idBelow, pageOf } from './cursor.ts';

/** Nothing is counted further than this. */
const countCap = 10_000;

export function attachmentProcedures({
  store,
  attachments,
  settings,
}: {
  store: Store;
  attachments: Attachments;
  settings: SettingsService;
}) {
  const shown = (row: AttachmentView) => attachmentOf(row, attachments);
  const downloads = async () => ({
    paused: settings.current().attachments.paused,
    diskLow: attachments.isDiskLow(),
    placeAway: (attachments.place()?.problem ?? null) !== null,
    // At one moment: what goes from one state to another meanwhile would be counted in both, or in none.
    counts: await store.read(async (tx) => ({
      queued: await countNotStored(tx, 'queued'),
      awaitingApproval: await countNotStored(tx, 'awaitingApproval'),
      downloading: await countNotStored(tx, 'downloading'),
      failed: await countNotStored(tx, 'failed'),
      refused: await countNotStored(tx, 'refused'),
      unexamined: await countUnexaminedContents(tx, countCap),
    })),
    active: attachments.active(),
  });
  return {
    list: os.attachments.list.handler(({ input }) =>
      store.read(async (tx) => {
        const { recordId, revision } = input;
        if (revision !== undefined) return attachmentsShown(tx, recordId, revision, attachments);
        const newest = (await findRecord(tx, recordId))?.revision;
        return newest === undefined ? [] : (await listAttachmentsOfRecord(tx, recordId, newest)).map(shown);
      }),
    ),
    get: os.attachments.get.handler(async ({ input, errors }) => {
      const detail = await store.read((tx) => detailOf(tx, input.id, attachments));
      if (detail === null) throw errors.NOT_FOUND();
      return detail;
    }),
    downloads: os.attachments.downloads.handler(downloads),
    waiting: os.attachments.waiting.handler(async ({ input }) => {
      const { state, limit, cursor } = input;
      const { rows, total } = await store.read(async (tx) => ({
        rows: await listUnstoredAttachments(tx, state, idBelow(cursor), limit + 1),
        total: await countNotStored(tx, state),
      }));
      const page = pageOf(rows, limit, ({ id }) => cursorBelow(id));
      return {
        rows: page.shown.map((row): WaitingAttachment => ({ ...shown(row), record: recordOf(row) })),
        nextCursor: page.nextCursor,
        total: Math.min(total, countCap),
        totalIsCapped: total >= countCap,
      };
    }),
    retry: os.attachments.retry.handler(async ({ input, context }) => ({
      count: await attachments.retry(input, actorOf(context)),
    })),
    setPaused: os.attachments.setPaused.handler(async ({ input, context }) => {
      const actor = actorOf(context);
      await settings.update({ attachments: { paused: input.paused } }, actor);
      return downloads();
    }),
    hosts: os.attachments.hosts.handler(() => attachments.hosts.list()),
    decideHost: os.attachments.decideHost.handler(async ({ input, context, errors }) => {
      const decided = await attachments.hosts.decide(input, actorOf(context));
      if (decided === 'fromCommandLine') throw errors.IS_GIVEN();
      if (decided === 'notAHost') throw errors.NOT_A_HOST();
      return attachments.hosts.list();
    }),
    addAnnotation: os.attachments.addAnnotation.handler(async ({ input, context, errors }) => {
      const { attachmentId, shape, text } = input;
      const actor = actorOf(context);
      const annotation = await attachments.annotations.add(attachmentId, shape, text, actor);
      if (annotation === null) throw errors.NOT_FOUND();
      return annotation;
    }),
    changeAnnotation: os.attachments.changeAnnotation.handler(async ({ input, context, errors }) => {
      const actor = actorOf(context);
      const annotation = await attachments.annotations.change(input.id, input.text, actor);
      if (annotation === null) throw errors.NOT_FOUND();
      return annotation;
    }),
    removeAnnotation: os.attachments.removeAnnotation.handler(async ({ input, context, errors }) => {
      const actor = actorOf(context);
      const annotation = await attachments.annotations.remove(input.id, input.removed, actor);
      if (annotation === null) throw errors.NOT_FOUND();
      return annotation;
    }),
    check: os.attachments.check.handler(() => {
      attachments.integrityCheck.begin();
      return attachments.integrityCheck.state();
    }),
    checked: os.attachments.checked.handler(() => attachments.integrityCheck.state()),
  };
}

/** Those that a revision of a record names. */
export async function attachmentsShown(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
  attachments: Pick<Attachments, 'active' | 'namedBy'>,
): Promise<Attachment[]> {
  const rows = await attachmentsOfRevision(tx, { recordId, revision }, attachments);
  return rows.map((row) => attachmentOf(row, attachments));
}

const notStored = ['queued', 'awaitingApproval', 'downloading', 'failed', 'refused'] as const;
type NotStored = (typeof notStored)[number];

/** Of those that failed, what their records still name; without a state all of them. */
async function countNotStored(tx: ReadTransaction, state?: NotStored): Promise<number> {
  if (state === 'failed') return countFailedAttachments(tx, countCap);
  if (state !== undefined) return countAttachments(tx, state, countCap);
  let total = 0;
  for (const one of notStored) total += await countAttachments(tx, one, countCap);
  return total;
}

async function detailOf(
  tx: ReadTransaction,
  id: number,
  attachments: Attachments,
): Promise<AttachmentDetail | null> {
  const row = await findAttachmentView(tx, id);
  if (row === undefined) return null;
  const isPicture = row.role === 'picture' && row.sha256 !== null;
  const like = isPicture ? await photosSimilarTo(tx, row.recordId, row.sha256 ?? new Uint8Array()) : null;
  const similarPhotos: SimilarPhoto[] = [
    ...(like?.same ?? []).map((photo) => ({ ...photo, kind: 'incidentReport' as const, distance: null })),
    ...(like?.similar ?? []).map((photo) => ({ ...photo, kind: 'incidentReport' as const })),
  ];
  return {
    ...attachmentOf(row, attachments),
    record: recordOf(row),
    annotations: (await listAnnotations(tx, id)).map(annotationOf),
    similarPhotos,
  };
}

const recordOf = (row: AttachmentOfRecord) => ({
  id: row.recordId,
  kind: row.recordKind,
  number: row.recordNumber,
});

function attachmentOf(row: AttachmentView, attachments: Pick<Attachments, 'active'>): Attachment {
  const active = row.state === 'downloading' ? attachments.active() : [];
  const progress = active.find(({ attachmentId }) => attachmentId === row.id);
  return {
    id: row.id,
    recordId: row.recordId,
    role: row.role,
    position: row.position,
    pointer: row.pointer,
    marketplaceId: row.marketplaceId,
    filename: row.filename,
    caption: row.caption,
    declaredType: row.declaredType,
    declaredSize: row.declaredSize,
    state: row.state,
    address: row.url === null ? null : withoutQuery(row.url),
    addressSource: row.addressSource,
    host: row.host,
    problem:
      row.problem === null
        ? null
        : { code: row.problem, detail: row.problemDetail, at: instantOf(row.problemAt ?? 0) },
    attempts: row.attempts,
    nextAttemptAt: instantOf(row.nextAttemptAt),
    progress: progress === undefined ? null : { bytes: progress.bytes, total: progress.total },
    storedAt: instantOf(row.storedAt),
    content: contentOf(row),
    firstRevision: row.firstRevision,
    lastRevision: row.lastRevision,
    annotationCount: row.annotationCount,
  };
}

/** What was found in the bytes of a stored file; null of one that is not stored. */
export function contentOf(row: AttachmentView): AttachmentContent | null {
  if (row.sha256 === null || row.contentBytes === null) return null;
  return {
    sha256: Buffer.from(row.sha256).toString('hex'),
    bytes: row.contentBytes,
    mediaType: row.mediaType,
    shownAs: row.shownAs,
    problem:
      row.contentProblem === null ? null : { code: row.contentProblem, detail: row.contentProblemDetail },
    width: row.width,
    height: row.height,
    hasPreviews: row.hasPreviews === 1,
    photo: row.photo === null ? null : photoFacts.parse(JSON.parse(row.photo)),
  };
}

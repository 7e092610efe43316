import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FetchRules } from '../../../main/engine/attachments/downloads/address-policy.ts';
import type {
  FetchOptions,
  FetchOutcome,
  FetchTask,
} from '../../../main/engine/attachments/downloads/http-get.ts';
import { createAttachments } from '../../../main/engine/attachments/index.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import type {
  FileExamination,
  FileToExamine,
  PdfReading,
  PdfToRead,
} from '../../../main/engine/file-examination.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import {
  type AttachmentRow,
  findAttachment,
  findRecord,
  listFindings,
} from '../../../main/engine/store/index.ts';
import type { Actor } from '../../../shared/contract/common.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { incidentAttachment, incidentReport } from '../incident-reports.ts';
import { openJournalledStore } from '../journal-house.ts';
import { ManualClock } from '../manual-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const somebody: Actor = { person: 'Ana Prueba', via: 'token' };
export const host = 'fotos.example';

/** A failed try, as the fetcher tells it. */
export const notFetched = (
  problem: Extract<FetchOutcome, { outcome: 'notFetched' }>['problem'],
  more: { host?: string; retryAfterSeconds?: number; detail?: string } = {},
): FetchOutcome => ({
  outcome: 'notFetched',
  problem,
  detail: more.detail ?? null,
  host: more.host ?? null,
  retryAfterSeconds: more.retryAfterSeconds ?? null,
});

/** A file that landed, as the fetcher leaves it. */
export function landed(task: FetchTask, bytes: Uint8Array): FetchOutcome {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(task.folder, `${task.id}.${sha256}`);
  writeFileSync(path, bytes);
  return { outcome: 'downloaded', path, sha256, bytes: bytes.length };
}

/** What the examiner finds in a plain photo. */
export const plainPhoto: FileExamination = {
  outcome: 'examined',
  mediaType: 'image/jpeg',
  shownAs: 'image',
  problem: null,
  detail: null,
  width: 4,
  height: 3,
  hasPreviews: false,
  photo: null,
  perceptualHash: null,
};

/** What is read in a PDF that was scanned. */
const withoutWords: PdfReading = { outcome: 'read', text: '', pages: 1, pagesRead: 1 };

export interface RoomOptions {
  dataDir?: string;
  clock?: ManualClock;
  /** Answers each fetch; stores a file of its own for each address unless told otherwise. */
  fetch?: (task: FetchTask, rules: FetchRules, options: FetchOptions) => FetchOutcome | Promise<FetchOutcome>;
  examine?: (file: FileToExamine) => FileExamination | Promise<FileExamination>;
  /** Without words unless told otherwise. */
  readPdf?: (file: PdfToRead) => PdfReading | Promise<PdfReading>;
  given?: { allowLoopback?: boolean; hosts?: readonly string[]; place?: string };
  platformUrl?: string;
  /** Whether downloads begin by themselves at once. */
  isStarted?: boolean;
  freeBytes?: () => number | null;
  isRush?: () => boolean;
  /** Half unless told otherwise: no pause is stretched. */
  random?: () => number;
}

/** The rooms of attachments and records on a database on disk; the clock of attachments stands still. */
export async function openRoom(options: RoomOptions = {}) {
  const dataDir = options.dataDir ?? temporaryFolder();
  const clock = options.clock ?? new ManualClock();
  const logged: { level: string; fields: object; text: string }[] = [];
  const level = (name: string) => (fields: object, text: string) =>
    void logged.push({ level: name, fields, text });
  const log = { info: level('info'), warn: level('warn'), error: level('error') };
  const house = await openJournalledStore({ dataDir, clock: systemClock });
  const { store } = house;
  const changes = createChanges(systemClock);
  const settings = await openSettings(store, systemClock, changes);
  house.followSettings(settings);
  const asked: FetchTask[] = [];
  const platform = { url: options.platformUrl ?? '' };
  const fetch = options.fetch ?? ((task) => landed(task, Buffer.from(task.url)));
  const attachments = await createAttachments({
    store,
    clock,
    changes,
    settings,
    authorityFile: () => '',
    host: {
      examineFile: async (file) => (options.examine ?? (() => plainPhoto))(file),
      readPdf: async (file) => (options.readPdf ?? (() => withoutWords))(file),
    },
    log,
    freeBytes: options.freeBytes ?? (() => null),
    ...(options.isRush && { isRush: options.isRush }),
    platform: { baseUrl: () => platform.url, access: async () => null },
    onRechecked: () => records.examiner.wake(),
    random: options.random ?? (() => 0.5),
    given: options.given ?? { hosts: [host] },
    fetcher: {
      async fetch(task, rules, told) {
        asked.push(task);
        return fetch(task, rules, told);
      },
      close: async () => {},
    },
  });
  const records = createRecords({ store, clock: systemClock, changes, settings, attachments, log });
  const { derive } = records;
  const derivation = house.follow(
    {
      purchaseOrder: derive,
      serviceOrder: derive,
      incidentReport: derive,
      financialDocument: derive,
    },
    log,
  );
  records.start();
  if (options.isStarted !== false) await attachments.start();
  const rowsOf = (recordId: number) =>
    store.read(async (tx) => {
      const rows: AttachmentRow[] = [];
      const ids = await tx.all<{ id: number }>(
        'SELECT id FROM attachment WHERE record_id = ? ORDER BY role DESC, position, id',
        recordId,
      );
      for (const { id } of ids) rows.push((await findAttachment(tx, id))!);
      return rows;
    });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await derivation.stop();
    await attachments.close();
    await records.stop();
    changes.close();
    await house.close();
  };
  onTestFinished(() => (closing ??= close()));
  return {
    dataDir,
    store,
    clock,
    changes,
    settings,
    attachments,
    records,
    platform,
    logged,
    asked,
    rowsOf,
    /** Keeps a delivery as the receiver does, and resolves when it is answered; it is derived in the background. */
    answered: (kind: RecordKind, marketplaceId: number, body: object) =>
      house.journal.keep({
        kind,
        marketplaceId,
        keyLabel: 'key',
        bytes: Buffer.from(JSON.stringify(body)),
        contentHash: null,
      }),
    /** The same, and resolves once it is derived. */
    receive: (kind: RecordKind, marketplaceId: number, body: object) =>
      house.receive({ kind, marketplaceId, body }),
    /** The same of a report, and waits until what it names is kept. */
    async report(marketplaceId: number, body: Record<string, unknown>): Promise<number> {
      return this.deliver('incidentReport', marketplaceId, incidentReport(marketplaceId, body));
    },
    async deliver(kind: 'incidentReport' | 'financialDocument', marketplaceId: number, json: object) {
      const { recordId } = await house.receive({ kind, marketplaceId, body: json });
      await records.examiner.idle();
      return recordId;
    },
    /** Until nothing arrives, is looked at, or is examined any more. */
    async settled() {
      await attachments.idle();
      await records.examiner.idle();
    },
    async findings(recordId: number) {
      const revision = (await store.read((tx) => findRecord(tx, recordId)))?.revision ?? 0;
      const rows = await store.read((tx) => listFindings(tx, recordId, revision));
      // One of each place.
      return rows.flatMap(({ code, pointer, parameters, places }) =>
        places === null
          ? [{ code, pointer, ...JSON.parse(parameters) }]
          : JSON.parse(places).map((place: { pointer: string; parameters: object }) => ({
              code,
              pointer: place.pointer,
              ...place.parameters,
            })),
      );
    },
    async audit(action: string) {
      const rows = await store.read(async (tx) =>
        tx.all<{ subject: string; detail: string }>(
          'SELECT subject, detail FROM audit WHERE action = ? ORDER BY id',
          action,
        ),
      );
      return rows.map(({ subject, detail }) => ({ subject, ...JSON.parse(detail) }));
    },
    close: () => (closing ??= close()),
  };
}
export type Room = Awaited<ReturnType<typeof openRoom>>;

/** Pictures of a report, `count` from the `from`th on, each at its own address. */
export const pictures = (count: number, from = 1, at = `https://${host}`) =>
  Array.from({ length: count }, (_, index) => {
    const id = from + index;
    return incidentAttachment(id, { fileFullPath: `${at}/${id}.jpg`, previewFullPath: null });
  });

/** A report's lists with these pictures and no documents; nothing else links it to others. */
export const withPictures = (list: readonly object[]) => ({
  generalInfo: null,
  attachmentsPictures: list,
  attachmentsDocuments: [],
});

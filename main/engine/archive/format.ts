/**
 * What lies in a bundle, format 1: the names of its parts, its manifest, and a record as the store has it. Times are written
 * as ISO instants, bytes in hexadecimal, and texts that hold JSON as that JSON; reading turns them back into the store's rows.
 */
import * as z from 'zod';
import {
  addressSource,
  attachmentProblemCode,
  attachmentRole,
  attachmentState,
  contentProblemCode,
  displayMode,
} from '#shared/attachment-terms.ts';
import { archiveChoice } from '#shared/contract/archives.ts';
import { settings } from '#shared/contract/settings.ts';
import { anchor } from '#shared/contract/verification.ts';
import { findingCode } from '#shared/finding-terms.ts';
import { coverState } from '#shared/policy-terms.ts';
import { referenceList, referenceLists } from '#shared/reference-terms.ts';
import { subjectKeyKinds } from '#shared/rules/subject-key.ts';
import {
  askAnswer,
  askDelivery,
  cancellationState,
  invoiceDecision,
  orderKind,
  type RecordKind,
  recordKind,
  recordKinds,
  severity,
  verdict,
} from '#shared/terms.ts';
import { listOf } from './bounded-json.ts';

/** A bundle of a higher one is refused by name. */
export const bundleFormat = 1;

/** The parts of which there is one each. */
export const partNames = {
  page: 'LEAME.html',
  manifest: 'manifest.json',
  /** SHA-256 and name of every part but those that follow, as `sha256sum` writes and checks them. */
  list: 'manifest.sha256',
  /** The same of the list alone: the root over all. */
  root: 'root.sha256',
  /** Ed25519, 64 bytes, over the root's part. */
  signature: 'root.sig',
  publicKey: 'public-key.pem',
  audit: 'audit/entries.jsonl',
  /** What the screens name and compare things by, and that is of no record. */
  context: 'context.json',
  /** Of one person alone: by what it was asked, and what was looked at. */
  subject: 'subject.json',
} as const;

/** Parts that the list does not name: they hang on each other. */
export const unlisted: readonly string[] = [
  partNames.list,
  partNames.root,
  partNames.signature,
  partNames.publicKey,
];

const folderOf = (kind: RecordKind, id: number): string => `records/${kind}/${id}`;
export const recordPart = (kind: RecordKind, id: number): string => `${folderOf(kind, id)}/record.json`;
export const bodyPart = (kind: RecordKind, id: number, revision: number): string =>
  `${folderOf(kind, id)}/revisions/${revision}.body`;
export const askPart = (kind: RecordKind, id: number, askId: number): string =>
  `${folderOf(kind, id)}/asks/${askId}.body`;
export const claimPart = (index: number): string => `claims/${index}.json`;
/** `sha256` in hexadecimal. */
export const contentPart = (sha256: string, mediaType: string | null): string =>
  `attachments/${sha256}.${extensions[mediaType ?? ''] ?? 'bin'}`;
/** Whether a part is a photo or paper itself; `sha256` of its bytes. */
export const isContentPart = (name: string, sha256: string): boolean =>
  name.startsWith(`attachments/${sha256}.`) && !name.startsWith(`attachments/${sha256}.preview.`);
export const previewPart = (sha256: string): string => `attachments/${sha256}.preview.jpg`;

/** What is kept about a person and is of no record: a list each, one a line. */
export const subjectLists = ['policies', 'lookups', 'rejected', 'asks', 'texts', 'audit'] as const;
export type SubjectList = (typeof subjectLists)[number];
export const subjectListPart = (list: SubjectList): string => `subject/${list}.jsonl`;
/** The bytes of an entry of the journal that is of no record. */
export const subjectBodyPart = (seq: number): string => `subject/bodies/${seq}.body`;

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'application/pdf': 'pdf',
};

const number = '[1-9]\\d{0,15}';
const nameForm = new RegExp(
  `^(?:${[
    ...Object.values(partNames).map((name) => name.replaceAll('.', '\\.')),
    `records/(?:${recordKinds.join('|')})/${number}/(?:record\\.json|(?:revisions|asks)/${number}\\.body)`,
    `attachments/[\\da-f]{64}(?:\\.preview\\.jpg|\\.(?:${[...new Set(Object.values(extensions)), 'bin'].join('|')}))`,
    `claims/${number}\\.json`,
    `subject/(?:(?:${subjectLists.join('|')})\\.jsonl|bodies/${number}\\.body)`,
  ].join('|')})$`,
);
/** The longest that has this form. */
export const maxNameBytes = 100;

/** Whether a part may have this name; every other name is refused, whatever it would lead to. */
export const isPartName = (name: string): boolean => name.length <= maxNameBytes && nameForm.test(name);

const time = z.codec(z.iso.datetime(), z.int(), {
  decode: (text) => Date.parse(text),
  encode: (at) => new Date(at).toISOString(),
});
const bytes = z.codec(z.string().regex(/^(?:[\da-f]{2})*$/), z.custom<Uint8Array>(isBytes), {
  decode: (text) => Buffer.from(text, 'hex'),
  encode: (value) => Buffer.from(value).toString('hex'),
});
function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array;
}
/** A text that holds JSON; in a part, what it holds. */
const json = z.codec(z.unknown(), z.string(), {
  decode: (value) => JSON.stringify(value),
  encode: (text): unknown => JSON.parse(text),
});
/** 1 or 0 in the store. */
const flag = z.codec(z.boolean(), z.int(), { decode: (is) => (is ? 1 : 0), encode: (value) => value === 1 });
const rowId = z.int().positive();
const count = z.int().nonnegative();
const text = z.string();
/** What a list shows of a record; the store has no longer ones. */
const rowText = z.string().max(20_000);

/** The ends of both chains when the bundle was made. The first bundles have null for the hash of an empty log. */
const bundleAnchor = anchor.extend({
  audit: z.union([
    anchor.shape.audit,
    z.object({ id: count, hash: z.null() }).transform(({ id }) => ({ id, hash: '' })),
  ]),
});

export const archiveContext = z.object({
  /** Sections of the settings, as they were when it was made. */
  settings: settings
    .pick({ findings: true, texts: true })
    // Not in the first bundles of this format.
    .extend({
      policyRules: settings.shape.policyRules.optional(),
      reasons: settings.shape.reasons.optional(),
      coverageOfIncident: settings.shape.coverageOfIncident.optional(),
    }),
  /** The lists of the platform, as they came. */
  referenceLists: z
    .array(z.object({ list: referenceList, fetchedAt: time, body: text }))
    .max(referenceLists.length),
});
export type ArchiveContext = z.infer<typeof archiveContext>;

export const manifest = z.object({
  format: z.int().positive(),
  program: z.object({ name: text, version: text }),
  installationId: z.uuid(),
  sampleData: z.boolean(),
  company: z.object({ name: text, taxId: text }),
  createdAt: z.iso.datetime(),
  choice: archiveChoice,
  /** About whom it is; absent of any other bundle, of which `choice` says all. */
  subject: z.object({ kind: z.enum(subjectKeyKinds), value: text }).optional(),
  /** Of the database that the rows come from. */
  schema: z.int().positive(),
  counts: z.object({
    records: z.partialRecord(recordKind, count),
    revisions: count,
    contents: count,
    contentBytes: count,
    /** Photos and papers whose files were missing or damaged, so that they are not in it. */
    missingContents: count,
    /** Photos and papers of its records that were not fetched when it was made; absent of a bundle of an earlier Perito. */
    notDownloaded: count.optional(),
    claims: count,
    auditEntries: count,
    /** Policies of the book that its records name, each counted once; absent of a bundle that has nothing of the book. */
    policies: count.optional(),
    /** Records that were chosen and that lie in other bundles alone, so that they are not in it; absent where there are none. */
    elsewhere: count.optional(),
  }),
  anchor: bundleAnchor,
  /** SHA-256 of the public key as DER (SPKI), in hexadecimal; null of a bundle that is not signed. */
  keyFingerprint: text.nullable(),
});
export type Manifest = z.infer<typeof manifest>;

const revision = z.object({
  /** Of the entry of the journal. */
  seq: rowId,
  revision: rowId,
  at: time,
  number: text.nullable(),
  keyLabel: text,
  sha256: bytes.nullable(),
  bytes: count,
  detail: text.nullable(),
  notExamined: text.nullable(),
});

const finding = z.object({
  id: rowId,
  revision: rowId,
  code: findingCode,
  severity,
  pointer: text,
  parameters: json,
  count,
  places: json.nullable(),
  amount: text.nullable(),
  currency: text.nullable(),
  acknowledgementId: rowId.nullable(),
  scope: z.enum(['record', 'party']).nullable(),
  reason: text.nullable(),
  at: time.nullable(),
  who: text.nullable(),
});

const decision = z.object({
  id: rowId,
  revision: rowId,
  act: z.enum(['decided', 'proposed', 'confirmed', 'rejected', 'withdrawn']),
  decision: invoiceDecision,
  proposalId: rowId.nullable(),
  reasonCode: text.nullable(),
  comment: text.nullable(),
  request: text.nullable(),
  amount: text.nullable(),
  currency: text,
  at: time,
  who: text,
  personId: z.int().nullable(),
});

const annotation = z.object({
  id: rowId,
  attachmentId: rowId,
  at: time,
  who: text,
  shape: json,
  text,
  removedAt: time.nullable(),
});

const attachment = z.object({
  id: rowId,
  identity: text,
  role: attachmentRole,
  position: count,
  pointer: text,
  marketplaceId: z.int().nullable(),
  filename: text,
  caption: text.nullable(),
  declaredType: text.nullable(),
  declaredSize: z.int().nullable(),
  firstRevision: rowId,
  lastRevision: rowId,
  /** Without its query, which may hold a key. */
  url: text.nullable(),
  addressSource: addressSource.nullable(),
  host: text.nullable(),
  state: attachmentState,
  problem: attachmentProblemCode.nullable(),
  problemDetail: text.nullable(),
  problemAt: time.nullable(),
  attempts: count,
  sha256: bytes.nullable(),
  storedAt: time.nullable(),
  contentBytes: count.nullable(),
  contentProblem: contentProblemCode.nullable(),
  contentProblemDetail: text.nullable(),
  decoderVersion: count.nullable(),
  mediaType: text.nullable(),
  shownAs: displayMode.nullable(),
  width: count.nullable(),
  height: count.nullable(),
  photo: json.nullable(),
  perceptualHash: text.nullable(),
  /** Contents of other records that look like it; whether they are in the bundle or not. */
  similar: listOf(z.object({ sha256: bytes, distance: count })).default([]),
  annotations: listOf(annotation),
  /** The parts with its bytes and with a picture that any browser shows; null where there is none. */
  part: text.nullable(),
  preview: text.nullable(),
});

const ask = z.object({
  id: rowId,
  cancellationId: rowId,
  receivedAt: time,
  heldUntil: time.nullable(),
  keyLabel: text,
  reason: text.nullable(),
  comments: text.nullable(),
  askedBy: text.nullable(),
  /** The entry of the journal that has its body. */
  seq: count,
  content: json.nullable(),
  answer: askAnswer.nullable(),
  answeredAt: time.nullable(),
  delivery: askDelivery,
  bodyBytes: count,
});

const cancellation = z.object({
  id: rowId,
  orderKind,
  marketplaceId: z.int(),
  recordId: rowId.nullable(),
  state: cancellationState,
  askedAt: time,
  lastAskedAt: time,
  heldUntil: time.nullable(),
  verdict: verdict.nullable(),
  responseText: text.nullable(),
  decidedAt: time.nullable(),
  decidedBy: text.nullable(),
  deliveredAt: time.nullable(),
  orderReferences: json.nullable(),
  closedAt: time.nullable(),
  closedBy: text.nullable(),
  closedReason: text.nullable(),
  asks: listOf(ask),
});

/** A call about the policy or the vehicle of a record, which claims tell of. */
const lookup = z.object({
  id: rowId,
  at: time,
  kind: z.enum(['policy', 'balance']),
  keyLabel: text,
  insurancePolicyNumber: text.nullable(),
  vin: text.nullable(),
  /** By what of the record it is found. */
  numberKey: text.nullable(),
  vinKey: text.nullable(),
  incidentTypeId: z.int().nullable(),
  incidentDate: text.nullable(),
  intermediaryTaxId: text.nullable(),
  reportCategoryId: z.int().nullable(),
  policies: count,
  vehicles: count,
  rules: json,
  cover: coverState.nullable(),
  /** Of HTTP. */
  status: z.int().default(200),
  /** The entry of the journal that has the answer; 0 of a bundle that has no answers. */
  seq: count.default(0),
  /** The JSON that was answered; null where it is too long for this. */
  answer: text.nullable().default(null),
});

/** A vehicle on a policy as the book had it when the bundle was made. */
const policyVehicle = z.object({
  vehicleId: rowId,
  vin: text,
  makeName: text,
  modelName: text,
  year: z.int().nullable(),
  /** Code and name of each. */
  coverages: json,
  accountBalance: text,
  deductibleAmount: text,
  validFrom: text.nullable(),
  validTo: text.nullable(),
  excluded: flag,
  premiumUnpaid: flag,
  vehicleValue: text.nullable().default(null),
  changedAt: time,
  changedBy: text,
});

/** A policy of the book that a record names, with its owner and the vehicles that the record is about. */
const policy = z.object({
  /** By what of the record it is found. */
  numberKey: text,
  insurancePolicyNumber: text,
  personTypeId: z.int(),
  companyTaxId: text.nullable(),
  companyName: text.nullable(),
  identification: text.nullable(),
  identificationTypeId: z.int().nullable(),
  firstName: text.nullable(),
  lastName: text.nullable(),
  phoneNumber: text,
  displayName: text,
  emailAddress: text,
  address: text,
  vehicles: listOf(policyVehicle),
});

/** An entry of the log as it was hashed: `actor` and `detail` are the texts that the hash is of. */
const auditEntry = z.object({
  id: rowId,
  at: time,
  actor: text,
  action: text,
  subject: text,
  detail: text,
  hash: bytes,
});

export const archivedRecord = z.object({
  id: rowId,
  kind: recordKind,
  marketplaceId: z.int(),
  number: rowText,
  claimNumber: rowText.nullable(),
  requestId: z.int().nullable(),
  firstItem: rowText.nullable(),
  itemCount: count,
  partyName: rowText.nullable(),
  partyTaxId: rowText.nullable(),
  datedOn: rowText.nullable(),
  total: rowText.nullable(),
  heading: json.nullable(),
  receivedAt: time,
  revision: rowId,
  findingCount: count,
  attentionCount: count,
  reviewedAt: time.nullable(),
  reviewedBy: text.nullable(),
  /** The first one first. */
  revisions: listOf(revision),
  /** Of all revisions. */
  findings: listOf(finding),
  notes: listOf(
    /** Who wrote it by their account; not known of older ones. */
    z.object({ id: rowId, at: time, who: text, personId: z.int().nullable().default(null), text }),
  ),
  /** What stands of what was decided on an invoice; absent of a bundle of an earlier Perito. */
  decision: invoiceDecision.nullable().default(null),
  decisionRevision: rowId.nullable().default(null),
  decisionProposed: flag.default(0),
  /** Every act about it, the first one first. */
  decisions: listOf(decision).default([]),
  links: listOf(z.object({ name: text, value: text })),
  attachments: listOf(attachment),
  cancellations: listOf(cancellation),
  lookups: listOf(lookup),
  policies: listOf(policy).default([]),
  audit: listOf(auditEntry),
});
/** A record with all that belongs to it, in rows as the store has them. */
export type ArchivedRecord = z.infer<typeof archivedRecord>;
export type ArchivedAttachment = ArchivedRecord['attachments'][number];
export type ArchivedPolicy = ArchivedRecord['policies'][number];
export type ArchivedAuditEntry = ArchivedRecord['audit'][number];
export const archivedAuditEntry = auditEntry;
/** What of an attachment names its parts. */
export const attachmentParts = attachment.pick({ filename: true, part: true, preview: true });

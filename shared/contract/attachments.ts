import { oc } from '@orpc/contract';
import * as z from 'zod';
import { maxHostLength } from '../attachment-host.ts';
import {
  addressSource,
  attachmentProblemCode,
  attachmentRole,
  attachmentState,
  contentProblemCode,
  displayMode,
  photoFacts,
} from '../attachment-terms.ts';
import { recordKind } from '../terms.ts';
import { instant, page, pageRequest, rowId } from './common.ts';

/** The stored bytes and the result of their examination. */
const attachmentContent = z.object({
  /** Hexadecimal. */
  sha256: z.string(),
  bytes: z.int(),
  /** The media type by its bytes, not by its name; null before the examination, or where it is unknown. */
  mediaType: z.string().nullable(),
  /** Null before the examination. */
  shownAs: displayMode.nullable(),
  problem: z.object({ code: contentProblemCode, detail: z.string().nullable() }).nullable(),
  /** Pixels, upright. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  hasPreviews: z.boolean(),
  photo: photoFacts.nullable(),
});
export type AttachmentContent = z.infer<typeof attachmentContent>;

export const attachment = z.object({
  id: rowId,
  recordId: rowId,
  role: attachmentRole,
  /** The index among the attachments of its role, from 0, in the order of the report. */
  position: z.int().nonnegative(),
  /** RFC 6901 pointer into the body of `lastRevision`. */
  pointer: z.string(),
  /** `incidentReportFormAttachmentId` or `attachmentId`. */
  marketplaceId: z.int().nullable(),
  /** The sender's filename without folders and control characters, for showing and saving only. */
  filename: z.string(),
  /** `incidentDocumentTypeName`. */
  caption: z.string().nullable(),
  /** Declared by the sender; never trusted. */
  declaredType: z.string().nullable(),
  declaredSize: z.int().nullable(),
  state: attachmentState,
  /** The URL that it is fetched from, without its query; null where none can be resolved. */
  address: z.string().nullable(),
  addressSource: addressSource.nullable(),
  /** The host that has to be approved, as `attachmentHost` names it; null where the address is not a web address. */
  host: z.string().nullable(),
  /** Why it is not stored: the problem of the last try. */
  problem: z.object({ code: attachmentProblemCode, detail: z.string().nullable(), at: instant }).nullable(),
  attempts: z.int(),
  nextAttemptAt: instant.nullable(),
  /** Null unless it is being downloaded; `total` is null where the server does not send it. */
  progress: z.object({ bytes: z.int(), total: z.int().nullable() }).nullable(),
  storedAt: instant.nullable(),
  content: attachmentContent.nullable(),
  /** Not every revision between the two needs to name it. */
  firstRevision: z.int().positive(),
  /** Lower than the record's latest revision where later ones no longer name it; it is kept. */
  lastRevision: z.int().positive(),
  annotationCount: z.int(),
});
export type Attachment = z.infer<typeof attachment>;

const fraction = z.number().min(0).max(1);

/** Where an annotation is, as fractions of the upright picture's width and height; `page` of a PDF, from 1. */
export const annotationShape = z.discriminatedUnion('kind', [
  /** A note on the whole picture. */
  z.object({ kind: z.literal('note') }),
  z.object({ kind: z.literal('point'), x: fraction, y: fraction }),
  z.object({ kind: z.literal('rectangle'), x: fraction, y: fraction, width: fraction, height: fraction }),
  z.object({ kind: z.literal('arrow'), fromX: fraction, fromY: fraction, toX: fraction, toY: fraction }),
]);
export type AnnotationShape = z.infer<typeof annotationShape>;

/** An annotation is kept beside the received file, never in it. */
const annotation = z.object({
  id: rowId,
  attachmentId: rowId,
  at: instant,
  who: z.string(),
  shape: annotationShape,
  text: z.string(),
});
export type Annotation = z.infer<typeof annotation>;

/** The same or a similar photo in another report. */
const likePhoto = z.object({
  attachmentId: rowId,
  recordId: rowId,
  kind: recordKind,
  number: z.string(),
  filename: z.string(),
  caption: z.string().nullable(),
  /** Bits of the perceptual hash that differ, of 64; null where the bytes are the same. */
  distance: z.int().nullable(),
});
export type SimilarPhoto = z.infer<typeof likePhoto>;

const attachmentDetail = attachment.extend({
  record: z.object({ id: rowId, kind: recordKind, number: z.string() }),
  annotations: z.array(annotation),
  similarPhotos: z.array(likePhoto),
});
export type AttachmentDetail = z.infer<typeof attachmentDetail>;

/** An attachment that is not stored, as the list of downloads shows it. */
const waitingAttachment = attachment.extend({
  record: z.object({ id: rowId, kind: recordKind, number: z.string() }),
});
export type WaitingAttachment = z.infer<typeof waitingAttachment>;

/** A host that records name; each port is a host of its own. */
const attachmentHost = z.object({
  /** With its port where that is not 443: `fotos.example`, `fotos.example:8443`, `[2001:db8::1]:80`. */
  host: z.string(),
  /** `pending` before anybody decided. */
  decision: z.enum(['approved', 'refused', 'pending']),
  /** Whether files may be fetched over unencrypted HTTP. */
  allowHttp: z.boolean(),
  /** Set by the command line for this run; it cannot be changed here. */
  fromCommandLine: z.boolean(),
  /**
   * Attachments that wait for the decision, counted up to 1,000, and whether one of them is at a plain `http:` address. `waiting` is
   * null while they are moved after a decision.
   */
  waiting: z.int().nullable(),
  needsHttp: z.boolean(),
  /** The URL of one of them, without its query. */
  example: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
});
export type AttachmentHost = z.infer<typeof attachmentHost>;

/** The state of all downloads; each count goes up to 10,000. */
const downloads = z.object({
  paused: z.boolean(),
  /** Nothing is fetched while the disk has too little room. */
  diskLow: z.boolean(),
  /** Nothing is fetched while the place of photos and papers beyond the data directory is not reached. */
  placeAway: z.boolean(),
  counts: z.object({
    queued: z.int(),
    awaitingApproval: z.int(),
    downloading: z.int(),
    /** Counts those that their records still name. */
    failed: z.int(),
    refused: z.int(),
    /** Stored but not examined yet, so without previews. */
    unexamined: z.int(),
  }),
  active: z.array(
    z.object({
      attachmentId: rowId,
      recordId: rowId,
      filename: z.string(),
      host: z.string(),
      bytes: z.int(),
      total: z.int().nullable(),
    }),
  ),
});
export type Downloads = z.infer<typeof downloads>;

/** The check of everything stored against its SHA-256. */
export const contentCheck = z.object({
  running: z.boolean(),
  checked: z.int(),
  total: z.int(),
  damaged: z.int(),
  missing: z.int(),
  /** Previews and unfinished parts of previews that belong to no stored file and were removed. */
  orphans: z.int(),
  /** Other files that the database does not name; they were moved to `attachments/orphaned` of the data directory. */
  aside: z.int().default(0),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
});
export type ContentCheck = z.infer<typeof contentCheck>;

const notFound = { NOT_FOUND: { status: 404, message: 'Nothing has this id.' } } as const;
const annotationText = z.string().trim().max(2000);
const hostText = z.string().trim().min(1).max(maxHostLength);

export const attachmentsContract = {
  /**
   * Of one record, pictures first, in the report's order: those that `revision` names, or all that any ever did. At most
   * 1,000, those of the newest revision in any case.
   */
  list: oc
    .input(z.object({ recordId: rowId, revision: z.int().positive().optional() }))
    .output(z.array(attachment)),
  get: oc
    .input(z.object({ id: rowId }))
    .output(attachmentDetail)
    .errors(notFound),
  downloads: oc.output(downloads),
  /** Lists attachments that are not stored, newest first; `failed` lists only those that their records still name. */
  waiting: oc
    .input(
      z
        .object({
          state: z.enum(['queued', 'awaitingApproval', 'downloading', 'failed', 'refused']).optional(),
          ...pageRequest,
        })
        .prefault({}),
    )
    .output(page(waitingAttachment)),
  /**
   * Has one, those of a record, or all that failed and are still named fetched again, before all others; how many it
   * were. One that is stored, or whose host is not approved, is left as it is.
   */
  retry: oc
    .input(
      z.union([
        z.object({ id: rowId }),
        z.object({ recordId: rowId }),
        z.object({ all: z.literal('failed') }),
      ]),
    )
    .output(z.object({ count: z.int() })),
  /** Pauses or resumes all downloads; this survives restarts. */
  setPaused: oc.input(z.object({ paused: z.boolean() })).output(downloads),
  hosts: oc.output(z.array(attachmentHost)),
  /**
   * Decides about a host at one port, 443 where none is named: what waits for it is fetched, or refused. `pending` takes a
   * decision back for what comes. Nothing changes at its other ports.
   */
  decideHost: oc
    .input(
      z.object({
        host: hostText,
        decision: z.enum(['approved', 'refused', 'pending']),
        allowHttp: z.boolean().default(false),
      }),
    )
    .output(z.array(attachmentHost))
    .errors({
      IS_GIVEN: { status: 409, message: 'This host was given on the command line, for this run.' },
      NOT_A_HOST: {
        status: 400,
        message: 'This is not the name or address of a host, with or without a port.',
      },
    }),
  addAnnotation: oc
    .input(z.object({ attachmentId: rowId, shape: annotationShape, text: annotationText }))
    .output(annotation)
    .errors(notFound),
  changeAnnotation: oc
    .input(z.object({ id: rowId, text: annotationText }))
    .output(annotation)
    .errors(notFound),
  /** Removes an annotation; with `removed: false` it comes back. */
  removeAnnotation: oc
    .input(z.object({ id: rowId, removed: z.boolean().default(true) }))
    .output(annotation)
    .errors(notFound),
  /** Compares all stored files with their SHA-256 in the background; damaged or missing files are fetched again. */
  check: oc.output(contentCheck),
  checked: oc.output(contentCheck),
};

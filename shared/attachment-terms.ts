/** The words of photos and papers: what became of each, why, and what was found in its bytes. */
import * as z from 'zod';

/**
 * States of an attachment.
 *
 * - `queued`: waits for its turn, or for the next try.
 * - `awaitingApproval`: its host was never approved; one click decides.
 * - `downloading`: its bytes are arriving.
 * - `stored`: its bytes are here, known by their SHA-256.
 * - `failed`: several tries failed; tried again now and then, and by hand.
 * - `refused`: not fetched for a reason of safety; only by hand again.
 */
export const attachmentStates = [
  'queued',
  'awaitingApproval',
  'downloading',
  'stored',
  'failed',
  'refused',
] as const;
export const attachmentState = z.enum(attachmentStates);
export type AttachmentState = z.infer<typeof attachmentState>;

/** What it is in its record: a photograph, or a paper. */
const attachmentRoles = ['picture', 'document'] as const;
export const attachmentRole = z.enum(attachmentRoles);
export type AttachmentRole = z.infer<typeof attachmentRole>;

/** Which members of AttachmentDetails gave the address (interface, "AttachmentDetails"). */
export const addressSources = [
  'fileFullPath',
  'baseUrlAndFullPath',
  'baseUrlAndFilename',
  'filename',
  'platformAndFullPath',
  'platformAndFilename',
  'previewFullPath',
  'baseUrlAndPreview',
  'documentUrl',
  'platformAndDocumentUrl',
] as const;
export const addressSource = z.enum(addressSources);
export type AddressSource = z.infer<typeof addressSource>;

/** Why an attachment is not stored, or what its last try met; the screen holds the text of each. */
export const attachmentProblemCodes = [
  // The address itself.
  'noAddress',
  'notAnAddress',
  'relativeAddress',
  'schemeNotAllowed',
  'httpNotAllowed',
  'namesUser',
  'portNotAllowed',
  // The host and what it resolves to.
  'hostNotApproved',
  'hostRefused',
  'redirectHostNotApproved',
  'addressNotPublic',
  'tooManyRedirects',
  'badRedirect',
  // The network and the answer.
  'dnsFailed',
  'unreachable',
  'tls',
  'timeout',
  'httpStatus',
  'notHttp',
  'closedEarly',
  'tooLarge',
  'empty',
  'encodingNotAllowed',
  'badEncoding',
  // This side.
  'tooManyOfRecord',
  'diskLow',
  'placeAway',
  'writeFailed',
  'contentDamaged',
  'contentMissing',
] as const;
export const attachmentProblemCode = z.enum(attachmentProblemCodes);
export type AttachmentProblemCode = z.infer<typeof attachmentProblemCode>;

/** What another try meets again, until the address itself or its host's standing is another. */
export const permanentProblems: readonly AttachmentProblemCode[] = [
  'noAddress',
  'notAnAddress',
  'relativeAddress',
  'schemeNotAllowed',
  'httpNotAllowed',
  'namesUser',
  'portNotAllowed',
  'hostNotApproved',
  'hostRefused',
  'redirectHostNotApproved',
];

/** How stored bytes may be shown: only what is decoded here, or a PDF, is ever shown. */
const shownAsValues = ['image', 'pdf', 'downloadOnly'] as const;
export const displayMode = z.enum(shownAsValues);
export type ShownAs = z.infer<typeof displayMode>;

/**
 * What is odd about stored bytes. All but `notWhatItSays` and `incomplete` make them download-only.
 *
 * - `notWhatItSays`: an image or PDF, of another type than its sender says.
 * - `incomplete`: an image whose end is missing; what there is of it is shown.
 * - `unknownType`: none of the types that are shown.
 * - `activeContent`: HTML, SVG, XML or a script, whatever its name.
 * - `polyglot`: of two types at once.
 * - `tooManyPixels`: it would unfold to more than is decoded here.
 * - `notDecodable`: an image that cannot be decoded whole.
 * - `decoderFailed`: the decoder ended or ran out of time at it, more than once.
 */
export const contentProblemCodes = [
  'notWhatItSays',
  'incomplete',
  'unknownType',
  'activeContent',
  'polyglot',
  'tooManyPixels',
  'notDecodable',
  'decoderFailed',
] as const;
export const contentProblemCode = z.enum(contentProblemCodes);
export type ContentProblemCode = z.infer<typeof contentProblemCode>;

/** The forms in which a file is served to the screen, at `/attachments/<id>/<variant>`. */
const contentVariants = ['thumbnail', 'preview', 'original', 'download'] as const;
export const contentVariant = z.enum(contentVariants);
export type ContentVariant = z.infer<typeof contentVariant>;

/** Longest side of the two previews, in pixels. */
export const previewSides = { thumbnail: 360, preview: 2048 } as const;

/** The EXIF data of a photograph; as untrusted as anything that arrives. */
export const photoFacts = z.object({
  /** Local time of the camera, `YYYY-MM-DDTHH:mm:ss`. */
  takenAt: z.string().nullable(),
  /** For example `-04:00`; null where the camera recorded none. */
  zone: z.string().nullable(),
  /** Maker and model. */
  camera: z.string().nullable(),
  software: z.string().nullable(),
  /** Degrees, north and east positive. */
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
});
export type PhotoFacts = z.infer<typeof photoFacts>;

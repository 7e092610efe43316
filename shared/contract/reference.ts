import { oc } from '@orpc/contract';
import * as z from 'zod';
import { referenceList, referenceProblemCode } from '../reference-terms.ts';
import { instant } from './common.ts';
import { passage } from './receiver-keys.ts';

/** Why a list could not be taken. */
export const referenceProblem = z.object({
  code: referenceProblemCode,
  /** HTTP status where there was an answer. */
  status: z.int().nullable(),
  /** The words of the problem document, where there was one (interface, "Errors"); only where `isInTheirWords(code)`. */
  title: z.string().nullable(),
  /**
   * As `title`. With another code what only helps whoever looks after the computer: the system's word, such as
   * `ECONNREFUSED`, the media type, or the address that it was redirected to.
   */
  detail: z.string().nullable(),
  /** `type` and `instance` of the problem document, for whoever looks after the computer. */
  type: z.string().nullable().default(null),
  instance: z.string().nullable().default(null),
});
export type ReferenceProblem = z.infer<typeof referenceProblem>;

const referenceItem = z.object({
  id: z.string(),
  name: z.string(),
  /** The whole element as it came, JSON. */
  raw: z.string(),
});
export type ReferenceItem = z.infer<typeof referenceItem>;

const referenceListState = z.object({
  list: referenceList,
  path: z.string(),
  /** When the copy that is shown was fetched; null where there never was one. */
  fetchedAt: instant.nullable(),
  /** When it was last tried. */
  triedAt: instant.nullable(),
  /** Why the last try failed; null where it did not. */
  problem: referenceProblem.nullable(),
  /** Which members were taken as id and name, and where in the answer the list was; null where none was. */
  shape: z.object({ list: z.string(), id: z.string(), name: z.string() }).nullable(),
  items: z.array(referenceItem),
  /** How many elements of the copy were null, and are left out. */
  dropped: z.int(),
  /** When the platform answered with an empty list in place of this copy; null where it did not, or it was accepted. */
  suspiciousAt: instant.nullable(),
});
export type ReferenceListState = z.infer<typeof referenceListState>;

const keyPlace = z.object({
  secretIn: z.enum(['keychain', 'memory', 'nowhere', 'environment']),
  /** The address that was given for this run, which stands before that of the settings; null where none was. */
  urlFromCommandLine: z.string().nullable(),
});

export const referenceContract = {
  list: oc.output(z.array(referenceListState)),
  /** Fetches all seven, or one, now; answers when each was answered or gave up. */
  refresh: oc
    .input(z.object({ list: referenceList.optional() }).prefault({}))
    .output(z.array(referenceListState)),
  /** Takes the empty list that the platform answered with in place of a good one as the copy. */
  accept: oc
    .input(z.object({ list: referenceList }))
    .output(z.array(referenceListState))
    .errors({ NOT_FOUND: { status: 404, message: 'Nothing stands beside the copy of this list.' } }),
  /** Calls one list with the address and key in force and tells what was answered; keeps nothing. */
  test: oc.output(
    z.object({
      url: z.string().nullable(),
      status: z.int().nullable(),
      contentType: z.string().nullable(),
      milliseconds: z.int().nullable(),
      items: z.int().nullable(),
      /** The first entries that were understood. */
      sample: z.array(z.object({ id: z.string(), name: z.string() })),
      problem: referenceProblem.nullable(),
      /** The beginning of the answer as it came. */
      body: z.string().nullable(),
    }),
  ),
  /** Where the platform's key is; `nowhere` where none was given. */
  key: oc.output(keyPlace),
  /** Takes the platform's key through the shell: `email:secret`, or its Base64 form. */
  collectKey: oc.output(passage).errors({
    NO_KEY_THERE: { status: 422, message: 'What was given is not a key: email:secret, or its Base64 form.' },
  }),
  forgetKey: oc.output(keyPlace),
};

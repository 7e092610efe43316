/**
 * What the desktop program says of its way to an office. These procedures are answered by the program itself, on the port of its
 * page: no engine has them, and nothing of them is sent to the office.
 */
import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';

/** SHA-256 of a certificate, as two hexadecimal digits a byte with colons between. */
export const fingerprint = z.string().regex(/^[\dA-F]{2}(:[\dA-F]{2}){31}$/);

/** A certificate as the other side showed it; nothing of it was verified but what `fault` says. */
const shownCertificate = z.object({
  fingerprint,
  /** Whom it says it is of, and who says that it issued it; up to 300 characters each, empty where it does not say. */
  subject: z.string(),
  issuer: z.string(),
  validUntil: instant.nullable(),
  /**
   * Why this computer does not trust it by itself: nobody whom it trusts issued it, it is of another name, its time is over or has
   * not come, or anything else, in the words of OpenSSL in `detail`. Null where it does.
   */
  fault: z.enum(['authority', 'name', 'expired', 'notYetValid', 'other']).nullable(),
  detail: z.string(),
});
export type ShownCertificate = z.infer<typeof shownCertificate>;

/** Why the program is not with its office; the screen holds the text of each code. */
const officeTrouble = z.discriminatedUnion('code', [
  /** Nobody answers there. `detail` is the system's code, such as `ECONNREFUSED`. */
  z.object({ code: z.literal('unreachable'), detail: z.string() }),
  /** Its certificate is not one that this computer trusts, and nobody has compared it yet: nothing was sent there. */
  z.object({ code: z.literal('newCertificate'), certificate: shownCertificate }),
  /**
   * It shows another certificate than the one that was compared, or, where `known` is null, none that this computer trusts in the place
   * of one that it did: nothing was sent there.
   */
  z.object({
    code: z.literal('otherCertificate'),
    certificate: shownCertificate,
    known: fingerprint.nullable(),
  }),
  /** What answers there is no Perito that is served to an office, or something between answers in its place. */
  z.object({ code: z.literal('notPerito'), status: z.int() }),
  /** The office answers by other names alone: those of its certificate. */
  z.object({ code: z.literal('otherName') }),
  /** The office's Perito is older than this program, or newer, as far as they have to understand each other. */
  z.object({ code: z.literal('officeOlder') }),
  z.object({ code: z.literal('officeNewer') }),
]);
export type OfficeTrouble = z.infer<typeof officeTrouble>;

const officeState = z.object({
  /** Such as `https://perito.office.example:8651`. */
  address: z.string(),
  /** Null while the first answer is waited for, and where the office answers. */
  trouble: officeTrouble.nullable(),
  /** Whether it answered in this run, and nothing since said otherwise. */
  isConnected: z.boolean(),
  /** When it is asked again by itself; null while it is being asked, and where it answers. */
  retryAt: instant.nullable(),
  /** Whether the sign-in is kept for the next start; null before there is one. In memory it ends with the program. */
  signInKept: z.enum(['keychain', 'memory']).nullable(),
});
export type OfficeState = z.infer<typeof officeState>;

export const officeContract = {
  state: oc.output(officeState),
  /** Begins with the state as it is. */
  follow: oc.output(eventIterator(officeState)),
  /** Asks the office now. */
  retry: oc.output(officeState),
  /**
   * A person compared the certificate that is shown with what the office's computer prints: from now on that one holds, and no
   * other. Where another is shown meanwhile, nothing is taken.
   */
  trust: oc.input(z.object({ fingerprint })).output(officeState),
  /** Forgets the office, with its sign-in on this computer, and starts anew with the data of this computer. */
  leave: oc,
};

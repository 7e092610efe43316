import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant } from './common.ts';
import { passage } from './receiver-keys.ts';
import { authorityFile, certificateFiles, receiverSettings } from './settings.ts';

/** Why a certificate and its key could not be taken; the screen holds the text of each. */
export const certificateProblemCode = z.enum([
  'noFile',
  'notReadable',
  'tooLarge',
  'notCertificate',
  'notKey',
  'keyMismatch',
  'passphraseMissing',
  'passphraseWrong',
  /** It is encrypted in a way that is not read any more, as PKCS 12 files of RC2 are. */
  'legacyEncryption',
  /** Its key or its signature is so weak that no connection is made with it. */
  'tooWeak',
  'other',
]);
export type CertificateProblemCode = z.infer<typeof certificateProblemCode>;

const certificateProblem = z.object({
  code: certificateProblemCode,
  /** Which file it is about. */
  file: z.string(),
  /** The system's own words, for whoever looks after the computer; never part of a sentence. Empty where there are none. */
  detail: z.string(),
});
export type CertificateProblem = z.infer<typeof certificateProblem>;

/** What a caller, or a person, has to know of a certificate that can be taken. */
const certificateWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('expired') }),
  z.object({ code: z.literal('notYetValid') }),
  /** It, or one of its chain, is over in so many whole days: 30 at most. */
  z.object({ code: z.literal('expiresSoon'), days: z.int() }),
  /** It does not hold for the host of the public address. */
  z.object({ code: z.literal('wrongHost'), host: z.string() }),
  /** The files do not hold the certificate of whoever issued the last one in them. */
  z.object({ code: z.literal('chainIncomplete'), issuer: z.string() }),
  /** The chain ends at somebody whom this computer does not trust. */
  z.object({ code: z.literal('unknownAuthority'), issuer: z.string() }),
  z.object({ code: z.literal('selfSigned') }),
  z.object({ code: z.literal('weakKey') }),
  z.object({ code: z.literal('notForServers') }),
]);
export type CertificateWarning = z.infer<typeof certificateWarning>;

const certificate = z.object({
  /** Distinguished names, as `CN=perito.example, O=Example`. */
  subject: z.string(),
  issuer: z.string(),
  /** The hosts and addresses that it holds for. */
  names: z.array(z.string()),
  validFrom: instant,
  validTo: instant,
  /** SHA-256, in hexadecimal pairs. */
  fingerprint256: z.string(),
  isSelfSigned: z.boolean(),
  /** Whether it was made here for trials; the marketplace refuses such a one. */
  isTrial: z.boolean(),
});
export type Certificate = z.infer<typeof certificate>;

/** What was found of a certificate. */
const certificateReport = z.object({
  /** Null where it could not be taken. */
  certificate: certificate.nullable(),
  /** Null where it could. */
  problem: certificateProblem.nullable(),
  warnings: z.array(certificateWarning),
});
export type CertificateReport = z.infer<typeof certificateReport>;

/**
 * The certificate by which the receiver answers; `problem`: why its files, as they are now, cannot be taken. Then the one
 * that was taken before stays in force; where there was none, nothing is received.
 */
export const certificateInForce = certificateReport.extend({
  /** When it was taken; null where none is in force. */
  loadedAt: instant.nullable(),
});
export type CertificateInForce = z.infer<typeof certificateInForce>;

const authorityFileReport = z.object({
  file: z.string(),
  /** Why it cannot be taken; null where it can. The screen holds the text of each code, `detail` the system's own word. */
  problem: z
    .object({ code: z.enum(['noFile', 'notReadable', 'tooLarge', 'notCertificate']), detail: z.string() })
    .nullable(),
  /** The certificates in it. */
  count: z.int(),
  /** The first twenty of them. */
  certificates: z.array(
    z.object({
      subject: z.string(),
      validTo: instant,
      /** Whether it may vouch for others; one that may not counts for itself alone. */
      isAuthority: z.boolean(),
    }),
  ),
});
export type AuthorityFileReport = z.infer<typeof authorityFileReport>;

/** Who is trusted when Perito calls out: for photos and papers, the platform's lists, and its own public address. */
const trustReport = z.object({
  /** How many authorities Perito brings, with those of `NODE_EXTRA_CA_CERTS` where that is heard. */
  bundled: z.int(),
  /** How many the system's store names; null where it cannot be read, and then `detail` is the system's code. */
  system: z.int().nullable(),
  detail: z.string(),
  /** What is in the file that was asked about, or else in the one in force; null where none is named. */
  file: authorityFileReport.nullable(),
  /** The file that the command line of this run names over the settings; null where it names none. */
  given: z.string().nullable(),
});
export type TrustReport = z.infer<typeof trustReport>;

export const connectionContract = {
  /** Whom Perito trusts, with what is in a file that may be named before it is saved. */
  trust: oc.input(z.object({ file: authorityFile.optional() })).output(trustReport),
  /** Looks at the files of a certificate before they are chosen, with the passphrase that is kept; nothing changes by it. */
  checkCertificate: oc
    .input(
      z.object({
        files: certificateFiles,
        /** The public address that is held against it, where it is another than that of the settings. */
        publicUrl: receiverSettings.shape.publicUrl.optional(),
      }),
    )
    .output(certificateReport),
  /** Makes a certificate that nobody but this computer vouches for, to try TLS with; it replaces the one made before. */
  makeTrialCertificate: oc
    .input(z.object({ names: z.array(z.string().trim().min(1).max(253)).max(20) }))
    .output(z.object({ files: certificateFiles })),
  /** Asks the person, outside of the screen, for the passphrase with which these files are opened; it is kept in the keychain. */
  collectPassphrase: oc
    .input(z.object({ files: certificateFiles }))
    .output(passage)
    .errors({ NOT_THE_PASSPHRASE: { status: 422, message: 'What was given opens no such file.' } }),
  /** Where the passphrase is kept. */
  passphrase: oc.output(z.object({ secretIn: z.enum(['keychain', 'memory', 'nowhere']) })),
  forgetPassphrase: oc,
};

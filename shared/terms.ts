/**
 * The words that the database, the contract, the code and the screen share.
 * Each list is the single definition; types and zod schemas are derived from it.
 */
import * as z from 'zod';

/** What the marketplace delivers (interface, "Insurer integration API"). */
export const recordKinds = ['purchaseOrder', 'serviceOrder', 'incidentReport', 'financialDocument'] as const;
export const recordKind = z.enum(recordKinds);
export type RecordKind = z.infer<typeof recordKind>;

/** The two kinds that the marketplace may ask to cancel. */
export const orderKinds = ['purchaseOrder', 'serviceOrder'] as const;
export const orderKind = z.enum(orderKinds);
export type OrderKind = z.infer<typeof orderKind>;

/**
 * States of a cancellation.
 *
 * - `waiting`: at least one call is held open and nobody has decided.
 * - `deferred`: every call was answered "in review"; still to be decided.
 * - `approved`: decided, and `isCancelled: true` not yet written out: the marketplace must ask again.
 * - `refused`: decided; closed once the refusal was written out.
 * - `cancelled`: `isCancelled: true` was written out.
 * - `unmatched`: asked for an order that was never received.
 */
export const cancellationStates = [
  'waiting',
  'deferred',
  'approved',
  'refused',
  'cancelled',
  'unmatched',
] as const;
export const cancellationState = z.enum(cancellationStates);
export type CancellationState = z.infer<typeof cancellationState>;

const verdicts = ['approve', 'refuse'] as const;
export const verdict = z.enum(verdicts);
export type Verdict = z.infer<typeof verdict>;

/** What is decided on an invoice; a `hold` waits for something, a `dispute` asks the issuer for a correction. */
const invoiceDecisions = ['pay', 'hold', 'dispute'] as const;
export const invoiceDecision = z.enum(invoiceDecisions);
export type InvoiceDecision = z.infer<typeof invoiceDecision>;

/** What one ask was answered with; `null` in a row while its call is held. */
export const askAnswers = ['cancelled', 'refused', 'inReview', 'unknownOrder'] as const;
export const askAnswer = z.enum(askAnswers);
export type AskAnswer = z.infer<typeof askAnswer>;

/**
 * Whether an ask's answer reached the marketplace: `held` while undecided, `answering` while it is being
 * written, `delivered` once written out, `lost` when the socket closed first, `unknown` when Perito was
 * killed while it was being written.
 */
const askDeliveries = ['held', 'answering', 'delivered', 'lost', 'unknown'] as const;
export const askDelivery = z.enum(askDeliveries);
export type AskDelivery = z.infer<typeof askDelivery>;

/** Severity of a finding. A finding never blocks. */
const severities = ['info', 'warning', 'error'] as const;
export const severity = z.enum(severities);
export type Severity = z.infer<typeof severity>;

/** States of the OS keychain as Perito finds it. */
const keychainStates = ['works', 'locked', 'absent', 'failed'] as const;
export const keychainState = z.enum(keychainStates);
export type KeychainState = z.infer<typeof keychainState>;

/** Where secrets are kept: in the system's keychain, encrypted by Electron beside the data, or in memory until Perito stops. */
export const keychainKind = z.enum(['system', 'safeStorage', 'memory']);

/** Why the OS keychain does not work; the screen holds the text of each. */
const keychainProblems = [
  'locked',
  /** There is no session bus, as without a desktop. */
  'noSession',
  /** No program here keeps keys, such as gnome-keyring or KWallet. */
  'noService',
  /** There is such a program, but this account has no keyring in it. */
  'noKeyring',
  /** This installation lacks the module, or a library that it needs. */
  'noModule',
  /** It may be asking for its password in another window. */
  'noAnswer',
  /** It gave back another value than was put in. */
  'otherValue',
  'other',
] as const;
export const keychainProblem = z.enum(keychainProblems);
export type KeychainProblem = z.infer<typeof keychainProblem>;

/**
 * States of the receiver: `noKey` answers 503 to every call until a key is configured; `notStoring`
 * answers 503 because the disk is low or the database failed; `failed` could not listen at all.
 */
const receiverStates = ['starting', 'listening', 'noKey', 'notStoring', 'failed', 'stopped'] as const;
export const receiverState = z.enum(receiverStates);

/** What the marketplace calls for: it sends a record, asks to cancel one, or looks a policy up. */
export const callKinds = [...recordKinds, 'ask', 'lookup'] as const;
export const callKind = z.enum(callKinds);
export type CallKind = z.infer<typeof callKind>;

/** Why nothing was received for a while. */
export const absenceReason = z.enum([
  /** Somebody closed Perito. */
  'closed',
  /** Perito or the computer ended without being asked to. */
  'killed',
  /** The computer slept. */
  'asleep',
  /** Perito ran and could take no calls. */
  'notListening',
]);
export type AbsenceReason = z.infer<typeof absenceReason>;

const locales = ['es', 'en'] as const;
export const locale = z.enum(locales);
export type Locale = z.infer<typeof locale>;

/** What a person may do here, from least to most: each may all that those before it may. */
export const roles = ['reader', 'adjuster', 'supervisor', 'administrator'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/**
 * The messages of the receiver's thread with its owner, and with the engine that is there at present. All ends are this
 * program in one process, so the types are trusted; what came from the network was checked by the receiver's routes.
 */
import type { MessagePort } from 'node:worker_threads';
import type { DatabaseFault } from '#shared/contract/database.ts';
import type { TlsSettings } from '#shared/contract/settings.ts';
import type { Status } from '#shared/contract/status.ts';
import type { AskAnswer } from '#shared/terms.ts';
import type { CallerAddress } from '../caller-address.ts';
import type { ClosedFlag } from '../closed-flag.ts';
import type { AnswerDetail, ArchivedArrival, Receipt } from '../journal/index.ts';
import type { StartProgress, StoreProblemCode } from '../store/index.ts';
import type { ReceiverConfiguration } from './configuration.ts';
import type { ReceiverLimits } from './context.ts';
import type { Absence } from './heartbeat.ts';

export type ReceiverStatus = Status['receiver'];

/** `workerData`. */
export interface ReceiverStart {
  dataDir: string;
  /** Address of the database for a new directory; null for its own files, undefined where nobody says. */
  database: string | undefined;
  limits: ReceiverLimits;
  /** With less free space it answers 503. */
  lowWaterBytes: number;
  /** For this run, over what the settings say. */
  given: GivenEndpoint;
  /** `email:secret` each, for this run. */
  environmentKeys: readonly string[];
  /** Whose data the directory is known to hold; null where nobody knows. */
  expects: string | null;
  /** Raised once it has closed. */
  closed: ClosedFlag;
}

/** Port 0 is any free one. */
export interface GivenEndpoint {
  address?: string | undefined;
  port?: number | undefined;
  holdSeconds?: number | undefined;
  tls?: TlsSettings | undefined;
  publicUrl?: string | undefined;
  trustedProxies?: readonly string[] | undefined;
}

/** How it stands where it was to listen. */
export type ListenState = Pick<ReceiverStatus, 'state' | 'url' | 'error'>;

export type OwnerToReceiver =
  /** An engine is there; the one before is gone. */
  | { type: 'engine'; port: MessagePort }
  /** What lookups are answered from is about to be moved: it is left until it is to be read again, and lookups get 503. */
  | { type: 'leaveDatabase' }
  | { type: 'readDatabase' }
  /** The computer was asleep: whether calls reach it is tried, and it listens again where they do not. */
  | { type: 'checkListening' }
  /** What was asked for; null where none is kept. */
  | { type: 'passphrase'; call: number; passphrase: string | null }
  /** After so long, in milliseconds, the thread is ended. `isAsked`: else it ends since it cannot go on. */
  | { type: 'close'; limitMs: number; isAsked: boolean };

export type ReceiverToOwner =
  | { type: 'opened'; installationId: string }
  /** Before that, about once a second: what an older version kept is being moved into the journal, or that compacted. */
  | { type: 'starting'; progress: StartProgress }
  /** The journal could not be opened; `message` is one plain sentence for a person, `fault` is of a database of a server. */
  | { type: 'problem'; code: StoreProblemCode | null; message: string; fault: DatabaseFault | null }
  /** It is not what it was. */
  | ({ type: 'state' } & ListenState)
  | { type: 'databaseLeft' }
  /** It goes on: every ten seconds. */
  | { type: 'beat' }
  /** The key of the certificate is encrypted, or may be. */
  | { type: 'passphraseWanted'; call: number; installationId: string }
  | { type: 'closed' };

export type EngineToReceiver =
  /** What the settings and the keys say now. */
  | { type: 'configure'; call: number; configuration: ReceiverConfiguration }
  /** A call of this program's own with this nonce is about to come, or has come. */
  | { type: 'ownCall'; call: number; nonce: string }
  | { type: 'answer'; instruction: AskInstruction }
  /** Records whose deliveries lie in a bundle. */
  | { type: 'archive'; call: number; records: readonly ArchivedArrival[] }
  /** What `archived` entries say is derived up to this one, but for those of `except`: their deliveries give up their bytes. */
  | { type: 'release'; upTo: number; except: readonly number[] }
  /** Absences that ended until then are kept. */
  | { type: 'absencesKept'; until: number }
  /** Its file is about to be replaced: it is left until a configuration comes, and lookups get 503. */
  | { type: 'leaveDatabase'; call: number }
  /** The passphrase of its key is another one. */
  | { type: 'readCertificate'; call: number };

export type ReceiverToEngine =
  | ({ type: 'report' } & ReceiverReport)
  /** When nothing was received, the oldest first: until they are kept, they are told again. */
  | { type: 'absences'; absences: readonly Absence[] }
  /** A configuration is in force, and the receiver listens or cannot; or the database is left, or the certificate was read. */
  | { type: 'done'; call: number }
  /** From where the last one with the nonce came; null where none has. */
  | { type: 'arrival'; call: number; from: CallerAddress | null }
  /** What became of each, in their order; null where it could not be written. */
  | { type: 'archived'; call: number; receipts: readonly Receipt[] | null };

export interface ReceiverReport {
  state: ReceiverStatus;
  /** The last entry of the journal. */
  seq: number;
  /** Whether something could not be kept since the journal is damaged. */
  isDamaged: boolean;
  /** Keys that were presented since the last report. */
  used: readonly UsedKey[];
}

export type UsedKey = { id: number | null; label: string };

/** What a held call is to be answered with. */
export interface AskInstruction {
  askId: number;
  answer: AskAnswer;
  /** What was kept with the verdict; the other answers have the text of the settings. */
  verdictText: string | null;
  verdict: AnswerDetail['verdict'];
}

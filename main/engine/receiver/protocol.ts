/**
 * The messages of the receiver's thread with its owner, and with the engine that is there at present. All ends are this
 * program in one process, so the types are trusted; what came from the network was checked by the receiver's routes.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Status } from '#shared/contract/status.ts';
import type { AskAnswer } from '#shared/terms.ts';
import type { AnswerDetail, ArchivedArrival, Receipt } from '../journal/index.ts';
import type { StartProgress, StoreProblemCode } from '../store/index.ts';
import type { ReceiverConfiguration } from './configuration.ts';
import type { ReceiverLimits } from './context.ts';

export type ReceiverStatus = Status['receiver'];

/** `workerData`. */
export interface ReceiverStart {
  dataDir: string;
  limits: ReceiverLimits;
  /** With less free space it answers 503. */
  lowWaterBytes: number;
  /** For this run, over what the settings say. */
  given: GivenEndpoint;
  /** `email:secret` each, for this run. */
  environmentKeys: readonly string[];
  /** Whose data the directory is known to hold; null where nobody knows. */
  expects: string | null;
}

/** Port 0 is any free one. */
export interface GivenEndpoint {
  address?: string | undefined;
  port?: number | undefined;
  holdSeconds?: number | undefined;
}

export type OwnerToReceiver =
  /** An engine is there; the one before is gone. */
  | { type: 'engine'; port: MessagePort }
  /** What lookups are answered from is about to be moved: it is left until it is to be read again, and lookups get 503. */
  | { type: 'leaveDatabase' }
  | { type: 'readDatabase' }
  /** After so long, in milliseconds, the thread is ended. */
  | { type: 'close'; limitMs: number };

export type ReceiverToOwner =
  | { type: 'opened'; installationId: string }
  /** Before that, about once a second: what an older version kept is being moved into the journal, or that compacted. */
  | { type: 'starting'; progress: StartProgress }
  /** The journal could not be opened; `message` is one plain sentence for a person. */
  | { type: 'problem'; code: StoreProblemCode | null; message: string }
  /** It is not what it was. */
  | { type: 'state'; state: ReceiverStatus['state']; url: string | null }
  | { type: 'databaseLeft' }
  | { type: 'closed' };

export type EngineToReceiver =
  /** What the settings and the keys say now. */
  | { type: 'configure'; call: number; configuration: ReceiverConfiguration }
  | { type: 'answer'; instruction: AskInstruction }
  /** Records whose deliveries lie in a bundle. */
  | { type: 'archive'; call: number; records: readonly ArchivedArrival[] }
  /** What `archived` entries say is derived up to this one, but for those of `except`: their deliveries give up their bytes. */
  | { type: 'release'; upTo: number; except: readonly number[] }
  /** Its file is about to be replaced: it is left until a configuration comes, and lookups get 503. */
  | { type: 'leaveDatabase'; call: number };

export type ReceiverToEngine =
  | ({ type: 'report' } & ReceiverReport)
  /** A configuration is in force, and the receiver listens or cannot; or the database is left. */
  | { type: 'done'; call: number }
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

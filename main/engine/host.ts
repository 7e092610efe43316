/**
 * What the engine needs from the shell that runs it. Written narrow so that the engine runs in a plain
 * test with no shell.
 */
import type { Capability, KeychainReport } from '#shared/contract/shell.ts';
import type { FileExamination, FileToExamine } from './file-examination.ts';

/** Where a secret is kept: in the OS keychain, or in the shell's memory until it stops. */
export type SecretPlace = 'keychain' | 'memory';

/** What a secret is for that a person is asked for. */
export type SecretPurpose = 'receiverKey' | 'platformKey';

/** How the shell takes a secret from the person: at once from the clipboard, or later on a page of its own. */
export type SecretPrompt =
  | { way: 'clipboard'; secret: string; clearedAfterSeconds: number }
  | { way: 'page'; path: string; validSeconds: number };

/** How the shell hands a secret to the person. */
export type SecretDelivery =
  | { way: 'clipboard'; clearedAfterSeconds: number }
  | { way: 'page'; path: string; validSeconds: number };

export interface EngineHost {
  capabilities(): Promise<Capability[]>;
  /** Looks at the keychain anew; never throws, never takes longer than its time limit. */
  keychain(): Promise<KeychainReport>;
  /** Keeps a secret under an account name such as `receiver-key:3`; falls back to memory. */
  keepSecret(account: string, secret: string): Promise<SecretPlace>;
  /** Where the secret of this account is, or null where it is not. */
  secretPlace(account: string): Promise<SecretPlace | null>;
  forgetSecret(account: string): Promise<void>;
  /**
   * The secret itself, for the one moment in which the engine calls the platform with it; null where it is not
   * here or the keychain does not give it. Never stored, never logged, never sent to a console.
   */
  secret(account: string): Promise<string | null>;
  /** Gives the secret to the person without the renderer; null where the secret is not here. */
  handOver(account: string, label: string): Promise<SecretDelivery | null>;
  /**
   * Asks the person for a secret without the renderer, in the words of its purpose. With `page`, the shell later calls the engine's
   * `acceptCollected` with the same ticket.
   */
  collect(ticket: string, label: string, purpose: SecretPurpose): Promise<SecretPrompt>;
  /**
   * Looks at a file that came from the network, and makes its previews, in a process of its own: one that ends at it
   * takes nothing else along. Never rejects; one file after the other.
   */
  examineFile(file: FileToExamine): Promise<FileExamination>;
  /** Starts a console with sample data, once; the address that opens it, or null where this shell cannot. */
  openSampleData(): Promise<string | null>;
}

/** What became of a secret that a person gave. */
export type CollectedOutcome = 'accepted' | 'notAKey' | 'tooManyKeys' | 'expired';

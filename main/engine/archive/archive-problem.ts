/** Why a bundle could not be written or opened. */
export type ArchiveProblemCode =
  /** Something lies at its path already. */
  | 'targetExists'
  | 'notWritable'
  | 'diskFull'
  /** No record is as it was chosen. */
  | 'nothingChosen'
  /** The key to sign with is none. */
  | 'badKey'
  /** The page that a bundle is read by is not built. */
  | 'notBuilt'
  /** What was written is read back otherwise. */
  | 'notWhole'
  /** There is no such file, or it may not be read. */
  | 'notReadable'
  /** It is no bundle. */
  | 'notABundle'
  /** A newer Perito wrote it. */
  | 'newerFormat'
  /** It is encrypted, and no passphrase was given. */
  | 'passphraseNeeded'
  | 'wrongPassphrase';

/** A failure to write or open a bundle as data; `message` is one plain sentence. */
export class ArchiveProblem extends Error {
  readonly code: ArchiveProblemCode;
  constructor(code: ArchiveProblemCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ArchiveProblem';
    this.code = code;
  }
}

/** Why a bundle could not be written or opened. */
export type ArchiveProblemCode =
  /** Something lies at its path already. */
  | 'targetExists'
  | 'notWritable'
  | 'diskFull'
  /** No record is as it was chosen. */
  | 'nothingChosen'
  /** A search is to choose them, and does not know the words of all records yet. */
  | 'wordsWaiting'
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
  /** It is one, and so much of its end is missing that nothing of it can be read. */
  | 'cutOff'
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

/** Of a bundle of which too little is left. */
export const cutOff = (file: string): ArchiveProblem =>
  new ArchiveProblem(
    'cutOff',
    `${file} is incomplete: its end is missing, and nothing of what is left can be read. Copy it again from where it came.`,
  );

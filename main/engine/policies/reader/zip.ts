import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileFailure } from './failure.ts';
import { readerLimits } from './limits.ts';

/** The parts of a workbook by name, each to be read as a stream of text. */
export interface Parts {
  has(name: string): boolean;
  /** Throws a `FileFailure` where the part is absent or unfolds to more than `limit` bytes. */
  text(name: string, limit: number): AsyncGenerator<string, void, void>;
  close(): void;
}

const maxPartBytes = 10_000;

/**
 * Opens a zip. What a part says that it unfolds to is checked before it is read, and holds while it is: the reader
 * stops where it would be more.
 */
export async function openParts(path: string): Promise<Parts> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((failure: unknown) => {
    throw damaged(failure);
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= maxPartBytes) {
        throw new FileFailure('workbookTooLarge', { detail: `more than ${maxPartBytes} parts` });
      }
      entries.set(entry.fileName.toLowerCase(), entry);
    }
  } catch (failure) {
    zip.close();
    throw asFailure(failure);
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    text: (name, limit) => partText(zip, entries.get(name.toLowerCase()), limit),
    close: () => zip.close(),
  };
}

async function* partText(
  zip: ZipFile,
  entry: Entry | undefined,
  limit: number,
): AsyncGenerator<string, void, void> {
  if (entry === undefined) throw new FileFailure('workbookDamaged', { detail: 'a part is missing' });
  const { compressedSize, uncompressedSize } = entry;
  const { ratio, ratioFrom } = readerLimits;
  if (
    uncompressedSize > limit ||
    (uncompressedSize > ratioFrom && uncompressedSize > compressedSize * ratio)
  ) {
    throw new FileFailure('workbookTooLarge', { detail: `${entry.fileName}: ${uncompressedSize} bytes` });
  }
  try {
    const stream = await zip.openReadStreamPromise(entry);
    stream.setEncoding('utf8');
    for await (const text of stream) yield text as string;
  } catch (failure) {
    throw asFailure(failure);
  }
}

function asFailure(failure: unknown): unknown {
  return failure instanceof FileFailure || !(failure instanceof Error) ? failure : damaged(failure);
}

function damaged(failure: unknown): FileFailure {
  const detail = failure instanceof Error ? failure.message : String(failure);
  return new FileFailure('workbookDamaged', { detail }, failure);
}

import { open } from 'node:fs/promises';
import { errorCode } from '../engine/error-code.ts';
import { UsageProblem } from './command.ts';

const maxPassphraseBytes = 4096;

/** The first line of a file; it is never part of a message. */
export async function readPassphrase(
  file: string | undefined,
  option = '--passphrase-file',
): Promise<string | null> {
  if (file === undefined) return null;
  const handle = await open(file).catch((failure: unknown) => {
    throw new UsageProblem(`${option} cannot be read: ${errorCode(failure) ?? 'unknown'}.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxPassphraseBytes + 1));
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
    if (line === '' || Buffer.byteLength(line) > maxPassphraseBytes)
      throw new UsageProblem(
        `The first line of ${option} is the passphrase, of 1 to ${maxPassphraseBytes} bytes.`,
      );
    return line;
  } catch (failure) {
    if (failure instanceof UsageProblem) throw failure;
    throw new UsageProblem(`${option} cannot be read: ${errorCode(failure) ?? 'unknown'}.`);
  } finally {
    await handle.close();
  }
}

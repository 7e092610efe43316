/** The password of a database of a server, for the shell, whose keychain keeps it. */
import type { DatabaseFaultCode } from '#shared/contract/database.ts';
import { readMarker } from './store/folder.ts';
import { type DatabaseAddress, databaseAddressOf } from './store/postgres/address.ts';
import { holdPassword, passwordAccount, passwordsKept, placeName } from './store/postgres/kept-passwords.ts';
import { isPasswordSet } from './store/postgres/password.ts';
import { StoreProblem } from './store/store-error.ts';

export {
  holdPassword,
  holdPasswords,
  keptPasswords,
  passwordsKept,
} from './store/postgres/kept-passwords.ts';

/** Null where a directory has its data in its own files, or notes an address that cannot be used: whoever opens it says so. */
function databaseOf(dataDir: string, database?: string): DatabaseAddress | null {
  const text = readMarker(dataDir)?.database ?? database;
  try {
    return text === undefined ? null : databaseAddressOf(text);
  } catch {
    return null;
  }
}

/**
 * Has this process, and the threads that it starts, use what the keychain has for the database of a directory; `database` is that of
 * a new one. The keychain is not asked where the password is set, stands in a file, or is known already unless it is asked again, and
 * none is needed of files.
 */
export async function holdPasswordOf(
  {
    dataDir,
    database,
    isAgain = false,
  }: { dataDir: string; database?: string | undefined; isAgain?: boolean },
  read: (account: string) => Promise<string | null>,
): Promise<void> {
  const address = databaseOf(dataDir, database);
  if (address === null || (await isPasswordSet(address))) return;
  const account = passwordAccount(address);
  if (!isAgain && passwordsKept()[account] !== undefined) return;
  const password = await read(account).catch(() => null);
  if (password !== null) holdPassword(account, password);
}

/** Whether the password of the database of a directory is set, or stands in a file. */
export async function isPasswordSetFor(dataDir: string): Promise<boolean> {
  const address = databaseOf(dataDir);
  return address !== null && (await isPasswordSet(address));
}

/** A database whose password a person gives. */
export interface DatabaseToEnter {
  /** As a person recognises it. */
  name: string;
  /** Under which the keychain keeps its password. */
  account: string;
  /** Whether the server takes this one; `untried` where it could not be asked, or says no to something else before. */
  tryPassword(password: string): Promise<'taken' | 'refused' | 'untried'>;
}

export function databaseToEnter(dataDir: string): DatabaseToEnter | null {
  const address = databaseOf(dataDir);
  if (address === null) return null;
  return {
    name: placeName(address),
    account: passwordAccount(address),
    async tryPassword(password) {
      // The shell loads the driver for this alone.
      const { ofCalls, PostgresConnection } = await import('./store/postgres/connection.ts');
      const connection = new PostgresConnection(address, ofCalls, true, password);
      try {
        await connection.opened();
        return 'taken';
      } catch (failure) {
        const code = failure instanceof StoreProblem ? failure.fault?.code : undefined;
        if (code === 'wrongPassword') return 'refused';
        return code !== undefined && isSaidInside(code) ? 'taken' : 'untried';
      } finally {
        await connection.close();
      }
    },
  };
}

/** What is found of a server only once it has let somebody in. */
const isSaidInside = (code: DatabaseFaultCode): boolean => ['fsyncOff', 'notUtf8', 'tooOld'].includes(code);

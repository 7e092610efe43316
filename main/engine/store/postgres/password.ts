/**
 * The password with which a server is asked: what is set for this run (`PGPASSWORD`), else what a file has for it (`PGPASSFILE` or
 * `~/.pgpass`; libpq, 34.15 and 34.16), else what the keychain gave. So an administrator who sets one is never overruled by what
 * somebody once typed at a desk.
 */
import pgpass from 'pgpass';
import { type DatabaseAddress, placeOfServer } from './address.ts';
import { passwordAccount, passwordsKept } from './kept-passwords.ts';

/** What is asked for a password. */
interface Asking {
  host: string;
  port: number;
  database?: string | undefined;
  user?: string | undefined;
}

/** Where it was found. */
export interface FoundPassword {
  password: string;
  isOfKeychain: boolean;
}

/** Null where there is none. */
export async function findPassword(address: DatabaseAddress, asking: Asking): Promise<FoundPassword | null> {
  const set = process.env['PGPASSWORD'] || (await passwordOfFile(asking));
  if (set) return { password: set, isOfKeychain: false };
  const password = passwordsKept()[passwordAccount(address)];
  return password === undefined ? null : { password, isOfKeychain: true };
}

/** Whether the keychain need not be asked: the password of each server is set, or stands in a file. */
export async function isPasswordSet(address: DatabaseAddress): Promise<boolean> {
  if (process.env['PGPASSWORD']) return true;
  const found = await Promise.all(address.servers.map((server) => passwordOfFile(placeOfServer(server))));
  return found.every((password) => password !== undefined);
}

const passwordOfFile = ({ host, port, database, user }: Asking): Promise<string | undefined> =>
  new Promise((resolve) => pgpass({ host, port, database, user }, resolve));

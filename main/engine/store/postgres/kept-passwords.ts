/**
 * Passwords of databases that the keychain gave, by the account under which it keeps them. They are in the memory of this process
 * alone: each thread has those that were there when it was started.
 */
import { hash } from 'node:crypto';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import * as z from 'zod';
import { type DatabaseAddress, placeOfServer } from './address.ts';

export const keptPasswords = z.record(z.string(), z.string());
export type KeptPasswords = Readonly<z.infer<typeof keptPasswords>>;

const name = 'perito passwords of databases';

/** All that are known in this thread. */
export function passwordsKept(): KeptPasswords {
  const found = keptPasswords.safeParse(getEnvironmentData(name));
  return found.success ? found.data : {};
}

export function holdPasswords(passwords: KeptPasswords): void {
  setEnvironmentData(name, { ...passwords });
}

/** From now on, for connections of this thread and for threads that it starts. */
export const holdPassword = (account: string, password: string): void =>
  holdPasswords({ ...passwordsKept(), [account]: password });

/** The servers, database and user of an address, as a person recognises them: `perito@host:5432/perito`. */
export function placeName({ servers }: Pick<DatabaseAddress, 'servers'>): string {
  const places = servers.map(placeOfServer);
  const { user = '', database = '' } = places[0] ?? {};
  const hosts = places.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  return `${user}@${hosts.join(',')}/${database}`;
}

/** What an account of the keychain can be called. */
const longestAccount = 200;

/** Under which the keychain keeps the password of an address: that of its servers, database and user, whatever else it says. */
export function passwordAccount(address: Pick<DatabaseAddress, 'servers'>): string {
  const place = placeName(address);
  const account = `database-password:${place}`;
  return account.length <= longestAccount ? account : `database-password:${hash('sha256', place)}`;
}

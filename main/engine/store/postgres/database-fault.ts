/** Why a database of a server cannot be worked with: as data for the screen, and as a sentence for the command line. */
import type { DatabaseFaultCode } from '#shared/contract/database.ts';
import { StoreProblem, type StoreProblemCode } from '../store-error.ts';

/** Where the words of the server or the driver stand in a sentence. */
const gap = '{}';

const ofAddress = (why: string) =>
  ['notAccessible', `This address of a database cannot be used. ${why}`] as const;
const ofServer = (why: string) => ['notAccessible', `This database server cannot be used: ${why}`] as const;
const away = (how: string) =>
  ['unreachable', `The database server ${how}. Nothing was lost; it is tried again.`] as const;

const said: Record<DatabaseFaultCode, readonly [of: StoreProblemCode, sentence: string]> = {
  addressForm: ofAddress('It has to be written as postgresql://user@host:port/database.'),
  addressPassword: ofAddress(
    'Its password belongs into PGPASSWORD, the file ~/.pgpass or the keychain, not into the address.',
  ),
  addressSchema: ofAddress('Its schema is a name of small letters, digits and _.'),
  addressTls: ofAddress(
    'A server on another computer is asked for a certificate that holds: sslmode=verify-full.',
  ),
  addressReadOnly: ofAddress(
    'Perito writes: of its servers the one is used that takes it (target_session_attrs).',
  ),
  addressParameters: ofAddress(
    'Behind its ? only schema, sslmode and target_session_attrs are known. A directory that has it so is given another by "perito move --to".',
  ),
  addressLetters: ofAddress('What stands behind a % in it is no letter.'),
  fsyncOff: ofServer(
    'its setting fsync is off, so that a loss of power takes what was acknowledged. Set it on.',
  ),
  notUtf8: ofServer('its database is not in UTF-8. Make one with ENCODING UTF8.'),
  tooOld: ofServer('it is older than PostgreSQL 13.'),
  noRights: [
    'notAccessible',
    `The role with which Perito is in the database may not do what it needs there (${gap}). Make it the owner of its schema and of all that is in it.`,
  ],
  diskFull: ['diskFull', 'The disk of the database server is full; nothing was lost.'],
  newerSchema: [
    'newerSchema',
    `This data was written by a newer Perito (${gap}). Install the newer version.`,
  ],
  otherInstallation: [
    'elsewhere',
    `The database belongs to another installation than the data directory ${gap}. Name the right database, or another directory.`,
  ],
  noPassword: away(
    'asks for a password, and there is none in PGPASSWORD, in ~/.pgpass, or in the keychain, where the console puts it',
  ),
  wrongPassword: away(`does not take the password of the keychain, which the console replaces (${gap})`),
  certificate: away(`shows a certificate that does not hold (${gap})`),
  refused: away(`refuses Perito (${gap})`),
  noAnswer: away(`does not answer (${gap})`),
  superseded: [
    'superseded',
    'Another Perito has taken over this database. This one writes nothing more: close it, or start it again to stand by.',
  ],
  behind: [
    'superseded',
    'The database lacks what it had said was committed: was a standby promoted that is not synchronous? Start Perito again, which gives no number twice; what was lost has to be sent again.',
  ],
};

/** What others wrote is shown no further. */
const longestDetail = 500;

/** `words`: those of the server or the driver, or a setting of it. */
export function databaseProblem(code: DatabaseFaultCode, words = '', cause?: unknown): StoreProblem {
  const [of, sentence] = said[code];
  const detail = words
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, longestDetail)
    .toWellFormed();
  return new StoreProblem(
    of,
    sentence.replace(gap, () => detail),
    cause,
    { code, detail },
  );
}

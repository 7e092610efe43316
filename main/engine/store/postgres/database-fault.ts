/**
 * Why a database of a server cannot be worked with, and which failure of the server, the driver or a socket means which: as data
 * for the screen, and as a sentence for the command line.
 */
import { type DatabaseFaultCode, isPasswordWanted } from '#shared/contract/database.ts';
import { errorCode } from '../../error-code.ts';
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

/** Codes of Node's that are not of files, which a job may meet as well. */
const ofSockets =
  /^(E(CONN\w+|PIPE|TIMEDOUT|HOST\w+|NET\w+|PROTO|AI_AGAIN|NOTFOUND)|ERR_(SSL|TLS|STREAM|SOCKET)\w*)$/;

/**
 * Nothing was answered, or nothing more will be: class 08, what ends a session (25P03, 57P), and what Node says of sockets
 * (PostgreSQL, Appendix A).
 */
export function isConnectionLost(failure: unknown): boolean {
  const code = errorCode(failure) ?? '';
  if (/^(08...|25P0[3-4]|40003|57P0[1-5])$/.test(code) || ofSockets.test(code)) return true;
  return failure instanceof Error && ofDriver.test(failure.message);
}

/** What the driver says of connections that are gone. */
const ofDriver =
  /^(Connection terminated|Received unexpected|Query read timeout|Client (has encountered|was closed)|timeout expired)/;

/**
 * What passes by itself: another was in the way (40, 55P03), resources are used up (53), somebody intervened (57), the system
 * below the server failed (58).
 */
const isPassing = (code: string): boolean => /^(40...|53...|55P03|57...|58...)$/.test(code);

/** What a failure of the server means for whoever wanted something written. */
export function asPostgresProblem(failure: unknown): unknown {
  if (failure instanceof StoreProblem) return failure;
  const code = errorCode(failure) ?? '';
  if (code === '25006')
    return new StoreProblem('readOnly', 'This data is open to be read, not to be changed.', failure);
  if (code === '53100') return databaseProblem('diskFull', messageOf(failure), failure);
  if (code === '42501') return databaseProblem('noRights', messageOf(failure), failure);
  if (isConnectionLost(failure) || isPassing(code)) return asUnreachable(failure);
  return failure;
}

/** Codes of Node's of a certificate that does not hold. */
const ofCertificates = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;

/** Whether a server asks for a password that a person can give. */
export const isOfPassword = (failure: unknown): failure is StoreProblem =>
  failure instanceof StoreProblem && isPasswordWanted(failure.fault);

/** What a server that is there says no to: a role, a password, a database, or this engine to its certificate; null of all else. */
export function asRefused(failure: unknown): StoreProblem | null {
  const code = errorCode(failure) ?? '';
  const why = messageOf(failure);
  if (ofCertificates.test(code)) return databaseProblem('certificate', why, failure);
  return /^(28...|3D000|42501)$/.test(code) ? databaseProblem('refused', why, failure) : null;
}

export const asUnreachable = (failure: unknown): StoreProblem =>
  failure instanceof StoreProblem && failure.code === 'unreachable'
    ? failure
    : databaseProblem('noAnswer', messageOf(failure), failure);

export const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);

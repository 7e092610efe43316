/** Who works here, and in which browsers and windows they are signed in. */
import type { SignInWay } from '#shared/contract/people.ts';
import type { Role } from '#shared/terms.ts';
import { insertedId, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

/** A row of `person`; instants in milliseconds since 1970. */
export interface PersonRow {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** Decimal text in RD$; null where there is none. */
  verdictLimit: string | null;
  /** A slow hash with its cost. */
  secret: string | null;
  createdAt: number | null;
  endedAt: number | null;
}

/** A row of `sign_in`. */
export interface SignInRow {
  /** SHA-256 of the token. */
  tokenHash: Uint8Array;
  personId: number;
  begunAt: number;
  usedAt: number;
  lockedAt: number | null;
  /** Where it came from; null of this computer itself. */
  address: string | null;
  /** What the browser says of itself. */
  agent: string | null;
  /** How it was made; null of what began before that was noted. */
  way: SignInWay | null;
}

/** A row of `provider_identity`: who a person is at a provider. */
export interface ProviderIdentityRow {
  personId: number;
  issuer: string;
  subject: string;
  /** As the provider had it when they were bound. */
  email: string;
  /** In milliseconds since 1970. */
  boundAt: number;
  /** 1 where the provider is the only way in. */
  passwordOff: number;
}

/** A row of `invitation`; instants in milliseconds since 1970. */
export interface InvitationRow {
  personId: number;
  /** SHA-256 of the token. */
  tokenHash: Uint8Array;
  madeAt: number;
  until: number;
}

/** A row of `wrong_secret`; instants in milliseconds since 1970. */
export interface WrongSecretRow {
  personId: number;
  count: number;
  /** None is looked at before. */
  until: number;
  lastAt: number;
}

/** People whose account has ended stay, since records name them. */
export const maxPeople = 500;

const personColumns = selected<PersonRow>('', [
  'id',
  'name',
  'email',
  'role',
  'verdictLimit',
  'secret',
  'createdAt',
  'endedAt',
]);

/** All of them, those too whose account has ended. */
export async function listPeople(tx: ReadTransaction): Promise<PersonRow[]> {
  return tx.all<PersonRow>(`SELECT ${personColumns} FROM person ORDER BY id LIMIT ?`, maxPeople);
}

/** An account by its id, also one that has ended. */
export async function findPerson(tx: ReadTransaction, id: number): Promise<PersonRow | undefined> {
  return tx.get<PersonRow>(`SELECT ${personColumns} FROM person WHERE id = ?`, id);
}

/** Those of these ids whose account is there and has not ended, each once. */
export async function listPeopleHere(tx: ReadTransaction, ids: readonly number[]): Promise<number[]> {
  const here = new Set((await listPeople(tx)).filter((row) => row.endedAt === null).map(({ id }) => id));
  return [...new Set(ids)].filter((id) => here.has(id));
}

/** Whether somebody can be given work: their account is there, has not ended, and does more than read. */
export async function mayBeAssigned(tx: ReadTransaction, id: number): Promise<boolean> {
  const person = await findPerson(tx, id);
  return person !== undefined && person.endedAt === null && person.role !== 'reader';
}

/** The new id. */
export async function insertPerson(
  tx: WriteTransaction,
  { name, email, role, verdictLimit, createdAt }: Omit<PersonRow, 'id' | 'secret' | 'endedAt'>,
): Promise<number> {
  return insertedId(
    tx,
    'INSERT INTO person (name, email, role, verdict_limit, created_at) VALUES (?, ?, ?, ?, ?)',
    ...[name, email, role, verdictLimit, createdAt],
  );
}

export async function setPerson(tx: WriteTransaction, row: PersonRow): Promise<void> {
  await tx.run(
    'UPDATE person SET name = ?, email = ?, role = ?, verdict_limit = ?, secret = ?, ended_at = ? WHERE id = ?',
    ...[row.name, row.email, row.role, row.verdictLimit, row.secret, row.endedAt, row.id],
  );
}

const signInColumns = selected<SignInRow>('', [
  'tokenHash',
  'personId',
  'begunAt',
  'usedAt',
  'lockedAt',
  'address',
  'agent',
  'way',
]);

/** Open sign-ins are shown up to this many, the last used first. */
const maxShownSignIns = 500;

/** The last used first; of all people where `personId` is null. */
export async function listSignIns(tx: ReadTransaction, personId: number | null): Promise<SignInRow[]> {
  return personId === null
    ? tx.all<SignInRow>(`SELECT ${signInColumns} FROM sign_in ORDER BY used_at DESC LIMIT ?`, maxShownSignIns)
    : tx.all<SignInRow>(
        `SELECT ${signInColumns} FROM sign_in WHERE person_id = ? ORDER BY used_at DESC LIMIT ?`,
        ...[personId, maxShownSignIns],
      );
}

export async function findSignIn(tx: ReadTransaction, tokenHash: Uint8Array): Promise<SignInRow | undefined> {
  return tx.get<SignInRow>(`SELECT ${signInColumns} FROM sign_in WHERE token_hash = ?`, tokenHash);
}

/** People who have used a sign-in since then that is not locked. */
export async function listPeopleSignedInSince(tx: ReadTransaction, since: number): Promise<number[]> {
  const rows = await tx.all<{ personId: number }>(
    `SELECT DISTINCT person_id AS "personId" FROM sign_in WHERE used_at >= ? AND locked_at IS NULL LIMIT ?`,
    since,
    maxPeople,
  );
  return rows.map(({ personId }) => personId);
}

export async function insertSignIn(tx: WriteTransaction, row: SignInRow): Promise<void> {
  await tx.run(
    `INSERT INTO sign_in (token_hash, person_id, begun_at, used_at, locked_at, address, agent, way)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[row.tokenHash, row.personId, row.begunAt, row.usedAt, row.lockedAt, row.address, row.agent, row.way],
  );
}

export async function setSignIn(
  tx: WriteTransaction,
  { tokenHash, usedAt, lockedAt }: Pick<SignInRow, 'tokenHash' | 'usedAt' | 'lockedAt'>,
): Promise<void> {
  await tx.run(
    'UPDATE sign_in SET used_at = ?, locked_at = ? WHERE token_hash = ?',
    usedAt,
    lockedAt,
    tokenHash,
  );
}

export async function setSignInUsed(
  tx: WriteTransaction,
  { tokenHash, usedAt }: Pick<SignInRow, 'tokenHash' | 'usedAt'>,
): Promise<void> {
  await tx.run('UPDATE sign_in SET used_at = ? WHERE token_hash = ?', usedAt, tokenHash);
}

export async function deleteSignIn(tx: WriteTransaction, tokenHash: Uint8Array): Promise<void> {
  await tx.run('DELETE FROM sign_in WHERE token_hash = ?', tokenHash);
}

/** All of a person, but for one where it is given; how many that were. */
export async function deleteSignInsOf(
  tx: WriteTransaction,
  personId: number,
  except: Uint8Array | null = null,
): Promise<number> {
  const { changes } = await tx.run(
    'DELETE FROM sign_in WHERE person_id = ? AND token_hash IS DISTINCT FROM ?',
    ...[personId, except],
  );
  return changes;
}

/** Those of a person that were made by the provider, or all others where `byProvider` is not true; but for one where it is given. */
export async function deleteSignInsMadeBy(
  tx: WriteTransaction,
  { personId, byProvider, except }: { personId: number; byProvider: boolean; except: Uint8Array | null },
): Promise<void> {
  await tx.run(
    `DELETE FROM sign_in WHERE person_id = ? AND token_hash IS DISTINCT FROM ?
       AND CASE WHEN way = 'provider' THEN 1 ELSE 0 END = ?`,
    ...[personId, except, byProvider ? 1 : 0],
  );
}

/** Those that nobody has used since then. */
export async function deleteSignInsUsedBefore(tx: WriteTransaction, before: number): Promise<void> {
  await tx.run('DELETE FROM sign_in WHERE used_at < ?', before);
}

const invitationColumns = selected<InvitationRow>('', ['personId', 'tokenHash', 'madeAt', 'until']);

/** At most one a person. */
export async function listInvitations(tx: ReadTransaction): Promise<InvitationRow[]> {
  return tx.all<InvitationRow>(`SELECT ${invitationColumns} FROM invitation LIMIT ?`, maxPeople);
}

export async function findInvitation(
  tx: ReadTransaction,
  tokenHash: Uint8Array,
): Promise<InvitationRow | undefined> {
  return tx.get<InvitationRow>(`SELECT ${invitationColumns} FROM invitation WHERE token_hash = ?`, tokenHash);
}

/** In place of the one that this person had. */
export async function setInvitation(tx: WriteTransaction, row: InvitationRow): Promise<void> {
  await tx.run(
    `INSERT INTO invitation (person_id, token_hash, made_at, until) VALUES (?, ?, ?, ?)
     ON CONFLICT (person_id) DO UPDATE SET token_hash = excluded.token_hash, made_at = excluded.made_at,
       until = excluded.until`,
    ...[row.personId, row.tokenHash, row.madeAt, row.until],
  );
}

export async function deleteInvitationOf(tx: WriteTransaction, personId: number): Promise<void> {
  await tx.run('DELETE FROM invitation WHERE person_id = ?', personId);
}

const wrongSecretColumns = selected<WrongSecretRow>('', ['personId', 'count', 'until', 'lastAt']);

/** At most one a person. */
export async function listWrongSecrets(tx: ReadTransaction): Promise<WrongSecretRow[]> {
  return tx.all<WrongSecretRow>(`SELECT ${wrongSecretColumns} FROM wrong_secret LIMIT ?`, maxPeople);
}

export async function setWrongSecrets(tx: WriteTransaction, row: WrongSecretRow): Promise<void> {
  await tx.run(
    `INSERT INTO wrong_secret (person_id, count, until, last_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (person_id) DO UPDATE SET count = excluded.count, until = excluded.until,
       last_at = excluded.last_at`,
    ...[row.personId, row.count, row.until, row.lastAt],
  );
}

export async function deleteWrongSecretsOf(tx: WriteTransaction, personId: number): Promise<void> {
  await tx.run('DELETE FROM wrong_secret WHERE person_id = ?', personId);
}

const identityColumns = selected<ProviderIdentityRow>('', [
  'personId',
  'issuer',
  'subject',
  'email',
  'boundAt',
  'passwordOff',
]);

/** Of all people at this issuer; at most one a person. */
export async function listProviderIdentities(
  tx: ReadTransaction,
  issuer: string,
): Promise<ProviderIdentityRow[]> {
  return tx.all<ProviderIdentityRow>(
    `SELECT ${identityColumns} FROM provider_identity WHERE issuer = ? LIMIT ?`,
    issuer,
    maxPeople,
  );
}

export async function insertProviderIdentity(tx: WriteTransaction, row: ProviderIdentityRow): Promise<void> {
  await tx.run(
    `INSERT INTO provider_identity (person_id, issuer, subject, email, bound_at, password_off)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ...[row.personId, row.issuer, row.subject, row.email, row.boundAt, row.passwordOff],
  );
}

export async function setPasswordOff(
  tx: WriteTransaction,
  { personId, issuer, passwordOff }: Pick<ProviderIdentityRow, 'personId' | 'issuer' | 'passwordOff'>,
): Promise<void> {
  await tx.run(
    'UPDATE provider_identity SET password_off = ? WHERE person_id = ? AND issuer = ?',
    ...[passwordOff, personId, issuer],
  );
}

/** Of this issuer, or of all where none is given. */
export async function deleteProviderIdentitiesOf(
  tx: WriteTransaction,
  personId: number,
  issuer: string | null = null,
): Promise<void> {
  if (issuer === null) await tx.run('DELETE FROM provider_identity WHERE person_id = ?', personId);
  else await tx.run('DELETE FROM provider_identity WHERE person_id = ? AND issuer = ?', personId, issuer);
}

/** The file of certificate authorities that a person named, who are trusted beside those of the system. */
import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { AuthorityFileReport } from '#shared/contract/connection.ts';
import { NamedFileFault, readNamedFile } from './named-file.ts';

/** All that Mozilla trusts takes a quarter of it. */
const maxFileBytes = 1024 * 1024;
/** So many are told of; all are trusted. */
const maxTold = 20;

type AuthorityFileProblem = NonNullable<AuthorityFileReport['problem']>;

/** Why the file cannot be taken. */
class AuthorityFileFault extends Error {
  readonly problem: AuthorityFileProblem;
  constructor(problem: AuthorityFileProblem) {
    super(problem.code);
    this.name = 'AuthorityFileFault';
    this.problem = problem;
  }
}

/** All certificates of a PEM file, at least one. Rejects with an `AuthorityFileFault`; one that is none spoils them all. */
export async function readAuthorityFile(file: string): Promise<X509Certificate[]> {
  const bytes = await readNamedFile(file, maxFileBytes).catch((failure: unknown) => {
    if (!(failure instanceof NamedFileFault)) throw failure;
    throw new AuthorityFileFault({ code: failure.code, detail: failure.detail });
  });
  const parts =
    bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (parts.length === 0) throw new AuthorityFileFault({ code: 'notCertificate', detail: '' });
  try {
    return parts.map((part) => new X509Certificate(part));
  } catch (failure) {
    const detail = failure instanceof Error ? failure.message : String(failure);
    throw new AuthorityFileFault({ code: 'notCertificate', detail });
  }
}

/** Changes with the file. */
export async function markOfAuthorityFile(file: string): Promise<string> {
  if (file === '') return '';
  return stat(file).then(
    ({ size, mtimeMs, ctimeMs, ino }) => [file, size, mtimeMs, ctimeMs, ino].join(' '),
    () => `${file} none`,
  );
}

/** What is in it, for a person; never rejects. */
export async function reportAuthorityFile(file: string): Promise<AuthorityFileReport> {
  try {
    const all = await readAuthorityFile(file);
    const certificates = all.slice(0, maxTold).map((one) => ({
      subject: one.subject.split('\n').join(', ').slice(0, 500),
      validTo: one.validToDate.toISOString(),
      isAuthority: one.ca,
    }));
    return { file, problem: null, count: all.length, certificates };
  } catch (failure) {
    if (!(failure instanceof AuthorityFileFault)) throw failure;
    return { file, problem: failure.problem, count: 0, certificates: [] };
  }
}

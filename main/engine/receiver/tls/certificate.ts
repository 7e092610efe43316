/** Reads a certificate with its key from the files that a person named, and says what a caller will find of it. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { duplexPair } from 'node:stream';
import tls, { type DetailedPeerCertificate, type SecureContextOptions } from 'node:tls';
import type {
  Certificate,
  CertificateProblem,
  CertificateReport,
  CertificateWarning,
} from '#shared/contract/connection.ts';
import type { CertificateFiles } from '#shared/contract/settings.ts';
import { errorCode } from '../../error-code.ts';
import { NamedFileFault, readNamedFile } from '../../named-file.ts';
import { trialOrganization } from './trial-organization.ts';

/** A certificate with its key, and the chain as a caller is sent it: its own first. Never empty. */
export interface LoadedCertificate {
  options: SecureContextOptions;
  chain: readonly [X509Certificate, ...X509Certificate[]];
  key: KeyObject | null;
}

/** Why the files cannot be taken. */
class CertificateFault extends Error {
  readonly problem: CertificateProblem;
  constructor(code: CertificateProblem['code'], file: string, detail = '') {
    super(`${code}: ${file}`);
    this.name = 'CertificateFault';
    this.problem = { code, file, detail };
  }
}

/** A chain with its key takes a twentieth of it. */
const maxFileBytes = 512 * 1024;
const maxChain = 20;
const maxNames = 100;

const minVersion = 'TLSv1.2';

/** All files of a certificate, in the order in which they are read. */
export const filesOf = (files: CertificateFiles): string[] =>
  files.mode === 'pem' ? [files.certificateFile, files.keyFile] : [files.file];

/**
 * Reads a certificate; `passphrase` is asked only where its key is encrypted, or may be. Rejects with a `CertificateFault`.
 */
export async function loadCertificate(
  files: CertificateFiles,
  passphrase: () => Promise<string | null>,
): Promise<LoadedCertificate> {
  return files.mode === 'pem' ? loadPem(files, passphrase) : loadPfx(files.file, passphrase);
}

async function loadPem(
  { certificateFile, keyFile }: Extract<CertificateFiles, { mode: 'pem' }>,
  passphrase: () => Promise<string | null>,
): Promise<LoadedCertificate> {
  const given = readChain(certificateFile, (await readFile(certificateFile)).toString('latin1'));
  const keyText = (await readFile(keyFile)).toString('latin1');
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(keyText)) throw new CertificateFault('notKey', keyFile);
  const isEncrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(keyText);
  const secret = isEncrypted ? await passphrase() : null;
  if (isEncrypted && secret === null) throw new CertificateFault('passphraseMissing', keyFile);
  const key = readKey(keyFile, keyText, secret);
  // A file may begin with the authority's certificate; a caller has to be sent the own one first.
  const own = given.find((one) => one.checkPrivateKey(key));
  if (own === undefined) throw new CertificateFault('keyMismatch', keyFile);
  const chain = [own, ...given.filter((one) => one !== own)] as const;
  const options = {
    cert: chain.map((one) => one.toString()).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    minVersion,
  } as const;
  makeContext(certificateFile, options);
  return { options, chain: [...chain], key };
}

function readChain(file: string, text: string): X509Certificate[] {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (parts.length === 0) throw new CertificateFault('notCertificate', file);
  try {
    return parts.slice(0, maxChain).map((part) => new X509Certificate(part));
  } catch (failure) {
    throw new CertificateFault('notCertificate', file, wordsOf(failure));
  }
}

function readKey(file: string, text: string, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey({ key: text, ...(passphrase !== null && { passphrase }) });
  } catch (failure) {
    if (passphrase === null) throw new CertificateFault('notKey', file, wordsOf(failure));
    const code = errorCode(failure) === 'ERR_OSSL_EVP_UNSUPPORTED' ? 'legacyEncryption' : 'passphraseWrong';
    throw new CertificateFault(code, file, wordsOf(failure));
  }
}

async function loadPfx(file: string, passphrase: () => Promise<string | null>): Promise<LoadedCertificate> {
  const pfx = await readFile(file);
  const secret = await passphrase();
  const options = { pfx, ...(secret !== null && { passphrase: secret }), minVersion } as const;
  try {
    makeContext(file, options);
  } catch (failure) {
    // A file without a passphrase is opened by the empty one alone, and one may be kept that is of another file.
    if (secret === null || !isOpenedPlainly(pfx)) throw failure;
    return { options: { pfx, minVersion }, chain: await chainOf({ pfx, minVersion }, file), key: null };
  }
  return { options, chain: await chainOf(options, file), key: null };
}

function isOpenedPlainly(pfx: Buffer): boolean {
  try {
    tls.createSecureContext({ pfx, minVersion });
    return true;
  } catch {
    return false;
  }
}

/** What OpenSSL says, and what that is to a person; looked for in this order. */
const contextFaults: readonly { says: RegExp; code: CertificateProblem['code'] }[] = [
  { says: /mac verify failure/i, code: 'passphraseWrong' },
  { says: /Unsupported PKCS12/i, code: 'legacyEncryption' },
  { says: /unable to load private key/i, code: 'notKey' },
  { says: /too (small|weak|short)/i, code: 'tooWeak' },
  { says: /key values mismatch/i, code: 'keyMismatch' },
];

/** Throws a `CertificateFault` where no connection can be made with these. */
function makeContext(file: string, options: SecureContextOptions): void {
  try {
    tls.createSecureContext(options);
  } catch (failure) {
    const words = wordsOf(failure);
    const found = contextFaults.find(({ says }) => says.test(words))?.code ?? 'notCertificate';
    const isMissing = found === 'passphraseWrong' && options.passphrase === undefined;
    throw new CertificateFault(isMissing ? 'passphraseMissing' : found, file, words);
  }
}

const handshakeMilliseconds = 5000;

/** The chain that a caller is sent, from a handshake within this process; rejects with a `CertificateFault`. */
async function chainOf(options: SecureContextOptions, file: string): Promise<LoadedCertificate['chain']> {
  const [here, there] = duplexPair();
  const server = new tls.TLSSocket(here, { isServer: true, secureContext: tls.createSecureContext(options) });
  const { promise, resolve, reject } = Promise.withResolvers<DetailedPeerCertificate>();
  // It vouches for nobody: only what is sent matters.
  const client = tls.connect({ socket: there, ca: [], rejectUnauthorized: false }, () =>
    resolve(client.getPeerCertificate(true)),
  );
  client.on('error', reject);
  server.on('error', reject);
  const limit = setTimeout(() => reject(new Error('no handshake')), handshakeMilliseconds);
  try {
    const peer = await promise;
    const chain: [X509Certificate, ...X509Certificate[]] = [new X509Certificate(peer.raw)];
    for (let one = peer; chain.length < maxChain; one = one.issuerCertificate) {
      const next = one.issuerCertificate;
      if (next === undefined || next === one || next.raw.equals(one.raw)) break;
      chain.push(new X509Certificate(next.raw));
    }
    return chain;
  } catch (failure) {
    throw new CertificateFault('other', file, wordsOf(failure));
  } finally {
    clearTimeout(limit);
    client.destroy();
    server.destroy();
  }
}

async function readFile(file: string): Promise<Buffer> {
  return readNamedFile(file, maxFileBytes).catch((failure: unknown) => {
    throw failure instanceof NamedFileFault
      ? new CertificateFault(failure.code, file, failure.detail)
      : failure;
  });
}

const wordsOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

const dayMilliseconds = 24 * 3_600_000;
/** From so many days before its end a certificate is warned of. */
const warnDays = 30;

/** What does not change while the files do not. */
export interface ExaminedCertificate {
  certificate: Certificate;
  /** When the first of its chain is over, in milliseconds since 1970. */
  until: number;
  lasting: readonly CertificateWarning[];
}

interface ExaminationOptions {
  /** PEM of whom this computer trusts; null where that is not known, so that nothing is said of the chain. */
  authorities: readonly string[] | null;
  /** The public address's host; null where none is known. */
  host: string | null;
}

/** Looks a certificate over as a caller would, but for time. */
export function examineCertificate(
  { chain, key }: Pick<LoadedCertificate, 'chain' | 'key'>,
  { authorities, host }: ExaminationOptions,
): ExaminedCertificate {
  const [own] = chain;
  const isSelfSigned = signsItself(own);
  const names = namesOf(own);
  const { warning, path } = followChain(chain, authorities);
  const lasting: (CertificateWarning | null)[] = [
    host === null || holdsFor(own, host) ? null : { code: 'wrongHost', host },
    authorities === null ? null : warning,
    isWeak(key ?? own.publicKey) ? { code: 'weakKey' } : null,
    isForServers(own) ? null : { code: 'notForServers' },
  ];
  return {
    certificate: {
      subject: named(own.subject),
      issuer: named(own.issuer),
      names: names.slice(0, maxNames),
      validFrom: own.validFromDate.toISOString(),
      validTo: own.validToDate.toISOString(),
      fingerprint256: own.fingerprint256,
      isSelfSigned,
      isTrial: isSelfSigned && own.subject.includes(trialOrganization),
    },
    until: Math.min(...path.map(({ validToDate }) => validToDate.getTime())),
    lasting: lasting.filter((one) => one !== null),
  };
}

/** All warnings at this time. */
export function warningsAt(
  { certificate, until, lasting }: ExaminedCertificate,
  now: number,
): CertificateWarning[] {
  const days = Math.floor((until - now) / dayMilliseconds);
  const ofTime: CertificateWarning[] =
    until <= now
      ? [{ code: 'expired' }]
      : now < Date.parse(certificate.validFrom)
        ? [{ code: 'notYetValid' }]
        : days < warnDays
          ? [{ code: 'expiresSoon', days }]
          : [];
  return [...ofTime, ...lasting];
}

/** What is wrong with the way from a certificate to somebody who is trusted, and all of its own on that way. */
function followChain(
  chain: LoadedCertificate['chain'],
  authorities: readonly string[] | null,
): { warning: CertificateWarning | null; path: X509Certificate[] } {
  const trusted = (authorities ?? []).flatMap((pem) => {
    try {
      return [new X509Certificate(pem)];
    } catch {
      // An office's store may hold what is no certificate.
      return [];
    }
  });
  const issues = (issuer: X509Certificate, one: X509Certificate) =>
    one.checkIssued(issuer) && one.verify(issuer.publicKey);
  let last = chain[0];
  const path: X509Certificate[] = [last];
  while (path.length <= maxChain) {
    const current = last;
    const isTrusted = trusted.some(
      (one) => one.fingerprint256 === current.fingerprint256 || issues(one, current),
    );
    if (isTrusted) return { warning: null, path };
    if (signsItself(current)) {
      const warning: CertificateWarning =
        path.length === 1
          ? { code: 'selfSigned' }
          : { code: 'unknownAuthority', issuer: named(current.subject) };
      return { warning, path };
    }
    const next = chain.find((one) => !path.includes(one) && issues(one, current));
    if (next === undefined) break;
    path.push(next);
    last = next;
  }
  // A certificate that says where its issuer's is to be had expects it to be sent; so does one that is alone.
  const isIncomplete = path.length === 1 || /CA Issuers/.test(last.infoAccess ?? '');
  return {
    warning: { code: isIncomplete ? 'chainIncomplete' : 'unknownAuthority', issuer: named(last.issuer) },
    path,
  };
}

/** Whether or not it may sign others, which `checkIssued` asks too. */
const signsItself = (one: X509Certificate): boolean =>
  one.subject === one.issuer && one.verify(one.publicKey);

const named = (name: string): string => name.split('\n').join(', ').slice(0, 500);

const namesOf = ({ subjectAltName }: X509Certificate): string[] =>
  (subjectAltName ?? '')
    .split(', ')
    .map((one) => /^(?:DNS|IP Address):(.*)$/.exec(one)?.[1] ?? '')
    .filter((one) => one !== '');

const holdsFor = (one: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? one.checkHost(host, { subject: 'never' }) : one.checkIP(host)) !== undefined;

function isWeak({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) < 2048;
  return (
    asymmetricKeyType === 'ec' && /(^|\D)(1\d\d|2[0-4]\d)\D/.test(asymmetricKeyDetails?.namedCurve ?? '')
  );
}

const serverAuthentication = '1.3.6.1.5.5.7.3.1';
const anyPurpose = '2.5.29.37.0';
const isForServers = ({ keyUsage }: X509Certificate): boolean =>
  keyUsage === undefined || [serverAuthentication, anyPurpose].some((purpose) => keyUsage.includes(purpose));

/** The host of a public address, as certificates name it; null where there is none. */
export function hostOfAddress(publicUrl: string): string | null {
  const host = URL.parse(publicUrl)?.hostname ?? '';
  return host === '' ? null : host.replace(/^\[|\]$/g, '');
}

/** What there is to say of files as they are now; never rejects. */
export async function checkCertificate(
  files: CertificateFiles,
  options: ExaminationOptions & { passphrase(): Promise<string | null>; now: number },
): Promise<CertificateReport> {
  try {
    const examined = examineCertificate(await loadCertificate(files, options.passphrase), options);
    return {
      certificate: examined.certificate,
      problem: null,
      warnings: warningsAt(examined, options.now),
    };
  } catch (failure) {
    return { certificate: null, problem: problemOf(failure, files), warnings: [] };
  }
}

export function problemOf(failure: unknown, files: CertificateFiles): CertificateProblem {
  if (failure instanceof CertificateFault) return failure.problem;
  return { code: 'other', file: filesOf(files)[0] ?? '', detail: wordsOf(failure) };
}

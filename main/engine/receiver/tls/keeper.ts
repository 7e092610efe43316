/** The certificate by which the receiver answers: taken from its files, and anew where they change. */
import { stat } from 'node:fs/promises';
import type { SecureContextOptions } from 'node:tls';
import type { CertificateInForce, CertificateProblem } from '#shared/contract/connection.ts';
import type { CertificateFiles } from '#shared/contract/settings.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  type ExaminedCertificate,
  examineCertificate,
  filesOf,
  type LoadedCertificate,
  loadCertificate,
  problemOf,
  warningsAt,
} from './certificate.ts';

interface KeeperOptions {
  clock: Clock;
  log: EngineLog;
  /** How often the files are looked at, in milliseconds. */
  interval: number;
  passphrase(): Promise<string | null>;
  /** PEM of whom this computer trusts; may reject. */
  authorities(): Promise<readonly string[]>;
  /** Another certificate is in force: connections are made with it from now on. */
  onTaken(options: SecureContextOptions): void;
  /** There is something else to report. */
  onChange(): void;
}

/** Where the files lie, and the host of the public address. */
interface Wanted {
  files: CertificateFiles | null;
  host: string | null;
}

export interface CertificateKeeper {
  /** Takes the certificate of these files, or none; resolves once it is in force, or is known not to be. */
  use(wanted: Wanted): Promise<void>;
  /** Reads the files again though they did not change, since the passphrase did. */
  readAgain(): Promise<void>;
  /** That of the certificate in force; null where there is none. */
  inForce(): SecureContextOptions | null;
  /** Null where none is wanted. */
  report(): CertificateInForce | null;
  stop(): void;
}

export function createCertificateKeeper(options: KeeperOptions): CertificateKeeper {
  const { clock, log, interval, onTaken, onChange } = options;
  let wanted: Wanted = { files: null, host: null };
  let inForce: (LoadedCertificate & { loadedAt: number }) | null = null;
  let examined: ExaminedCertificate | null = null;
  let problem: CertificateProblem | null = null;
  /** What the files were when they were read last. */
  let mark: string | null = null;
  let cancelLook = () => {};
  let told = '';
  let isStopped = false;
  /** One thing after the other. */
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((failure: unknown) => {
      log.error({ err: failure }, 'The certificate could not be looked at.');
    });
    return last;
  };

  const report = (): CertificateInForce | null => {
    if (wanted.files === null) return null;
    return {
      certificate: examined?.certificate ?? null,
      problem,
      warnings: examined === null ? [] : warningsAt(examined, clock.now()),
      loadedAt: inForce === null ? null : new Date(inForce.loadedAt).toISOString(),
    };
  };
  const tell = () => {
    const now = JSON.stringify(report());
    if (now === told) return;
    told = now;
    onChange();
  };

  const read = async (files: CertificateFiles): Promise<void> => {
    // Before they are read: what changes meanwhile is another mark the next time.
    mark = await markOf(files);
    try {
      const loaded = await loadCertificate(files, options.passphrase);
      if (isStopped || wanted.files !== files) return;
      inForce = { ...loaded, loadedAt: clock.now() };
      problem = null;
      examined = examineCertificate(loaded, { authorities: null, host: wanted.host });
      log.info({ certificate: examined.certificate.subject }, 'A certificate was taken.');
      onTaken(loaded.options);
      // Whom this computer trusts takes a moment to read, for which nobody waits who calls.
      void examine(loaded);
    } catch (failure) {
      problem = problemOf(failure, files);
      log.warn({ code: problem.code, file: problem.file }, 'A certificate cannot be taken.');
    }
  };
  const examine = async (loaded: LoadedCertificate): Promise<void> => {
    const authorities = await options.authorities().catch(() => null);
    if (isStopped || inForce?.options !== loaded.options) return;
    examined = examineCertificate(loaded, { authorities, host: wanted.host });
    tell();
  };

  const look = async (): Promise<void> => {
    const { files } = wanted;
    if (files !== null && (await markOf(files)) !== mark) await read(files);
    tell();
  };
  const lookLater = () => {
    cancelLook();
    if (!isStopped && wanted.files !== null)
      cancelLook = clock.after(interval, () => void inTurn(look).then(lookLater));
  };

  return {
    use: (next) =>
      inTurn(async () => {
        const isSame = JSON.stringify(next.files) === JSON.stringify(wanted.files);
        const isSameHost = next.host === wanted.host;
        wanted = isSame ? { ...next, files: wanted.files } : next;
        if (next.files === null) {
          inForce = null;
          examined = null;
          problem = null;
          mark = null;
        } else if (!isSame) await read(next.files);
        else if (inForce !== null && !isSameHost) await examine(inForce);
        tell();
        lookLater();
      }),
    readAgain: () =>
      inTurn(async () => {
        if (wanted.files !== null) await read(wanted.files);
        tell();
      }),
    inForce: () => inForce?.options ?? null,
    report,
    stop() {
      isStopped = true;
      cancelLook();
    },
  };
}

/** Changes with the files. */
async function markOf(files: CertificateFiles): Promise<string> {
  const marks = filesOf(files).map((file) =>
    stat(file).then(
      ({ size, mtimeMs, ctimeMs, ino }) => [size, mtimeMs, ctimeMs, ino].join(' '),
      () => 'none',
    ),
  );
  return (await Promise.all(marks)).join('; ');
}

/** The certificate by which the console answers beyond this computer. */
import type { SecureContextOptions } from 'node:tls';
import type { CertificateFiles } from '#shared/contract/settings.ts';
import { createCertificateKeeper } from '../engine/certificates.ts';
import { systemClock } from '../engine/clock.ts';
import { logToStandardError as log } from '../engine/log.ts';
import { certificateSentence } from '../shell/certificate-words.ts';
import { EngineProblem } from '../shell/process.ts';

/** How often its files are looked at, in milliseconds. */
const interval = 5000;

/** What the console's server answers by. */
export interface ConsoleCertificate {
  options: SecureContextOptions;
  /** Called with each that takes its place. */
  onReplaced(listener: (options: SecureContextOptions) => void): void;
  /** The hosts and addresses that the one in force holds for. */
  names(): readonly string[];
  /** Of the one in force: SHA-256, two hexadecimal digits a byte with colons between. */
  fingerprint(): string;
  close(): void;
}

/** Rejects with an `EngineProblem` where its files cannot be taken. */
export async function openConsoleCertificate({
  files,
  passphrase,
}: {
  files: CertificateFiles;
  passphrase(): Promise<string | null>;
}): Promise<ConsoleCertificate> {
  let listener: (options: SecureContextOptions) => void = () => {};
  const keeper = createCertificateKeeper({
    ...{ clock: systemClock, log, interval, passphrase },
    // Whom this computer trusts says nothing of who may open the console.
    authorities: () => Promise.reject(new Error('nobody is asked')),
    onTaken: (options) => listener(options),
    onChange: () => {},
  });
  await keeper.use({ files, host: null });
  const options = keeper.inForce();
  if (options === null) {
    keeper.stop();
    const detail = keeper.report()?.problem?.code ?? 'other';
    throw new EngineProblem('consoleCertificate', certificateSentence('console', detail));
  }
  return {
    options,
    onReplaced(next) {
      listener = next;
    },
    names: () => keeper.report()?.certificate?.names ?? [],
    fingerprint: () => keeper.report()?.certificate?.fingerprint256 ?? '',
    close: () => keeper.stop(),
  };
}

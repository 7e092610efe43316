/** Makes a certificate to try TLS with: nobody but this computer vouches for it. */
import { mkdir, open } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { CertificateFiles } from '#shared/contract/settings.ts';
import { renameFile } from '../../rename-file.ts';
import { trialOrganization } from './trial-organization.ts';

const validMilliseconds = 397 * 24 * 3_600_000;

/**
 * Writes it into `certificates` of the data directory, in the place of the one made before, for these hosts and addresses;
 * its key is for this account alone. Rejects as the file system does, or where a name is none.
 */
export async function makeTrialCertificate(
  dataDir: string,
  names: readonly string[],
  now: number,
): Promise<CertificateFiles> {
  const folder = join(dataDir, 'certificates');
  const certificateFile = join(folder, 'trial-certificate.pem');
  const keyFile = join(folder, 'trial-key.pem');
  // It is needed here alone, and reads much.
  const { generate } = await import('selfsigned');
  const hosts = names.length === 0 ? ['localhost'] : [...new Set(names)];
  const made = await generate(
    [
      { name: 'commonName', value: (hosts[0] ?? '').slice(0, 64) },
      { name: 'organizationName', value: trialOrganization },
    ],
    {
      ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
      // Clocks of callers may be behind.
      notBeforeDate: new Date(now - 3_600_000),
      notAfterDate: new Date(now - 3_600_000 + validMilliseconds),
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: hosts.map((host) =>
            isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host },
          ),
        },
      ],
    },
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePrivately(keyFile, made.private);
  await writePrivately(certificateFile, made.cert);
  return { mode: 'pem', certificateFile, keyFile };
}

async function writePrivately(file: string, text: string): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    // The mode of one that was left there is its own.
    await handle.chmod(0o600);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameFile(beside, file);
}

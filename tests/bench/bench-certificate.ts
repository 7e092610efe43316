/** A certificate for `localhost` that nobody trusts yet, for a console that is served beyond its computer. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes it, with its key, in a folder of its own. */
export function makeBenchCertificate(): { cert: string; key: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'perito-bench-certificate-'));
  const [cert, key] = [join(folder, 'console.pem'), join(folder, 'console-key.pem')];
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', cert, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
  ]);
  return { cert, key, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

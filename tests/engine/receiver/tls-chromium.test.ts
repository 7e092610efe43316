/** The receiver over TLS, as a browser meets it: Chromium with an authority of its own in its store (NSS, under its home). */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startChromium } from '../../e2e/browser.ts';
import { purchaseOrder } from '../orders.ts';
import { certificateFolder, type Issued } from './certificates.ts';
import { goodKey, openHouse } from './house.ts';

/** Only on Linux does Chromium read authorities from its home; Windows has another program of this name. */
const canTrust = process.platform === 'linux' && spawnSync('certutil', ['-L']).error === undefined;

describe.skipIf(!canTrust)('Chromium (needs certutil of libnss3-tools)', () => {
  const made = certificateFolder();
  const root = made.authority('root');
  const own = made.issue('own', { by: root });
  let browser: Browser;

  beforeAll(async () => {
    const store = join(made.folder, '.pki/nssdb');
    mkdirSync(store, { recursive: true });
    const certutil = (...args: readonly string[]) =>
      execFileSync('certutil', ['-d', `sql:${store}`, ...args]);
    certutil('-N', '--empty-password');
    certutil('-A', '-n', 'root', '-t', 'C,,', '-i', root.cert);
    browser = await startChromium({ HOME: made.folder });
  });
  afterAll(() => browser?.close());

  async function openPage({ cert, key }: Issued, more: SecureContextOptions = {}) {
    const certificate = { cert: readFileSync(cert), key: readFileSync(key), ...more };
    const house = await openHouse({ certificate });
    const page = await browser.newPage({ extraHTTPHeaders: { 'X-API-KEY': goodKey } });
    onTestFinished(async () => {
      await page.context().close();
      await house.close();
    });
    return { page, url: `https://localhost:${new URL(house.url).port}/openapi.json` };
  }

  test.each([
    ['1.2', 'TLSv1.2'],
    ['1.3', 'TLSv1.3'],
  ] as const)(
    'delivers an order in HTTP/2 over TLS %s; headers too large are answered 431',
    async (name, version) => {
      const { page, url } = await openPage(own, { minVersion: version, maxVersion: version });
      const answer = await page.goto(url);
      expect([answer?.status(), await answer?.securityDetails()]).toEqual([
        200,
        expect.objectContaining({ protocol: `TLS ${name}`, issuer: 'root', subjectName: 'own' }),
      ]);
      const seen = await page.evaluate(
        async ({ body, long }) => {
          const post = async (headers: Record<string, string>) => {
            const response = await fetch('/PurchaseOrders', {
              ...{ method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } },
            });
            return [response.status, await response.json()];
          };
          const protocols = () =>
            performance
              .getEntries()
              .flatMap((entry) => ('nextHopProtocol' in entry ? [entry.nextHopProtocol] : []));
          return [await post({}), await post({ 'X-Long': long }), [...new Set(protocols())]];
        },
        { body: JSON.stringify(purchaseOrder(1)), long: 'x'.repeat(17_000) },
      );
      expect(seen).toEqual([
        [200, { purchaseOrderId: 1, purchaseOrderNumber: expect.stringMatching(/^OC-/) }],
        [431, expect.objectContaining({ type: 'urn:perito:problem:headers-too-large' })],
        ['h2'],
      ]);
    },
  );

  test.each([
    [
      'a name that is not in the certificate',
      'COMMON_NAME_INVALID',
      () => made.issue('other', { by: root, names: ['DNS:perito.example'] }),
    ],
    ['a certificate that is over', 'DATE_INVALID', () => made.issue('over', { by: root, days: -1 })],
    [
      'an authority that it does not know',
      'AUTHORITY_INVALID',
      () => made.issue('foreign', { by: made.authority('elsewhere') }),
    ],
  ])('refuses %s', async (_, error, issue) => {
    const { page, url } = await openPage(issue());
    await expect(page.goto(url)).rejects.toThrow(`net::ERR_CERT_${error} `);
  });
});

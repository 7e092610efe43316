/** The room of how the marketplace reaches the receiver. */
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect } from 'vitest';
import type { CertificateFiles } from '../../shared/contract/settings.ts';
import type { Opened } from './both-ways.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

type PemFiles = Extract<CertificateFiles, { mode: 'pem' }>;

async function makeTrial({ client }: Opened): Promise<PemFiles> {
  const { files } = await client.connection.makeTrialCertificate({ names: ['perito.example', '127.0.0.1'] });
  if (files.mode !== 'pem') throw new Error('expected two files');
  return files;
}

/** The same with its key encrypted. */
async function makeEncrypted(office: Opened, passphrase: string): Promise<PemFiles> {
  const files = await makeTrial(office);
  const key = createPrivateKey(readFileSync(files.keyFile));
  const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  const keyFile = `${files.keyFile}.encrypted`;
  writeFileSync(keyFile, key.export(encrypted), { mode: 0o600 });
  return { ...files, keyFile };
}

/** Gives the passphrase on the shell's page, as a person does. */
async function give({ client, browser }: Opened, files: CertificateFiles, passphrase: string) {
  const passage = await client.connection.collectPassphrase({ files });
  if (passage.way !== 'page') throw new Error('expected a page');
  return fetch(`${browser.url}${passage.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${browser.token}` },
    body: new URLSearchParams({ passphrase }),
  });
}

export const connectionProcedures: Record<string, Scenario> = {
  'connection.get': {
    invalid: [],
    async behaves({ client }) {
      const { addresses, portHolder, firewall } = await client.connection.get();
      expect(addresses.map(({ address }) => address)).toContain('127.0.0.1');
      expect({ portHolder, firewall: typeof firewall.kind }).toEqual({
        portHolder: null,
        firewall: 'string',
      });
    },
  },
  'connection.checkReach': {
    invalid: [],
    async behaves({ client }) {
      const { url } = (await client.status.get()).receiver;
      const steps = async () => {
        const found: string[] = [];
        for await (const { step, result } of await client.connection.checkReach())
          found.push(`${step} ${result}`);
        return found;
      };
      expect(await definedErrorOf(steps())).toEqual(defined('NO_PUBLIC_ADDRESS'));
      await client.settings.update({ receiver: { publicUrl: url ?? '' } });
      expect(await steps()).toEqual([
        ...['name ok', 'route ok', 'port ok', 'certificate notTried', 'nonce ok', 'proxy ok', 'key ok'],
      ]);
      await client.settings.update({ receiver: { publicUrl: '' } });
    },
  },
  'connection.testCall': {
    invalid: [
      { endpoint: 'nothing', over: 'listening' },
      { endpoint: 'balance', over: 'elsewhere' },
    ],
    async behaves({ client }) {
      const before = await client.rejected.list({});
      for (const [endpoint, status] of [
        ['policyLookup', 200],
        ['balance', 404],
        ['purchaseOrder', 400],
        ['cancelServiceOrder', 400],
      ] as const) {
        const answer = await client.connection.testCall({ endpoint, over: 'listening' });
        expect(answer, endpoint).toMatchObject({ status, address: '127.0.0.1', isCut: false });
      }
      // Nothing of it is registered, nor counted as a call of the marketplace.
      expect(await client.rejected.list({})).toEqual(before);
      const overPublic = client.connection.testCall({ endpoint: 'balance', over: 'public' });
      expect(await definedErrorOf(overPublic)).toEqual(defined('NO_PUBLIC_ADDRESS'));
      const { url } = (await client.status.get()).receiver;
      const over = async (publicUrl: string) => {
        await client.settings.update({ receiver: { publicUrl } });
        return client.connection.testCall({ endpoint: 'cancelPurchaseOrder', over: 'public' });
      };
      expect(await over(`${url}/`)).toMatchObject({
        ...{ method: 'POST', url: `${url}/PurchaseOrders/0/cancel`, address: '127.0.0.1', status: 400 },
        sent: '[]',
      });
      expect(await client.rejected.list({})).toEqual(before);
      // The key goes nowhere that was not seen to be this receiver.
      const asked: string[] = [];
      const stranger = createServer((call, answer) => {
        asked.push(`${call.url} ${'x-api-key' in call.headers}`);
        answer.end('Welcome');
      }).listen(0, '127.0.0.1');
      await once(stranger, 'listening');
      const bound = stranger.address();
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
      expect(await definedErrorOf(over(`http://127.0.0.1:${port}`))).toEqual(
        defined('NOT_REACHED', { step: 'nonce', reason: 'otherProgram', detail: 'HTTP 200' }),
      );
      expect(asked).toEqual([expect.stringMatching(/^\/\.well-known\/perito\/[0-9a-f]{48} false$/)]);
      stranger.close();
      await once(stranger, 'close');
      expect(await definedErrorOf(over(`http://127.0.0.1:${port}`))).toEqual(
        defined('NOT_REACHED', { step: 'port', reason: 'refused', detail: String(port) }),
      );
      await client.settings.update({ receiver: { publicUrl: '' } });
    },
  },
  'connection.makeTrialCertificate': {
    invalid: [{}, { names: [''] }, { names: Array(21).fill('perito.example') }],
    async behaves(office) {
      const files = await makeTrial(office);
      expect(await office.client.connection.checkCertificate({ files })).toMatchObject({
        certificate: { isTrial: true, names: ['perito.example', '127.0.0.1'] },
        problem: null,
        warnings: [{ code: 'selfSigned' }],
      });
    },
  },
  'connection.trust': {
    invalid: [{ file: 'relative.pem' }, { file: 7 }],
    async behaves(office) {
      const { connection, settings } = office.client;
      const { bundled, system, file, given } = await connection.trust({});
      expect(bundled).toBeGreaterThan(50);
      expect([typeof system, file, given]).toEqual(['number', null, null]);
      const { certificateFile } = await makeTrial(office);
      await settings.update({ trust: { authorityFile: certificateFile } });
      expect((await connection.trust({})).file).toEqual({
        ...{ file: certificateFile, problem: null, count: 1 },
        certificates: [
          {
            subject: expect.stringContaining('perito.example'),
            validTo: expect.any(String),
            isAuthority: false,
          },
        ],
      });
      await settings.update({ trust: { authorityFile: '' } });
      expect((await connection.trust({ file: '/not/there.pem' })).file).toEqual({
        ...{ file: '/not/there.pem', count: 0, certificates: [] },
        problem: { code: 'noFile', detail: 'ENOENT' },
      });
    },
  },
  'connection.checkCertificate': {
    invalid: [
      {},
      { files: { mode: 'off' } },
      { files: { mode: 'pfx', file: 'relative.pfx' } },
      { files: { mode: 'pem', certificateFile: '/certificate.pem' } },
      { files: { mode: 'pfx', file: '/a.pfx' }, publicUrl: 'https://user:secret@perito.example' },
    ],
    async behaves(office) {
      const { connection } = office.client;
      const files = await makeTrial(office);
      const publicUrl = 'https://another.example/perito';
      expect((await connection.checkCertificate({ files, publicUrl })).warnings).toEqual([
        { code: 'wrongHost', host: 'another.example' },
        { code: 'selfSigned' },
      ]);
      const lost = { ...files, certificateFile: '/not/there.pem' };
      expect(await connection.checkCertificate({ files: lost })).toEqual({
        certificate: null,
        problem: { code: 'noFile', file: '/not/there.pem', detail: 'ENOENT' },
        warnings: [],
      });
    },
  },
  'connection.collectPassphrase': {
    invalid: [{}, { files: { mode: 'off' } }],
    async behaves(office) {
      const { client } = office;
      const files = await makeEncrypted(office, 'una frase');
      const problem = async () => (await client.connection.checkCertificate({ files })).problem?.code ?? null;
      expect(await problem()).toBe('passphraseMissing');
      expect((await give(office, files, 'otra frase')).status).toBe(422);
      expect(await problem()).toBe('passphraseMissing');
      const given = await give(office, files, 'una frase');
      expect(given.status).toBe(200);
      expect(await given.text()).not.toContain('una frase');
      expect(await problem()).toBeNull();
      const { rows } = await client.audit.list({ subject: 'certificatePassphrase' });
      expect(rows).toMatchObject([{ action: 'certificatePassphrase.given' }]);
      expect(JSON.stringify(rows)).not.toContain('una frase');
    },
  },
  'connection.passphrase': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.connection.passphrase()).toEqual({ secretIn: 'memory' });
    },
  },
  'connection.forgetPassphrase': {
    invalid: [],
    async behaves({ client }) {
      await client.connection.forgetPassphrase();
      expect(await client.connection.passphrase()).toEqual({ secretIn: 'nowhere' });
    },
  },
};

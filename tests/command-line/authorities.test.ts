/** Whom the program trusts when it calls out: what the system's store holds counts, as an office's antivirus needs it. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificateFault } from '../../renderer/components/certificate-fault.ts';
import { problemText } from '../../renderer/downloads/download-state.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { deliver } from '../deliver.ts';
import {
  earlyCertificate,
  expiredCertificate,
  goodCertificate,
  officeAuthority,
  otherCertificate,
} from '../engine/outbound/office-authority.ts';
import { approve, reportNaming, sendReport } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import { command, served, temporaryFolder } from './perito.ts';

const receiverKey = 'mercado@prueba.example:clave-de-prueba';

/** Answers every path with a list of the platform, which will do as a file as well. */
async function openServer(certificate: { key: string; cert: string }) {
  const server = createServer(certificate, (_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":1,"name":"Uno"}]');
  });
  let asked = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  return { url: `https://localhost:${port}`, asked: () => asked };
}

/** `serve` on a computer whose system trusts these, PEM, and nobody else. */
async function servedTrusting(
  authorities: string,
  environment: Record<string, string> = {},
  given: string[] = [],
) {
  const folder = temporaryFolder();
  const store = join(folder, 'authorities.pem');
  writeFileSync(store, authorities);
  mkdirSync(join(folder, 'empty'));
  const { ready, errors } = await served(['--allow-loopback-attachments', ...given], {
    PERITO_RECEIVER_KEYS: receiverKey,
    PERITO_PLATFORM_KEY: 'aseguradora@prueba.example:clave-de-la-plataforma',
    SSL_CERT_FILE: store,
    SSL_CERT_DIR: join(folder, 'empty'),
    ...environment,
  });
  const client: ContractRouterClient<Contract> = createORPCClient(
    new RPCLink({
      url: `${ready.consoleUrl}/rpc`,
      headers: { Authorization: `Bearer ${ready.consoleToken}` },
    }),
  );
  const post = (path: string, body: object) => deliver(ready.receiverUrl, receiverKey, path, body);
  let reports = 0;
  return {
    errors,
    client,
    /** What becomes of a file there at the first try. */
    async download(url: string) {
      reports += 1;
      await approve({ client }, url);
      const record = await sendReport(
        { client, post },
        reportNaming(reports, [`${url}/foto-${reports}.jpg`]),
      );
      const [found] = await settled({ client }, record, 1, ({ state, problem }) => {
        return state === 'stored' || problem !== null;
      });
      return found;
    },
    /** What a platform there answers. */
    async callPlatform(url: string) {
      await client.settings.update({ platform: { baseUrl: url } });
      return client.reference.test();
    },
  };
}

/** A PEM file of this text. */
function authorityFile(text: string): string {
  const file = join(temporaryFolder(), 'autoridad.pem');
  writeFileSync(file, text);
  return file;
}

const unreadable = 'could not be read: only the bundled ones are trusted';

describe('an authority of the office', () => {
  test('that the system does not know: nothing is asked, and the words say what to do', async () => {
    const server = await openServer(goodCertificate);
    const { download, callPlatform, errors } = await servedTrusting('');
    const { state, problem } = (await download(server.url)) ?? {};
    expect([state, problem?.code]).toEqual(['queued', 'tls']);
    expect(problem && problemText(problem)).toEqual({
      explanation: 'downloads.certificate.unknownAuthority.problem',
      advice: 'downloads.certificate.unknownAuthority.advice',
    });
    const called = await callPlatform(server.url);
    expect([called.status, called.problem?.code]).toEqual([null, 'tls']);
    expect(certificateFault(called.problem?.detail ?? null)).toBe('unknownAuthority');
    expect(server.asked()).toBe(0);
    expect(errors()).not.toContain(unreadable);
  });

  test('that is in the store of the system: files come and the platform answers; what is wrong still is', async () => {
    const server = await openServer(goodCertificate);
    const { download, callPlatform } = await servedTrusting(officeAuthority);
    expect(await download(server.url)).toMatchObject({ state: 'stored', problem: null });
    expect(await callPlatform(server.url)).toMatchObject({ status: 200, items: 1, problem: null });

    const faulty = [
      [expiredCertificate, 'expired'],
      [earlyCertificate, 'notYetValid'],
      [otherCertificate, 'otherName'],
    ] as const;
    for (const [certificate, fault] of faulty) {
      const other = await openServer(certificate);
      const problem = (await download(other.url))?.problem ?? null;
      expect(problem?.code).toBe('tls');
      expect(problem && problemText(problem).explanation).toBe(`downloads.certificate.${fault}.problem`);
      const called = await callPlatform(other.url);
      expect(called.problem?.code).toBe('tls');
      expect(certificateFault(called.problem?.detail ?? null)).toBe(fault);
      expect(other.asked()).toBe(0);
    }
  });

  test('that is in a file that the settings name, where the system names none: files come and the platform answers', async () => {
    const server = await openServer(goodCertificate);
    const { download, callPlatform, client, errors } = await servedTrusting('');
    expect((await download(server.url))?.problem?.code).toBe('tls');
    expect(errors()).toContain('names no certificate authorities: only the bundled ones are trusted');

    // As it is at the next connection: first nothing of use, then the authority.
    const file = authorityFile('');
    await client.settings.update({ trust: { authorityFile: file } });
    expect((await download(server.url))?.problem?.code).toBe('tls');
    expect(errors()).toContain('"code":"notCertificate"');
    expect((await client.connection.trust({})).file?.problem).toEqual({ code: 'notCertificate', detail: '' });
    writeFileSync(file, `# Oficina\n${officeAuthority}`);
    expect(await download(server.url)).toMatchObject({ state: 'stored', problem: null });
    expect(await callPlatform(server.url)).toMatchObject({ status: 200, items: 1, problem: null });
    expect(await client.connection.trust({})).toMatchObject({
      system: 0,
      given: null,
      file: {
        problem: null,
        count: 1,
        certificates: [{ subject: 'CN=Autoridad de oficina de prueba', isAuthority: true }],
      },
    });
    await client.settings.update({ trust: { authorityFile: '' } });
    expect((await download(server.url))?.problem?.code).toBe('tls');
  });

  test('that the command line names counts in this run; one that cannot be taken is refused', async () => {
    const server = await openServer(goodCertificate);
    const file = authorityFile(officeAuthority);
    const { download, client } = await servedTrusting('', {}, ['--ca-file', file]);
    expect(await download(server.url)).toMatchObject({ state: 'stored', problem: null });
    expect(await client.connection.trust({})).toMatchObject({ given: file, file: { file, count: 1 } });
    const refused = await command(['serve', '--data', temporaryFolder(), '--ca-file', authorityFile('x')]);
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/^--ca-file: .*autoridad\.pem holds no certificate in PEM/),
    ]);
  });

  test.each([
    ['is missing', 'delete tls.getCACertificates'],
    ['fails', "tls.getCACertificates = () => { throw new Error('the store is locked'); }"],
  ])('where what reads the store %s: as before, and the log says so once', async (_, breaking) => {
    const server = await openServer(goodCertificate);
    const preload = join(temporaryFolder(), 'preload.mjs');
    writeFileSync(preload, `import tls from 'node:tls';\n${breaking};\n`);
    const { download, callPlatform, errors } = await servedTrusting(officeAuthority, {
      NODE_OPTIONS: `--import=${preload}`,
    });
    expect((await download(server.url))?.problem?.code).toBe('tls');
    expect((await download(server.url))?.problem?.code).toBe('tls');
    expect((await callPlatform(server.url)).problem?.code).toBe('tls');
    expect(errors().split(unreadable).length - 1).toBe(1);
    expect(server.asked()).toBe(0);
  });
});

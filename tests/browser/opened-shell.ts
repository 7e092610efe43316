import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { SecretTickets } from '../../main/browser/secret-form.ts';
import { openBrowserShell } from '../../main/browser/server.ts';
import type { Clock } from '../../main/engine/clock.ts';
import { startEngineThread } from '../../main/shell/engine-client.ts';
import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';
import { createHost } from '../../main/shell/host.ts';
import { readRendererFiles } from '../../main/shell/renderer-files.ts';
import { openSecretStore } from '../../main/shell/secret-store.ts';

/** A built screen of three files. */
export async function builtScreen(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'perito-screen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>P</title></head></html>');
  writeFileSync(join(folder, 'assets', 'index-1.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'secret.map'), 'not served');
  return folder;
}

/** The browser shell before a small engine in its own thread; closed with the test. */
export async function openedShell(options: { clock?: Clock; files?: string; dataDir?: string } = {}) {
  const faults: string[] = [];
  const secretTickets = new SecretTickets(options.clock);
  const secrets = openSecretStore({
    check: async () => ({ state: 'absent', problem: 'noService', detail: 'none in this test' }),
    get: async () => null,
    set: async () => {},
    remove: async () => {},
  });
  const host = createHost(
    secrets,
    secretTickets,
    {
      clipboard: 'inBrowser',
      secretPage: null,
      notifications: 'inBrowser',
      startAtLogin: 'inBrowser',
    },
    openFileExaminer(() => forkExaminer()),
  );
  const engine = await startEngineThread({
    options: { dataDir: options.dataDir ?? '/small', version: '0.0.0' },
    host,
    onFault: ({ procedure }) => faults.push(procedure),
    workerFile: new URL('../shell/small-engine-worker.ts', import.meta.url),
  });
  const shell = await openBrowserShell({
    engine,
    port: 0,
    files: readRendererFiles(options.files ?? (await builtScreen())),
    secretTickets,
    onFault: (where) => faults.push(where),
    ...(options.clock ? { clock: options.clock } : {}),
  });
  onTestFinished(async () => {
    await shell.close();
    await engine.close();
  });
  const { port } = new URL(shell.url);

  /** One raw request: fetch would not let a test choose Host, Origin or Sec-Fetch-Site. */
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, resolve);
    request.on('error', reject);
    request.end(body);
    const response = await promise;
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  /** The cookie of a new session, entered by a one-time link. */
  async function enter(): Promise<string> {
    const link = new URL(shell.newLink());
    const { headers } = await ask('GET', link.pathname + link.search);
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  }

  const bearer = { authorization: `Bearer ${shell.token}` };
  const json = { 'content-type': 'application/json' };
  return {
    shell,
    engine,
    secrets,
    secretTickets,
    host: createRouterClient(host),
    faults,
    port,
    ask,
    enter,
    bearer,
    json,
  };
}

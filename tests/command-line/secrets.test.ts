/**
 * No secret is anywhere where somebody could find it later: the program itself is started, given every kind of secret that there is,
 * and used; then all that it wrote is searched for each of them, as it is, in Base64, in hexadecimal and in UTF-16.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inflateRawSync } from 'node:zlib';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import type { Contract } from '../../shared/contract/contract.ts';
import { signInHeader } from '../../shared/contract/people.ts';
import type { Passage } from '../../shared/contract/receiver-keys.ts';
import { cli } from '../built-program.ts';
import { compileCache } from '../compile-cache.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { patience } from '../patience.ts';
import { endWithTest } from '../process-group.ts';
import { startLooseBucket } from '../s3-store.ts';

const made = certificateFolder();

/** Typed by somebody, or given by the environment. */
const given = {
  'key of the environment': 'K1-kJ7wQ2xVn9sTz4bY',
  'key that was brought': 'K2-pM5rDh8cLq3gWf6e',
  'wrong key of a caller': 'K3-zX1aSv0uBy7oNi2m',
  'key of the platform': 'K4-tR6eGk9jHd5wPc3l',
  'client secret of the environment': 'S1-vB8nM2kLq6wEr4tYc',
  'client secret that was typed': 'S2-hJ3gFd9sApo5iUy7x',
  'passphrase of the certificate': 'frase-del-certificado-Qw83',
  'passphrase of an archive': 'frase-del-legajo-secreto-Zx51',
  'password of an administrator': 'clave-de-Ana-Prueba-7719',
  'password before': 'clave-anterior-de-Ana-5528',
  'wrong password': 'no-es-la-clave-de-Ana-3364',
  'key of the bucket': 'clave-secreta-del-bucket-Hn47xQ',
  'session of the bucket': 'sesion-secreta-del-bucket-Wb92',
  PIN: '739150264812',
  'wrong PIN': '518203946627',
} as const;

/** A secret in each form in which bytes of it may lie somewhere. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  // Within a longer text its Base64 begins at one of three places, and its ends hang on what stands beside it.
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3) - 1);
  });
  const texts = [...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
  const hex = bytes.toString('hex');
  return [
    ...[bytes, Buffer.from(secret, 'utf16le'), Buffer.from(encodeURIComponent(secret))],
    ...[...texts, hex, hex.toUpperCase()].map((text) => Buffer.from(text)),
  ];
}

/** The names of those secrets that these bytes hold in some form. */
const heldIn = (bytes: Buffer, secrets: ReadonlyMap<string, readonly Buffer[]>): string[] =>
  [...secrets].flatMap(([name, forms]) => (forms.some((form) => bytes.includes(form)) ? [name] : []));

/** The bytes of a file, and of each part of it that a ZIP archive has compressed. */
function partsOf(file: Buffer): Buffer[] {
  const parts = [file];
  const header = Buffer.from('PK\u0003\u0004', 'latin1');
  for (let at = file.indexOf(header); at >= 0; at = file.indexOf(header, at + 4)) {
    const begin = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
    if (file.readUInt16LE(at + 8) !== 8) continue;
    try {
      parts.push(inflateRawSync(file.subarray(begin), { finishFlush: 2 }));
    } catch {
      // What looked like the beginning of a part is none.
    }
  }
  return parts;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const ready = z.object({ receiverUrl: z.url(), consoleUrl: z.url(), consoleToken: z.string().min(20) });
type Client = ContractRouterClient<Contract>;

test('no secret is in the data folder, a backup, an export, what the program says, or a command line', async () => {
  expect(
    heldIn(Buffer.from(Buffer.from('a:secret').toString('base64')), new Map([['x', formsOf('secret')]])),
  ).toEqual(['x']);
  const folder = mkdtempSync(join(tmpdir(), 'perito-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dataDir, backupDir, out] = ['data', 'backup', 'out'].map((name) => join(folder, name));
  if (dataDir === undefined || backupDir === undefined || out === undefined) throw new Error('no folders');
  for (const path of [backupDir, out]) mkdirSync(path);

  const bucket = await startLooseBucket();
  onTestFinished(() => bucket.close());
  const child = spawn(
    process.execPath,
    [
      ...[cli, 'serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0'],
      ...['--hold-seconds', '1', '--attachments', bucket.address],
    ],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...{ ...process.env, NODE_COMPILE_CACHE: compileCache, HOME: join(folder, 'home') },
        PERITO_RECEIVER_KEYS: `mercado@prueba.example:${given['key of the environment']}`,
        PERITO_PLATFORM_KEY: `perito@prueba.example:${given['key of the platform']}`,
        PERITO_OIDC_CLIENT_SECRET: given['client secret of the environment'],
        AWS_ACCESS_KEY_ID: 'AKIAPRUEBA',
        AWS_SECRET_ACCESS_KEY: given['key of the bucket'],
        AWS_SESSION_TOKEN: given['session of the bucket'],
      },
    },
  );
  const ended = endWithTest(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { receiverUrl, consoleUrl, consoleToken } = ready.parse(JSON.parse(String(line)));
  const bearer = { Authorization: `Bearer ${consoleToken}` };
  const clientOf = (token?: string): Client =>
    createORPCClient(
      new RPCLink({
        url: `${consoleUrl}/rpc`,
        headers: { ...bearer, ...(token !== undefined && { [signInHeader]: token }) },
      }),
    );
  const client = clientOf();
  const secrets = new Map<string, string>(Object.entries(given));
  const page = async (passage: Passage | null, fields?: Record<string, string>): Promise<string> => {
    if (passage?.way !== 'page') throw new Error('expected a page');
    const answer = await fetch(`${consoleUrl}${passage.path}`, {
      headers: bearer,
      ...(fields !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    return answer.text();
  };
  const deliver = async (id: number, key: string) => {
    const answer = await fetch(`${receiverUrl}/PurchaseOrders`, {
      method: 'POST',
      headers: {
        'x-api-key': Buffer.from(`mercado@prueba.example:${key}`).toString('base64'),
        'content-type': 'application/json',
      },
      body: JSON.stringify(purchaseOrder(id, { comments: 'Lo que se busca está' })),
    });
    return answer.status;
  };

  // The first run, and every kind of key.
  await client.people.rename({ name: 'Ana Prueba' });
  await client.settings.update({ company: { name: 'Seguros de los Secretos' }, firstRunDone: true });
  const generated = await client.receiverKeys.generate({ email: 'dos@prueba.example', label: 'Generada' });
  const shown = await page(await client.receiverKeys.handOver({ id: generated.id ?? 0 }));
  const codes = [...shown.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code = '']) => code);
  const secretOfKey = codes.find((code) => code.length > 30 && !code.includes('@')) ?? '';
  expect(secretOfKey).not.toBe('');
  secrets.set('key that was generated', secretOfKey);
  await client.receiverKeys.retire({ id: generated.id ?? 0 });
  await page(await client.receiverKeys.collect({ label: 'Traída' }), {
    key: `mercado@prueba.example:${given['key that was brought']}`,
  });
  expect((await client.receiverKeys.list()).map(({ label }) => label)).toContain('Traída');
  await client.openId.set({ issuer: 'http://127.0.0.1:9', clientId: 'perito', name: 'Prueba ID' });
  expect(await client.openId.get()).toMatchObject({ secretIn: 'environment' });
  await page(await client.openId.collectSecret(), { key: given['client secret that was typed'] });
  expect((await client.audit.list({ subject: 'openId' })).rows[0]).toMatchObject({
    action: 'openId.secretGiven',
  });
  const own = made.issue('own');
  const encrypted = made.encryptedKey('key.pem', own, given['passphrase of the certificate']);
  const files = { mode: 'pem', certificateFile: own.cert, keyFile: encrypted } as const;
  await page(await client.connection.collectPassphrase({ files }), {
    passphrase: given['passphrase of the certificate'],
  });
  expect((await client.connection.checkCertificate({ files })).problem).toBeNull();
  expect(await deliver(1, given['key of the environment'])).toBe(200);
  expect(await deliver(2, given['key that was brought'])).toBe(200);
  expect(await deliver(3, given['wrong key of a caller'])).toBe(401);
  await vi.waitUntil(async () => (await client.records.list({})).total === 2, patience);

  // People, who sign in, mistake themselves, and change what they have.
  const luis = await client.people.save({
    ...{ id: null, name: 'Luis Prueba', email: '', role: 'supervisor', verdictLimit: null },
  });
  const before = given['password before'];
  await client.people.setSecret({ id: 1, secret: before });
  const signIn = async (personId: number, secret: string): Promise<Client> => {
    const { token } = await client.people.signIn({ personId, secret });
    secrets.set(`sign-in ${secrets.size}`, token);
    return clientOf(token);
  };
  const first = await signIn(1, before);
  await first.people.setSecret({ id: 1, secret: given['password of an administrator'], current: before });
  const ana = await signIn(1, given['password of an administrator']);
  await ana.people.setSecret({ id: luis.id, secret: given.PIN });
  const atPin = await signIn(luis.id, given.PIN);
  for (const [personId, secret] of [
    [1, given['wrong password']],
    [luis.id, given['wrong PIN']],
  ] as const)
    await expect(client.people.signIn({ personId, secret })).rejects.toMatchObject({ code: 'WRONG_SECRET' });
  await atPin.people.lock();
  await expect(atPin.people.unlock({ secret: given['wrong PIN'] })).rejects.toThrow();
  await atPin.people.signOut();
  // As a browser comes in.
  const ticket = await vi.waitUntil(() => /http:\S+ticket=[^\s"]+/.exec(said.stderr)?.[0], patience);
  const entered = await fetch(ticket, { redirect: 'manual' });
  const forms = await entered.text();
  const action = /action="([^"]+)"/.exec(forms)?.[1];
  const cookies = [
    ...entered.headers.getSetCookie(),
    ...(action === undefined
      ? []
      : (
          await fetch(new URL(action, consoleUrl), {
            ...{ method: 'POST', redirect: 'manual', headers: { origin: consoleUrl } },
            body: new URLSearchParams(
              [...forms.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
                name,
                value,
              ]),
            ),
          })
        ).headers.getSetCookie()),
  ];
  const session = /=([^;]+)/.exec(cookies[0] ?? '')?.[1] ?? '';
  expect(session.length).toBeGreaterThan(20);
  secrets.set('session of a browser', session);

  // What leaves: exports, an archive with a passphrase, a backup and the second copy.
  for (const source of [
    { of: 'audit', filter: {} },
    { of: 'records', filter: {} },
  ] as const)
    for (const format of ['csv', 'xlsx', 'pdf'] as const) {
      const { id } = await ana.exports.begin({ source, format });
      const entry = async () => (await ana.exports.list()).find((one) => one.id === id);
      await vi.waitUntil(async () => (await entry())?.state === 'done', 30_000);
    }
  const [order] = (await ana.records.list({})).rows;
  const archive = join(out, 'legajo.perito');
  const { passphrase } = await ana.archives.create({
    ...{ choice: { ids: [order?.id ?? 0] }, file: archive, isEncrypted: true },
  });
  const phrase = given['passphrase of an archive'];
  await page(passphrase, { passphrase: phrase, again: phrase });
  await vi.waitUntil(() => readdirSync(out).includes('legajo.perito'), 30_000);
  const placeId = crypto.randomUUID();
  await ana.backups.configure({
    places: [{ id: placeId, folder: backupDir }],
    schedule: { isOn: false, hour: 3 },
    keep: { daily: 7, weekly: 4, monthly: 12 },
    warnAfterDays: 3,
    secondCopy: { folder: join(backupDir, 'segunda') },
  });
  expect(await ana.database.get()).toMatchObject({ attachments: { kind: 's3', problem: null } });
  await ana.backups.start({ placeId });
  await vi.waitUntil(async () => {
    const { running, places } = await ana.backups.get();
    return running === null && places.some(({ lastGood }) => lastGood !== null);
  }, 60_000);

  const commandLines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`)];
      } catch {
        return [];
      }
    });
  const kept = filesIn(folder).map((path) => [path, readFileSync(path)] as const);
  child.kill('SIGTERM');
  await ended;

  const sought = new Map([...secrets].map(([name, secret]) => [name, formsOf(secret)]));
  // For scripts, which start it, and for whoever opens the console: said once, and kept nowhere.
  const ofConsole = new Map([
    ['token of the console', formsOf(consoleToken)],
    ['link of the console', formsOf(new URL(ticket).searchParams.get('ticket') ?? '')],
  ]);
  const found: string[] = [];
  const search = (where: string, bytes: Buffer, also: ReadonlyMap<string, readonly Buffer[]> = new Map()) => {
    for (const part of partsOf(bytes))
      for (const name of heldIn(part, new Map([...sought, ...also]))) found.push(`${name} in ${where}`);
  };
  for (const [path, bytes] of [
    ...kept,
    ...filesIn(folder).map((path) => [path, readFileSync(path)] as const),
  ])
    search(path.slice(folder.length), bytes, ofConsole);
  // It hears who asks, and signatures; the token of a session is sent to it.
  expect(bucket.heard.join()).toContain('AKIAPRUEBA');
  search(
    'what the bucket heard',
    Buffer.from(bucket.heard.join().replaceAll(given['session of the bucket'], '')),
  );
  search('stdout', Buffer.from(said.stdout));
  search('stderr', Buffer.from(said.stderr));
  for (const line of commandLines) search(`a command line: ${line.toString().slice(0, 80)}`, line, ofConsole);
  expect(found).toEqual([]);

  // What is no secret is found in the same places, so they were looked through.
  const plain = new Map([
    ['company', formsOf('Seguros de los Secretos')],
    ['person', formsOf('Luis Prueba')],
  ]);
  const holders = kept.filter(([, bytes]) => partsOf(bytes).some((part) => heldIn(part, plain).length > 0));
  const places = new Set(holders.map(([path]) => path.slice(folder.length).split('/').slice(1, 3).join('/')));
  expect([...places]).toEqual(expect.arrayContaining([expect.stringMatching(/^data\/perito\.db/)]));
  expect([...places].some((place) => place.startsWith('backup/'))).toBe(true);
  expect([...places].some((place) => place.startsWith('data/exports'))).toBe(true);
});

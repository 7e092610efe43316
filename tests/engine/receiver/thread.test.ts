/** The receiver in its thread: with an engine that tells it what the settings say, and with none. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MessageChannel, type Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type LiveKey, makeVerifier } from '../../../main/engine/keys/api-key.ts';
import {
  connectReceiver,
  type ReceiverConfiguration,
  startReceiverThread,
} from '../../../main/engine/receiver/index.ts';
import type { ReceiverThreadOptions } from '../../../main/engine/receiver/owner.ts';
import type { ReceiverReport } from '../../../main/engine/receiver/protocol.ts';
import { logListening } from '../../../main/engine/receiver/thread.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { readMarker } from '../../../main/engine/store/folder.ts';
import { freePort } from '../../free-port.ts';
import { delivery, entriesOf, openTestJournal, walkOf } from '../journal/house.ts';
import { newDataDirectory } from '../migrated-folder.ts';
import { purchaseOrder } from '../orders.ts';
import { openPolicies, row } from '../policies/house.ts';
import { openRecords } from '../records/house.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { goodKey, post, secondKey } from './house.ts';
import { head, openSocket } from './raw.ts';

const liveKey = (id: number, label: string, header: string): LiveKey => {
  const [email = '', secret = ''] = Buffer.from(header, 'base64').toString().split(/:(.*)/s);
  return { id, label, email, ...makeVerifier(email, secret) };
};
const first = liveKey(1, 'first', goodKey);
const second = liveKey(2, 'second', secondKey);

/** What an engine tells the receiver, with the settings of a new installation but for these. */
function configuration(keys: readonly LiveKey[], changes: Partial<ReceiverConfiguration> = {}) {
  const { receiver, numbering, texts, policyRules, coverageOfIncident, trust } = defaultSettings;
  return { receiver, numbering, texts, policyRules, coverageOfIncident, trust, keys, ...changes };
}

/** The thread on a free port, and what an engine has of it; an engine has told it nothing yet. */
async function openThread(options: Partial<ReceiverThreadOptions> = {}) {
  const dataDir = options.dataDir ?? (await newDataDirectory(temporaryFolder()));
  const workers: Worker[] = [];
  const given = { address: '127.0.0.1', port: 0 };
  const thread = startReceiverThread({ given, onWorker: (one) => workers.push(one), ...options, dataDir });
  const [worker] = workers;
  if (worker === undefined) throw new Error('no thread was started');
  onTestFinished(async () => void (await thread.close()));
  await thread.opened;
  const reports: ReceiverReport[] = [];
  const connection = await connectReceiver(thread.connect());
  connection.follow((report) => void reports.push(report));
  onTestFinished(() => connection.close());
  const call = (path: string) =>
    fetch(`${connection.state().url}${path}`, { headers: { 'X-API-KEY': goodKey } });
  const send = (path: string, body: string | Buffer<ArrayBuffer> | object, key = goodKey) =>
    post({ url: connection.state().url ?? '' }, path, body, { 'X-API-KEY': key });
  return { dataDir, thread, worker, connection, reports, call, send };
}

/** The number that an order was answered with. */
async function numberOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { purchaseOrderNumber: string }).purchaseOrderNumber;
}

test('a key counts at the door as soon as it is told, and no longer as soon as it is retired; its use is reported', async () => {
  const { connection, reports, send } = await openThread();
  expect(connection.state()).toMatchObject({ state: 'starting', url: null });
  await connection.configure(configuration([]));
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(503);
  expect(connection.state().state).toBe('noKey');
  await connection.configure(configuration([first]));
  expect(connection.state().state).toBe('listening');
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  await expect.poll(() => connection.state().calls).toBe(1);
  expect(connection.seq()).toBe(1);
  expect(reports.flatMap(({ used }) => used)).toEqual([{ id: 1, label: 'first' }]);
  await connection.configure(configuration([second]));
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(401);
  expect((await send('/PurchaseOrders', purchaseOrder(1), secondKey)).status).toBe(200);
  await expect.poll(() => reports.flatMap(({ used }) => used)).toContainEqual({ id: 2, label: 'second' });
});

test('keys of the environment count beside those that are told, for this run', async () => {
  const environmentKeys = [Buffer.from(secondKey, 'base64').toString()];
  const { dataDir, thread, connection, send } = await openThread({ environmentKeys });
  await connection.configure(configuration([first]));
  for (const key of [goodKey, secondKey])
    expect((await send('/PurchaseOrders', purchaseOrder(1), key)).status).toBe(200);
  await thread.close();
  const later = await openThread({ dataDir });
  expect((await later.send('/PurchaseOrders', purchaseOrder(1), secondKey)).status).toBe(401);
  expect((await later.send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
});

test('a key of the environment that is none is a problem of the start, and is not repeated in it', async () => {
  const thread = startReceiverThread({ dataDir: temporaryFolder(), environmentKeys: ['sin-dos-puntos'] });
  await expect(thread.opened).rejects.toThrow(/Key 1 of PERITO_RECEIVER_KEYS is not/);
  await expect(thread.opened).rejects.not.toThrow(/sin-dos-puntos/);
  expect(await thread.ended).toMatchObject({ code: null });
});

test('a data directory that another thread holds is a problem of the start', async () => {
  const { dataDir } = await openThread();
  const other = startReceiverThread({ dataDir });
  await expect(other.opened).rejects.toMatchObject({
    code: 'inUse',
    message: expect.stringContaining(dataDir),
  });
  expect(await other.ended).toMatchObject({ code: 'inUse' });
});

/** A data directory in which these orders arrived and were derived. */
async function receiveOrders(dataDir: string, ids: readonly number[]): Promise<void> {
  const house = await openRecords({ dataDir });
  for (const id of ids) await house.receive('purchaseOrder', id, purchaseOrder(id));
  await house.close();
}

test('a journal that is not the one its database came from is a problem of the start, so that nothing is taken into it', async () => {
  const dataDir = temporaryFolder();
  const older = join(temporaryFolder(), 'journal.db');
  await receiveOrders(dataDir, [1, 2]);
  cpSync(join(dataDir, 'journal.db'), older);
  await receiveOrders(dataDir, [3, 4]);
  cpSync(older, join(dataDir, 'journal.db'));
  const refused = () => expect(startReceiverThread({ dataDir }).opened).rejects;
  await refused().toMatchObject({
    code: 'journalOlder',
    message: expect.stringContaining('ends at entry 2'),
  });
  // It may have been used elsewhere, and have more entries by now.
  const { journal } = await openTestJournal({ dataDir });
  for (const id of [5, 6, 7]) await journal.keep(delivery('purchaseOrder', id, '{}'));
  await journal.close();
  await refused().toMatchObject({
    code: 'journalOlder',
    message: expect.stringContaining('does not have OC-'),
  });
  expect(await entriesOf(dataDir)).toHaveLength(5);
});

test('a journal that is damaged at its end is said to be, and the thread ends', async () => {
  const dataDir = temporaryFolder();
  await receiveOrders(
    dataDir,
    Array.from({ length: 20 }, (_, id) => id + 1),
  );
  const file = join(dataDir, 'journal.db');
  const damaged = readFileSync(file);
  writeFileSync(file, damaged.fill(0xa5, damaged.length - 8192));
  const thread = startReceiverThread({ dataDir });
  await expect(thread.opened).rejects.toMatchObject({ code: 'corrupt' });
  expect(await thread.ended).toMatchObject({ code: 'corrupt' });
});

test('while nothing can be stored every call gets 503 with the time to try again', async () => {
  const { dataDir, thread, connection, send } = await openThread({ lowWaterBytes: Infinity });
  await connection.configure(configuration([first]));
  const refused = await send('/PurchaseOrders', purchaseOrder(1));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect(connection.state()).toMatchObject({ state: 'notStoring', error: { code: 'diskLow' } });
  await thread.close();
  const later = await openThread({ dataDir, lowWaterBytes: 0 });
  expect(later.connection.state()).toMatchObject({ state: 'listening', error: null });
  expect((await later.send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
});

test('where the files of the journal are gone nothing more is taken, and the engine is told', async () => {
  const { dataDir, connection, send } = await openThread();
  await connection.configure(configuration([first]));
  rmSync(join(dataDir, 'journal.db'));
  await expect
    .poll(() => connection.state())
    .toMatchObject({ state: 'notStoring', error: { code: 'databaseGone' } });
  const refused = await send('/PurchaseOrders', purchaseOrder(1));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
});

test('a body of several megabytes arrives in the journal byte for byte, and is known again', async () => {
  const { dataDir, connection, send } = await openThread();
  await connection.configure(configuration([first]));
  const body = Buffer.from(JSON.stringify({ ...purchaseOrder(7), comments: 'ñ'.repeat(3_000_000) }));
  const number = await numberOf(await send('/PurchaseOrders', body));
  expect(number).toMatch(/^OC-\d{4}-000001$/);
  expect(await numberOf(await send('/PurchaseOrders', body))).toBe(number);
  const entries = await entriesOf(dataDir);
  expect(entries).toHaveLength(1);
  expect(body.equals(entries[0]?.bytes ?? new Uint8Array())).toBe(true);
});

test('a thread that dies is told as trouble, its held calls count as gone, and nothing hangs', async () => {
  const { dataDir, thread, worker, connection, send } = await openThread();
  await connection.configure(configuration([first]));
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  const held = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  held.catch(() => undefined);
  await expect.poll(() => connection.state().heldCalls).toBe(1);
  await worker.terminate();
  await expect(held).rejects.toThrow();
  expect(await thread.ended).toMatchObject({ code: null, message: expect.stringContaining('ended') });
  await expect
    .poll(() => connection.state())
    .toMatchObject({
      state: 'failed',
      url: null,
      heldCalls: 0,
      error: { code: 'other', detail: 'The receiver ended.' },
    });
  // Whoever tells it something does not wait for ever, and is told of no other state.
  await connection.configure(configuration([]));
  connection.answer({ askId: 2, answer: 'inReview', verdictText: null, verdict: null });
  expect(connection.state().state).toBe('failed');
  await openThread({ dataDir });
  expect((await entriesOf(dataDir)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['purchaseOrder', null],
    ['ask', expect.any(String)],
    ['outcome', '{"delivery":"lost","answer":null}'],
  ]);
});

test('a key that is retired while there is no receiver is refused by the next one', async () => {
  const { dataDir, worker, connection, send } = await openThread();
  await connection.configure(configuration([first, second]));
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  await worker.terminate();
  await expect.poll(() => connection.state().state).toBe('failed');
  await connection.configure(configuration([second]));
  const next = startReceiverThread({ dataDir, given: { address: '127.0.0.1', port: 0 } });
  onTestFinished(async () => void (await next.close()));
  await next.opened;
  connection.join(next.connect());
  await expect.poll(() => connection.state().state).toBe('listening');
  await expect.poll(async () => (await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(401);
  expect((await send('/PurchaseOrders', purchaseOrder(1), secondKey)).status).toBe(200);
});

test('a held call is answered as the engine says, once that is in the journal', async () => {
  const { dataDir, connection, send } = await openThread();
  await connection.configure(configuration([first]));
  const answered = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  await expect.poll(() => connection.seq()).toBe(1);
  const verdict = { verdict: 'approve', decidedBy: 'Ana', decidedAt: 1 } as const;
  connection.answer({ askId: 1, answer: 'cancelled', verdictText: null, verdict });
  expect(await (await answered).json()).toMatchObject({ isCancelled: true });
  await expect.poll(() => connection.seq()).toBe(3);
  expect((await entriesOf(dataDir)).map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
    ['ask', 1],
    ['answer', 1],
    ['outcome', 1],
  ]);
});

test('another engine takes the place of the one before, and is told how things stand', async () => {
  const { thread, connection, send } = await openThread();
  await connection.configure(configuration([first]));
  await send('/PurchaseOrders', purchaseOrder(1));
  const answered = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  await expect.poll(() => connection.state().heldCalls).toBe(1);
  connection.close();
  const next = await connectReceiver(thread.connect());
  onTestFinished(() => next.close());
  expect(next.seq()).toBe(2);
  expect(next.state()).toMatchObject({ state: 'listening', heldCalls: 1 });
  next.answer({ askId: 2, answer: 'inReview', verdictText: null, verdict: null });
  expect(await (await answered).json()).toMatchObject({ isCancelled: false });
});

test('closing answers what is held "in review", and takes nothing more', async () => {
  const { dataDir, thread, connection, send } = await openThread();
  await connection.configure(configuration([first]));
  const answered = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  await expect.poll(() => connection.state().heldCalls).toBe(1);
  expect(await thread.close()).toBe('closed');
  expect(await (await answered).json()).toMatchObject({ isCancelled: false, showResponseText: true });
  expect(await thread.ended).toBeNull();
  await expect.poll(() => connection.state().state).toBe('failed');
  expect(await walkOf(dataDir)).toMatchObject({ seq: 3, broken: null });
});

test('closing cuts a caller that takes no answer, and one that never ends its call, in time for the journal to be closed', async () => {
  const { dataDir, thread, connection } = await openThread();
  await connection.configure(configuration([first]));
  const house = { url: connection.state().url ?? '' };
  const [endless, deaf] = [await openSocket(house), await openSocket(house)];
  onTestFinished(() => void [endless, deaf].map((socket) => socket.destroy()));
  endless.write(head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': 100, Expect: '100-continue' }));
  // "100 Continue" says that the call is being read.
  await once(endless, 'data');
  deaf.pause();
  // In one piece, so that the call is read though megabytes of answers before it are not taken.
  const fill = head('GET /openapi.json HTTP/1.1', { Connection: 'keep-alive' }).repeat(200);
  deaf.write(`${fill}${head('POST /PurchaseOrders/1/cancel HTTP/1.1', { 'Content-Length': 2 })}{}`);
  await expect.poll(() => connection.state().heldCalls).toBe(1);
  expect(await thread.close()).toBe('closed');
  const marker = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
  expect(marker.closedCleanly).toBe(true);
  const entries = await entriesOf(dataDir);
  expect(entries.map(({ kind }) => kind)).toEqual(['ask', 'answer', 'outcome']);
  expect(JSON.parse(entries.at(-1)?.detail ?? '').delivery).toBe('lost');
});

test.each<[string, Parameters<typeof logListening>[1]]>([
  ['info: The receiver listens.', { url: 'http://a', state: 'listening', error: null }],
  [
    'warn: The receiver listens and takes nothing.',
    { url: 'http://a', state: 'notStoring', error: { code: 'diskLow', detail: '' } },
  ],
  [
    'error: The receiver cannot listen.',
    { url: null, state: 'failed', error: { code: 'addressInUse', detail: '' } },
  ],
])('the log says "%s"', (said, standing) => {
  const lines: string[] = [];
  const line = (level: string) => (_: object, text: string) => void lines.push(`${level}: ${text}`);
  const log = { info: line('info'), warn: line('warn'), error: line('error') };
  logListening(log, standing, { address: '127.0.0.1', port: 1 });
  expect(lines).toEqual([said]);
});

test('what a receiver was told that never answers is over once the next one is told, or nobody is', async () => {
  const { thread, connection, send } = await openThread();
  const { port1: silent } = new MessageChannel();
  connection.join(silent);
  const told = connection.configure(configuration([first]));
  connection.join(thread.connect());
  await told;
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  const toldLast = connection.configure(configuration([]));
  connection.close();
  await toldLast;
});

test('it moves to where the settings say, answers held calls before, and says where it cannot listen', async () => {
  const { thread, connection, send } = await openThread({ given: {} });
  const [here, there] = [await freePort(), await freePort()];
  const at = (port: number) => configuration([first], { receiver: { ...defaultSettings.receiver, port } });
  await connection.configure(at(here));
  expect(connection.state()).toMatchObject({ state: 'listening', port: here });
  const answered = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  await expect.poll(() => connection.state().heldCalls).toBe(1);
  const taken = createServer().listen(there, '127.0.0.1');
  await once(taken, 'listening');
  await connection.configure(at(there));
  expect(await (await answered).json()).toMatchObject({ isCancelled: false });
  expect(connection.state()).toMatchObject({ state: 'failed', url: null, error: { code: 'addressInUse' } });
  taken.close();
  await once(taken, 'close');
  // The same place is tried again, since it could not be had.
  await connection.configure(at(there));
  expect(connection.state()).toMatchObject({ state: 'listening', port: there, error: null });
  expect((await send('/PurchaseOrders', purchaseOrder(2))).status).toBe(200);
  await thread.close();
});

test('settings that cannot be kept are in force for this run, and later ones are kept again', async () => {
  const { dataDir, thread, connection, send } = await openThread();
  const prefixed = (prefix: string) =>
    configuration([first], { numbering: { ...defaultSettings.numbering, purchaseOrder: `${prefix}-{seq}` } });
  await connection.configure(prefixed('A'));
  const other = new Database(join(dataDir, 'journal.db'));
  other.exec(`CREATE TRIGGER refuses BEFORE UPDATE ON receiver_setting
    BEGIN SELECT RAISE(ABORT, 'it cannot be kept'); END`);
  await connection.configure(prefixed('B'));
  other.exec('DROP TRIGGER refuses');
  other.close();
  expect(await numberOf(await send('/PurchaseOrders', purchaseOrder(1)))).toBe('B-1');
  await connection.configure(prefixed('C'));
  expect(await numberOf(await send('/PurchaseOrders', purchaseOrder(2)))).toBe('C-1');
  await thread.close();
  const later = await openThread({ dataDir });
  expect(await numberOf(await later.send('/PurchaseOrders', purchaseOrder(3)))).toBe('C-2');
});

/** A data directory with a policy book, from which each test begins. */
let withBook = '';
beforeAll(async () => {
  withBook = mkdtempSync(join(tmpdir(), 'perito-book-'));
  const house = await openPolicies(withBook);
  await house.book.import({ rows: [row()] });
  await house.close();
});
afterAll(() => rmSync(withBook, { recursive: true, force: true }));

/** A receiver beside a policy book that was told what an engine would tell it, and was closed. */
async function toldBefore(changes: Partial<ReceiverConfiguration> = {}, holdSeconds = 8) {
  const dataDir = temporaryFolder();
  cpSync(withBook, dataDir, { recursive: true });
  const port = await freePort();
  const { thread, connection } = await openThread({ dataDir, given: {} });
  const receiver = { ...defaultSettings.receiver, port, holdSeconds };
  await connection.configure(configuration([first], { receiver, ...changes }));
  await thread.close();
  return { dataDir, url: `http://127.0.0.1:${port}` };
}

/** Such a receiver, as the first test that wants one had it told. */
let told = '';
afterAll(() => told !== '' && rmSync(told, { recursive: true, force: true }));

/** A copy of it that listens at a port of its own. */
async function toldAlready() {
  if (told === '') {
    const { dataDir } = await toldBefore();
    const kept = mkdtempSync(join(tmpdir(), 'perito-told-'));
    cpSync(dataDir, kept, { recursive: true });
    told = kept;
  }
  const dataDir = temporaryFolder();
  cpSync(told, dataDir, { recursive: true });
  const port = await freePort();
  const journal = new Database(join(dataDir, 'journal.db'));
  journal
    .prepare(
      `UPDATE receiver_setting SET value = json_set(value, '$.receiver.port', ?) WHERE name = 'configuration'`,
    )
    .run(port);
  journal.close();
  return { dataDir, url: `http://127.0.0.1:${port}` };
}

/** Starts a receiver that no engine ever joins. */
async function startAlone(dataDir: string) {
  const thread = startReceiverThread({ dataDir });
  onTestFinished(async () => void (await thread.close()));
  await thread.opened;
  return thread;
}

const lookUp = (url: string) =>
  fetch(`${url}/InsurancePolicies?vin=${row().vin}&incidentDate=2026-06-01`, {
    headers: { 'X-API-KEY': goodKey },
  });

test('with no engine at all it listens where it was told last: deliveries, a lookup, a balance and an ask are answered', async () => {
  const texts = { ...defaultSettings.texts, inReview: 'Se está revisando.' };
  const numbering = { ...defaultSettings.numbering, purchaseOrder: 'PEDIDO-{seq}' };
  const { dataDir, url } = await toldBefore({ texts, numbering }, 1);
  const thread = await startAlone(dataDir);
  expect(await numberOf(await post({ url }, '/PurchaseOrders', purchaseOrder(1)))).toBe('PEDIDO-1');
  const found = await lookUp(url);
  expect([found.status, await found.json()]).toEqual([
    200,
    [expect.objectContaining({ insurancePolicyNumber: row().insurancePolicyNumber })],
  ]);
  const balance = await fetch(
    `${url}/InsurancePolicies/${row().insurancePolicyNumber}/balance?vin=${row().vin}`,
    { headers: { 'X-API-KEY': goodKey } },
  );
  expect([balance.status, await balance.text()]).toEqual([
    200,
    '{"accountBalance":1250.50,"deductibleAmount":10000.00}',
  ]);
  const asked = performance.now();
  const answer = await post({ url }, '/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  expect(await answer.json()).toEqual({
    isCancelled: false,
    showResponseText: true,
    responseText: 'Se está revisando.',
  });
  // At the end of its hold, and not before.
  expect(performance.now() - asked).toBeGreaterThanOrEqual(990);
  expect((await post({ url }, '/PurchaseOrders', '{')).status).toBe(400);
  await thread.close();
  const entries = await entriesOf(dataDir);
  expect(entries.map(({ kind }) => kind)).toEqual([
    'purchaseOrder',
    'lookup',
    'lookup',
    'ask',
    'answer',
    'outcome',
    'rejected',
  ]);
  expect(JSON.parse(entries[4]?.detail ?? '')).toMatchObject({ answer: 'inReview', cause: 'time' });
  expect(await walkOf(dataDir)).toMatchObject({ seq: 7, broken: null });
});

test('where calls are not held one is answered "in review" a moment later, since no engine says otherwise', async () => {
  const { dataDir, url } = await toldBefore({}, 0);
  const thread = await startAlone(dataDir);
  const answer = await post({ url }, '/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  expect(await answer.json()).toMatchObject({ isCancelled: false, showResponseText: true });
  await thread.close();
  const [asked, answered] = await entriesOf(dataDir);
  expect(JSON.parse(asked?.detail ?? '')).toMatchObject({ heldUntil: null });
  expect(JSON.parse(answered?.detail ?? '')).toMatchObject({ answer: 'inReview', cause: 'time' });
});

test.each<[string, (file: string) => void]>([
  ['missing', (file) => rmSync(file)],
  ['no database', (file) => writeFileSync(file, Buffer.alloc(100_000, 'x'))],
  ['empty', (file) => writeFileSync(file, '')],
  [
    'damaged inside',
    (file) => {
      const database = new Database(file);
      database.pragma('journal_mode = DELETE');
      const pages = Number(database.pragma('page_count', { simple: true }));
      const bytes = Number(database.pragma('page_size', { simple: true }));
      const whole = database.serialize();
      database.close();
      // All but the first page, which says that it is a database of this version.
      whole.fill(0xa5, bytes, pages * bytes);
      writeFileSync(file, whole);
    },
  ],
  [
    'of a newer version',
    (file) => {
      const database = new Database(file);
      database.pragma('user_version = 999');
      database.close();
    },
  ],
])(
  'with a database that is %s lookups get 503 with the time to try again, and deliveries go on',
  async (_, harm) => {
    const { dataDir, url } = await toldAlready();
    const file = join(dataDir, 'perito.db');
    const aside = join(temporaryFolder(), 'perito.db');
    cpSync(file, aside);
    harm(file);
    const thread = await startAlone(dataDir);
    // Several at once, of which one finds out first.
    for (const refused of await Promise.all([lookUp(url), lookUp(url), lookUp(url)]))
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await post({ url }, '/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
    // As when it was rebuilt or put back meanwhile.
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    cpSync(aside, file);
    expect((await lookUp(url)).status).toBe(200);
    expect((await post({ url }, '/PurchaseOrders', purchaseOrder(2))).status).toBe(200);
    await thread.close();
  },
);

test('a database that is taken away or replaced meanwhile is not answered from any more', async () => {
  const { dataDir, url } = await toldAlready();
  const file = join(dataDir, 'perito.db');
  await startAlone(dataDir);
  expect((await lookUp(url)).status).toBe(200);
  rmSync(file);
  expect((await lookUp(url)).status).toBe(503);
  const other = temporaryFolder();
  await newDataDirectory(other);
  cpSync(join(other, 'perito.db'), file);
  const found = await lookUp(url);
  expect([found.status, await found.text()]).toEqual([200, '[]']);
});

test('a database that another has locked is not waited for', async () => {
  const { dataDir, url } = await toldAlready();
  const other = new Database(join(dataDir, 'perito.db'));
  onTestFinished(() => void other.close());
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('BEGIN EXCLUSIVE');
  await startAlone(dataDir);
  const begun = performance.now();
  const answers = await Promise.all([lookUp(url), post({ url }, '/PurchaseOrders', purchaseOrder(1))]);
  expect(answers.map(({ status }) => status)).toEqual([503, 200]);
  // SQLite would wait for five seconds, and the whole thread with it.
  expect(performance.now() - begun).toBeLessThan(4000);
});

test.each([
  ['no JSON', '{'],
  ['of another version', '{"keys":[]}'],
  ['null', 'null'],
])('a configuration that is %s is as none: it waits for an engine', async (_, json) => {
  const { dataDir } = await toldAlready();
  const database = new Database(join(dataDir, 'journal.db'));
  database.prepare("UPDATE receiver_setting SET value = ? WHERE name = 'configuration'").run(json);
  database.close();
  const { connection, send } = await openThread({ dataDir });
  expect(connection.state()).toMatchObject({ state: 'starting', url: null });
  await connection.configure(configuration([first]));
  expect(connection.state()).toMatchObject({ state: 'listening', error: null });
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
});

test.runIf(process.platform === 'linux')(
  'after a sleep of the computer it is tried whether calls arrive; where they do not, it listens again at the same port',
  async () => {
    const { thread, connection, send } = await openThread();
    await connection.configure(configuration([first]));
    const { url, port } = connection.state();
    expect(await numberOf(await send('/PurchaseOrders', purchaseOrder(1)))).not.toBe('');
    thread.checkListening();
    expect(await numberOf(await send('/PurchaseOrders', purchaseOrder(2)))).not.toBe('');
    takeListeningSocket(port);
    expect(await takesConnections(port)).toBe(false);
    thread.checkListening();
    await expect.poll(() => takesConnections(port)).toBe(true);
    expect(await numberOf(await send('/PurchaseOrders', purchaseOrder(3)))).not.toBe('');
    expect(connection.state()).toMatchObject({ state: 'listening', url });
  },
);

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** As when a system forgets what it listened on: the file behind the socket of a port becomes another one. */
function takeListeningSocket(port: number): void {
  const wanted = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const inode = rows
    .map((row) => row.trim().split(/\s+/))
    .find(([, at, , state]) => at === wanted && state === '0A')?.[9];
  const descriptor = readdirSync('/proc/self/fd')
    .map(Number)
    .find((one) => {
      try {
        return readlinkSync(`/proc/self/fd/${one}`) === `socket:[${inode}]`;
      } catch {
        return false;
      }
    });
  if (descriptor === undefined) throw new Error(`nothing listens on ${port}`);
  closeSync(descriptor);
  // The number is given to something harmless, so that nothing else of this process is closed in its place.
  for (let taken = -1; taken !== descriptor; ) taken = openSync('/dev/null', 'r');
}

test('a caller that stands still until it is closed finds held calls answered and the journal whole', async () => {
  const { dataDir, thread, connection } = await openThread({
    given: { address: '127.0.0.1', port: 0, holdSeconds: 90 },
  });
  await connection.configure(configuration([first]));
  const { url } = connection.state();
  await post({ url: url ?? '' }, '/PurchaseOrders', purchaseOrder(1), { 'X-API-KEY': goodKey });
  const caller = spawn('curl', [
    '-sS',
    '-X',
    'POST',
    '-H',
    `X-API-KEY: ${goodKey}`,
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ purchaseOrderId: 1 }),
    `${url}/PurchaseOrders/1/cancel`,
  ]);
  const answered = text(caller.stdout);
  await expect.poll(() => connection.state().heldCalls).toBe(1);
  expect(thread.closeNow(4000)).toBe('closed');
  expect(await answered).toContain('"isCancelled":false');
  expect(readMarker(dataDir)?.closedCleanly).toBe(true);
});

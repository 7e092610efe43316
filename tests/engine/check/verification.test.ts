/** Somebody has everything looked at while orders are answered. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import type { VerificationPart } from '../../../shared/contract/verification.ts';
import { until } from '../../files/settled.ts';
import { patience } from '../../patience.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { purchaseOrder } from '../orders.ts';
import { tamper } from '../tamper.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
const allParts: VerificationPart[] = [
  'journal',
  'audit',
  'anchors',
  'database',
  'derived',
  'content',
  'rights',
];

async function open(dataDir: string) {
  const logged: string[] = [];
  const log = (_: object, text: string) => void logged.push(text);
  const engine = await openEngine({
    ...{ dataDir, host: new HostInMemory(), version: '0.0.0', environmentKeys: [key] },
    receiver: { address: '127.0.0.1', port: 0 },
    check: { delay: 600_000 },
    log: { info: log, warn: log, error: log },
  });
  onTestFinished(() => engine.close());
  const client = createRouterClient(engine.router, {
    context: { via: 'desktop' },
  }) as ContractRouterClient<Contract>;
  return {
    client,
    logged,
    close: () => engine.close(),
    async send(id: number): Promise<void> {
      const answer = await fetch(`${engine.receiverUrl()}/PurchaseOrders`, {
        method: 'POST',
        headers: { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
        body: JSON.stringify(purchaseOrder(id)),
      });
      expect(answer.status).toBe(200);
    },
    async verified() {
      await client.verification.start();
      await until(client, async () => (await client.verification.get()).running === null);
      const { last, wholeAt } = await client.verification.get();
      const findings = (last?.parts ?? []).flatMap(({ part, findings }) =>
        findings.map((finding) => ({ part, ...finding })),
      );
      return { last, wholeAt, findings };
    },
  };
}

let made: Promise<string> | null = null;
afterAll(async () => {
  if (made !== null) rmSync(await made, { recursive: true, force: true });
});

/** A data directory with some orders, in which nothing is wrong, but for what `change` does to it. */
async function folder(change: (dataDir: string) => void = () => {}): Promise<string> {
  made ??= (async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'perito-verified-'));
    const office = await open(dataDir);
    await office.client.people.rename({ name: 'Ana Prueba' });
    for (let id = 1; id <= 5; id += 1) await office.send(id);
    await until(office.client, async () => {
      const { arrivals, examination } = await office.client.status.get();
      return arrivals.waiting === 0 && examination.revisions === 0;
    });
    await office.close();
    return dataDir;
  })();
  const dataDir = temporaryFolder();
  cpSync(await made, dataDir, { recursive: true });
  change(dataDir);
  return dataDir;
}

test('all of it is whole, which is said and kept with who asked for it', async () => {
  const dataDir = await folder();
  const office = await open(dataDir);
  expect(await office.client.verification.get()).toEqual({
    parts: allParts,
    ...{ running: null, last: null, wholeAt: null },
  });
  const { last, wholeAt, findings } = await office.verified();
  expect(findings).toEqual([]);
  expect(last?.parts.map(({ part }) => part)).toEqual(allParts);
  expect([last?.by, wholeAt]).toEqual([{ person: 'Ana Prueba', personId: 1, via: 'desktop' }, last?.at]);
  const { rows } = await office.client.audit.list({});
  expect(rows[0]).toMatchObject({ action: 'verification.started', actor: { person: 'Ana Prueba' } });
  const marker = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
  expect(Date.parse(marker.checkedAt)).toBe(Date.parse(wholeAt ?? ''));
  await office.close();
  const again = await open(dataDir);
  expect(await again.client.verification.get()).toEqual({
    parts: allParts,
    ...{ running: null, last, wholeAt },
  });
});

test('what is wrong in several parts is found in one run, while orders are answered, and when it was last whole is kept', async () => {
  const dataDir = await folder();
  const before = await open(dataDir);
  const { wholeAt } = await before.verified();
  expect(wholeAt).not.toBeNull();
  await before.close();
  tamper(dataDir, 'perito.db', `UPDATE audit SET at = at + 1 WHERE id = 1`);
  tamper(dataDir, 'perito.db', `UPDATE record SET number = 'OC-1' WHERE id = 3`);
  tamper(dataDir, 'journal.db', `UPDATE entry SET bytes = CAST('{}' AS BLOB) WHERE seq = 2`);
  const anchor = JSON.parse(readFileSync(join(dataDir, 'anchors.jsonl'), 'utf8').split('\n')[0] ?? '');
  const known = { ...anchor, audit: { id: 900, hash: 'ab'.repeat(32) } };
  writeFileSync(join(dataDir, 'anchors.jsonl'), `${JSON.stringify(known)}\n`, { mode: 0o600 });
  const office = await open(dataDir);
  // The anchor is held beside the chain at the start already.
  await vi.waitUntil(
    async () => (await office.client.status.get()).engine.damaged.includes('audit'),
    patience,
  );
  await office.client.verification.start();
  await office.send(6);
  const found = await office.verified();
  expect(found.findings).toMatchObject([
    { part: 'journal', code: 'journalBroken', what: 'bytes', entry: 2, kind: 'purchaseOrder' },
    { part: 'audit', code: 'auditBroken', what: 'changed', entry: 1 },
    { part: 'anchors', code: 'chainShorter', chain: 'audit', entry: 900 },
    { part: 'derived', code: 'derivedOtherwise', disagreement: 'recordOfDelivery', count: 1, first: [3] },
  ]);
  expect(found.wholeAt).toBe(wholeAt);
  expect((await office.client.status.get()).engine.damaged.toSorted()).toEqual(['audit', 'journal']);
});

test('one that is under way says how far it is, goes on when it is asked for again, and ends when somebody says so', async () => {
  const dataDir = await folder();
  const { client } = await open(dataDir);
  const [one, two] = await Promise.all([client.verification.start(), client.verification.start()]);
  for (const { running } of [one, two])
    expect(running).toMatchObject({ part: 'journal', parts: [], isWaiting: false });
  expect(one.running?.since).toBe(two.running?.since);
  expect(await client.verification.stop()).toEqual({
    parts: allParts,
    ...{ running: null, last: null, wholeAt: null },
  });
  const { rows } = await client.audit.list({});
  expect(rows.filter(({ action }) => action === 'verification.started')).toHaveLength(1);
  expect(await client.verification.stop()).toMatchObject({ running: null });
  // The next one is not disturbed by the one that was ended.
  await client.verification.start();
  await until(client, async () => (await client.verification.get()).running === null);
  expect((await client.verification.get()).last?.parts).toHaveLength(allParts.length);
});

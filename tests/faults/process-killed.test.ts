/** The whole program is killed at any moment under every kind of call: promises 1, 2 and 3, and numbers without a gap. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { perito, type Ready, temporaryFolder } from '../command-line/perito.ts';
import { freePort } from '../free-port.ts';
import { thorough } from '../thorough.ts';
import { Marketplace } from './marketplace.ts';
import { expectListed, expectVerified, expectWhole, reckon } from './reckoning.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
const kills = thorough ? 40 : 3;
/** After so many of them it is let come to rest, and all that is listed is looked at. */
const between = thorough ? 8 : 4;

async function openHouse() {
  const dataDir = join(temporaryFolder(), 'data');
  const port = await freePort();
  const given = ['serve', '--data', dataDir, '--receiver-port', String(port), '--console-port', '0'];
  const start = () => {
    const running = perito([...given, '--hold-seconds', '3'], {
      PERITO_RECEIVER_KEYS: key,
      PERITO_LOG_LEVEL: 'silent',
    });
    const call = async (procedure: string, input: unknown = {}) => {
      const { consoleUrl, consoleToken }: Ready = JSON.parse(await running.firstLine);
      const response = await fetch(`${consoleUrl}/rpc/${procedure}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ json: input }),
      });
      return (await response.json()).json;
    };
    const kill = async () => {
      running.child.kill('SIGKILL');
      expect(await running.ended).toMatchObject({ signal: 'SIGKILL' });
    };
    return { ...running, call, kill };
  };
  return { dataDir, start, receiverUrl: `http://127.0.0.1:${port}` };
}
type Running = ReturnType<Awaited<ReturnType<typeof openHouse>>['start']>;

/** Decides what waits, as it comes, until the program is gone. */
async function decideAll({ call, firstLine }: Running): Promise<void> {
  try {
    await firstLine;
    await call('people/rename', { name: 'Ana Prueba' });
    for (let turn = 0; ; turn += 1) {
      const { rows } = await call('cancellations/list', { state: 'waiting', limit: 5 });
      const verdict = turn % 3 === 0 ? 'refuse' : 'approve';
      const given = { verdict, responseText: 'No procede.', acknowledgeMismatch: true };
      for (const { id } of rows) await call('cancellations/decide', { id, ...given });
      if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } catch {
    // It was killed.
  }
}

/** All that was sent is answered, listed and examined, and both chains are whole. */
async function rest({ call, firstLine }: Running, marketplace: Marketplace, url: string): Promise<void> {
  await firstLine;
  await marketplace.finish(url);
  const waiting = async () => {
    const { arrivals, examination } = await call('status/get');
    return [arrivals.waiting, examination.revisions];
  };
  await expect.poll(waiting, { timeout: 120_000 }).toEqual([0, 0]);
  expect(await call('audit/verify')).toMatchObject({ intact: true, journal: { intact: true } });
}

test(`killed ${kills} times under every kind of call: nothing that was answered is lost, doubled, renumbered or out of order`, {
  timeout: 1_800_000,
}, async () => {
  const { dataDir, start, receiverUrl } = await openHouse();
  const seed = Math.floor(Math.random() * 1e9);
  const marketplace = new Marketplace(seed, key);
  for (let kill = 1; kill <= kills; kill += 1) {
    const running = start();
    const load = marketplace.start(receiverUrl);
    const deciding = decideAll(running);
    // Some die while they start, the others after so many answers.
    if (kill % 4 === 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000));
    else {
      const answers = marketplace.acknowledged + 10 + Math.floor(Math.random() * 200);
      await expect.poll(() => marketplace.acknowledged, { interval: 1 }).toBeGreaterThan(answers);
      // In the middle of a call that is made once.
      const isOnItsWay = () => marketplace.once.some(({ answeredAt }) => answeredAt === null);
      await expect.poll(isOnItsWay, { interval: 1 }).toBe(true);
    }
    await running.kill();
    await Promise.all([load.stop(), deciding]);
    expectWhole(reckon(dataDir, marketplace));
    await expectVerified(dataDir);
    if (kill % between !== 0) continue;
    const resting = start();
    await rest(resting, marketplace, receiverUrl);
    await resting.kill();
    expectListed(dataDir, marketplace);
  }
  const last = start();
  const load = marketplace.start(receiverUrl);
  const deciding = decideAll(last);
  // A verdict reaches its caller in time.
  await expect
    .poll(() => marketplace.once.some(({ isCancelled }) => isCancelled), { timeout: 60_000 })
    .toBe(true);
  await load.stop();
  await rest(last, marketplace, receiverUrl);
  last.child.kill('SIGTERM');
  expect(await last.ended).toMatchObject({ code: 0 });
  await deciding;
  const found = reckon(dataDir, marketplace);
  expectWhole(found);
  await expectVerified(dataDir);
  expectListed(dataDir, marketplace);
  expect(marketplace.unexpected).toEqual([]);
  // All of it came through in each way.
  const answered = marketplace.once.filter(({ answeredAt }) => answeredAt !== null);
  expect(new Set(answered.map(({ what }) => what))).toEqual(new Set(['rejected', 'lookup', 'ask']));
  expect(marketplace.once.length).toBeGreaterThan(answered.length);
  console.info(`Killed ${kills} times:`, found);
});

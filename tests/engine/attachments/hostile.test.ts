/**
 * Every hostile address and answer of the tables once more, this time named by a report that a running Perito took:
 * each is refused with its reason where staff see it, and orders are answered all the while.
 */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Attachment } from '../../../shared/contract/attachments.ts';
import { type Perito, startPerito } from '../../e2e/perito.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
import { purchaseOrder } from '../orders.ts';
import { approvedHost, hostileAddresses, hostileUrl } from './downloads/hostile-addresses.ts';
import { hostileAnswers } from './downloads/hostile-answers.ts';
import { openHostileServer, openTrap } from './downloads/hostile-server.ts';

const key = 'mercado@prueba.example:clave';

/** Delivers a report with a photo at each address; orders come, some a second, until every photo `isSettled`. */
async function delivered(perito: Perito, urls: readonly string[], isSettled: (one: Attachment) => boolean) {
  const recordId = await sendReport(perito, reportNaming(1, urls));
  const statuses = new Set<number>();
  let slowest = 0;
  for (let id = 1; ; id += 1) {
    const began = performance.now();
    statuses.add(await perito.post('/purchaseOrders', purchaseOrder(id)));
    slowest = Math.max(slowest, performance.now() - began);
    await setTimeout(50);
    if (id % 5 !== 0) continue;
    const all = await perito.client.attachments.list({ recordId });
    if (all.length === urls.length && all.every(isSettled)) {
      expect([...statuses]).toEqual([200]);
      console.log(
        `${all.length} hostile photos beside ${id} orders, the slowest answered in ${slowest.toFixed(0)} ms`,
      );
      return all;
    }
  }
}

const settings = {
  attachments: { maximumPerRecord: 1000, maximumMegabytes: 1, maximumSeconds: 20, perHost: 16 },
};

test('addresses that must not be called are refused with their reason, and nobody is called', async () => {
  const trap = await openTrap();
  await using perito = await startPerito({
    keys: key,
    // At both ports of the web, so that what is unencrypted is refused for that.
    attachmentHosts: [approvedHost, `${approvedHost}:80`],
    allowLoopback: false,
  });
  await perito.client.settings.update(settings);
  const rows = hostileAddresses;
  const urls = rows.map((row) => hostileUrl(row, trap.port));
  const all = await delivered(
    perito,
    urls,
    ({ state }) => state === 'refused' || state === 'awaitingApproval',
  );
  const found = all.map(({ state, problem }, index) => [rows[index]?.name, state, problem?.code]);
  expect(found).toEqual(
    rows.map(({ name, problem }) => [
      name,
      problem === 'hostNotApproved' ? 'awaitingApproval' : 'refused',
      problem === 'notAnAddress' ? expect.stringMatching(/^(notAnAddress|relativeAddress)$/) : problem,
    ]),
  );
  // Nobody is asked to approve what is refused all the same.
  const asked = (await perito.client.attachments.hosts()).filter(({ decision }) => decision === 'pending');
  expect(asked.map(({ host }) => host)).not.toContain('169.254.169.254');
  expect(trap.connections).toBe(0);
});

test('answers of every bad kind end with their reason, and good ones are stored', async () => {
  const server = await openHostileServer();
  await using perito = await startPerito({ keys: key, attachmentHosts: [`127.0.0.1:${server.port}`] });
  await perito.client.settings.update(settings);
  const all = await delivered(
    perito,
    hostileAnswers.map((row) => server.url(row)),
    ({ state, problem }) => state === 'stored' || (state !== 'downloading' && problem !== null),
  );
  const found = all.map(({ state, problem }, index) => [
    hostileAnswers[index]?.name,
    state === 'stored',
    problem?.code ?? null,
  ]);
  expect(found).toEqual(hostileAnswers.map(({ name, problem }) => [name, problem === null, problem]));
  expect(await perito.client.status.get()).toMatchObject({ receiver: { state: 'listening', error: null } });
});

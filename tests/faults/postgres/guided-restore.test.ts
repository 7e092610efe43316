/** The way back on a server by the commands of the guides: after it each engine finds its data, and no number is given twice. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { perito, type Ready } from '../../command-line/perito.ts';
import { purchaseOrder } from '../../engine/orders.ts';
import { freePort } from '../../free-port.ts';
import { shellBlock } from '../../guides.ts';
import { hasCluster } from './cluster.ts';
import { GuidedComputer } from './guided.ts';
import { patience } from './office.ts';

const key = 'mercado@example.com:a-secret-of-this-test';

/** An engine of the office; what it says first once it leads. */
async function start(computer: GuidedComputer, dataDir: string) {
  const database = `postgresql://perito@127.0.0.1:${computer.port}/perito`;
  const ports = ['--receiver-port', String(await freePort()), '--console-port', '0'];
  const shared = ['--attachments', computer.at('shared')];
  const running = perito(['serve', '--data', dataDir, '--database', database, ...shared, ...ports], {
    ...{ PERITO_RECEIVER_KEYS: key, PERITO_LOG_LEVEL: 'silent' },
  });
  const numberOf = async (id: number): Promise<string> => {
    const { receiverUrl }: Ready = JSON.parse(await running.firstLine);
    const answer = await fetch(`${receiverUrl}/PurchaseOrders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': Buffer.from(key).toString('base64') },
      body: JSON.stringify(purchaseOrder(id)),
    });
    return (await answer.json()).purchaseOrderNumber;
  };
  const standsBy = () =>
    expect
      .poll(
        () =>
          computer.ask(`SELECT 1 FROM perito.standby WHERE name LIKE '%(${running.child.pid})'`, 'perito'),
        { timeout: patience },
      )
      .toHaveLength(1);
  const end = async () => {
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0 });
  };
  return { numberOf, standsBy, end };
}

const numberIn = (number: string): number => Number(/\d+$/.exec(number)?.[0]);

// The other language gives the same.
const guide = 'office';

test.skipIf(!hasCluster).each([
  {
    what: 'a pg_dump',
    make: shellBlock(guide, 'pg_dump -Fc', '/var/backups'),
    bringBack: shellBlock(guide, 'pg_restore'),
  },
  {
    what: 'a backup of Perito',
    make: shellBlock(guide, 'sudo perito backup', 'npm ci').split('\n')[0] ?? '',
    // Of an office whose engines share a folder of photos.
    bringBack: shellBlock(guide, 'sudo perito restore').replace(/^# With a shared place of photos: /m, ''),
  },
])(
  'of $what all is brought back by the commands of the guide: what it has keeps its number, what it lacks gets a new one, and the other engine goes on',
  { timeout: 600_000 },
  async ({ make, bringBack }) => {
    const computer = await GuidedComputer.open();
    computer.give(shellBlock(guide, 'GRANT pg_read_all_stats'));
    const [own, others] = [computer.at('lib/perito'), computer.at('lib/other')];
    let engine = await start(computer, own);
    const kept = await engine.numberOf(1);
    let other = await start(computer, others);
    await other.standsBy();
    computer.give(make);
    const lost = await engine.numberOf(2);
    await other.end();
    await engine.end();
    // Where somebody had chosen places of backups.
    writeFileSync(`${own}/copies.json`, '{}');

    computer.give(shellBlock(guide, 'RENAME TO perito_before'));
    const today = new Date().toISOString().slice(0, 10);
    computer.give(bringBack.replace('2026-01-15', today));

    engine = await start(computer, own);
    expect(await engine.numberOf(1)).toBe(kept);
    expect(numberIn(await engine.numberOf(3))).toBe(numberIn(lost) + 1);
    expect(numberIn(await engine.numberOf(2))).toBe(numberIn(lost) + 2);
    other = await start(computer, others);
    await other.standsBy();
    await engine.end();
    expect(numberIn(await other.numberOf(4))).toBe(numberIn(lost) + 3);
    await other.end();
  },
);

/** Hosts that were decided without their ports, by versions before schema 17. */
import { expect, onTestFinished, test } from 'vitest';
import { openStoreInFiles, type Store } from '../../../main/engine/store/index.ts';
import { hostPorts } from '../../../main/engine/store/migrations/0017-host-ports.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { arrivalsOfRows } from '../older-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openRoom } from './room-house.ts';

type Decided = [host: string, decision: 'approved' | 'refused', allowHttp: 0 | 1];
interface Kept {
  url: string | null;
  /** As it was kept without a port. */
  host: string | null;
  state?: string;
  problem?: string;
  detail?: string;
}

/** A database of the version before, with these decisions and these attachments, each of a record of its own. */
async function olderDatabase(decided: readonly Decided[], kept: readonly Kept[]): Promise<string> {
  const dataDir = temporaryFolder();
  const before = openStoreInFiles({
    dataDir,
    migrations: migrations.slice(0, migrations.indexOf(hostPorts)),
  });
  await before.write(async (tx) => {
    for (const [host, decision, allowHttp] of decided)
      await tx.run(
        `INSERT INTO attachment_host (host, standing, allow_http, decided_at, decided_by) VALUES (?, ?, ?, 7, 'Ana Prueba')`,
        host,
        decision,
        allowHttp,
      );
    for (const [index, { url, host, state = 'stored', problem = null, detail = null }] of kept.entries()) {
      await tx.run(
        `INSERT INTO record (kind, marketplace_id, number, item_count, received_at, revision)
         VALUES ('incidentReport', ?, ?, 0, 1, 1)`,
        index + 1,
        `IR-${index + 1}`,
      );
      await tx.run(
        `INSERT INTO attachment (record_id, identity, role, position, pointer, filename, first_revision, last_revision, url,
           host, state, problem, problem_detail, problem_at, attempts, next_attempt_at)
         VALUES (?, 'x', 'picture', 0, '', 'foto.jpg', 1, 1, ?, ?, ?, ?, ?, ?, 1, ?)`,
        index + 1,
        url,
        host,
        state,
        problem,
        detail,
        problem === null ? null : 5,
        state === 'queued' || state === 'failed' ? 9 : null,
      );
    }
    for (const sql of arrivalsOfRows) await tx.run(sql);
  });
  await before.close();
  return dataDir;
}

const hostsOf = (store: Store) =>
  store.read(async (tx) =>
    (
      await tx.all<{
        host: string;
        decision: string;
        allowHttp: number;
        decidedAt: number;
        decidedBy: string;
      }>(
        'SELECT host, decision, allow_http AS allowHttp, decided_at AS decidedAt, decided_by AS decidedBy FROM attachment_host ORDER BY host',
      )
    ).map((row) => [row.host, row.decision, row.allowHttp, row.decidedAt, row.decidedBy]),
  );

async function migrated(decided: readonly Decided[], kept: readonly Kept[]) {
  const store = openStoreInFiles({ dataDir: await olderDatabase(decided, kept) });
  onTestFinished(() => store.close());
  return {
    hosts: (await hostsOf(store)).map((row) => row.slice(0, 3)),
    whole: await hostsOf(store),
    rows: await store.read(async (tx) =>
      tx.all(
        `SELECT host, state, problem, problem_detail AS detail, next_attempt_at AS nextAt FROM attachment ORDER BY id`,
      ),
    ),
  };
}

const at = (url: string, more: Partial<Kept> = {}): Kept => ({
  url,
  host: new URL(url).hostname.replace(/\.$/, ''),
  ...more,
});

test.each<[name: string, decided: Decided[], kept: Kept[], hosts: unknown[]]>([
  [
    'the ports that its addresses have, each once, and no other',
    [['fotos.example', 'approved', 0]],
    [
      at('https://fotos.example/1.jpg'),
      at('https://fotos.example/2.jpg'),
      at('https://fotos.example:8443/3.jpg'),
      at('https://fotos.example:9443/4.jpg', { state: 'failed', problem: 'timeout' }),
    ],
    [
      ['fotos.example', 'approved', 0],
      ['fotos.example:8443', 'approved', 0],
      ['fotos.example:9443', 'approved', 0],
    ],
  ],
  [
    'the port that its addresses have, though that is not 443',
    [['fotos.example', 'approved', 0]],
    [at('https://fotos.example:8443/1.jpg')],
    [['fotos.example:8443', 'approved', 0]],
  ],
  [
    '443 where no address names it',
    [['fotos.example', 'approved', 0]],
    [],
    [['fotos.example', 'approved', 0]],
  ],
  [
    '443 and 80 where http was allowed and no address names it',
    [['fotos.example', 'approved', 1]],
    [at('https://otro.example:8443/1.jpg')],
    [
      ['fotos.example', 'approved', 1],
      ['fotos.example:80', 'approved', 1],
    ],
  ],
  [
    'port 80 where plain addresses name none',
    [['fotos.example', 'approved', 1]],
    [
      at('http://fotos.example/1.jpg'),
      at('http://fotos.example:443/2.jpg'),
      at('http://fotos.example:8080/3.jpg'),
    ],
    [
      ['fotos.example', 'approved', 1],
      ['fotos.example:80', 'approved', 1],
      ['fotos.example:8080', 'approved', 1],
    ],
  ],
  [
    'a refusal, likewise',
    [['fotos.example', 'refused', 0]],
    [
      at('https://fotos.example:8443/1.jpg', {
        state: 'refused',
        problem: 'hostRefused',
        detail: 'fotos.example',
      }),
      at('http://fotos.example/2.jpg', { state: 'refused', problem: 'hostRefused', detail: 'fotos.example' }),
    ],
    [
      ['fotos.example:80', 'refused', 0],
      ['fotos.example:8443', 'refused', 0],
    ],
  ],
  [
    'a refusal that no address names: 443, and no more',
    [['fotos.example', 'refused', 0]],
    [],
    [['fotos.example', 'refused', 0]],
  ],
  [
    'a refusal of where a redirect leads, besides its own addresses',
    [['cdn.example', 'refused', 0]],
    [
      { url: 'https://fotos.example/1.jpg', host: 'cdn.example', state: 'refused', problem: 'hostRefused' },
      at('https://cdn.example:8443/2.jpg', { state: 'refused', problem: 'hostRefused' }),
    ],
    [
      ['cdn.example', 'refused', 0],
      ['cdn.example:8443', 'refused', 0],
    ],
  ],
  [
    'addresses of IPv6, and names with a dot at the end',
    [
      ['[2001:db8::1]', 'approved', 0],
      ['[::1]', 'approved', 0],
      ['fotos.example', 'approved', 0],
    ],
    [
      at('https://[2001:db8::1]/1.jpg'),
      at('https://[2001:db8::1]:8443/2.jpg'),
      at('http://[::1]/3.jpg'),
      at('https://fotos.example.:8443/4.jpg'),
      at('https://otro.example/fotos.example:9443/https://fotos.example:9/5.jpg?a=https://fotos.example:9/'),
    ],
    [
      ['[2001:db8::1]', 'approved', 0],
      ['[2001:db8::1]:8443', 'approved', 0],
      ['[::1]:80', 'approved', 0],
      ['fotos.example:8443', 'approved', 0],
    ],
  ],
  [
    'not what was refused for the address itself',
    [['fotos.example', 'approved', 0]],
    [
      at('https://fotos.example:22/1.jpg', { state: 'refused', problem: 'portNotAllowed' }),
      at('https://ana:clave@fotos.example:9443/2.jpg', { state: 'refused', problem: 'namesUser' }),
      at('ftp://fotos.example:2121/3.jpg', { state: 'refused', problem: 'schemeNotAllowed' }),
    ],
    [['fotos.example', 'approved', 0]],
  ],
  [
    'nothing at hosts that nobody decided about',
    [['fotos.example', 'approved', 0]],
    [
      at('https://fotos.example/1.jpg'),
      at('https://mis-fotos.example:8443/2.jpg', { state: 'awaitingApproval' }),
      at('https://fotos.example.ajeno.example:8443/3.jpg', { state: 'awaitingApproval' }),
    ],
    [['fotos.example', 'approved', 0]],
  ],
])('a decision of before holds at %s', async (_, decided, kept, hosts) => {
  expect((await migrated(decided, kept)).hosts).toEqual(hosts);
});

test('who decided and when stays at each port', async () => {
  const kept = [at('https://fotos.example/1.jpg'), at('https://fotos.example:8443/2.jpg')];
  const { whole } = await migrated([['fotos.example', 'refused', 0]], kept);
  expect(whole).toEqual([
    ['fotos.example', 'refused', 0, 7, 'Ana Prueba'],
    ['fotos.example:8443', 'refused', 0, 7, 'Ana Prueba'],
  ]);
});

test('every attachment is of the port of its address; what waits for where a redirect led asks its own address again', async () => {
  const waits = { state: 'awaitingApproval', problem: 'hostNotApproved' };
  const { rows } = await migrated(
    [['cdn.example', 'refused', 0]],
    [
      at('https://fotos.example/1.jpg', { ...waits, detail: 'fotos.example' }),
      at('https://fotos.example:8443/2.jpg', { ...waits, detail: 'fotos.example' }),
      at('http://fotos.example/3.jpg', { state: 'failed', problem: 'timeout' }),
      at('https://cdn.example:8443/4.jpg', {
        state: 'refused',
        problem: 'hostRefused',
        detail: 'cdn.example',
      }),
      at('https://fotos.example:8443/5.jpg'),
      {
        url: 'https://fotos.example:8443/6.jpg',
        host: 'otro.example',
        ...waits,
        problem: 'redirectHostNotApproved',
      },
      { url: 'https://fotos.example:8443/7.jpg', host: 'otro.example', state: 'queued', problem: 'timeout' },
      { url: 'https://fotos.example:8443/8.jpg', host: 'otro.example' },
      {
        url: 'https://fotos.example:8443/9.jpg',
        host: 'cdn.example',
        state: 'refused',
        problem: 'hostRefused',
        detail: 'cdn.example',
      },
      at('ftp://fotos.example/10.jpg', { state: 'refused', problem: 'schemeNotAllowed' }),
      { url: null, host: null, state: 'refused', problem: 'noAddress' },
    ],
  );
  const row = (
    host: string | null,
    state: string,
    problem: string | null = null,
    detail: string | null = null,
    nextAt: number | null = null,
  ) => ({ host, state, problem, detail, nextAt });
  expect(rows).toEqual([
    row('fotos.example', 'awaitingApproval', 'hostNotApproved', 'fotos.example'),
    row('fotos.example:8443', 'awaitingApproval', 'hostNotApproved', 'fotos.example:8443'),
    row('fotos.example:80', 'failed', 'timeout', null, 9),
    row('cdn.example:8443', 'refused', 'hostRefused', 'cdn.example:8443'),
    row('fotos.example:8443', 'stored'),
    row('fotos.example:8443', 'queued', null, null, 0),
    row('fotos.example:8443', 'queued', 'timeout', null, 9),
    row('fotos.example:8443', 'stored'),
    row('cdn.example', 'refused', 'hostRefused', 'cdn.example'),
    row(null, 'refused', 'schemeNotAllowed'),
    row(null, 'refused', 'noAddress'),
  ]);
});

test('after it, what was approved is fetched, what was refused is not, and another port asks', async () => {
  const waits = { state: 'awaitingApproval', problem: 'hostNotApproved' };
  const dataDir = await olderDatabase(
    [
      ['fotos.example', 'approved', 0],
      ['viejo.example', 'refused', 0],
    ],
    [
      at('https://fotos.example:8443/1.jpg', { state: 'queued' }),
      at('https://viejo.example:8443/2.jpg', {
        state: 'refused',
        problem: 'hostRefused',
        detail: 'viejo.example',
      }),
      { url: 'https://fotos.example:8443/3.jpg', host: 'otro.example', ...waits },
      at('https://nuevo.example:8443/4.jpg', waits),
    ],
  );
  const room = await openRoom({ dataDir, given: { hosts: [] } });
  await room.settled();
  expect(room.asked.map(({ url }) => url).toSorted()).toEqual([
    'https://fotos.example:8443/1.jpg',
    'https://fotos.example:8443/3.jpg',
  ]);
  expect(
    (await room.attachments.hosts.list()).map(({ host, decision, waiting }) => [host, decision, waiting]),
  ).toEqual([
    ['nuevo.example:8443', 'pending', 1],
    ['fotos.example:8443', 'approved', 0],
    ['viejo.example:8443', 'refused', 0],
  ]);
});

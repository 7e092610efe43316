/** Copies: where they go, a backup, and a restore of it, in this order. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { BackupConfiguration } from '../../shared/contract/backups.ts';
import { isOnPostgres } from '../engine/test-database.ts';
import type { Opened } from './both-ways.ts';
import type { Scenario } from './procedures.ts';

const placeId = randomUUID();
let place = '';
let copy: { installationId: string; name: string | null } = { installationId: '', name: null };

const nowhere: BackupConfiguration = {
  places: [],
  schedule: { isOn: false, hour: 18 },
  keep: { daily: 7, weekly: 4, monthly: 12 },
  warnAfterDays: 3,
  secondCopy: null,
};

const lastAct = async ({ client }: Opened) => (await client.audit.list({ limit: 1 })).rows[0];

const noFolder = [{}, { folder: '' }, { folder: 'x'.repeat(4097) }, { folder: 7 }];
const noCopy = [
  ...noFolder,
  { folder: '/copies', installationId: 'x', name: null },
  { folder: '/copies', installationId: randomUUID(), name: '../journal' },
];

export const backupProcedures: Record<string, Scenario> = {
  'backups.get': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.backups.get()).toEqual({
        configuration: { ...nowhere, schedule: { isOn: true, hour: 18 } },
        ...{ places: [], running: null, secondCopy: null, lacksPlace: false, isOnServer: isOnPostgres },
      });
    },
  },
  'backups.checkPlace': {
    invalid: noFolder,
    async behaves({ client }) {
      place = mkdtempSync(join(tmpdir(), 'perito-place-'));
      const found = await client.backups.checkPlace({ folder: place });
      expect(found).toMatchObject({ problem: null, isSameDisk: true });
      expect([found.neededBytes > 0, (found.freeBytes ?? 0) > 0]).toEqual([true, true]);
      for (const [folder, code] of [
        [join(place, 'gone'), 'away'],
        ['relative', 'notAFolder'],
      ] as const)
        expect(await client.backups.checkPlace({ folder })).toMatchObject({ problem: { code } });
    },
  },
  'backups.configure': {
    invalid: [
      {},
      { ...nowhere, warnAfterDays: 0 },
      { ...nowhere, places: [{ id: 'x', folder: '/copies' }] },
      { ...nowhere, places: [1, 2].map(() => ({ id: randomUUID(), folder: '/copies' })) },
      { ...nowhere, places: Array.from({ length: 6 }, (_, n) => ({ id: randomUUID(), folder: `/${n}` })) },
    ],
    async behaves(office) {
      const { client, via } = office;
      const configuration = { ...nowhere, places: [{ id: placeId, folder: place }] };
      await client.backups.configure(configuration);
      const found = await client.backups.get();
      expect(found).toMatchObject({
        configuration,
        places: [
          { id: placeId, folder: place, problem: null, isSameDisk: true, lastGood: null, nextAt: null },
        ],
      });
      expect(await lastAct(office)).toMatchObject({
        action: 'backups.configured',
        actor: { via },
        detail: { before: { places: [] }, after: configuration },
      });
      const relative = client.backups.configure({ ...nowhere, secondCopy: { folder: 'relative' } });
      await expect(relative).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  },
  'backups.start': {
    invalid: [{}, { placeId: 'x' }],
    async behaves(office) {
      const { client, via } = office;
      await client.backups.start({ placeId });
      expect(await lastAct(office)).toMatchObject({
        action: 'backups.started',
        actor: { via },
        detail: { folders: [place] },
      });
      const lastGood = async () => (await client.backups.get()).places[0]?.lastGood ?? null;
      await expect.poll(lastGood).toMatchObject({ cause: 'person', missing: 0 });
    },
  },
  'backups.stop': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.backups.stop()).toBeUndefined(),
  },
  'backups.list': {
    invalid: noFolder,
    async behaves({ client }) {
      const found = await client.backups.list({ folder: place });
      expect(found).toMatchObject({
        problem: null,
        installations: [{ isThisOne: true, copies: [{ problem: null, backup: { cause: 'person' } }] }],
      });
      const [installation] = found.installations;
      copy = {
        installationId: installation?.installationId ?? '',
        name: installation?.copies[0]?.name ?? null,
      };
      const nowhere = await client.backups.list({ folder: 'relative' });
      expect(nowhere).toMatchObject({ problem: { code: 'notAFolder' }, installations: [] });
    },
  },
  'backups.open': {
    invalid: noCopy,
    async behaves({ client }) {
      const { home } = await client.backups.open({ ...copy, folder: place });
      expect(home).toMatch(/^\/archive\/[\w-]+\/$/);
      expect(await client.backups.open({ ...copy, folder: 'relative' })).toEqual({ home: null });
    },
  },
  'backups.planRestore': {
    invalid: noCopy,
    async behaves({ client }) {
      const plan = await client.backups.planRestore({ ...copy, folder: place });
      expect(plan).toMatchObject({ problem: null, isForeign: false, loses: { arrivals: { entries: 0 } } });
      const nowhere = await client.backups.planRestore({ ...copy, folder: 'relative' });
      expect(nowhere).toMatchObject({ problem: { code: 'notAFolder' }, loses: null });
    },
  },
  'backups.stopRestore': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.backups.stopRestore()).toBeUndefined(),
  },
  'backups.restore': {
    invalid: noCopy,
    async behaves(office) {
      await office.client.backups.restore({ ...copy, folder: 'relative' });
      const found = async () => {
        office.reconnect();
        return (await office.client.status.get()).engine;
      };
      await expect
        .poll(() => found().catch(() => null))
        .toMatchObject({
          ...{ restarts: 0, restored: null },
          lastInterruption: { cause: 'restoring' },
          restoreFailure: { where: 'copy', problem: { code: 'notAFolder' } },
        });
      // What changed nothing is in no log: of a restore that is made, its entry would be among what is lost.
      const { rows } = await office.client.audit.list({});
      expect(rows.filter(({ action }) => /^(backups|data)\.restore/.test(action))).toEqual([]);
    },
  },
};

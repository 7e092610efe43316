/** A console that nothing is wrong with, as far as the desktop asks it. */
import { implement } from '@orpc/server';
import { defaultSettings } from '../../main/engine/settings/defaults.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Status } from '../../shared/contract/status.ts';
import type { Role } from '../../shared/terms.ts';

export interface CalmConsole {
  status: Status;
  notifications: Settings['notifications'];
  backupIsTooOld: boolean;
  /** Of who is here. */
  role: Role;
  /** Called when all of it was asked for. */
  onLooked: () => void;
}

export const calmStatus: Status = {
  version: '0.0.0',
  now: '2026-11-20T14:00:00.000Z',
  receiver: {
    ...{ state: 'listening', url: 'http://127.0.0.1:8650', address: '127.0.0.1', port: 8650, error: null },
    ...{
      lastCallAt: null,
      calls: 0,
      unauthenticated: 0,
      lastUnauthenticatedAt: null,
      heldCalls: 0,
      certificate: null,
    },
    lastOutsideCall: null,
  },
  engine: {
    ...{ startedAt: '2026-11-20T14:00:00.000Z', restarts: 0, lastInterruption: null, takeOver: null },
    ...{ rebuilt: null, rebuildFailure: null, restored: null, restoreFailure: null },
    ...{ database: null, damaged: [] },
  },
  databaseRisk: null,
  keychain: { state: 'absent', kind: 'memory', problem: null, detail: '' },
  watchedFolder: { state: 'none', path: '', since: null, detail: '' },
  policyBookIsIncomplete: false,
  needs: {
    ...{ cancellationsWaiting: 0, cancellationsMustAskAgain: 0, cancellationsUnmatched: 0 },
    ...{ purchaseOrdersUnreviewed: 0, serviceOrdersUnreviewed: 0, incidentReportsUnreviewed: 0 },
    ...{ financialDocumentsUnreviewed: 0, rejectedUnseen: 0, referenceListsFailed: 0 },
    ...{ attachmentHostsPending: 0, attachmentsFailed: 0 },
  },
  arrivals: { waiting: 0, since: null },
  examination: { revisions: 0, since: null },
  sampleData: false,
  archive: null,
};

export const calm = (): CalmConsole => ({
  status: structuredClone(calmStatus),
  notifications: defaultSettings.notifications,
  backupIsTooOld: false,
  role: 'administrator',
  onLooked: () => {},
});

/** The procedures of what is known at each call. */
export function calmProcedures(known: () => CalmConsole) {
  const on = implement(contract);
  return {
    status: { get: on.status.get.handler(() => known().status) },
    settings: {
      get: on.settings.get.handler(() => ({ ...defaultSettings, notifications: known().notifications })),
    },
    people: {
      me: on.people.me.handler(() => ({
        ...{ state: 'open' as const, lockMinutes: 0, isOffice: false, provider: null },
        person: {
          ...{
            id: 1,
            name: 'Ana Prueba',
            email: '',
            role: known().role,
            verdictLimit: null,
            hasSecret: false,
          },
          ...{ isHere: true, createdAt: null, endedAt: null, invitedUntil: null, lockedOutUntil: null },
          bound: null,
        },
      })),
    },
    backups: {
      get: on.backups.get.handler(() => {
        known().onLooked();
        return {
          configuration: {
            ...{ places: [], schedule: { isOn: true, hour: 2 }, warnAfterDays: 3, secondCopy: null },
            keep: { daily: 7, weekly: 4, monthly: 12 },
          },
          ...{
            places: [],
            running: null,
            secondCopy: null,
            lacksPlace: known().backupIsTooOld,
            isOnServer: false,
          },
        };
      }),
    },
  };
}

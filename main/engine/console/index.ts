/** Implements the console contract: joins the rooms' procedures into one router. */

import { setImmediate } from 'node:timers/promises';
import type { AnyRouter } from '@orpc/server';
import type { Change } from '#shared/contract/changes.ts';
import type { UpdatesState } from '#shared/contract/desktop.ts';
import type { CapabilityReason, KeychainReport } from '#shared/contract/shell.ts';
import type { EngineEnd, Status } from '#shared/contract/status.ts';
import type { Absences } from '../absences/index.ts';
import type { Archives } from '../archive/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Cancellations } from '../cancellations/index.ts';
import type { Changes } from '../changes/index.ts';
import type { DataCheck } from '../check/index.ts';
import type { Clock } from '../clock.ts';
import type { DataSubjects } from '../data-subject/index.ts';
import type { DatabaseWatch } from '../database-watch.ts';
import type { Decisions } from '../decisions/index.ts';
import type { ArrivalBacklog } from '../derivation/index.ts';
import type { Exports } from '../exports/index.ts';
import type { EngineHost } from '../host.ts';
import type { Inbox } from '../inbox/index.ts';
import type { Keys } from '../keys/index.ts';
import type { OpenId } from '../open-id/index.ts';
import type { People } from '../people/index.ts';
import type { Policies } from '../policies/index.ts';
import type { Presence } from '../presence/index.ts';
import type { ReceiverConnection, TakeOver } from '../receiver/index.ts';
import type { Backlog, Records } from '../records/index.ts';
import type { Reference } from '../reference/index.ts';
import type { Rejected } from '../rejected/index.ts';
import type { Retention } from '../retention/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { countPendingWork, isBookIncomplete, isDamage, noPendingWork, type Store } from '../store/index.ts';
import type { Views } from '../views/index.ts';
import type { Work } from '../work/index.ts';
import { aboutOrders } from './about-orders.ts';
import { absenceProcedures } from './absences.ts';
import { archiveProcedures } from './archives.ts';
import { attachmentProcedures } from './attachments.ts';
import { auditProcedures } from './audit.ts';
import { backupProcedures } from './backups.ts';
import { actorOf, instantOf, os } from './base.ts';
import { cancellationProcedures } from './cancellations.ts';
import { claimProcedures } from './claims.ts';
import { connectionProcedures } from './connection.ts';
import { dataSubjectProcedures } from './data-subject.ts';
import { decisionProcedures } from './decisions.ts';
import { exportProcedures } from './exports.ts';
import { figureProcedures } from './figures.ts';
import { inboxProcedures } from './inbox.ts';
import { openIdProcedures } from './open-id.ts';
import { peopleProcedures, permitting, refuseBelow } from './people.ts';
import { policyImportProcedures, policyLookupProcedures, policyProcedures } from './policies.ts';
import { presenceProcedures } from './presence.ts';
import { receiverKeyProcedures } from './receiver-keys.ts';
import { recordProcedures } from './records.ts';
import { rejectedProcedures } from './rejected.ts';
import { retentionProcedures } from './retention.ts';
import { searchProcedures } from './search.ts';
import { sharingReads } from './shared-reads.ts';
import { viewProcedures } from './views.ts';
import { workProcedures } from './work.ts';

export { readingAlone } from './reading.ts';

interface ConsoleParts {
  store: Store;
  clock: Clock;
  version: string;
  host: EngineHost;
  changes: Changes;
  settings: SettingsService;
  keys: Keys;
  records: Records;
  rejected: Rejected;
  reference: Reference;
  attachments: Attachments;
  retention: Omit<Retention, 'start' | 'settle' | 'close'>;
  archives: Omit<Archives, 'start' | 'close' | 'keyToSign' | 'keyOrLocked' | 'askPassphrase'>;
  exports: Pick<Exports, 'begin' | 'list' | 'stop' | 'remove'>;
  dataSubjects: Omit<DataSubjects, 'close'>;
  absences: Pick<Absences, 'list' | 'find' | 'setSeen'>;
  work: Work;
  views: Views;
  decisions: Decisions;
  inbox: Inbox;
  presence: Presence;
  cancellations: Cancellations;
  policies: Policies;
  people: People;
  openId: OpenId;
  receiver: Pick<ReceiverConnection, 'state' | 'readCertificate' | 'expectOwnCall'>;
  check: Pick<DataCheck, 'state' | 'begin' | 'end'>;
  database: Pick<DatabaseWatch, 'state' | 'risk'>;
  /** Whether many consoles ask at once. */
  isOffice?: boolean;
  /** What is opened read-only; of the live data nothing is given. */
  archive?: () => Status['archive'];
  /** The public address of this run, over that of the settings. */
  givenPublicUrl?: string | undefined;
  /** The file of authorities of this run, over that of the settings. */
  givenAuthorityFile?: string | undefined;
  arrivals(): Promise<ArrivalBacklog>;
  engine(): EngineState;
  /** The database could not be read since it is damaged. */
  onDamage(failure: unknown): void;
}

/** What is known of the engine itself; instants in milliseconds since 1970. */
export interface EngineState {
  startedAt: number;
  restarts: number;
  lastInterruption: { from: number; until: number; cause: EngineEnd } | null;
  takeOver: TakeOver | null;
  rebuilt: Status['engine']['rebuilt'];
  rebuildFailure: Status['engine']['rebuildFailure'];
  restored: Status['engine']['restored'];
  restoreFailure: Status['engine']['restoreFailure'];
  database: Status['engine']['database'];
  damaged: Status['engine']['damaged'];
}

export async function createConsole(parts: ConsoleParts): Promise<AnyRouter> {
  const { store, clock, version, host, changes, settings, keys, records, rejected, cancellations, receiver } =
    parts;
  // Looked at once and on request: a status call never waits for the keychain.
  let keychain = await host.keychain();
  const recheck = async () => {
    keychain = await host.keychain();
    // One that was locked may hold the passphrase that the receiver lacked.
    const lack = receiver.state().certificate?.problem?.code;
    if (keychain.state === 'works' && lack === 'passphraseMissing') await receiver.readCertificate();
    changes.publish({ topic: 'status' });
    return keychain;
  };
  const aboutOrder = aboutOrders({ store, clock, settings, policies: parts.policies });
  // What is opened read-only has no accounts.
  const { isOffice = false } = parts;
  const office = isOffice ? { clock, changes } : null;
  const everyCall = permitting(parts.archive === undefined ? parts.people : null).use(sharingReads(office));
  return everyCall.router({
    people: peopleProcedures(parts.people, parts.archive !== undefined),
    openId: openIdProcedures(parts.openId, parts.people, isOffice),
    status: statusProcedures({
      store,
      clock,
      version,
      receiver: () => receiver.state(),
      keychain: () => keychain,
      watchedFolder: () => parts.policies.watchedFolder(),
      examinationBacklog: () => records.examiner.backlog(),
      arrivals: parts.arrivals,
      engine: parts.engine,
      databaseRisk: () => parts.database.risk(),
      onDamage: parts.onDamage,
      archive: parts.archive ?? (() => null),
    }),
    records: recordProcedures({ store, records, attachments: parts.attachments }),
    attachments: attachmentProcedures({ store, attachments: parts.attachments, settings }),
    cancellations: cancellationProcedures(cancellations, aboutOrder),
    decisions: decisionProcedures(parts.decisions),
    views: viewProcedures(parts.views),
    work: workProcedures(parts.work, store),
    inbox: inboxProcedures({ inbox: parts.inbox, records, work: parts.work }),
    presence: presenceProcedures(parts.presence),
    claims: claimProcedures(store, settings),
    figures: figureProcedures(store),
    search: searchProcedures(store),
    reference: referenceProcedures(parts.reference),
    rejected: rejectedProcedures({ store, rejected }),
    policies: policyProcedures(parts.policies, isOffice),
    policyImports: policyImportProcedures(parts.policies.imports),
    policyLookups: policyLookupProcedures(store),
    audit: auditProcedures(store),
    verification: verificationProcedures(parts.check),
    database: databaseProcedures(host, parts.database, parts.attachments),
    backups: backupProcedures({ host, store, clock, changes }),
    archives: archiveProcedures(parts.archives, host),
    exports: exportProcedures(parts.exports),
    retention: retentionProcedures(parts.retention, host, isOffice),
    dataSubject: dataSubjectProcedures(parts.dataSubjects),
    absences: absenceProcedures(parts.absences),
    // Where there is an engine there is nothing to recover.
    recovery: {
      folder: os.recovery.folder.handler(() => host.dataFolder.folder()),
      forgetFolder: os.recovery.forgetFolder.handler(() => host.dataFolder.forgetFolder()),
      // With an engine there is nothing to recover.
      checkFolder: os.recovery.checkFolder.handler(() => ({ kind: 'inUse' as const, usedAt: null })),
      useFolder: os.recovery.useFolder.handler(() => {}),
      tryAgain: os.recovery.tryAgain.handler(() => {}),
      collectPassword: os.recovery.collectPassword.handler(() => null),
      putBackVersionBefore: os.recovery.putBackVersionBefore.handler(() => {}),
      salvage: os.recovery.salvage.handler(() => {}),
      stopSalvage: os.recovery.stopSalvage.handler(() => {}),
    },
    settings: settingsProcedures(settings, isOffice),
    connection: connectionProcedures({
      ...{ store, clock, host, changes, settings, receiver },
      ...{ keys, collections: keys.collections, givenPublicUrl: parts.givenPublicUrl },
      givenAuthorityFile: parts.givenAuthorityFile,
    }),
    receiverKeys: receiverKeyProcedures(keys, host, store),
    shell: shellProcedures(host, recheck),
    desktop: desktopProcedures(host),
    changes: os.changes.handler(({ signal, context }) =>
      whileAllowed(
        changes.subscribe(signal),
        async () => parts.archive !== undefined || (await parts.people.hearing(context)).state === 'hears',
      ),
    ),
  });
}

/** Ends before the first change that whoever listens may not be told of any more: they have signed out, were, or are behind a lock. */
async function* whileAllowed(
  changes: AsyncIterable<Change>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Change, void, void> {
  for await (const change of changes) {
    if (!(await isAllowed())) return;
    yield change;
  }
}

interface StatusSources {
  store: Store;
  clock: Clock;
  version: string;
  receiver(): Status['receiver'];
  keychain(): KeychainReport;
  watchedFolder(): Status['watchedFolder'];
  examinationBacklog(): Promise<Backlog>;
  arrivals(): Promise<ArrivalBacklog>;
  engine(): EngineState;
  databaseRisk(): Status['databaseRisk'];
  onDamage(failure: unknown): void;
  archive: () => Status['archive'];
}

function statusProcedures(sources: StatusSources) {
  const { onDamage } = sources;
  const needs = lastKnown(() => sources.store.read(countPendingWork), noPendingWork, onDamage);
  const arrivals = lastKnown(sources.arrivals, { waiting: 0, since: null }, onDamage);
  const incompleteBook = lastKnown(() => sources.store.read(isBookIncomplete), false, onDamage);
  const examination = lastKnown(sources.examinationBacklog, { revisions: 0, since: null }, onDamage);
  return {
    get: os.status.get.handler(async () => ({
      version: sources.version,
      now: instantOf(sources.clock.now()),
      receiver: sources.receiver(),
      engine: engineOf(sources.engine()),
      databaseRisk: sources.databaseRisk(),
      keychain: sources.keychain(),
      watchedFolder: sources.watchedFolder(),
      policyBookIsIncomplete: await incompleteBook(),
      needs: await needs(),
      arrivals: arrivalsOf(await arrivals()),
      examination: examinationOf(await examination()),
      sampleData: sources.store.sampleData,
      archive: sources.archive(),
    })),
  };
}

/** What was read last, where a damaged database cannot be read now: the state that says so is read all the same. */
function lastKnown<Value>(
  read: () => Promise<Value>,
  first: Value,
  onDamage: (failure: unknown) => void,
): () => Promise<Value> {
  let known = first;
  return async () => {
    try {
      known = await read();
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      onDamage(failure);
    }
    return known;
  };
}

const engineOf = ({ startedAt, lastInterruption, takeOver, ...rest }: EngineState): Status['engine'] => ({
  ...rest,
  startedAt: instantOf(startedAt),
  lastInterruption: lastInterruption && {
    ...lastInterruption,
    from: instantOf(lastInterruption.from),
    until: instantOf(lastInterruption.until),
  },
  takeOver: takeOver && { ...takeOver, at: instantOf(takeOver.at) },
});

const arrivalsOf = ({ waiting, since }: ArrivalBacklog): Status['arrivals'] => ({
  waiting,
  since: instantOf(since),
});

const examinationOf = ({ revisions, since }: Backlog): Status['examination'] => ({
  revisions,
  since: since === null ? null : instantOf(since),
});

function settingsProcedures(settings: SettingsService, isOffice: boolean) {
  return {
    get: os.settings.get.handler(() => settings.current()),
    update: os.settings.update.handler(({ input, context }) => {
      const { screen: _, ...rest } = input;
      // Each desk of an office keeps its own look; what is set here is that of the desks that chose none.
      if (isOffice || Object.keys(rest).length > 0) refuseBelow(context, 'administrator');
      return settings.update(input, actorOf(context));
    }),
  };
}

export function referenceProcedures(reference: Reference) {
  const keyPlace = async () => ({
    secretIn: await reference.keyPlace(),
    urlFromCommandLine: reference.urlFromCommandLine,
  });
  return {
    list: os.reference.list.handler(() => reference.list()),
    refresh: os.reference.refresh.handler(({ input }) => reference.refresh(input.list)),
    accept: os.reference.accept.handler(async ({ input, context, errors }) => {
      const isAccepted = await reference.accept(input.list, actorOf(context));
      if (!isAccepted) throw errors.NOT_FOUND();
      return reference.list();
    }),
    test: os.reference.test.handler(() => reference.test()),
    key: os.reference.key.handler(keyPlace),
    collectKey: os.reference.collectKey.handler(async ({ context, errors }) => {
      const passage = await reference.collectKey(actorOf(context));
      if (passage === 'notAKey') throw errors.NO_KEY_THERE();
      return passage;
    }),
    forgetKey: os.reference.forgetKey.handler(async ({ context }) => {
      await reference.forgetKey(actorOf(context));
      return keyPlace();
    }),
  };
}

function verificationProcedures(check: Pick<DataCheck, 'state' | 'begin' | 'end'>) {
  return {
    get: os.verification.get.handler(() => check.state()),
    start: os.verification.start.handler(async ({ context, input }) => {
      await check.begin(actorOf(context), input.isThorough);
      return check.state();
    }),
    stop: os.verification.stop.handler(async () => {
      await check.end();
      return check.state();
    }),
  };
}

/** The shell does it, since there is no engine meanwhile; so none is under way where the engine answers. */
function databaseProcedures(
  host: EngineHost,
  database: Pick<DatabaseWatch, 'state'>,
  attachments: Pick<Attachments, 'place'>,
) {
  return {
    get: os.database.get.handler(async () => ({
      ...(await database.state()),
      attachments: attachments.place(),
    })),
    rebuild: os.database.rebuild.handler(({ context }) => {
      const actor = actorOf(context);
      // This engine ends for it: the answer goes first.
      void setImmediate().then(() =>
        // A shell that is gone ends the engine as well.
        host.rebuildDatabase(actor).catch(() => {}),
      );
    }),
    // One that was asked for a moment ago, for which this engine is about to end.
    stopRebuild: os.database.stopRebuild.handler(async () => {
      await setImmediate();
      await host.stopRebuild();
    }),
  };
}

/** Of a shell that looks for none. */
const noUpdates: UpdatesState = {
  off: 'inBrowser',
  version: '',
  feed: null,
  usualFeed: null,
  state: 'none',
  offer: null,
  received: 0,
  checkedAt: null,
  failure: null,
  waitsFor: [],
  isForQuit: false,
  file: null,
  isByHand: false,
};

function desktopProcedures(host: EngineHost) {
  const lookingOrRefused = (state: UpdatesState | null, refusal: () => Error): UpdatesState => {
    if (state === null) throw refusal();
    return state;
  };
  return {
    get: os.desktop.get.handler(() => host.computerSettings()),
    set: os.desktop.set.handler(async ({ input, errors }) => {
      const known = await host.computerSettings();
      for (const [setting, capability] of [
        ['closeToTray', 'tray'],
        ['startAtLogin', 'startAtLogin'],
        ['keepAwake', 'keepAwake'],
      ] as const) {
        const { lack } = known[setting];
        if (input[setting] !== undefined && lack !== null)
          throw errors.NOT_CAPABLE({ data: { capability, reason: lack } });
      }
      return host.changeComputerSettings(input);
    }),
    updates: os.desktop.updates.handler(async () => (await host.updates()) ?? noUpdates),
    checkForUpdate: os.desktop.checkForUpdate.handler(async ({ errors }) =>
      lookingOrRefused(await host.checkForUpdate(), errors.NO_UPDATES),
    ),
    actOnUpdate: os.desktop.actOnUpdate.handler(async ({ input, errors }) =>
      lookingOrRefused(await host.actOnUpdate(input), errors.NO_UPDATES),
    ),
    setUpdateFeed: os.desktop.setUpdateFeed.handler(async ({ input, errors }) =>
      lookingOrRefused(await host.setUpdateFeed(input), errors.NO_UPDATES),
    ),
  };
}

/** Why folders and files are typed; null where the shell has a dialog for them. */
async function lackOfDialog(host: EngineHost): Promise<CapabilityReason | null> {
  const found = (await host.capabilities()).find(({ name }) => name === 'folderDialog');
  return found?.available === true ? null : (found?.reason ?? 'notBuilt');
}

function shellProcedures(host: EngineHost, onKeychain: () => Promise<KeychainReport>) {
  return {
    capabilities: os.shell.capabilities.handler(() => host.capabilities()),
    recheckKeychain: os.shell.recheckKeychain.handler(() => onKeychain()),
    openSampleData: os.shell.openSampleData.handler(async ({ errors }) => {
      const url = await host.openSampleData();
      if (url !== null) return { url };
      const lacked = (await host.capabilities()).find(({ name }) => name === 'sampleData');
      throw errors.NOT_CAPABLE({ data: { capability: 'sampleData', reason: lacked?.reason ?? 'notBuilt' } });
    }),
    joinOffice: os.shell.joinOffice.handler(async ({ input, errors }) => {
      const outcome = await host.joinOffice(input.address);
      if (outcome === 'joined') return;
      if (outcome !== null) throw errors.NOT_AN_OFFICE({ data: { why: outcome } });
      throw errors.NOT_CAPABLE({ data: { capability: 'office', reason: 'inBrowser' } });
    }),
    chooseFolder: os.shell.chooseFolder.handler(async ({ errors }) => {
      const reason = await lackOfDialog(host);
      if (reason === null) return { folder: await host.chooseFolder() };
      throw errors.NOT_CAPABLE({ data: { capability: 'folderDialog', reason } });
    }),
    chooseFile: os.shell.chooseFile.handler(async ({ input, errors }) => {
      const reason = await lackOfDialog(host);
      if (reason === null) return { file: await host.chooseFile(input.kind) };
      throw errors.NOT_CAPABLE({ data: { capability: 'folderDialog', reason } });
    }),
  };
}

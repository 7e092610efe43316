/** Implements the console contract: joins the rooms' procedures into one router. */
import type { AnyRouter } from '@orpc/server';
import type { Attachments } from '../attachments/index.ts';
import type { Cancellations } from '../cancellations/index.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineHost } from '../host.ts';
import type { Keys } from '../keys/index.ts';
import type { Policies } from '../policies/index.ts';
import type { Receiver } from '../receiver/index.ts';
import type { Records } from '../records/index.ts';
import type { Reference } from '../reference/index.ts';
import type { Rejected } from '../rejected/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import { aboutOrders } from './about-orders.ts';
import { attachmentProcedures } from './attachments.ts';
import { auditProcedures } from './audit.ts';
import { os } from './base.ts';
import { cancellationProcedures } from './cancellations.ts';
import { claimProcedures } from './claims.ts';
import { policyProcedures } from './policies.ts';
import { policyImportProcedures } from './policy-imports.ts';
import { policyLookupProcedures } from './policy-lookups.ts';
import { receiverKeyProcedures } from './receiver-keys.ts';
import { recordProcedures } from './records.ts';
import { referenceProcedures } from './reference.ts';
import { rejectedProcedures } from './rejected.ts';
import { settingsProcedures } from './settings.ts';
import { shellProcedures } from './shell.ts';
import { statusProcedures } from './status.ts';

export interface ConsoleParts {
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
  cancellations: Cancellations;
  policies: Policies;
  receiver: Receiver;
}

export async function createConsole(parts: ConsoleParts): Promise<AnyRouter> {
  const { store, clock, version, host, changes, settings, keys, records, rejected, cancellations, receiver } =
    parts;
  // Looked at once and on request: a status call never waits for the keychain.
  let keychain = await host.keychain();
  const recheck = async () => {
    keychain = await host.keychain();
    changes.publish({ topic: 'status' });
    return keychain;
  };
  const aboutOrder = aboutOrders({ store, clock, settings, policies: parts.policies });
  return os.router({
    status: statusProcedures({
      store,
      clock,
      version,
      receiver: () => receiver.state(),
      keychain: () => keychain,
      watchedFolder: () => parts.policies.watchedFolder(),
      examinationBacklog: () => records.examiner.backlog(),
    }),
    records: recordProcedures({ store, records, settings, attachments: parts.attachments }),
    attachments: attachmentProcedures({ store, attachments: parts.attachments, settings }),
    cancellations: cancellationProcedures(cancellations, settings, aboutOrder),
    claims: claimProcedures(store, settings),
    reference: referenceProcedures(parts.reference, settings),
    rejected: rejectedProcedures({ store, rejected, settings }),
    policies: policyProcedures(parts.policies, settings),
    policyImports: policyImportProcedures(parts.policies.imports, settings),
    policyLookups: policyLookupProcedures(store),
    audit: auditProcedures(store),
    settings: settingsProcedures(settings),
    receiverKeys: receiverKeyProcedures(keys, host, store, settings),
    shell: shellProcedures(host, recheck),
    changes: os.changes.handler(({ signal }) => changes.subscribe(signal)),
  });
}

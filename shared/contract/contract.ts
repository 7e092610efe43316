/** The console contract: every procedure and event that a screen or a script may use. */
import { absencesContract } from './absences.ts';
import { archivesContract } from './archives.ts';
import { attachmentsContract } from './attachments.ts';
import { auditContract } from './audit.ts';
import { backupsContract } from './backups.ts';
import { cancellationsContract } from './cancellations.ts';
import { changesProcedure } from './changes.ts';
import { claimsContract } from './claims.ts';
import { connectionContract } from './connection.ts';
import { dataSubjectContract } from './data-subject.ts';
import { databaseContract } from './database.ts';
import { decisionsContract } from './decisions.ts';
import { desktopContract } from './desktop.ts';
import { exportsContract } from './exports.ts';
import { figuresContract } from './figures.ts';
import { inboxContract } from './inbox.ts';
import { openIdContract } from './open-id.ts';
import { peopleContract } from './people.ts';
import { policiesContract } from './policies.ts';
import { policyImportsContract } from './policy-imports.ts';
import { policyLookupsContract } from './policy-lookups.ts';
import { presenceContract } from './presence.ts';
import { reachabilityContract } from './reachability.ts';
import { receiverKeysContract } from './receiver-keys.ts';
import { recordsContract } from './records.ts';
import { recoveryContract } from './recovery.ts';
import { referenceContract } from './reference.ts';
import { rejectedContract } from './rejected.ts';
import { retentionContract } from './retention.ts';
import { searchContract } from './search.ts';
import { settingsContract } from './settings.ts';
import { shellContract } from './shell.ts';
import { statusContract } from './status.ts';
import { verificationContract } from './verification.ts';
import { viewsContract } from './views.ts';
import { workContract } from './work.ts';

export const contract = {
  status: statusContract,
  people: peopleContract,
  openId: openIdContract,
  records: recordsContract,
  views: viewsContract,
  work: workContract,
  inbox: inboxContract,
  presence: presenceContract,
  attachments: attachmentsContract,
  cancellations: cancellationsContract,
  claims: claimsContract,
  search: searchContract,
  figures: figuresContract,
  decisions: decisionsContract,
  policies: policiesContract,
  policyImports: policyImportsContract,
  policyLookups: policyLookupsContract,
  reference: referenceContract,
  rejected: rejectedContract,
  audit: auditContract,
  verification: verificationContract,
  database: databaseContract,
  backups: backupsContract,
  archives: archivesContract,
  exports: exportsContract,
  retention: retentionContract,
  dataSubject: dataSubjectContract,
  absences: absencesContract,
  recovery: recoveryContract,
  settings: settingsContract,
  connection: { ...reachabilityContract, ...connectionContract },
  receiverKeys: receiverKeysContract,
  shell: shellContract,
  desktop: desktopContract,
  changes: changesProcedure,
};
export type Contract = typeof contract;

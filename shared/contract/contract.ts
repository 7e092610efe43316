/** The console contract: every procedure and event that a screen or a script may use. */
import { attachmentsRoom } from './attachments.ts';
import { auditRoom } from './audit.ts';
import { cancellationsRoom } from './cancellations.ts';
import { changesProcedure } from './changes.ts';
import { claimsRoom } from './claims.ts';
import { policiesRoom } from './policies.ts';
import { policyImportsRoom } from './policy-imports.ts';
import { policyLookupsRoom } from './policy-lookups.ts';
import { receiverKeysRoom } from './receiver-keys.ts';
import { recordsRoom } from './records.ts';
import { referenceRoom } from './reference.ts';
import { rejectedRoom } from './rejected.ts';
import { settingsRoom } from './settings.ts';
import { shellRoom } from './shell.ts';
import { statusRoom } from './status.ts';

export const contract = {
  status: statusRoom,
  records: recordsRoom,
  attachments: attachmentsRoom,
  cancellations: cancellationsRoom,
  claims: claimsRoom,
  policies: policiesRoom,
  policyImports: policyImportsRoom,
  policyLookups: policyLookupsRoom,
  reference: referenceRoom,
  rejected: rejectedRoom,
  audit: auditRoom,
  settings: settingsRoom,
  receiverKeys: receiverKeysRoom,
  shell: shellRoom,
  changes: changesProcedure,
};
export type Contract = typeof contract;

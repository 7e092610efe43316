/** The console contract: every procedure and event that a screen or a script may use. */
import { auditRoom } from './audit.ts';
import { cancellationsRoom } from './cancellations.ts';
import { changesProcedure } from './changes.ts';
import { receiverKeysRoom } from './receiver-keys.ts';
import { recordsRoom } from './records.ts';
import { rejectedRoom } from './rejected.ts';
import { settingsRoom } from './settings.ts';
import { shellRoom } from './shell.ts';
import { statusRoom } from './status.ts';

export const contract = {
  status: statusRoom,
  records: recordsRoom,
  cancellations: cancellationsRoom,
  rejected: rejectedRoom,
  audit: auditRoom,
  settings: settingsRoom,
  receiverKeys: receiverKeysRoom,
  shell: shellRoom,
  changes: changesProcedure,
};
export type Contract = typeof contract;

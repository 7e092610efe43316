/** Joins what derives from the journal to the rooms that know how. */
import type { Cancellations } from './cancellations/index.ts';
import type { Derivers } from './derivation/index.ts';
import type { Policies } from './policies/index.ts';
import type { Records } from './records/index.ts';
import type { Rejected } from './rejected/index.ts';

/** What each kind of entry becomes. */
export function derivers(rooms: {
  records: Records;
  cancellations: Cancellations;
  policies: Policies;
  rejected: Rejected;
}): Derivers {
  const { records, cancellations, policies, rejected } = rooms;
  return {
    purchaseOrder: records.derive,
    serviceOrder: records.derive,
    incidentReport: records.derive,
    financialDocument: records.derive,
    ...cancellations.derive,
    lookup: policies.deriveLookup,
    rejected: rejected.derive,
    archived: records.deriveArchived,
  };
}

import { firstLight } from './0001-first-light.ts';
import { policyBook } from './0002-policy-book.ts';
import { referenceLists } from './0003-reference-lists.ts';
import { links } from './0004-links.ts';
import { attachments } from './0005-attachments.ts';
import { droppedAttachments } from './0006-dropped-attachments.ts';
import { gatheredFindings } from './0007-gathered-findings.ts';
import { cancelCalls } from './0008-cancel-calls.ts';
import { coverageCodes } from './0009-coverage-codes.ts';
import { rejectedRepeats } from './0010-rejected-repeats.ts';
import { parties } from './0011-parties.ts';
import { largeBodies } from './0012-large-bodies.ts';
import { acknowledgements } from './0013-acknowledgements.ts';
import { datesWithoutZone } from './0014-dates-without-zone.ts';
import { suspiciousLists } from './0015-suspicious-lists.ts';
import { importWarnings } from './0016-import-warnings.ts';
import { hostPorts } from './0017-host-ports.ts';
import { lookupCover } from './0018-lookup-cover.ts';
import { bodiesApart } from './0019-bodies-apart.ts';
import { plainNames } from './0020-plain-names.ts';
import { problemCodes } from './0021-problem-codes.ts';
import { auditHead } from './0022-audit-head.ts';
import { journalApart } from './0023-journal.ts';
import { archivedRecords } from './0024-archived-records.ts';
import { absences } from './0025-absences.ts';
import { work } from './0026-work.ts';
import { queues } from './0027-queues.ts';
import { figures } from './0028-figures.ts';
import { people } from './0029-people.ts';
import { reasons } from './0030-reasons.ts';
import { decisions } from './0031-decisions.ts';
import { verdictProposals } from './0032-verdict-proposals.ts';
import { search } from './0033-search.ts';
import { auditFilters } from './0034-audit-filters.ts';
import { vehicleValue } from './0035-vehicle-value.ts';
import { endsOfNumbers } from './0036-ends-of-numbers.ts';
import { pdfTexts } from './0037-pdf-texts.ts';
import { amountsAndReminders } from './0038-amounts-and-reminders.ts';
import { claimKeys } from './0039-claim-keys.ts';
import { officeSignIns } from './0040-office-sign-ins.ts';
import { figureParts } from './0041-figure-parts.ts';
import { claimSubjects } from './0042-claim-subjects.ts';
import { claimSummaries } from './0043-claim-summaries.ts';
import { providerIdentities } from './0044-provider-identities.ts';

/** The SQL of each schema version, in order: element 0 makes version 1. Never edit one that was released. */
export const migrations: readonly string[] = [
  firstLight,
  policyBook,
  referenceLists,
  links,
  attachments,
  droppedAttachments,
  gatheredFindings,
  cancelCalls,
  coverageCodes,
  rejectedRepeats,
  parties,
  largeBodies,
  acknowledgements,
  datesWithoutZone,
  suspiciousLists,
  importWarnings,
  hostPorts,
  lookupCover,
  bodiesApart,
  plainNames,
  problemCodes,
  auditHead,
  journalApart,
  archivedRecords,
  absences,
  work,
  queues,
  figures,
  people,
  reasons,
  decisions,
  verdictProposals,
  search,
  auditFilters,
  vehicleValue,
  endsOfNumbers,
  pdfTexts,
  amountsAndReminders,
  claimKeys,
  officeSignIns,
  figureParts,
  claimSubjects,
  claimSummaries,
  providerIdentities,
];

/**
 * The only room that speaks SQL: one file an aggregate, with all that reads and writes it. Rows have the names of the
 * contract: a query names its columns by the properties of its row (`selected`, in `transaction.ts`), and a column that
 * SQL computes gets its name by `AS`. SQLite has no booleans: a number that is 0 or 1 says so in its docstring.
 * A function's first word says what it does: `find` one row, `list` rows, `count` them, `insert`, `upsert` (insert or update),
 * `set` columns, `delete`, `claim` or `enqueue` work. A statement stands in the function that runs it.
 */

export * from './absences.ts';
export {
  type ArchiveFolder,
  dropContent,
  dropPreviews,
  type FilledRecord,
  makeArchiveFolder,
} from './archive-folder.ts';
export {
  findInstallation,
  listCancellationsOfRecord,
  listRecordsAfter,
  listSimilarities,
} from './archived.ts';
export * from './archived-records.ts';
export * from './attachment-hosts.ts';
export * from './attachments.ts';
export * from './audit.ts';
export * from './bundles.ts';
export * from './cancellation-acts.ts';
export * from './cancellations.ts';
export * from './claim-queues.ts';
export * from './claim-subjects.ts';
export * from './claims.ts';
export {
  type Compaction,
  type CompactionProgress,
  compactDatabase,
  compactJournal,
  reclaimableBytes,
  type StartProgress,
} from './compaction.ts';
export * from './contents.ts';
export {
  findRecordOf,
  findRecordOfAsk,
  listEntriesToScan,
  listKindsOfRecords,
  listWrittenTexts,
  type ScannedEntry,
  writtenSources,
} from './data-subject.ts';
export {
  type DatabaseSurvey,
  type JournalSurvey,
  lookAtDataFolder,
  surveyDatabase,
  surveyJournal,
} from './data-survey.ts';
export {
  type Inspection,
  openReadOnlyStore,
  openStoreInFiles,
  type Reading,
  refuseOlderJournal,
  type Store,
  type StoreOptions,
} from './database.ts';
export { checkDatabaseFile } from './database-file.ts';
export {
  type DatabaseSnapshot,
  openDatabaseSnapshot,
  RawFile,
  readUnpinnedParts,
} from './database-snapshot.ts';
export * from './decisions.ts';
export * from './figures.ts';
export * from './findings.ts';
export { foldLogs } from './fold-logs.ts';
export {
  asStoreProblem,
  databaseFile,
  findInstallationId,
  findOrMakeEngineId,
  holdFolder,
  isCheckDue,
  isHeld,
  isOnServer,
  noteChecked,
  readMarker,
  refuseOnServer,
  syncPath,
  writeMarker,
} from './folder.ts';
export { type CommitTaking, FollowedLog } from './followed-log.ts';
export { groupHash } from './group-hash.ts';
export * from './inbox.ts';
export * from './journal.ts';
export {
  type ChainedEntry,
  findChain,
  findEntryTime,
  type JournalMaking,
  journalSchema,
  listChainedEntriesAfter,
  listMovedIdsAfter,
  listReceiverSettings,
  type MovedId,
  openJournalMaking,
} from './journal-copy.ts';
export {
  type JournalReading,
  type JournalStore,
  journalFile,
  openJournalInFiles,
} from './journal-database.ts';
export * from './ledger.ts';
export * from './links.ts';
export type { MoveProgress } from './migrations/move-arrivals.ts';
export {
  inspectStore,
  lookAtDatabase,
  openJournalReading,
  openJournalStore,
  openReading,
  openStore,
  openStoreBeside,
} from './opening.ts';
export * from './pdf-texts.ts';
export * from './people.ts';
export * from './policies.ts';
export * from './policy-imports.ts';
export * from './policy-lookups.ts';
export { candidate, leaseSeconds, type StandingBy, type Taken } from './postgres/lease.ts';
export {
  copyToFiles,
  type DataMoveProgress,
  moveToDatabase,
  moveToFiles,
} from './postgres/move.ts';
export { narrowAll, openToOthers } from './private-files.ts';
export * from './queues.ts';
export { quickCheckFile } from './quick-check.ts';
export type { TableComparison } from './rebuild-comparison.ts';
export { type Behind, beginRebuilding, type DatabaseBefore, type Rebuilding } from './rebuilding.ts';
export * from './receiver-keys.ts';
export * from './record-queues.ts';
export * from './records.ts';
export * from './reference-lists.ts';
export * from './rejected.ts';
export * from './restore-place.ts';
export * from './retention.ts';
export * from './revisions.ts';
export {
  type LostEntry,
  type SalvagedJournal,
  type SurveyedDatabase,
  salvageJournal,
  surveySalvaged,
} from './salvage-journal.ts';
export * from './saved-views.ts';
export { openScan, type ScanPlace, scanStart } from './scan.ts';
export * from './search.ts';
export {
  type Given,
  highestNumber,
  nextInSequence,
  readGivenNumbers,
  writeGivenNumbers,
} from './sequences.ts';
export * from './settings.ts';
export { indexKey, storable } from './storable.ts';
export { isDamage, isPassing, isStoreAtFault, StoreProblem, type StoreProblemCode } from './store-error.ts';
export {
  cappedTotal,
  type ReadTransaction,
  type SqlValue,
  type WriteTransaction,
} from './transaction.ts';
export * from './verdict-proposals.ts';
export * from './verification.ts';
export * from './work.ts';
export * from './work-counts.ts';
export { LogChanged } from './write-ahead-log.ts';

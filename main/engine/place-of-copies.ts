/** All that reads and writes a place of copies, for the process that does so. */
export { type CopyFetched, fetchCopy } from './backup/fetch-copy.ts';
export { lookAtCopies, measureBackup } from './backup/look.ts';
export { type BackupOptions, makeBackup } from './backup/make-backup.ts';
export { lookAtPlace } from './backup/place.ts';
export { followDatabase } from './backup/second-copy/follow.ts';
export { verifyPlace } from './backup/verify-place.ts';
export { verifyBundlesOf } from './check/bundles.ts';
export { listCopies, planRestore, restore } from './restore.ts';
export { salvageData } from './salvage.ts';
export { foldLogs, lookAtDataFolder } from './store/index.ts';

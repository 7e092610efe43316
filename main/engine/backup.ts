/** Backups, as a process that makes them sees them. */
export { type BackupOptions, makeBackup } from './backup/make-backup.ts';

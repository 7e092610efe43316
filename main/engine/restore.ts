/** The way back from a copy, as the shell and the command line see it. */
export {
  listCopies,
  planRestore,
  type RestoreOptions,
  type RestoreOutcome,
  type RestoreRequest,
  restore,
} from './backup/restore.ts';

/** The way back from a copy, as the shell and the command line see it. */
export { listCopies } from './backup/copies.ts';
export { findNewerSecondCopy, type NewerSecondCopy } from './backup/newer-second-copy.ts';
export { type RestoreOptions, type RestoreOutcome, restore } from './backup/restore.ts';
export { planRestore, type RestoreRequest } from './backup/restore-plan.ts';

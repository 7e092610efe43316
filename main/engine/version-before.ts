/** Going back to the version before, as the shell and the command line see it. */
export { findVersionBefore, putBackVersionBefore } from './store/version-before.ts';

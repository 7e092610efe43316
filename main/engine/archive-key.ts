/** The key by which an installation signs, for the shell, which itself neither writes nor reads a bundle. */
export { archiveKey } from './archive/archive-key.ts';

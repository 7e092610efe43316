/** The bundles of the archive, for whoever has no engine: written beside one that goes on, or without any. */
export {
  type ArchiveChoice,
  ArchiveProblem,
  type ArchiveProgress,
  archiveChoice,
  type BundleVerification,
  newSigningKey,
  verifyBundle,
  type WrittenBundle,
  writeBundle,
} from './archive/index.ts';
export { StoreProblem } from './store/index.ts';

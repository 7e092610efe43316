/** The bundles of the archive, for whoever has no engine: written beside one that goes on, or without any. */
export {
  ArchiveProblem,
  type ArchiveProgress,
  type BundleVerification,
  verifyBundle,
  type WrittenBundle,
  writeBundle,
} from './archive/index.ts';
export { StoreProblem } from './store/index.ts';

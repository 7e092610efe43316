/** Bundles: records with all that belongs to them in one file, which opens anywhere and proves whose it is. */
export { ArchiveProblem } from './archive-problem.ts';
export { type Archives, createArchives } from './archives.ts';
export { type BundleContents, readBundleContents } from './bundle-contents.ts';
export { type SubjectList, subjectBodyPart } from './format.ts';
export { listMadeBundles } from './made-bundles.ts';
export { type Bundle, openBundle } from './read-bundle.ts';
export { rootOfBundle } from './root-of-bundle.ts';
export { type UnpackedBundle, unpackBundle } from './unpack-bundle.ts';
export { type BundleVerification, verifyBundle } from './verify-bundle.ts';
export { type ArchiveProgress, type BundleSubject, type WrittenBundle, writeBundle } from './write-bundle.ts';

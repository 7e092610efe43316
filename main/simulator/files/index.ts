/** The marketplace's files: photographs and papers that a marketplace's reports and documents name. */
export {
  behaviourPath,
  type FileBehaviour,
  type FileBehaviourName,
  fileBehaviourNames,
  fileBehaviours,
  unapprovedHost,
  type WrittenBehaviour,
} from './behaviours/index.ts';
export type { Hold, HoldOptions } from './gate.ts';
export { makeReport, makeReportOfBehaviours, withBehaviours } from './make-report.ts';
export type { SeenRequest } from './requests.ts';
export { type Files, type FilesOptions, openFiles } from './server.ts';

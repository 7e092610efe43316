/** The marketplace's files: photographs and papers that a marketplace's reports and documents name. */
export {
  type BehaviourRef,
  behaviourPath,
  type FileBehaviourName,
  fileBehaviourNames,
  fileBehaviours,
  unapprovedHost,
} from './behaviours.ts';
export { makeReport, makeReportOfBehaviours, withBehaviours } from './sample-report.ts';

export { type Files, type FilesOptions, openFiles } from './server.ts';

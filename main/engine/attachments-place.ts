/** Brings photos and papers to another place, for the command line. */
export { ContentPlaceProblem, moveAttachments } from './attachments/index.ts';

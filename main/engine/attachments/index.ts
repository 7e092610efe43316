export { contentFolders } from './content/folders.ts';
export { type ContentVerification, verifyContent } from './content/verify.ts';
export { markOf } from './marks.ts';
export { namedAttachments } from './named/named-attachments.ts';
export { attachmentsOfRevision } from './of-revision.ts';
export { type Attachments, createAttachments } from './room.ts';
export { withoutQuery } from './without-query.ts';

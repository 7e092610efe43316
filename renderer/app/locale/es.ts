/** Every text in Spanish; a folder of its own holds a file for each part of the screen. */

export * from './es/archive-page.ts';
export * from './es/backups.ts';
export * from './es/cancellations.ts';
export * from './es/claims.ts';
export * from './es/document-viewer.ts';
export * from './es/documents.ts';
export * from './es/downloads.ts';
export * from './es/fields.ts';
export * from './es/findings.ts';
export * from './es/frame.ts';
export * from './es/incidents.ts';
export * from './es/orders.ts';
export * from './es/photos.ts';
export * from './es/platform.ts';
export * from './es/policies.ts';
export * from './es/rebuild.ts';
export * from './es/records.ts';
export * from './es/rejected.ts';
export * from './es/settings.ts';
export * from './es/verification.ts';

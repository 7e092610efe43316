/** Every text in English; each file has the keys of its Spanish one (`Translated`). */

export * from './en/archive-page.ts';
export * from './en/backups.ts';
export * from './en/cancellations.ts';
export * from './en/claims.ts';
export * from './en/document-viewer.ts';
export * from './en/documents.ts';
export * from './en/downloads.ts';
export * from './en/fields.ts';
export * from './en/findings.ts';
export * from './en/frame.ts';
export * from './en/incidents.ts';
export * from './en/orders.ts';
export * from './en/photos.ts';
export * from './en/platform.ts';
export * from './en/policies.ts';
export * from './en/rebuild.ts';
export * from './en/records.ts';
export * from './en/rejected.ts';
export * from './en/settings.ts';
export * from './en/verification.ts';

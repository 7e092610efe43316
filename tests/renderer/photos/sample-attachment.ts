import type { Attachment } from '../../../shared/contract/attachments.ts';

/** A photo that is stored and looked at, with whatever is to be different. */
export const sampleAttachment = (changes: Partial<Attachment> = {}): Attachment => ({
  id: 7,
  recordId: 1,
  role: 'picture',
  position: 0,
  pointer: '/attachmentsPictures/0',
  marketplaceId: 71,
  filename: 'IMG_2001.jpg',
  caption: 'Frontal',
  declaredType: 'image/jpeg',
  declaredSize: null,
  state: 'stored',
  address: 'https://archivos.mercado-prueba.example/1.jpg',
  addressSource: 'fileFullPath',
  host: 'archivos.mercado-prueba.example',
  problem: null,
  attempts: 1,
  nextAttemptAt: null,
  progress: null,
  storedAt: '2026-11-20T12:00:00.000Z',
  content: sampleContent(),
  firstRevision: 1,
  lastRevision: 1,
  annotationCount: 0,
  ...changes,
});

export const sampleContent = (
  changes: Partial<NonNullable<Attachment['content']>> = {},
): NonNullable<Attachment['content']> => ({
  sha256: 'ab'.repeat(32),
  bytes: 3_000_000,
  mediaType: 'image/jpeg',
  shownAs: 'image',
  problem: null,
  width: 4000,
  height: 3000,
  hasPreviews: true,
  photo: null,
  ...changes,
});

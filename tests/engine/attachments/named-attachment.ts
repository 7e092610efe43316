import type { NamedAttachmentRow } from '../../../main/engine/store/index.ts';

/** A photo or paper as a record names it: what a test says of it, and nothing else. */
export const namedAttachment = (
  given: Pick<NamedAttachmentRow, 'identity'> & Partial<NamedAttachmentRow>,
): NamedAttachmentRow => ({
  role: 'picture',
  position: 0,
  pointer: '',
  marketplaceId: null,
  filename: 'foto.jpg',
  caption: null,
  declaredType: null,
  declaredSize: null,
  url: null,
  addressSource: null,
  host: null,
  ...given,
});

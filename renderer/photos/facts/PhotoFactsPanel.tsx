import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { CameraFacts } from './CameraFacts.tsx';
import { FileFacts } from './FileFacts.tsx';
import { incidentAtOf } from './incident-at.ts';
import { LikePhotos } from './LikePhotos.tsx';
import { OriginFacts } from './OriginFacts.tsx';

type Props = { photo: Attachment; detail: AttachmentDetail | null; record: RecordDetail | null };

/** All that is known of a photo: what the camera says first, since that is what is asked. */
export function PhotoFactsPanel({ photo, detail, record }: Props) {
  const isDropped = record !== null && photo.lastRevision < record.revision;
  return (
    <>
      {photo.content !== null && (
        <CameraFacts photo={photo.content.photo} incidentAt={incidentAtOf(record)} />
      )}
      <FileFacts photo={photo} />
      <OriginFacts photo={photo} isDropped={isDropped} />
      {detail !== null && <LikePhotos photo={photo.id} like={detail.similarPhotos} />}
    </>
  );
}

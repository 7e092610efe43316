import { CameraOff, ImageOff } from 'lucide-react';
import { useKeys } from '../../app/keys/keys.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { type PhotoPlace, recordIdOf } from '../paths.ts';
import { useFlip } from '../useFlip.ts';
import { usePhotoDetail, usePhotoRecord, usePhotoSet } from '../usePhotoSet.ts';
import { closeCommand } from './close-command.ts';
import { LoadedPhoto } from './LoadedPhoto.tsx';
import { Toolbar } from './Toolbar.tsx';
import { ViewerSkeleton } from './ViewerStates.tsx';

/** One photo in the whole window, with the others of its report below. */
export function OnePhoto({ place }: { place: PhotoPlace }) {
  const { t } = useI18n();
  const detail = usePhotoDetail(place.photo);
  const recordId = recordIdOf(place.base) ?? detail.data?.record.id ?? null;
  const { list, photos } = usePhotoSet(recordId, place.photo);
  const record = usePhotoRecord(recordId);
  const index = photos.findIndex(({ id }) => id === place.photo);
  const photo = photos[index];
  if (photo !== undefined)
    return (
      <LoadedPhoto
        photo={photo}
        photos={photos}
        index={index}
        detail={detail.data?.id === photo.id ? detail.data : null}
        record={record.data ?? null}
      />
    );
  const failed = [list, detail].find(({ isError }) => isError);
  const settled = list.isSuccess || (recordId === null && detail.isError);
  return (
    <NoPhoto>
      {settled && photos.length === 0 && list.isSuccess ? (
        <EmptyState icon={CameraOff} title={t('photos.viewer.empty')} text={t('photos.viewer.emptyText')} />
      ) : settled && list.isSuccess ? (
        <EmptyState icon={ImageOff} title={t('photos.viewer.gone')} text={t('photos.viewer.goneText')} />
      ) : failed !== undefined ? (
        <ErrorState query={failed} />
      ) : (
        <ViewerSkeleton />
      )}
    </NoPhoto>
  );
}

/** Whatever is in the photo's place, there is a way back. */
function NoPhoto({ children }: { children: React.ReactNode }) {
  const { leave } = useFlip();
  const close = closeCommand(leave);
  useKeys({ Escape: close.act }, { alone: true });
  return (
    <>
      <Toolbar title={null} groups={[[close]]} />
      {children}
    </>
  );
}

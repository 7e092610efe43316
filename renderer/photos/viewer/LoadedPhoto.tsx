import { useRef, useState } from 'react';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useKeys } from '../../app/keys/keys.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { PhotoFactsPanel } from '../facts/PhotoFactsPanel.tsx';
import { fileAddress } from '../file-address.ts';
import { MarksLayer } from '../marks/MarksLayer.tsx';
import { MarksPanel } from '../marks/MarksPanel.tsx';
import { useMarking } from '../marks/useMarking.ts';
import { stateOf } from '../photo-state.ts';
import { usePhotoView } from '../photo-views.ts';
import type { StageControls } from '../stage/controls.ts';
import { PhotoStage } from '../stage/PhotoStage.tsx';
import { usePreloaded } from '../stage/usePreloaded.ts';
import { FlipButton } from './FlipButton.tsx';
import { NotShown } from './NotShown.tsx';
import { ViewOnlyNotice } from './OnlyHere.tsx';
import { PhotoKeySheet } from './PhotoKeySheet.tsx';
import { openPanel, SidePanel, usePanel } from './SidePanel.tsx';
import { Filmstrip } from './Strip.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useOneCommands } from './useOneCommands.tsx';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerTitle } from './ViewerTitle.tsx';

type Props = {
  photo: Attachment;
  photos: readonly Attachment[];
  index: number;
  /** Null until it is here; the photo does not wait for it. */
  detail: AttachmentDetail | null;
  record: RecordDetail | null;
};

/** As many previews as are made ready beforehand: two on, one back. */
const ahead = [1, -1, 2] as const;

export function LoadedPhoto({ photo, photos, index, detail, record }: Props) {
  const { t } = useI18n();
  const stage = useRef<StageControls>(null);
  const [sheet, setSheet] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const { open: panel, marksShown } = usePanel();
  const view = usePhotoView(photo.id);
  const hand = useMarking(photo.id);
  const marks = detail?.marks ?? [];
  const isShown = stateOf(photo) === 'shown';
  const commands = useOneCommands({ photo, photos, index, hand, stage, onKeys: () => setSheet(true) });
  useKeys(commands.keys, { alone: true });
  usePreloaded(
    ahead.flatMap((step) => {
      const near = photos[index + step];
      return near !== undefined && stateOf(near) === 'shown' ? [fileAddress(near, 'preview')] : [];
    }),
  );
  const choose = (id: number) => {
    setChosen(id);
    openPanel('marks');
  };
  return (
    <ViewerFrame
      head={
        <Toolbar
          title={
            <ViewerTitle
              photo={photo}
              number={record?.number ?? null}
              place={index + 1}
              count={photos.length}
            />
          }
          groups={commands.groups}
        />
      }
      stage={
        <>
          {isShown ? (
            <PhotoStage
              photo={photo}
              view={view}
              controls={stage}
              movable={hand.marking.phase !== 'drawing'}
              over={({ size, rotation }) => (
                <MarksLayer
                  size={size}
                  rotation={rotation}
                  marks={marks}
                  shown={marksShown}
                  chosen={chosen}
                  onChoose={choose}
                  hand={hand}
                />
              )}
            />
          ) : (
            <NotShown photo={photo} />
          )}
          <FlipButton to="previous" disabled={index === 0} act={commands.previous} />
          <FlipButton to="next" disabled={index === photos.length - 1} act={commands.next} />
          <ViewOnlyNotice photo={photo.id} />
          <PhotoKeySheet open={sheet} onClose={() => setSheet(false)} />
        </>
      }
      side={
        panel === null ? null : (
          <SidePanel panel={panel} markCount={detail?.markCount ?? photo.markCount}>
            {panel === 'info' ? (
              <PhotoFactsPanel photo={photo} detail={detail} record={record} />
            ) : (
              <MarksPanel
                photo={photo.id}
                marks={marks}
                hand={hand}
                chosen={chosen}
                onChoose={setChosen}
                shown={marksShown}
                onShown={(marksShown) => usePanel.setState({ marksShown })}
              />
            )}
          </SidePanel>
        )
      }
      strip={
        photos.length > 1 && (
          <Filmstrip
            label={t('photos.viewer.strip')}
            photos={photos}
            current={photo.id}
            onChoose={commands.flipTo}
          />
        )
      }
    />
  );
}

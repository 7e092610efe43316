import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, Keyboard, Link2, PanelRight } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import { type KeyMap, useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { LayerError } from '../components/ErrorState.tsx';
import { Typography } from '../components/Typography.tsx';
import {
  closeCommand,
  command,
  flipCommands,
  keysOf,
  lightKeys,
  panKeys,
  turnCommands,
  zoomCommands,
} from './commands.tsx';
import { Filmstrip } from './Filmstrip.tsx';
import type { VisiblePart } from './image-geometry.ts';
import { Warning } from './PhotoInfo.tsx';
import { PhotoShortcuts, Toolbar, viewTools } from './PhotoToolbar.tsx';
import { comparePath } from './paths.ts';
import { usePhotoNavigation } from './photo-navigation.tsx';
import { stateOf } from './photo-state.ts';
import { type PhotoView, usePhotoView } from './photo-view.ts';
import { daysAfterIncident, incidentAtOf, useTakenText } from './taken-at.ts';
import { useCaption, usePhotoDetail, usePhotoRecord, usePhotoSet } from './usePhotos.ts';
import { EmptyViewer, UnavailablePhoto, ViewerFrame, ViewerSkeleton } from './ViewerFrame.tsx';
import { type ImageControls, type Side, ZoomableImage } from './ZoomableImage.tsx';

/** Two photos side by side, of one report or of two. */
export function PhotoCompare({ photo, beside }: { photo: number; beside: number }) {
  const { leave } = usePhotoNavigation();
  const left = usePhotoDetail(photo);
  const right = usePhotoDetail(beside);
  if (left.data !== undefined && right.data !== undefined)
    return <LoadedCompare left={left.data} right={right.data} onBack={leave} />;
  const failed = [left, right].find(({ isError }) => isError);
  return (
    <EmptyViewer>
      {failed === undefined ? <ViewerSkeleton count={2} /> : <LayerError query={failed} />}
    </EmptyViewer>
  );
}

type LoadedCompareProps = { left: AttachmentDetail; right: AttachmentDetail; onBack: () => void };

const oppositeOf = (side: Side): Side => (side === 'left' ? 'right' : 'left');

function LoadedCompare({ left, right, onBack }: LoadedCompareProps) {
  const { t } = useI18n();
  const { path, replace } = usePhotoNavigation();
  const [active, setActive] = useState<Side>('right');
  const [linked, setLinked] = useState(true);
  const [sheet, setSheet] = useState(false);
  const stages = { left: useRef<ImageControls>(null), right: useRef<ImageControls>(null) };
  const shown = { left, right };
  const photo = shown[active];
  const { photos } = usePhotoSet(photo.record.id, photo.id);
  const view = usePhotoView(photo.id);
  const load = useLoaded();
  const change = async (id: number) => {
    if (id === photo.id) return;
    // The pair stays until the new photo is loaded, so that nothing flickers.
    await load(id);
    replace(active === 'left' ? comparePath(path, id, right.id) : comparePath(path, left.id, id));
  };
  const commands = useCompareCommands({
    photo,
    photos,
    view,
    active,
    linked,
    stages: () => (linked ? [stages.left.current, stages.right.current] : [stages[active].current]),
    onChange: (id) => void change(id),
    onLinked: () => {
      const part = stages[active].current?.visiblePart() ?? null;
      if (!linked && part !== null) stages[oppositeOf(active)].current?.follow(part);
      setLinked(!linked);
    },
    onSwap: () => replace(comparePath(path, right.id, left.id)),
    onSide: () => setActive(oppositeOf(active)),
    onKeys: () => setSheet(true),
    onBack,
  });
  useKeys(commands.keys, { alone: true });
  const follow = (from: Side) => (part: VisiblePart) => {
    if (linked) stages[oppositeOf(from)].current?.follow(part);
  };
  const same = left.content !== null && left.content.sha256 === right.content?.sha256;
  return (
    <ViewerFrame
      head={
        <Toolbar
          title={
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h3" component="h1" noWrap>
                {t('photos.compare.label')}
              </Typography>
              <Typography variant="caption" component="p" noWrap role="status">
                {[
                  t(linked ? 'photos.compare.linked' : 'photos.compare.unlinked'),
                  ...(same ? [t('photos.compare.same')] : []),
                ].join(' · ')}
              </Typography>
            </Box>
          }
          groups={commands.groups}
        />
      }
      stage={
        <Box sx={{ position: 'absolute', inset: 0, display: 'flex' }}>
          {(['left', 'right'] as const).map((side) => (
            <ComparePane
              key={side}
              side={side}
              photo={shown[side]}
              active={side === active}
              onActive={() => setActive(side)}
              controls={stages[side]}
              onVisiblePart={follow(side)}
            />
          ))}
          <PhotoShortcuts open={sheet} onClose={() => setSheet(false)} />
        </Box>
      }
      side={null}
      strip={
        <Filmstrip
          label={t('photos.compare.stripOf', { number: photo.record.number })}
          photos={photos}
          current={photo.id}
          paired={shown[oppositeOf(active)].id}
          onChoose={(id) => void change(id)}
        />
      }
    />
  );
}

/** Loads a photo's detail before it is shown; its pane reports an error. */
function useLoaded() {
  const api = useApi();
  const queries = useQueryClient();
  return (id: number) =>
    queries.prefetchQuery(api.attachments.get.queryOptions({ input: { id } })).catch(() => undefined);
}

type ComparePaneProps = {
  side: Side;
  photo: AttachmentDetail;
  active: boolean;
  onActive: () => void;
  controls: Ref<ImageControls>;
  onVisiblePart: (part: VisiblePart) => void;
};

/** One of the two photos, with its caption, its report and when it was taken. */
function ComparePane({ side, photo, active, onActive, controls, onVisiblePart }: ComparePaneProps) {
  const { t, format } = useI18n();
  const captionOf = useCaption();
  const takenText = useTakenText();
  const view = usePhotoView(photo.id);
  const record = usePhotoRecord(photo.record.id);
  const takenAt = photo.content?.photo?.takenAt ?? null;
  const far = takenText(daysAfterIncident(takenAt, incidentAtOf(record.data ?? null)));
  const taken =
    takenAt === null
      ? t('photos.compare.noDate')
      : t('photos.compare.takenAt', { at: format.local(takenAt) });
  return (
    <Box
      component="section"
      aria-label={`${t(`photos.compare.${side}`)}: ${captionOf(photo)}, ${photo.record.number}`}
      aria-current={active ? 'true' : undefined}
      tabIndex={0}
      onFocus={onActive}
      onPointerDownCapture={onActive}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        outlineOffset: '-2px !important',
        '& + &': { borderLeft: 1 },
      }}
    >
      <Box
        sx={{
          flex: 'none',
          px: 4,
          py: 2,
          bgcolor: 'background.paper',
          borderBottom: '2px solid',
          borderColor: active ? 'primary.main' : 'background.paper',
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3 }}>
          <Typography variant="body2" component="h2" noWrap sx={{ fontWeight: 600, flex: 1 }}>
            {captionOf(photo)} · {photo.record.number}
          </Typography>
          {active && (
            <Typography variant="caption" noWrap sx={{ flex: 'none' }}>
              {t('photos.compare.active')}
            </Typography>
          )}
        </Box>
        <Typography variant="caption" component="div" sx={{ display: 'flex', gap: 3, minHeight: 20 }}>
          <span>{taken}</span>
          {far !== null && <Warning>{far}</Warning>}
        </Typography>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, position: 'relative' }}>
        {stateOf(photo) === 'shown' ? (
          <ZoomableImage
            photo={photo}
            view={view}
            side={side}
            controls={controls}
            onVisiblePart={onVisiblePart}
          />
        ) : (
          <UnavailablePhoto photo={photo} />
        )}
      </Box>
    </Box>
  );
}

type CompareCommandsOptions = {
  /** The photo of the active side, which the keys act on. */
  photo: Attachment;
  photos: readonly Attachment[];
  view: PhotoView;
  active: Side;
  linked: boolean;
  stages: () => readonly (ImageControls | null)[];
  onChange: (id: number) => void;
  onLinked: () => void;
  onSwap: () => void;
  onSide: () => void;
  onKeys: () => void;
  onBack: () => void;
};

/** The commands for two photos, as groups of buttons and as keys. */
function useCompareCommands(options: CompareCommandsOptions) {
  const { photo, photos, view, active, linked } = options;
  // Where both move together, the other follows the leading one.
  const leading = () => options.stages().slice(0, 1);
  const zoom = zoomCommands(linked ? leading : options.stages);
  const turn = turnCommands(photo.id, view);
  const index = photos.findIndex(({ id }) => id === photo.id);
  const flip = flipCommands(photos, index, options.onChange);
  const pair = [
    command('link', Link2, 'L', options.onLinked, { pressed: linked }),
    command('swap', ArrowLeftRight, 'S', options.onSwap),
    command('side', PanelRight, 'A', options.onSide),
  ];
  const rest = [command('keys', Keyboard, '?', options.onKeys), closeCommand(options.onBack, 'back')];
  const keys: KeyMap = {
    ...keysOf([...Object.values(zoom), ...Object.values(turn), ...pair, ...rest]),
    ...lightKeys(photo.id),
    ...panKeys(linked ? leading : options.stages),
    ...flip.keys,
    c: options.onBack,
  };
  return { keys, groups: [...viewTools(zoom, turn, photo.id, active), pair, rest] };
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, Keyboard, Link2, PanelRight } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import { type KeyMap, useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import {
  type Command,
  closeCommand,
  keysOf,
  lightKeys,
  panKeys,
  turnCommands,
  zoomCommands,
} from './commands.tsx';
import { Filmstrip } from './Filmstrip.tsx';
import { Warning } from './PhotoInfo.tsx';
import { LightMenu, PhotoShortcuts, Toolbar, type ToolItem, ZoomPercent } from './PhotoToolbar.tsx';
import { comparePath } from './paths.ts';
import { usePhotoNavigation } from './photo-navigation.tsx';
import { stateOf } from './photo-state.ts';
import { type PhotoView, usePhotoView } from './photo-view.ts';
import { daysAfterIncident, incidentAtOf, useTakenText } from './taken-at.ts';
import { useCaption, usePhotoDetail, usePhotoRecord, usePhotoSet } from './usePhotos.ts';
import { UnavailablePhoto, ViewerFrame, ViewerSkeleton } from './ViewerFrame.tsx';
import { type Seen, type Side, type StageControls, ZoomableImage } from './ZoomableImage.tsx';

/** Two photos next to each other, of one report or of two. */
export function PhotoCompare({ photo, other }: { photo: number; other: number }) {
  const { leave } = usePhotoNavigation();
  const left = usePhotoDetail(photo);
  const right = usePhotoDetail(other);
  if (left.data !== undefined && right.data !== undefined)
    return <LoadedCompare left={left.data} right={right.data} onBack={leave} />;
  const failed = [left, right].find(({ isError }) => isError);
  return (
    <Waiting onBack={leave}>
      {failed === undefined ? <ViewerSkeleton /> : <ErrorState query={failed} />}
    </Waiting>
  );
}

function Waiting({ onBack, children }: { onBack: () => void; children: React.ReactNode }) {
  const close = closeCommand(onBack);
  useKeys({ Escape: close.act }, { alone: true });
  return (
    <>
      <Toolbar title={null} groups={[[close]]} />
      {children}
    </>
  );
}

type LoadedCompareProps = { left: AttachmentDetail; right: AttachmentDetail; onBack: () => void };

const otherOf = (side: Side): Side => (side === 'left' ? 'right' : 'left');

export function LoadedCompare({ left, right, onBack }: LoadedCompareProps) {
  const { t } = useI18n();
  const { path, replace } = usePhotoNavigation();
  const [active, setActive] = useState<Side>('right');
  const [linked, setLinked] = useState(true);
  const [sheet, setSheet] = useState(false);
  const stages = { left: useRef<StageControls>(null), right: useRef<StageControls>(null) };
  const shown = { left, right };
  const photo = shown[active];
  const { photos } = usePhotoSet(photo.record.id, photo.id);
  const view = usePhotoView(photo.id);
  const load = useLoaded();
  const change = async (id: number) => {
    if (id === photo.id) return;
    // The pair stays until the new one is here: nothing flickers.
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
      const seen = stages[active].current?.seen() ?? null;
      if (!linked && seen !== null) stages[otherOf(active)].current?.follow(seen);
      setLinked(!linked);
    },
    onSwap: () => replace(comparePath(path, right.id, left.id)),
    onSide: () => setActive(otherOf(active)),
    onKeys: () => setSheet(true),
    onBack,
  });
  useKeys(commands.keys, { alone: true });
  const follow = (from: Side) => (seen: Seen) => {
    if (linked) stages[otherOf(from)].current?.follow(seen);
  };
  const same = left.content !== null && left.content.sha256 === right.content?.sha256;
  return (
    <ViewerFrame
      head={
        <Toolbar
          title={
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h3" component="h1" noWrap>
                {t('photos.beside.label')}
              </Typography>
              <Typography variant="caption" component="p" noWrap role="status">
                {[
                  t(linked ? 'photos.beside.linked' : 'photos.beside.unlinked'),
                  ...(same ? [t('photos.beside.same')] : []),
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
              onSeen={follow(side)}
            />
          ))}
          <PhotoShortcuts open={sheet} onClose={() => setSheet(false)} />
        </Box>
      }
      side={null}
      strip={
        <Filmstrip
          label={t('photos.beside.stripOf', { number: photo.record.number })}
          photos={photos}
          current={photo.id}
          other={shown[otherOf(active)].id}
          onChoose={(id) => void change(id)}
        />
      }
    />
  );
}

/** Brings a photo's detail here before it is shown; one that does not come is told of in its place. */
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
  controls: Ref<StageControls>;
  onSeen: (seen: Seen) => void;
};

/** One of two: the photo, of what report it is, what it shows and when it was taken. */
export function ComparePane({ side, photo, active, onActive, controls, onSeen }: ComparePaneProps) {
  const { t, format } = useI18n();
  const captionOf = useCaption();
  const takenWords = useTakenText();
  const view = usePhotoView(photo.id);
  const record = usePhotoRecord(photo.record.id);
  const takenAt = photo.content?.photo?.takenAt ?? null;
  const far = takenWords(daysAfterIncident(takenAt, incidentAtOf(record.data ?? null)));
  const taken =
    takenAt === null ? t('photos.beside.noDate') : t('photos.beside.takenAt', { at: format.local(takenAt) });
  return (
    <Box
      component="section"
      aria-label={`${t(`photos.beside.${side}`)}: ${captionOf(photo)}, ${photo.record.number}`}
      aria-current={active ? 'true' : undefined}
      tabIndex={0}
      onFocus={onActive}
      onPointerDownCapture={onActive}
      sx={(theme) => ({
        flex: 1,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        outlineOffset: '-2px !important',
        '& + &': { borderLeft: `1px solid ${theme.perito.scheme.line}` },
      })}
    >
      <Box
        sx={(theme) => ({
          flex: 'none',
          px: 4,
          py: 2,
          background: theme.perito.scheme.surface,
          borderBottom: '2px solid',
          borderColor: active ? theme.perito.scheme.accent.main : theme.perito.scheme.surface,
        })}
      >
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3 }}>
          <Typography variant="body2" component="h2" noWrap sx={{ fontWeight: 600, flex: 1 }}>
            {captionOf(photo)} · {photo.record.number}
          </Typography>
          {active && (
            <Typography variant="caption" noWrap sx={{ flex: 'none' }}>
              {t('photos.beside.active')}
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
          <ZoomableImage photo={photo} view={view} side={side} controls={controls} onSeen={onSeen} />
        ) : (
          <UnavailablePhoto photo={photo} />
        )}
      </Box>
    </Box>
  );
}

type Of = {
  /** The one on the side that keys are for. */
  photo: Attachment;
  photos: readonly Attachment[];
  view: PhotoView;
  active: Side;
  linked: boolean;
  stages: () => readonly (StageControls | null)[];
  onChange: (id: number) => void;
  onLinked: () => void;
  onSwap: () => void;
  onSide: () => void;
  onKeys: () => void;
  onBack: () => void;
};

/** Everything that can be done with two photos: as buttons, in groups, and as keys. */
export function useCompareCommands(of: Of) {
  const { photo, photos, view, active, linked } = of;
  // Where both move together, one leads and the other follows.
  const leading = () => of.stages().slice(0, 1);
  const zoom = zoomCommands(linked ? leading : of.stages);
  const turn = turnCommands(photo.id, view);
  const index = photos.findIndex(({ id }) => id === photo.id);
  const to = (at: number) => () => {
    const other = photos[Math.min(photos.length - 1, Math.max(0, at))];
    if (other !== undefined) of.onChange(other.id);
  };
  const pair: Command[] = [
    { name: 'link', icon: Link2, keys: ['L'], on: ['l'], act: of.onLinked, pressed: linked },
    { name: 'swap', icon: ArrowLeftRight, keys: ['S'], on: ['s'], act: of.onSwap },
    { name: 'side', icon: PanelRight, keys: ['A'], on: ['a'], act: of.onSide },
  ];
  const rest: Command[] = [
    { name: 'keys', icon: Keyboard, keys: ['?'], on: ['?'], act: of.onKeys },
    { ...closeCommand(of.onBack), name: 'back' },
  ];
  const keys: KeyMap = {
    ...keysOf([...Object.values(zoom), ...Object.values(turn), ...pair, ...rest]),
    ...lightKeys(photo.id),
    ...panKeys(linked ? leading : of.stages),
    c: of.onBack,
    ArrowLeft: to(index - 1),
    ArrowRight: to(index + 1),
    k: to(index - 1),
    j: to(index + 1),
    Home: to(0),
    End: to(photos.length - 1),
  };
  const groups: ToolItem[][] = [
    [
      zoom.zoomOut,
      { id: 'percent', part: <ZoomPercent side={active} /> },
      zoom.zoomIn,
      zoom.fit,
      zoom.oneToOne,
    ],
    [turn.turnLeft, turn.turnRight, { id: 'light', part: <LightMenu photo={photo.id} /> }, turn.reset],
    pair,
    rest,
  ];
  return { keys, groups };
}

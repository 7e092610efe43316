import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  CameraOff,
  ChevronLeft,
  ChevronRight,
  CircleDot,
  CloudOff,
  Columns2,
  Eye,
  EyeOff,
  FileDown,
  ImageOff,
  Info,
  Keyboard,
  MessageSquarePlus,
  MoveUpRight,
  Square,
  TriangleAlert,
} from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { type KeyMap, useKeys } from '../app/keys/keys.ts';
import { useConnectionState } from '../app/live/connection-state.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { contentProblemText } from '../downloads/download-state.ts';
import { AnnotationLayer, AnnotationPanel } from './Annotations.tsx';
import { moved, resized, type Tool, tools } from './annotation-shapes.ts';
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
import { PhotoInfo } from './PhotoInfo.tsx';
import { LightMenu, PhotoShortcuts, Toolbar, type ToolItem, ZoomPercent } from './PhotoToolbar.tsx';
import { attachmentUrl, comparePath, type PhotoLocation, recordIdOf } from './paths.ts';
import { usePhotoNavigation } from './photo-navigation.tsx';
import { stateOf, styleOf, useStateText } from './photo-state.ts';
import { isDefaultView, resetPhoto, usePhotoView } from './photo-view.ts';
import { openPanel, SidePanel, showMarks, togglePanel, usePanel } from './SidePanel.tsx';
import { type AnnotationTool, useAnnotationTool } from './useAnnotations.ts';
import { useCaption, usePhotoDetail, usePhotoRecord, usePhotoSet } from './usePhotos.ts';
import { UnavailablePhoto, ViewerFrame, ViewerSkeleton } from './ViewerFrame.tsx';
import { type StageControls, usePreloaded, ZoomableImage } from './ZoomableImage.tsx';

/** One photo in the whole window, with the others of its report below. */
export function PhotoViewer({ place }: { place: PhotoLocation }) {
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
  const { leave } = usePhotoNavigation();
  const close = closeCommand(leave);
  useKeys({ Escape: close.act }, { alone: true });
  return (
    <>
      <Toolbar title={null} groups={[[close]]} />
      {children}
    </>
  );
}

type LoadedPhotoProps = {
  photo: Attachment;
  photos: readonly Attachment[];
  index: number;
  /** Null until it is here; the photo does not wait for it. */
  detail: AttachmentDetail | null;
  record: RecordDetail | null;
};

/** As many previews as are made ready beforehand: two on, one back. */
const ahead = [1, -1, 2] as const;

export function LoadedPhoto({ photo, photos, index, detail, record }: LoadedPhotoProps) {
  const { t } = useI18n();
  const stage = useRef<StageControls>(null);
  const [sheet, setSheet] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const { open: panel, marksShown } = usePanel();
  const view = usePhotoView(photo.id);
  const hand = useAnnotationTool(photo.id);
  const marks = detail?.marks ?? [];
  const isShown = stateOf(photo) === 'shown';
  const commands = usePhotoCommands({ photo, photos, index, hand, stage, onKeys: () => setSheet(true) });
  useKeys(commands.keys, { alone: true });
  usePreloaded(
    ahead.flatMap((step) => {
      const near = photos[index + step];
      return near !== undefined && stateOf(near) === 'shown' ? [attachmentUrl(near, 'preview')] : [];
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
            <ZoomableImage
              photo={photo}
              view={view}
              controls={stage}
              movable={hand.marking.phase !== 'drawing'}
              over={({ size, rotation }) => (
                <AnnotationLayer
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
            <UnavailablePhoto photo={photo} />
          )}
          <FlipButton to="previous" disabled={index === 0} act={commands.previous} />
          <FlipButton to="next" disabled={index === photos.length - 1} act={commands.next} />
          <ViewOnlyNotice photo={photo.id} />
          <PhotoShortcuts open={sheet} onClose={() => setSheet(false)} />
        </>
      }
      side={
        panel === null ? null : (
          <SidePanel panel={panel} markCount={detail?.markCount ?? photo.markCount}>
            {panel === 'info' ? (
              <PhotoInfo photo={photo} detail={detail} record={record} />
            ) : (
              <AnnotationPanel
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

type ViewerTitleProps = { photo: Attachment | null; number: string | null; place: number; count: number };

/** What the photo is of, whose it is, and which one of how many. */
export function ViewerTitle({ photo, number, place, count }: ViewerTitleProps) {
  const { t, format } = useI18n();
  const captionOf = useCaption();
  const wordsOf = useStateText();
  const link = useConnectionState();
  if (photo === null) return null;
  const caption = captionOf(photo);
  const state = stateOf(photo);
  const odd = photo.content?.problem ?? null;
  const where = t('photos.viewer.place', { place, count });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h1" noWrap title={caption}>
          {caption}
        </Typography>
        <Typography variant="caption" component="p" noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {number === null ? where : `${where} · ${number}`}
        </Typography>
      </Box>
      {state !== 'shown' && <StateChip {...styleOf(state)} label={wordsOf(photo).label} />}
      {state === 'shown' && odd !== null && (
        <StateChip tone="waiting" icon={TriangleAlert} label={t(contentProblemText(odd.code).what)} />
      )}
      {link.state === 'lost' && (
        <StateChip
          tone="refusal"
          icon={CloudOff}
          label={t('photos.viewer.lost', {
            time: format.time(new Date(link.since ?? Date.now()).toISOString()),
          })}
        />
      )}
      <VisuallyHidden>
        <span role="status">{t('photos.viewer.spoken', { place, count, caption })}</span>
      </VisuallyHidden>
    </Box>
  );
}

/** At the edge of the photo: to the one before it, or after. */
export function FlipButton({
  to,
  disabled,
  act,
}: {
  to: 'previous' | 'next';
  disabled: boolean;
  act: () => void;
}) {
  const { t } = useI18n();
  const label = t(`photos.do.${to}`);
  const Icon = to === 'previous' ? ChevronLeft : ChevronRight;
  if (disabled) return null;
  return (
    <Tooltip title={`${label} · ${to === 'previous' ? '←' : '→'}`}>
      <IconButton
        aria-label={label}
        aria-keyshortcuts={to === 'previous' ? 'ArrowLeft' : 'ArrowRight'}
        onClick={act}
        sx={(theme) => ({
          position: 'absolute',
          top: '50%',
          transform: 'translateY(-50%)',
          [to === 'previous' ? 'left' : 'right']: 12,
          width: 36,
          height: 56,
          color: theme.perito.scheme.text,
          background: theme.perito.scheme.surface,
          border: `1px solid ${theme.perito.scheme.line}`,
          opacity: 0.78,
          transition: theme.transitions.create('opacity'),
          '&:hover, &:focus-visible': { opacity: 1, background: theme.perito.scheme.hover },
        })}
      >
        <Icon size={20} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

/** Said as long as a photo is not seen as it came: what was changed, and that it is changed on this screen alone. */
export function ViewOnlyNotice({ photo }: { photo: number }) {
  const { t } = useI18n();
  const view = usePhotoView(photo);
  if (isDefaultView(view)) return null;
  const changes = [
    ...(view.rotation === 0 ? [] : [t('photos.viewer.turned', { degrees: view.rotation })]),
    ...(view.brightness === 100 ? [] : [t('photos.viewer.brightness', { percent: view.brightness })]),
    ...(view.contrast === 100 ? [] : [t('photos.viewer.contrast', { percent: view.contrast })]),
  ];
  return (
    <Box
      role="status"
      sx={(theme) => ({
        ...theme.typography.caption,
        position: 'absolute',
        left: '50%',
        bottom: 12,
        transform: 'translateX(-50%)',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 3,
        pr: 1,
        py: 1,
        maxWidth: 'calc(100% - 24px)',
        whiteSpace: 'nowrap',
        color: theme.perito.scheme.text,
        background: theme.perito.scheme.raised,
        border: `1px solid ${theme.perito.scheme.line}`,
        borderRadius: `${theme.perito.sizes.radiusLarge}px`,
      })}
    >
      <Eye size={14} aria-hidden />
      <span>
        {changes.join(' · ')} — {t('photos.viewer.onlyHere')}
      </span>
      <Button size="small" variant="text" onClick={() => resetPhoto(photo)}>
        {t('photos.do.reset')}
        <Kbd gap>X</Kbd>
      </Button>
    </Box>
  );
}

type Of = {
  photo: Attachment;
  photos: readonly Attachment[];
  index: number;
  hand: AnnotationTool;
  stage: RefObject<StageControls | null>;
  onKeys: () => void;
};

const toolIcons = { rectangle: Square, arrow: MoveUpRight, point: CircleDot } as const;

/** Everything that can be done with one photo: as buttons, in groups, and as keys. */
export function usePhotoCommands({ photo, photos, index, hand, stage, onKeys }: Of) {
  const { path, flipTo, leave, goOver } = usePhotoNavigation();
  const { open: panel, marksShown } = usePanel();
  const view = usePhotoView(photo.id);
  const isShown = stateOf(photo) === 'shown';
  const stages = () => [stage.current];
  const to = (at: number) => () => {
    const other = photos[Math.min(photos.length - 1, Math.max(0, at))];
    if (other !== undefined && other.id !== photo.id) flipTo(other.id);
  };
  const compare = () => {
    const other = photos[index + 1] ?? photos[index - 1];
    if (other !== undefined) goOver(comparePath(path, photo.id, other.id));
  };
  const take = (tool: Tool) => () => {
    openPanel('marks');
    showMarks(true);
    hand.take(tool);
    // Enter sets the mark: it must not press the button again.
    if (document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  };
  const note = () => {
    openPanel('marks');
    hand.write({ kind: 'note' });
  };
  const zoom = zoomCommands(stages);
  const turn = turnCommands(photo.id, view);
  const inHand = hand.marking.phase === 'drawing' ? hand.marking.tool : null;
  const markTools = tools.map(
    (tool): Command => ({
      name: tool,
      icon: toolIcons[tool],
      keys: ['M'],
      on: [],
      act: take(tool),
      pressed: inHand === tool,
      disabled: !isShown,
    }),
  );
  const beside: Command[] = [
    { name: 'note', icon: MessageSquarePlus, keys: ['N'], on: ['n'], act: note },
    {
      name: 'compare',
      icon: Columns2,
      keys: ['C'],
      on: ['c'],
      act: compare,
      disabled: photos.length < 2,
    },
  ];
  const panels: Command[] = [
    {
      name: 'marks',
      icon: marksShown ? Eye : EyeOff,
      keys: ['H'],
      on: ['h'],
      act: () => showMarks(!marksShown),
    },
    {
      name: 'info',
      icon: Info,
      keys: ['I'],
      on: ['i'],
      act: () => togglePanel('info'),
      pressed: panel === 'info',
    },
    {
      name: 'save',
      icon: FileDown,
      keys: ['D'],
      on: ['d'],
      act: () => save(photo),
      disabled: photo.content === null,
    },
    { name: 'keys', icon: Keyboard, keys: ['?'], on: ['?'], act: onKeys },
    closeCommand(leave),
  ];
  const zooming = isShown
    ? Object.values(zoom)
    : Object.values(zoom).map((one) => ({ ...one, disabled: true }));
  const turning = isShown ? Object.values(turn) : [];
  const groups: ToolItem[][] = [
    [zoom.zoomOut, { id: 'percent', part: <ZoomPercent /> }, zoom.zoomIn, zoom.fit, zoom.oneToOne],
    [turn.turnLeft, turn.turnRight, { id: 'light', part: <LightMenu photo={photo.id} /> }, turn.reset],
    [...markTools, ...beside],
    panels,
  ];
  const flips: KeyMap = {
    ArrowLeft: to(index - 1),
    ArrowRight: to(index + 1),
    k: to(index - 1),
    j: to(index + 1),
    Home: to(0),
    End: to(photos.length - 1),
  };
  const nextTool = tools[(inHand === null ? 0 : tools.indexOf(inHand) + 1) % tools.length] ?? 'rectangle';
  return {
    groups: isShown ? groups : [[...beside.filter(({ name }) => name === 'note')], panels],
    keys: {
      ...keysOf([...zooming, ...turning, ...beside, ...panels]),
      ...flips,
      ...(isShown ? { ...lightKeys(photo.id), ...panKeys(stages), m: take(nextTool) } : {}),
      ...annotationKeys(hand, stage),
    },
    flipTo,
    previous: to(index - 1),
    next: to(index + 1),
  };
}

/** While a mark is made the keys are its own: Enter sets it and ends, the arrows move it, Escape lets it be. */
function annotationKeys(hand: AnnotationTool, stage: RefObject<StageControls | null>): KeyMap {
  const { marking } = hand;
  if (marking.phase === 'none') return {};
  if (marking.phase === 'writing') return { Escape: hand.drop };
  if (marking.phase === 'drawing')
    return {
      Escape: hand.drop,
      Enter: () => hand.place(stage.current?.middle() ?? { x: 0.5, y: 0.5 }),
    };
  const move = (x: number, y: number) => () => hand.change((shape) => moved(shape, x, y));
  const size = (x: number, y: number) => () => hand.change((shape) => resized(shape, x, y));
  return {
    Escape: hand.drop,
    Enter: () => hand.write(marking.shape),
    ArrowLeft: move(-1, 0),
    ArrowRight: move(1, 0),
    ArrowUp: move(0, -1),
    ArrowDown: move(0, 1),
    'shift ArrowLeft': size(-1, 0),
    'shift ArrowRight': size(1, 0),
    'shift ArrowUp': size(0, -1),
    'shift ArrowDown': size(0, 1),
  };
}

/** Has the browser, or the desktop, save the bytes as they came. */
function save(photo: Attachment) {
  const link = document.createElement('a');
  link.href = attachmentUrl(photo, 'download');
  link.download = '';
  link.click();
}

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
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
  RefreshCw,
  Square,
  TriangleAlert,
} from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { type KeyMap, useKeys } from '../app/keys/keys.ts';
import { useConnectionState } from '../app/live/connection-state.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { LayerError } from '../components/ErrorState.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { contentProblemText } from '../downloads/download-state.ts';
import { AnnotationLayer, AnnotationPanel } from './Annotations.tsx';
import { moved, resized, type Tool, tools } from './annotation-shapes.ts';
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
import { PhotoInfo } from './PhotoInfo.tsx';
import { PhotoShortcuts, Toolbar, type ToolItem, viewTools } from './PhotoToolbar.tsx';
import { attachmentUrl, comparePath, type PhotoLocation, recordIdOf, saveOriginal } from './paths.ts';
import { usePhotoNavigation } from './photo-navigation.tsx';
import { stateOf, styleOf, useStateText } from './photo-state.ts';
import { isDefaultView, resetPhoto, usePhotoView } from './photo-view.ts';
import { openPanel, SidePanel, showAnnotations, togglePanel, usePanel } from './SidePanel.tsx';
import { type AnnotationTool, useAnnotationTool } from './useAnnotations.ts';
import { useCaption, usePhotoDetail, usePhotoRecord, usePhotoSet } from './usePhotos.ts';
import { EmptyViewer, UnavailablePhoto, ViewerFrame, ViewerSkeleton } from './ViewerFrame.tsx';
import { type ImageControls, usePreloaded, ZoomableImage } from './ZoomableImage.tsx';

/** One photo, with the filmstrip of its report below. */
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
    <EmptyViewer>
      {settled && photos.length === 0 && list.isSuccess ? (
        <EmptyState icon={CameraOff} title={t('photos.viewer.empty')} text={t('photos.viewer.emptyText')} />
      ) : settled && list.isSuccess ? (
        <EmptyState icon={ImageOff} title={t('photos.viewer.gone')} text={t('photos.viewer.goneText')} />
      ) : failed !== undefined ? (
        <LayerError query={failed} />
      ) : (
        <ViewerSkeleton />
      )}
    </EmptyViewer>
  );
}

type LoadedPhotoProps = {
  photo: Attachment;
  photos: readonly Attachment[];
  index: number;
  /** Null until it is loaded; the photo is shown before that. */
  detail: AttachmentDetail | null;
  record: RecordDetail | null;
};

/** The neighbours whose previews are loaded beforehand. */
const preloadedSteps = [1, -1, 2] as const;

function LoadedPhoto({ photo, photos, index, detail, record }: LoadedPhotoProps) {
  const { t } = useI18n();
  const stage = useRef<ImageControls>(null);
  const [sheet, setSheet] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const { open: panel, annotationsShown } = usePanel();
  const view = usePhotoView(photo.id);
  const annotationTool = useAnnotationTool(photo.id);
  const annotations = detail?.annotations ?? [];
  const isShown = stateOf(photo) === 'shown';
  const commands = usePhotoCommands({
    photo,
    photos,
    index,
    annotationTool,
    stage,
    onKeys: () => setSheet(true),
  });
  useKeys(commands.keys, { alone: true });
  usePreloaded(
    preloadedSteps.flatMap((step) => {
      const near = photos[index + step];
      return near !== undefined && stateOf(near) === 'shown' ? [attachmentUrl(near, 'preview')] : [];
    }),
  );
  const choose = (id: number) => {
    setChosen(id);
    openPanel('annotations');
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
              movable={annotationTool.draft.phase !== 'drawing'}
              over={({ size, rotation }) => (
                <AnnotationLayer
                  size={size}
                  rotation={rotation}
                  annotations={annotations}
                  shown={annotationsShown}
                  chosen={chosen}
                  onChoose={choose}
                  annotationTool={annotationTool}
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
          <SidePanel panel={panel} annotationCount={detail?.annotationCount ?? photo.annotationCount}>
            {panel === 'info' ? (
              <PhotoInfo photo={photo} detail={detail} record={record} />
            ) : (
              <AnnotationPanel
                photo={photo.id}
                annotations={annotations}
                annotationTool={annotationTool}
                chosen={chosen}
                onChoose={setChosen}
                shown={annotationsShown}
                onShown={(annotationsShown) => usePanel.setState({ annotationsShown })}
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

/** The caption of the photo, its place among the others, the number of its report, and what is wrong with it. */
function ViewerTitle({ photo, number, place, count }: ViewerTitleProps) {
  const { t, format } = useI18n();
  const captionOf = useCaption();
  const stateTextOf = useStateText();
  const link = useConnectionState();
  if (photo === null) return null;
  const caption = captionOf(photo);
  const state = stateOf(photo);
  const problem = photo.content?.problem ?? null;
  const placeText = t('photos.viewer.place', { place, count });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h1" noWrap title={caption}>
          {caption}
        </Typography>
        <Typography variant="caption" component="p" noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {number === null ? placeText : `${placeText} · ${number}`}
        </Typography>
      </Box>
      {state !== 'shown' && <StateChip {...styleOf(state)} label={stateTextOf(photo).label} />}
      {state === 'shown' && problem !== null && (
        <StateChip
          tone="waiting"
          icon={TriangleAlert}
          label={t(contentProblemText(problem.code).explanation)}
        />
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
      {link.state === 'away' && <StateChip tone="waiting" icon={RefreshCw} label={t('photos.viewer.away')} />}
      <VisuallyHidden>
        <span role="status">{t('photos.viewer.spoken', { place, count, caption })}</span>
      </VisuallyHidden>
    </Box>
  );
}

/** The button at the left or right edge of the photo that leads to the previous or next one. */
function FlipButton({ to, disabled, act }: { to: 'previous' | 'next'; disabled: boolean; act: () => void }) {
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
          color: 'text.primary',
          bgcolor: 'background.paper',
          border: 1,
          opacity: 0.78,
          transition: theme.transitions.create('opacity'),
          '&:hover, &:focus-visible': { opacity: 1, bgcolor: 'action.hover' },
        })}
      >
        <Icon size={20} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

/** Says that the photo is rotated or lit differently on this screen only, and offers to reset it. */
function ViewOnlyNotice({ photo }: { photo: number }) {
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
        typography: 'caption',
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
        color: 'text.primary',
        bgcolor: 'background.raised',
        border: 1,
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

type PhotoCommandsOptions = {
  photo: Attachment;
  photos: readonly Attachment[];
  index: number;
  annotationTool: AnnotationTool;
  stage: RefObject<ImageControls | null>;
  onKeys: () => void;
};

const toolIcons = { rectangle: Square, arrow: MoveUpRight, point: CircleDot } as const;

/** The commands for one photo, as groups of buttons and as keys. */
function usePhotoCommands({ photo, photos, index, annotationTool, stage, onKeys }: PhotoCommandsOptions) {
  const { path, flipTo, leave, goOver } = usePhotoNavigation();
  const { open: panel, annotationsShown } = usePanel();
  const view = usePhotoView(photo.id);
  const isShown = stateOf(photo) === 'shown';
  const stages = () => [stage.current];
  const flip = flipCommands(photos, index, flipTo);
  const compareWithNext = () => {
    const neighbour = photos[index + 1] ?? photos[index - 1];
    if (neighbour !== undefined) goOver(comparePath(path, photo.id, neighbour.id));
  };
  const take = (tool: Tool) => () => {
    openPanel('annotations');
    showAnnotations(true);
    annotationTool.take(tool);
    // Enter places the annotation: it must not press the button again.
    if (document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  };
  const writeNote = () => {
    openPanel('annotations');
    annotationTool.write({ kind: 'note' });
  };
  const mayAnnotate = useMay('attachments.addAnnotation');
  const zoom = zoomCommands(stages);
  const turn = turnCommands(photo.id, view);
  const inHand = annotationTool.draft.phase === 'drawing' ? annotationTool.draft.tool : null;
  const drawingTools = tools.map((tool) =>
    command(tool, toolIcons[tool], 'M', take(tool), { on: [], pressed: inHand === tool, disabled: !isShown }),
  );
  const note = command('note', MessageSquarePlus, 'N', writeNote);
  const compare = command('compare', Columns2, 'C', compareWithNext, { disabled: photos.length < 2 });
  const panels = [
    command('annotations', annotationsShown ? Eye : EyeOff, 'H', () => showAnnotations(!annotationsShown)),
    command('info', Info, 'I', () => togglePanel('info'), { pressed: panel === 'info' }),
    command('save', FileDown, 'D', () => saveOriginal(photo), { disabled: photo.content === null }),
    command('keys', Keyboard, '?', onKeys),
    closeCommand(leave),
  ];
  const zooming = isShown
    ? Object.values(zoom)
    : Object.values(zoom).map((command) => ({ ...command, disabled: true }));
  const turning = isShown ? Object.values(turn) : [];
  const making = !mayAnnotate ? [] : [...drawingTools, note];
  const groups: ToolItem[][] = [...viewTools(zoom, turn, photo.id), [...making, compare], panels];
  const nextTool = tools[(inHand === null ? 0 : tools.indexOf(inHand) + 1) % tools.length] ?? 'rectangle';
  return {
    groups: isShown ? groups : [...(mayAnnotate ? [[note]] : []), panels],
    keys: {
      ...keysOf([...zooming, ...turning, ...(mayAnnotate ? [note] : []), compare, ...panels]),
      ...flip.keys,
      ...(isShown ? { ...lightKeys(photo.id), ...panKeys(stages) } : {}),
      ...(isShown && mayAnnotate ? { m: take(nextTool) } : {}),
      ...annotationKeys(annotationTool, stage),
    },
    flipTo,
    previous: flip.previous,
    next: flip.next,
  };
}

/** The keys while an annotation is made: Enter places and ends it, the arrows move it, Shift and arrows resize it, Escape discards it. */
function annotationKeys(annotationTool: AnnotationTool, stage: RefObject<ImageControls | null>): KeyMap {
  const { draft } = annotationTool;
  if (draft.phase === 'none') return {};
  if (draft.phase === 'writing') return { Escape: annotationTool.drop };
  if (draft.phase === 'drawing')
    return {
      Escape: annotationTool.drop,
      Enter: () => annotationTool.place(stage.current?.middle() ?? { x: 0.5, y: 0.5 }),
    };
  const move = (x: number, y: number) => () => annotationTool.change((shape) => moved(shape, x, y));
  const size = (x: number, y: number) => () => annotationTool.change((shape) => resized(shape, x, y));
  return {
    Escape: annotationTool.drop,
    Enter: () => annotationTool.write(draft.shape),
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

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ImageOff } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type ReactZoomPanPinchContentRef,
  type ReactZoomPanPinchRef,
  TransformComponent,
  TransformWrapper,
} from 'react-zoom-pan-pinch';
import { create } from 'zustand';
import { previewSides } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { motion } from '../app/theme/theme.ts';
import { useElementSize } from '../components/useElementSize.ts';
import {
  centreOf,
  clampScale,
  type Fraction,
  type ImageFrame,
  imageFrame,
  needsOriginal,
  type Rotation,
  type Size,
  upright,
  viewAt,
  zoomedAt,
} from './image-geometry.ts';
import { attachmentUrl } from './paths.ts';
import type { PhotoView } from './photo-view.ts';

/** What is seen of a photo: how large beside the whole of it, and which point of it, as it is turned, is in the middle. */
export type Seen = { scale: number; centre: Fraction };

/** What keys and buttons do to a stage. */
export type StageControls = {
  zoomBy: (factor: number) => void;
  fit: () => void;
  oneToOne: () => void;
  /** CSS pixels by which the photo moves. */
  pan: (x: number, y: number) => void;
  /** The point of the upright picture in the middle of what is seen. */
  middle: () => Fraction;
  seen: () => Seen | null;
  /** Follows another stage; is not told of again. */
  follow: (seen: Seen) => void;
};

export type StageProps = {
  photo: Attachment;
  view: PhotoView;
  side?: Side;
  controls?: Ref<StageControls>;
  /** Whether dragging moves the photo; not while marks are drawn. */
  movable?: boolean;
  onSeen?: (seen: Seen) => void;
  /** What lies over the picture, in its own frame: `size` is that of the whole upright picture on the screen. */
  over?: (frame: { size: Size; rotation: Rotation }) => ReactNode;
};

/** A photo in all the room that there is, zoomed and moved by wheel, pinch, drag and double click. */
export function ZoomableImage(props: StageProps) {
  const room = useRef<HTMLDivElement>(null);
  const stage = useElementSize(room);
  return (
    <Box
      ref={room}
      data-stage={props.side ?? 'left'}
      sx={(theme) => ({
        position: 'absolute',
        inset: 0,
        overflow: 'hidden',
        background: theme.perito.scheme.app,
        touchAction: 'none',
        cursor: props.movable === false ? 'crosshair' : 'grab',
        '&:active': { cursor: props.movable === false ? 'crosshair' : 'grabbing' },
      })}
    >
      {stage !== null && <Zoomed key={props.photo.id} {...props} stage={stage} />}
    </Box>
  );
}

/** The picture within its room. What the library keeps (scale, position) never passes through React: it moves with every frame. */
export function Zoomed(props: StageProps & { stage: Size }) {
  const { photo, view, stage, side = 'left', movable = true, onSeen, over } = props;
  const lib = useRef<ReactZoomPanPinchContentRef>(null);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [sharp, setSharp] = useState(false);
  const frame = imageFrame(photo, view.rotation, stage, window.devicePixelRatio);
  const latest = useRef({ frame, stage, onSeen, following: false });
  latest.current = { ...latest.current, frame, stage, onSeen };
  const time = still ? 0 : motion.standard;
  const lift = useRef(promoteLayer());

  const seenNow = useCallback(() => {
    const state = lib.current?.instance.state;
    if (state === undefined) return null;
    const at = latest.current;
    return { scale: state.scale, centre: centreOf(state, at.frame.content, at.stage) };
  }, []);

  const tell = useCallback(
    ({ instance }: ReactZoomPanPinchRef | ReactZoomPanPinchContentRef) => {
      const at = latest.current;
      const ratio = at.frame.fit * instance.state.scale;
      instance.contentComponent?.style.setProperty('--zoom', String(instance.state.scale));
      if (instance.contentComponent !== null) lift.current(instance.contentComponent);
      announceZoom(side, Math.round(ratio * window.devicePixelRatio * 100));
      if (needsOriginal(at.frame.picture, ratio, window.devicePixelRatio, previewSides.preview))
        setSharp(true);
      const seen = at.following ? null : seenNow();
      if (seen !== null) at.onSeen?.(seen);
    },
    [side, seenNow],
  );

  const show = useCallback((scale: number, centre: Fraction) => {
    const at = latest.current;
    const to = viewAt(scale, centre, at.frame.content, at.stage);
    void lib.current?.setTransform(to.positionX, to.positionY, to.scale, 0);
  }, []);

  /** Zooms with a point of the stage held where it is. The library would round the scale, and 1:1 be not quite that. */
  const zoomAt = useCallback((scale: number, at: Fraction, ms: number) => {
    const state = lib.current?.instance.state;
    if (state === undefined) return;
    const { frame, stage } = latest.current;
    const to = zoomedAt(state, clampScale(scale, frame), at, frame.content, stage);
    void lib.current?.setTransform(to.positionX, to.positionY, to.scale, ms);
  }, []);

  useImperativeHandle(props.controls, () => {
    const middle = () => ({
      x: latest.current.stage.width / 2,
      y: latest.current.stage.height / 2,
    });
    const zoomTo = (scale: number) => zoomAt(scale, middle(), time);
    return {
      zoomBy: (factor) => zoomTo((lib.current?.instance.state.scale ?? 1) * factor),
      fit: () => zoomTo(1),
      oneToOne: () => zoomTo(latest.current.frame.actual),
      pan: (x, y) => void lib.current?.panBy(x, y, time),
      middle: () => {
        const { centre } = seenNow() ?? { centre: { x: 0.5, y: 0.5 } };
        return upright(centre, latest.current.frame.rotation);
      },
      seen: seenNow,
      follow: ({ scale, centre }) => {
        latest.current.following = true;
        show(clampScale(scale, latest.current.frame), centre);
        latest.current.following = false;
      },
    };
  }, [time, seenNow, show, zoomAt]);

  useViewKeptOnResize({
    frame,
    stage,
    seenNow,
    show,
    onKept: () => lib.current !== null && tell(lib.current),
  });

  usePointerZoom(lib, () => latest.current.frame, zoomAt, time);

  return (
    <TransformWrapper
      ref={lib}
      minScale={frame.minScale}
      maxScale={frame.maxScale}
      centerOnInit
      centerZoomedOut
      limitToBounds
      wheel={{ disabled: true }}
      doubleClick={{ disabled: true }}
      panning={{ disabled: !movable, allowRightClickPan: false, velocityDisabled: still, excluded: ['mark'] }}
      zoomAnimation={{ disabled: still }}
      autoAlignment={{ animationTime: time, sizeX: 0, sizeY: 0 }}
      onInit={tell}
      onTransform={tell}
    >
      <TransformComponent
        wrapperStyle={{ position: 'relative', width: '100%', height: '100%', overflow: 'hidden' }}
        contentStyle={{ ...frame.content, position: 'relative' }}
      >
        <Box
          data-picture
          style={{
            width: frame.size.width,
            height: frame.size.height,
            transform: `translate(-50%, -50%) rotate(${view.rotation}deg)`,
          }}
          sx={{ position: 'absolute', left: '50%', top: '50%' }}
        >
          <PhotoLayers photo={photo} view={view} sharp={sharp} />
          {over?.({ size: frame.size, rotation: view.rotation })}
        </Box>
      </TransformComponent>
    </TransformWrapper>
  );
}

type Kept = {
  frame: ImageFrame;
  stage: Size;
  seenNow: () => Seen | null;
  show: (scale: number, centre: Fraction) => void;
  onKept: () => void;
};

/** When the room changes, the same part of the photo is seen as large as before; when it is turned, all of it. */
export function useViewKeptOnResize({ frame, stage, seenNow, show, onKept }: Kept) {
  const before = useRef({ frame, stage });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { frame, stage };
    const sameRoom = old.stage.width === stage.width && old.stage.height === stage.height;
    const sameTurn = old.frame.rotation === frame.rotation;
    if (sameRoom && sameTurn) return;
    const seen = seenNow();
    if (seen === null || !sameTurn || Math.abs(seen.scale - 1) < 0.001) show(1, { x: 0.5, y: 0.5 });
    else show(clampScale((seen.scale * old.frame.fit) / frame.fit, frame), seen.centre);
    onKept();
  });
}

/** How much a notch of the wheel, and how much a pinch on a touchpad (which comes as one), enlarges. */
const wheelPower = 0.0018;
const pinchPower = 0.012;
const lineHeight = 18;

/** The wheel zooms to the pointer; a double click shows the pixels under it as they are, or all of the picture again. */
export function usePointerZoom(
  lib: RefObject<ReactZoomPanPinchContentRef | null>,
  frameNow: () => ImageFrame,
  zoomAt: (scale: number, at: Fraction, ms: number) => void,
  time: number,
) {
  const frame = useRef(frameNow);
  useEffect(() => {
    frame.current = frameNow;
  });
  useEffect(() => {
    const wrapper = lib.current?.instance.wrapperComponent;
    if (wrapper == null) return;
    const pointOf = (event: MouseEvent) => {
      const { left, top } = wrapper.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const by = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1);
      const factor = Math.exp(-by * (event.ctrlKey ? pinchPower : wheelPower));
      zoomAt((lib.current?.instance.state.scale ?? 1) * factor, pointOf(event), 0);
    };
    const double = (event: MouseEvent) => {
      const { actual } = frame.current();
      const isWhole = Math.abs((lib.current?.instance.state.scale ?? 1) - 1) < 0.01;
      zoomAt(isWhole ? (actual > 1.05 ? actual : 2) : 1, pointOf(event), time);
    };
    wrapper.addEventListener('wheel', wheel, { passive: false });
    wrapper.addEventListener('dblclick', double);
    return () => {
      wrapper.removeEventListener('wheel', wheel);
      wrapper.removeEventListener('dblclick', double);
    };
  }, [lib, time, zoomAt]);
}

/** Milliseconds after its last move that a picture is drawn anew, as sharp as it can be. */
const restMs = 160;

/**
 * While it moves, a picture is a layer of its own that is only shifted and scaled; at rest it is drawn anew at its size.
 * Each call says that it moved.
 */
export function promoteLayer(): (moving: HTMLElement) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (moving) => {
    moving.style.willChange = 'transform';
    clearTimeout(timer);
    timer = setTimeout(() => {
      moving.style.willChange = 'auto';
    }, restMs);
  };
}

/** Which of the stages in the window; one photo alone is on the left. */
export type Side = 'left' | 'right';

/** How large each stage shows its photo, in percent of its own pixels. Outside of React's tree: it changes with every turn of the wheel. */
export const useZoomPercent = create<Record<Side, number>>(() => ({ left: 100, right: 100 }));

export function announceZoom(side: Side, percent: number) {
  if (useZoomPercent.getState()[side] !== percent) useZoomPercent.setState({ [side]: percent });
}

/** What browsers decode themselves; of all else the preview is the best there is. */
const decodedByBrowsers = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
export const hasOriginalView = ({ content }: Pick<Attachment, 'content'>): boolean =>
  content?.mediaType != null && decodedByBrowsers.has(content.mediaType);

const order = ['thumbnail', 'preview', 'original'] as const;
type Layer = (typeof order)[number];

type Props = { photo: Attachment; view: PhotoView; sharp: boolean };

/** The thumbnail at once, over it the preview, and over that the original where the preview would be drawn larger than it is. */
export function PhotoLayers({ photo, view, sharp }: Props) {
  const [ready, setReady] = useState<ReadonlySet<Layer>>(new Set());
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const onReady = useCallback((layer: Layer) => setReady((old) => new Set([...old, layer])), []);
  const wanted = order.filter((layer) => layer !== 'original' || (sharp && hasOriginalView(photo)));
  const best = wanted.findLast((layer) => ready.has(layer)) ?? null;
  const light = view.brightness !== 100 || view.contrast !== 100;
  if (failed && best === null)
    return (
      <ImageError
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <Box
      data-layers
      data-photo={photo.id}
      data-shown={best ?? 'nothing'}
      style={light ? { filter: `brightness(${view.brightness}%) contrast(${view.contrast}%)` } : {}}
      sx={(theme) => ({
        position: 'absolute',
        inset: 0,
        background: theme.perito.scheme.surface,
        '& img': {
          position: 'absolute',
          inset: 0,
          width: '100%',
          height: '100%',
          display: 'block',
          pointerEvents: 'none',
        },
      })}
    >
      {wanted.map((layer) => (
        <LayerImage
          key={`${layer}-${attempt}`}
          address={attachmentUrl(photo, layer)}
          ready={ready.has(layer)}
          onReady={() => onReady(layer)}
          onFailed={() => setFailed(true)}
        />
      ))}
    </Box>
  );
}

type ImageProps = { address: string; ready: boolean; onReady: () => void; onFailed: () => void };

/** Not seen before it is whole and decoded, so that nothing is drawn line by line. */
function LayerImage({ address, ready, onReady, onFailed }: ImageProps) {
  const settle = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null || ready) return;
      // One that was decoded beforehand is seen with the first frame.
      if (image.complete && image.naturalWidth > 0) onReady();
    },
    [ready, onReady],
  );
  return (
    <img
      ref={settle}
      src={address}
      alt=""
      draggable={false}
      decoding={ready ? 'sync' : 'async'}
      style={{ visibility: ready ? 'visible' : 'hidden' }}
      onLoad={(event) => {
        const image = event.currentTarget;
        image.decode().then(onReady, onReady);
      }}
      onError={onFailed}
    />
  );
}

/** In the photo's place, where its file did not come. */
export function ImageError({ onRetry }: { onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <Box
      role="alert"
      sx={(theme) => ({
        position: 'absolute',
        inset: 0,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        gap: 2,
        p: 6,
        color: 'text.secondary',
        background: theme.perito.scheme.surface,
      })}
    >
      <ImageOff size={28} strokeWidth={1.5} aria-hidden />
      <Typography variant="h3" component="p" sx={{ color: 'text.primary', mt: 2 }}>
        {t('photos.viewer.fileFailed')}
      </Typography>
      <Typography variant="body2" sx={{ maxWidth: 360 }}>
        {t('photos.viewer.fileFailedText')}
      </Typography>
      <Button onClick={onRetry} sx={{ mt: 2 }}>
        {t('photos.viewer.retry')}
      </Button>
    </Box>
  );
}

/** Loads and decodes images before they are wanted, and lets go of those that no longer are: never more than `addresses`. */
export function usePreloaded(addresses: readonly string[]) {
  const held = useRef(new Map<string, HTMLImageElement>());
  const wanted = addresses.join('\n');
  useEffect(() => {
    const now = new Set(wanted === '' ? [] : wanted.split('\n'));
    for (const [address, image] of held.current) {
      if (now.has(address)) continue;
      image.removeAttribute('src');
      held.current.delete(address);
    }
    for (const address of now) {
      if (held.current.has(address)) continue;
      const image = new Image();
      image.src = address;
      held.current.set(address, image);
      // One that does not come is told of when it is looked at.
      image.decode().catch(() => undefined);
    }
  }, [wanted]);
  useEffect(() => {
    const images = held.current;
    return () => {
      for (const image of images.values()) image.removeAttribute('src');
      images.clear();
    };
  }, []);
}

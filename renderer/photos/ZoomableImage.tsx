import Button from '@mui/material/Button';
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
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { useElementSize } from '../components/useElementSize.ts';
import {
  centreOf,
  clampScale,
  type Fraction,
  type ImageFrame,
  imageFrame,
  needsOriginal,
  partAfterChange,
  type Rotation,
  type Size,
  type StageLayout,
  upright,
  type VisiblePart,
  viewAt,
  zoomedAt,
} from './image-geometry.ts';
import { attachmentUrl } from './paths.ts';
import type { PhotoView } from './photo-view.ts';

/** What keys and buttons do to a photo in its stage. */
export type ImageControls = {
  zoomBy: (factor: number) => void;
  fit: () => void;
  oneToOne: () => void;
  /** Moves the photo by CSS pixels. */
  pan: (x: number, y: number) => void;
  /** The point of the upright picture in the middle of the stage. */
  middle: () => Fraction;
  visiblePart: () => VisiblePart | null;
  /** Shows the part that another stage shows, without calling `onVisiblePart`. */
  follow: (part: VisiblePart) => void;
};

type ZoomableImageProps = {
  photo: Attachment;
  view: PhotoView;
  side?: Side;
  controls?: Ref<ImageControls>;
  /** Whether dragging moves the photo; false while annotations are drawn. */
  movable?: boolean;
  onVisiblePart?: (part: VisiblePart) => void;
  /** Draws over the picture, in its own coordinates: `size` is that of the upright picture while all of it is seen. */
  over?: (frame: { size: Size; rotation: Rotation }) => ReactNode;
};

/** A photo that fills its stage, zoomed and moved by wheel, pinch, drag and double click. */
export function ZoomableImage(props: ZoomableImageProps) {
  const element = useRef<HTMLDivElement>(null);
  const stage = useElementSize(element);
  return (
    <Box
      ref={element}
      data-stage={props.side ?? 'left'}
      sx={{
        position: 'absolute',
        inset: 0,
        overflow: 'hidden',
        bgcolor: 'background.default',
        touchAction: 'none',
        cursor: props.movable === false ? 'crosshair' : 'grab',
        '&:active': { cursor: props.movable === false ? 'crosshair' : 'grabbing' },
      }}
    >
      {stage !== null && <ZoomedImage key={props.photo.id} {...props} stage={stage} />}
    </Box>
  );
}

/** The picture in a stage of known size. Scale and position stay in the library, since they change with every frame. */
function ZoomedImage(props: ZoomableImageProps & { stage: Size }) {
  const { photo, view, stage, side = 'left', movable = true, onVisiblePart, over } = props;
  const library = useRef<ReactZoomPanPinchContentRef>(null);
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [sharp, setSharp] = useState(false);
  const frame = imageFrame(photo, view.rotation, stage, window.devicePixelRatio);
  const latest = useRef({ frame, stage, onVisiblePart, following: false });
  latest.current = { ...latest.current, frame, stage, onVisiblePart };
  const durationMs = reducedMotion ? 0 : motion.standard;
  const promote = useRef(createLayerPromoter());

  const visiblePart = useCallback(() => {
    const transform = library.current?.instance.state;
    if (transform === undefined) return null;
    const { frame, stage } = latest.current;
    return { scale: transform.scale, centre: centreOf(transform, frame.content, stage) };
  }, []);

  const onTransform = useCallback(
    ({ instance }: ReactZoomPanPinchRef | ReactZoomPanPinchContentRef) => {
      const { frame, following, onVisiblePart } = latest.current;
      const ratio = frame.fit * instance.state.scale;
      instance.contentComponent?.style.setProperty('--zoom', String(instance.state.scale));
      if (instance.contentComponent !== null) promote.current(instance.contentComponent);
      setZoomPercent(side, Math.round(ratio * window.devicePixelRatio * 100));
      if (needsOriginal(frame.picture, ratio, window.devicePixelRatio, previewSides.preview)) setSharp(true);
      const part = following ? null : visiblePart();
      if (part !== null) onVisiblePart?.(part);
    },
    [side, visiblePart],
  );

  const show = useCallback(({ scale, centre }: VisiblePart) => {
    const { frame, stage } = latest.current;
    const to = viewAt(scale, centre, frame.content, stage);
    void library.current?.setTransform(to.positionX, to.positionY, to.scale, 0);
  }, []);

  /** Zooms and keeps the picture under a point of the stage. The library's own zoom rounds the scale, so that 1:1 is missed. */
  const zoomAt = useCallback((scale: number, at: Fraction, ms: number) => {
    const transform = library.current?.instance.state;
    if (transform === undefined) return;
    const { frame, stage } = latest.current;
    const to = zoomedAt(transform, clampScale(scale, frame), at, frame.content, stage);
    void library.current?.setTransform(to.positionX, to.positionY, to.scale, ms);
  }, []);

  useImperativeHandle(props.controls, () => {
    const middle = () => ({
      x: latest.current.stage.width / 2,
      y: latest.current.stage.height / 2,
    });
    const zoomTo = (scale: number) => zoomAt(scale, middle(), durationMs);
    return {
      zoomBy: (factor) => zoomTo((library.current?.instance.state.scale ?? 1) * factor),
      fit: () => zoomTo(1),
      oneToOne: () => zoomTo(latest.current.frame.actual),
      pan: (x, y) => void library.current?.panBy(x, y, durationMs),
      middle: () => {
        const { centre } = visiblePart() ?? { centre: { x: 0.5, y: 0.5 } };
        return upright(centre, latest.current.frame.rotation);
      },
      visiblePart,
      follow: ({ scale, centre }) => {
        latest.current.following = true;
        show({ scale: clampScale(scale, latest.current.frame), centre });
        latest.current.following = false;
      },
    };
  }, [durationMs, visiblePart, show, zoomAt]);

  const before = useRef<StageLayout>({ frame, stage });
  useLayoutEffect(() => {
    const part = partAfterChange(before.current, { frame, stage }, library.current?.instance.state ?? null);
    before.current = { frame, stage };
    if (part === null) return;
    show(part);
    if (library.current !== null) onTransform(library.current);
  });

  usePointerZoom(library, () => latest.current.frame, zoomAt, durationMs);

  return (
    <TransformWrapper
      ref={library}
      minScale={frame.minScale}
      maxScale={frame.maxScale}
      centerOnInit
      centerZoomedOut
      limitToBounds
      wheel={{ disabled: true }}
      doubleClick={{ disabled: true }}
      panning={{
        disabled: !movable,
        allowRightClickPan: false,
        velocityDisabled: reducedMotion,
        excluded: ['mark'],
      }}
      zoomAnimation={{ disabled: reducedMotion }}
      autoAlignment={{ animationTime: durationMs, sizeX: 0, sizeY: 0 }}
      onInit={onTransform}
      onTransform={onTransform}
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

/** Zoom for each CSS pixel of the wheel, and for each of a pinch on a touchpad, which browsers send as a wheel with Ctrl. */
const wheelPower = 0.0018;
const pinchPower = 0.012;
const lineHeight = 18;

/** The wheel zooms to the pointer; a double click goes to 1:1 there, or back to all of the picture. */
function usePointerZoom(
  library: RefObject<ReactZoomPanPinchContentRef | null>,
  currentFrame: () => ImageFrame,
  zoomAt: (scale: number, at: Fraction, ms: number) => void,
  durationMs: number,
) {
  const frame = useRef(currentFrame);
  useEffect(() => {
    frame.current = currentFrame;
  });
  useEffect(() => {
    const wrapper = library.current?.instance.wrapperComponent;
    if (wrapper == null) return;
    const pointOf = (event: MouseEvent) => {
      const { left, top } = wrapper.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const by = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1);
      const factor = Math.exp(-by * (event.ctrlKey ? pinchPower : wheelPower));
      zoomAt((library.current?.instance.state.scale ?? 1) * factor, pointOf(event), 0);
    };
    const onDoubleClick = (event: MouseEvent) => {
      const { actual } = frame.current();
      const isWhole = Math.abs((library.current?.instance.state.scale ?? 1) - 1) < 0.01;
      zoomAt(isWhole ? (actual > 1.05 ? actual : 2) : 1, pointOf(event), durationMs);
    };
    wrapper.addEventListener('wheel', onWheel, { passive: false });
    wrapper.addEventListener('dblclick', onDoubleClick);
    return () => {
      wrapper.removeEventListener('wheel', onWheel);
      wrapper.removeEventListener('dblclick', onDoubleClick);
    };
  }, [library, durationMs, zoomAt]);
}

/** Milliseconds after its last move until a picture is drawn sharply again. */
const restMs = 160;

/**
 * Returns a function to call with each move of an element: it makes the element a layer of its own, which is only
 * shifted and scaled, until `restMs` have passed without another move.
 */
function createLayerPromoter(): (moving: HTMLElement) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (moving) => {
    moving.style.willChange = 'transform';
    clearTimeout(timer);
    timer = setTimeout(() => {
      moving.style.willChange = 'auto';
    }, restMs);
  };
}

/** Which of two stages; a single photo is on the left. */
export type Side = 'left' | 'right';

/** The zoom of each stage in percent of the photo's own pixels. A store, since it changes with every turn of the wheel. */
export const useZoomPercent = create<Record<Side, number>>(() => ({ left: 100, right: 100 }));

function setZoomPercent(side: Side, percent: number) {
  if (useZoomPercent.getState()[side] !== percent) useZoomPercent.setState({ [side]: percent });
}

/** The formats that browsers decode; of all others the preview is the best that can be shown. */
const decodedByBrowsers = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
export const hasOriginalView = ({ content }: Pick<Attachment, 'content'>): boolean =>
  content?.mediaType != null && decodedByBrowsers.has(content.mediaType);

const layers = ['thumbnail', 'preview', 'original'] as const;
type Layer = (typeof layers)[number];

type PhotoLayersProps = { photo: Attachment; view: PhotoView; sharp: boolean };

/** The thumbnail, over it the preview, and over that the original where the preview would be enlarged. */
function PhotoLayers({ photo, view, sharp }: PhotoLayersProps) {
  const [ready, setReady] = useState<ReadonlySet<Layer>>(new Set());
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const onReady = useCallback((layer: Layer) => setReady((old) => new Set([...old, layer])), []);
  const wanted = layers.filter((layer) => layer !== 'original' || (sharp && hasOriginalView(photo)));
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
      sx={{
        position: 'absolute',
        inset: 0,
        bgcolor: 'background.paper',
        '& img': {
          position: 'absolute',
          inset: 0,
          width: '100%',
          height: '100%',
          display: 'block',
          pointerEvents: 'none',
        },
      }}
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

type LayerImageProps = { address: string; ready: boolean; onReady: () => void; onFailed: () => void };

/** An image that stays hidden until it is decoded, so that it never appears line by line. */
function LayerImage({ address, ready, onReady, onFailed }: LayerImageProps) {
  const settle = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null || ready) return;
      // A preloaded image is shown with the first frame.
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

/** Shown in place of a photo whose file could not be loaded. */
function ImageError({ onRetry }: { onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <Box
      role="alert"
      sx={{
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
        bgcolor: 'background.paper',
      }}
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

/** Loads and decodes the images at `addresses` and releases all others. */
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
      // Whoever shows it reports the error.
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

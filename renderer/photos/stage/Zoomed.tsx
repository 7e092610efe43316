import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import {
  type ReactZoomPanPinchContentRef,
  type ReactZoomPanPinchRef,
  TransformComponent,
  TransformWrapper,
} from 'react-zoom-pan-pinch';
import { previewSides } from '#shared/attachment-terms.ts';
import { motion } from '../../app/theme/tokens.ts';
import { frameOf } from './frame.ts';
import { centreOf, type Fraction, needsOriginal, type Size, upright, viewAt } from './geometry.ts';
import { PhotoLayers } from './PhotoLayers.tsx';
import type { StageProps } from './PhotoStage.tsx';
import { tellZoom } from './zoom-percent.ts';

/** How much a notch of the wheel, and how much a pinch on a touchpad (which comes as one), enlarges. */
const wheelPower = 0.0018;
const pinchPower = 0.012;
const lineHeight = 18;

export function Zoomed(props: StageProps & { stage: Size }) {
  const { photo, view, stage, side = 'left', movable = true, onSeen, over } = props;
  const lib = useRef<ReactZoomPanPinchContentRef>(null);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [sharp, setSharp] = useState(false);
  const frame = frameOf(photo, view.rotation, stage, window.devicePixelRatio);
  const latest = useRef({ frame, stage, onSeen, following: false });
  latest.current = { ...latest.current, frame, stage, onSeen };
  const time = still ? 0 : motion.standard;

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
      tellZoom(side, Math.round(ratio * window.devicePixelRatio * 100));
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

  useImperativeHandle(props.controls, () => {
    const middle = () => ({
      x: (wrapperOf(lib.current)?.left ?? 0) + latest.current.stage.width / 2,
      y: (wrapperOf(lib.current)?.top ?? 0) + latest.current.stage.height / 2,
    });
    const zoomTo = (scale: number) => {
      const { x, y } = middle();
      void lib.current?.zoomToPoint(scale, x, y, time);
    };
    return {
      zoomBy: (factor) =>
        zoomTo(within((lib.current?.instance.state.scale ?? 1) * factor, latest.current.frame)),
      fit: () => void lib.current?.centerView(1, time),
      oneToOne: () => zoomTo(latest.current.frame.actual),
      pan: (x, y) => void lib.current?.panBy(x, y, time),
      middle: () => {
        const { centre } = seenNow() ?? { centre: { x: 0.5, y: 0.5 } };
        return upright(centre, latest.current.frame.rotation);
      },
      seen: seenNow,
      follow: ({ scale, centre }) => {
        latest.current.following = true;
        show(within(scale, latest.current.frame), centre);
        latest.current.following = false;
      },
    };
  }, [time, seenNow, show]);

  useKeptView({ frame, stage, seenNow, show, onKept: () => lib.current !== null && tell(lib.current) });

  useEffect(() => {
    const wrapper = lib.current?.instance.wrapperComponent;
    if (wrapper == null) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const by = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1);
      const factor = Math.exp(-by * (event.ctrlKey ? pinchPower : wheelPower));
      const scale = within((lib.current?.instance.state.scale ?? 1) * factor, latest.current.frame);
      void lib.current?.zoomToPoint(scale, event.clientX, event.clientY, 0);
    };
    const double = (event: MouseEvent) => {
      const { actual } = latest.current.frame;
      const isWhole = Math.abs((lib.current?.instance.state.scale ?? 1) - 1) < 0.01;
      if (!isWhole) void lib.current?.centerView(1, time);
      else void lib.current?.zoomToPoint(actual > 1.05 ? actual : 2, event.clientX, event.clientY, time);
    };
    wrapper.addEventListener('wheel', wheel, { passive: false });
    wrapper.addEventListener('dblclick', double);
    return () => {
      wrapper.removeEventListener('wheel', wheel);
      wrapper.removeEventListener('dblclick', double);
    };
  }, [time]);

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
        contentStyle={{ ...frame.content, position: 'relative', willChange: 'transform' }}
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

const within = (scale: number, { minScale, maxScale }: { minScale: number; maxScale: number }) =>
  Math.min(maxScale, Math.max(minScale, scale));

const wrapperOf = (lib: ReactZoomPanPinchContentRef | null) =>
  lib?.instance.wrapperComponent?.getBoundingClientRect() ?? null;

type Kept = {
  frame: ReturnType<typeof frameOf>;
  stage: Size;
  seenNow: () => { scale: number; centre: Fraction } | null;
  show: (scale: number, centre: Fraction) => void;
  onKept: () => void;
};

/** When the room changes, the same part of the photo is seen as large as before; when it is turned, all of it. */
function useKeptView({ frame, stage, seenNow, show, onKept }: Kept) {
  const before = useRef({ frame, stage });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { frame, stage };
    const sameRoom = old.stage.width === stage.width && old.stage.height === stage.height;
    const sameTurn = old.frame.rotation === frame.rotation;
    if (sameRoom && sameTurn) return;
    const seen = seenNow();
    if (seen === null || !sameTurn || Math.abs(seen.scale - 1) < 0.001) show(1, { x: 0.5, y: 0.5 });
    else show(within((seen.scale * old.frame.fit) / frame.fit, frame), seen.centre);
    onKept();
  });
}

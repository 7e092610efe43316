import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useImperativeHandle, useRef, useState } from 'react';
import {
  type ReactZoomPanPinchContentRef,
  type ReactZoomPanPinchRef,
  TransformComponent,
  TransformWrapper,
} from 'react-zoom-pan-pinch';
import { previewSides } from '#shared/attachment-terms.ts';
import { motion } from '../../app/theme/tokens.ts';
import { frameOf, within } from './frame.ts';
import { centreOf, type Fraction, needsOriginal, type Size, upright, viewAt, zoomedAt } from './geometry.ts';
import { promoteLayer } from './lift.ts';
import { PhotoLayers } from './PhotoLayers.tsx';
import type { StageProps } from './stage-props.ts';
import { useKeptView } from './useKeptView.ts';
import { usePointerZoom } from './usePointerZoom.ts';
import { announceZoom } from './zoom-percent.ts';

/** The picture within its room. What the library keeps (scale, position) never passes through React: it moves with every frame. */
export function Zoomed(props: StageProps & { stage: Size }) {
  const { photo, view, stage, side = 'left', movable = true, onSeen, over } = props;
  const lib = useRef<ReactZoomPanPinchContentRef>(null);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [sharp, setSharp] = useState(false);
  const frame = frameOf(photo, view.rotation, stage, window.devicePixelRatio);
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
    const to = zoomedAt(state, within(scale, frame), at, frame.content, stage);
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
        show(within(scale, latest.current.frame), centre);
        latest.current.following = false;
      },
    };
  }, [time, seenNow, show, zoomAt]);

  useKeptView({ frame, stage, seenNow, show, onKept: () => lib.current !== null && tell(lib.current) });

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

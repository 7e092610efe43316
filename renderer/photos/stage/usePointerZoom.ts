import { type RefObject, useEffect, useRef } from 'react';
import type { ReactZoomPanPinchContentRef } from 'react-zoom-pan-pinch';
import type { StageFrame } from './frame.ts';
import type { Fraction } from './geometry.ts';

/** How much a notch of the wheel, and how much a pinch on a touchpad (which comes as one), enlarges. */
const wheelPower = 0.0018;
const pinchPower = 0.012;
const lineHeight = 18;

/** The wheel zooms to the pointer; a double click shows the pixels under it as they are, or all of the picture again. */
export function usePointerZoom(
  lib: RefObject<ReactZoomPanPinchContentRef | null>,
  frameNow: () => StageFrame,
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

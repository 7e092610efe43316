import { useLayoutEffect, useRef } from 'react';
import type { Seen } from './controls.ts';
import { type StageFrame, within } from './frame.ts';
import type { Fraction, Size } from './geometry.ts';

type Kept = {
  frame: StageFrame;
  stage: Size;
  seenNow: () => Seen | null;
  show: (scale: number, centre: Fraction) => void;
  onKept: () => void;
};

/** When the room changes, the same part of the photo is seen as large as before; when it is turned, all of it. */
export function useKeptView({ frame, stage, seenNow, show, onKept }: Kept) {
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

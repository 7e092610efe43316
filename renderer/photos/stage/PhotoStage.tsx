import Box from '@mui/material/Box';
import { type ReactNode, type Ref, useRef } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { PhotoView } from '../photo-views.ts';
import type { Seen, StageControls } from './controls.ts';
import type { Rotation, Size } from './geometry.ts';
import { useSize } from './useSize.ts';
import { Zoomed } from './Zoomed.tsx';
import type { Side } from './zoom-percent.ts';

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
export function PhotoStage(props: StageProps) {
  const room = useRef<HTMLDivElement>(null);
  const stage = useSize(room);
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

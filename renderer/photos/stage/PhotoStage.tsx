import Box from '@mui/material/Box';
import { useRef } from 'react';
import type { StageProps } from './stage-props.ts';
import { useSize } from './useSize.ts';
import { Zoomed } from './Zoomed.tsx';

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

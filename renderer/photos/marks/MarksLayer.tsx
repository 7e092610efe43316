import Box from '@mui/material/Box';
import { type PointerEvent, useRef } from 'react';
import type { Annotation } from '#shared/contract/attachments.ts';
import { type Fraction, fractionAt, type Rotation, type Size } from '../stage/geometry.ts';
import { DrawnMark } from './DrawnMark.tsx';
import { type DrawnShape, drawn, isSlip, numbersOf } from './shapes.ts';
import type { MarkingHand } from './useMarking.ts';

type Props = {
  size: Size;
  rotation: Rotation;
  marks: readonly Annotation[];
  shown: boolean;
  chosen: number | null;
  onChoose: (id: number) => void;
  hand: MarkingHand;
};

/** Marks over the photo, in its own frame: they stay with it, however it is zoomed, moved and turned. */
export function MarksLayer({ size, rotation, marks, shown, chosen, onChoose, hand }: Props) {
  const frame = useRef<SVGSVGElement>(null);
  const from = useRef<Fraction | null>(null);
  const { marking } = hand;
  const drawing = marking.phase === 'drawing' ? marking : null;
  const making = marking.phase === 'none' || marking.shape === null ? null : marking.shape;
  const numbers = numbersOf(marks);
  const at = (event: PointerEvent): Fraction => {
    const box = frame.current?.getBoundingClientRect();
    return box === undefined ? { x: 0, y: 0 } : fractionAt(box, rotation, event.clientX, event.clientY);
  };
  const shapeTo = (event: PointerEvent): DrawnShape | null =>
    drawing === null || from.current === null ? null : drawn(drawing.tool, from.current, at(event));
  return (
    <Box
      component="svg"
      ref={frame}
      data-marks
      aria-hidden
      viewBox={`0 0 ${size.width} ${size.height}`}
      onPointerDown={(event: PointerEvent) => {
        if (drawing === null || event.button !== 0) return;
        frame.current?.setPointerCapture(event.pointerId);
        from.current = at(event);
        hand.draw(drawing.tool === 'point' ? shapeTo(event) : null);
      }}
      onPointerMove={(event: PointerEvent) => {
        if (from.current !== null) hand.draw(shapeTo(event));
      }}
      onPointerUp={(event: PointerEvent) => {
        const shape = shapeTo(event);
        from.current = null;
        if (shape === null || isSlip(shape, size)) hand.draw(null);
        else hand.write(shape);
      }}
      onPointerCancel={() => {
        from.current = null;
        hand.draw(null);
      }}
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        overflow: 'visible',
        pointerEvents: drawing === null ? 'none' : 'all',
        touchAction: 'none',
      }}
    >
      {shown &&
        marks.map(({ id, shape }) =>
          shape.kind === 'note' ? null : (
            <DrawnMark
              key={id}
              shape={shape}
              size={size}
              rotation={rotation}
              number={numbers.get(id) ?? null}
              chosen={id === chosen}
              {...(drawing === null ? { onChoose: () => onChoose(id) } : {})}
            />
          ),
        )}
      {making !== null && making.kind !== 'note' && (
        <DrawnMark shape={making} size={size} rotation={rotation} number={null} chosen />
      )}
    </Box>
  );
}

import { useTheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { Rotation, Size } from '../stage/geometry.ts';
import { anchorOf, type DrawnShape } from './shapes.ts';

type Props = {
  shape: DrawnShape;
  size: Size;
  rotation: Rotation;
  number: number | null;
  chosen: boolean;
  onChoose?: () => void;
};

/** A bright line with a dark edge, as thick at every zoom; its number stands upright however the photo is turned. */
export function DrawnMark({ shape, size, rotation, number, chosen, onChoose }: Props) {
  const { perito } = useTheme();
  const { line: plain, edge, chosen: bright } = perito.marks;
  const line = chosen ? bright : plain;
  const anchor = anchorOf(shape);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only for the pointer; by keyboard it is chosen in the list beside
    <g
      className="mark"
      data-mark={shape.kind}
      style={onChoose === undefined ? {} : { pointerEvents: 'visiblePainted', cursor: 'pointer' }}
      onClick={onChoose}
    >
      <Outline shape={shape} size={size} colour={edge} width={4.5} />
      <Outline shape={shape} size={size} colour={line} width={2} />
      {number !== null && (
        <Steady x={anchor.x * size.width} y={anchor.y * size.height} turn={-rotation}>
          <circle className="mark" r={9} fill={line} stroke={edge} strokeWidth={1} />
          <text
            className="mark"
            textAnchor="middle"
            dominantBaseline="central"
            fill={edge}
            fontFamily={perito.code}
            fontSize={11}
            fontWeight={700}
          >
            {number}
          </text>
        </Steady>
      )}
    </g>
  );
}

/** Drawn at one size on the screen at a point of the photo, at whatever zoom. */
function Steady({ x, y, turn, children }: { x: number; y: number; turn: number; children: ReactNode }) {
  return (
    <g style={{ transform: `translate(${x}px, ${y}px) scale(calc(1 / var(--zoom, 1))) rotate(${turn}deg)` }}>
      {children}
    </g>
  );
}

type OutlineProps = { shape: DrawnShape; size: Size; colour: string; width: number };

function Outline({ shape, size, colour, width }: OutlineProps) {
  const look = {
    className: 'mark',
    fill: 'none',
    stroke: colour,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
    style: { strokeWidth: `calc(${width}px / var(--zoom, 1))` },
  } as const;
  if (shape.kind === 'rectangle')
    return (
      <rect
        {...look}
        x={shape.x * size.width}
        y={shape.y * size.height}
        width={shape.width * size.width}
        height={shape.height * size.height}
      />
    );
  if (shape.kind === 'point')
    return (
      <Steady x={shape.x * size.width} y={shape.y * size.height} turn={0}>
        <circle className="mark" r={14} fill="none" stroke={colour} strokeWidth={width} />
        <circle className="mark" r={width / 1.6} fill={colour} />
      </Steady>
    );
  const [x1, y1] = [shape.fromX * size.width, shape.fromY * size.height];
  const [x2, y2] = [shape.toX * size.width, shape.toY * size.height];
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return (
    <>
      <line {...look} x1={x1} y1={y1} x2={x2} y2={y2} />
      <Steady x={x2} y={y2} turn={turn}>
        <path
          className="mark"
          d="M -13 -7 L 0 0 L -13 7"
          fill="none"
          stroke={colour}
          strokeWidth={width}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </Steady>
    </>
  );
}

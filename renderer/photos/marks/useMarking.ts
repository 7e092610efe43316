import { useCallback, useState } from 'react';
import type { Fraction } from '../stage/geometry.ts';
import { type DrawnShape, placed, type Tool } from './shapes.ts';

/**
 * A mark in the making. `drawing`: the pointer draws, or Enter sets one in the middle; `placing`: the arrows move it;
 * `writing`: it has its place, and its text is written. A note has no place.
 */
export type Marking =
  | { phase: 'none' }
  | { phase: 'drawing'; tool: Tool; shape: DrawnShape | null }
  | { phase: 'placing'; tool: Tool; shape: DrawnShape }
  | { phase: 'writing'; shape: DrawnShape | { kind: 'note' } };

const none: Marking = { phase: 'none' };

/** The mark being made on one photo; another photo begins with none. */
export function useMarking(photo: number | null) {
  const [kept, setKept] = useState<{ photo: number | null; marking: Marking }>({ photo, marking: none });
  const marking = kept.photo === photo ? kept.marking : none;
  const set = useCallback((to: Marking) => setKept({ photo, marking: to }), [photo]);
  return {
    marking,
    drop: useCallback(() => set(none), [set]),
    /** Begins with a tool, or ends where it was in the hand already. */
    take: (tool: Tool) =>
      set(
        marking.phase === 'drawing' && marking.tool === tool ? none : { phase: 'drawing', tool, shape: null },
      ),
    draw: (shape: DrawnShape | null) => {
      if (marking.phase === 'drawing') set({ ...marking, shape });
    },
    place: (at: Fraction) => {
      if (marking.phase === 'drawing')
        set({ phase: 'placing', tool: marking.tool, shape: placed(marking.tool, at) });
    },
    change: (to: (shape: DrawnShape) => DrawnShape) => {
      if (marking.phase === 'placing') set({ ...marking, shape: to(marking.shape) });
    },
    write: (shape: DrawnShape | { kind: 'note' }) => set({ phase: 'writing', shape }),
  };
}
export type MarkingHand = ReturnType<typeof useMarking>;

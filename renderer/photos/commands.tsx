import { type LucideIcon, Maximize, RotateCcw, RotateCw, Undo2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { forwardRef } from 'react';
import type { KeyMap } from '../app/keys/keys.ts';
import { isDefaultView, type PhotoView, resetPhoto, stepLight, turnPhoto } from './photo-view.ts';
import type { StageControls } from './ZoomableImage.tsx';

/** The names of `photos.do`. */
export type CommandName =
  | 'previous'
  | 'next'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'oneToOne'
  | 'turnRight'
  | 'turnLeft'
  | 'reset'
  | 'compare'
  | 'info'
  | 'rectangle'
  | 'arrow'
  | 'point'
  | 'note'
  | 'marks'
  | 'save'
  | 'keys'
  | 'close'
  | 'link'
  | 'swap'
  | 'side'
  | 'back';

/** What a button of the toolbar and its key do. */
export type Command = {
  name: CommandName;
  icon: LucideIcon;
  /** As they are printed on the keyboard. */
  keys: readonly string[];
  /** As `useKeys` names them. */
  on: readonly string[];
  act: () => void;
  /** Of what is either on or off. */
  pressed?: boolean;
  disabled?: boolean;
};

/** The keys of commands, for `useKeys`; one that is disabled does nothing, and keeps its key from others. */
export const keysOf = (commands: readonly Command[]): KeyMap =>
  Object.fromEntries(
    commands.flatMap(({ on, act, disabled }) =>
      on.map((key) => [key, disabled === true ? () => undefined : act] as const),
    ),
  );

/** Back to what the photo was opened from. */
export const closeCommand = (act: () => void): Command => ({
  name: 'close',
  icon: X,
  keys: ['Esc'],
  on: ['Escape'],
  act,
});

/** By how much a key or a button zooms. */
const zoomStep = 1.25;
/** CSS pixels that a key moves the photo. */
const panStep = 80;

type Stages = () => readonly (StageControls | null)[];

/** Zoom of one stage or two. */
export function zoomCommands(stages: Stages) {
  const each = (act: (stage: StageControls) => void) => () => {
    for (const stage of stages()) if (stage !== null) act(stage);
  };
  return {
    zoomOut: {
      name: 'zoomOut',
      icon: ZoomOut,
      keys: ['-'],
      on: ['-', '_'],
      act: each((stage) => stage.zoomBy(1 / zoomStep)),
    },
    zoomIn: {
      name: 'zoomIn',
      icon: ZoomIn,
      keys: ['+'],
      on: ['+', '='],
      act: each((stage) => stage.zoomBy(zoomStep)),
    },
    fit: { name: 'fit', icon: Maximize, keys: ['0'], on: ['0'], act: each((stage) => stage.fit()) },
    oneToOne: {
      name: 'oneToOne',
      icon: OneToOneIcon,
      keys: ['1'],
      on: ['1'],
      act: each((stage) => stage.oneToOne()),
    },
  } as const satisfies Record<string, Command>;
}

/** The arrows with Shift move the photo; nothing needs to be dragged. */
export const panKeys = (stages: Stages): KeyMap => {
  const pan = (x: number, y: number) => () => {
    for (const stage of stages()) stage?.pan(x * panStep, y * panStep);
  };
  return {
    'shift ArrowLeft': pan(1, 0),
    'shift ArrowRight': pan(-1, 0),
    'shift ArrowUp': pan(0, 1),
    'shift ArrowDown': pan(0, -1),
  };
};

/** Turning a photo, and taking back whatever was changed on the screen. */
export function turnCommands(photo: number, view: PhotoView) {
  return {
    turnLeft: {
      name: 'turnLeft',
      icon: RotateCcw,
      keys: ['⇧R'],
      on: ['shift r'],
      act: () => turnPhoto(photo, -1),
    },
    turnRight: { name: 'turnRight', icon: RotateCw, keys: ['R'], on: ['r'], act: () => turnPhoto(photo, 1) },
    reset: {
      name: 'reset',
      icon: Undo2,
      keys: ['X'],
      on: ['x'],
      act: () => resetPhoto(photo),
      disabled: isDefaultView(view),
    },
  } as const satisfies Record<string, Command>;
}

export const lightKeys = (photo: number): KeyMap => ({
  b: () => stepLight(photo, 'brightness', 1),
  'shift b': () => stepLight(photo, 'brightness', -1),
  t: () => stepLight(photo, 'contrast', 1),
  'shift t': () => stepLight(photo, 'contrast', -1),
});

/** "1:1", as no set of icons has it. */
export const OneToOneIcon: LucideIcon = forwardRef(({ size = 24, strokeWidth = 2 }, ref) => (
  <svg
    ref={ref}
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M4 8l3-2v12M17 8l3-2v12M12 9.5v.01M12 14.5v.01" />
  </svg>
));
